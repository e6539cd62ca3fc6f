"""Stored matches still play as they did: no change alters the rules unnoticed."""

from pathlib import Path

import pytest

from parlour import games
from parlour.kit.notation import load, write

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.parlour"))


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_stored_match_replays_to_the_same_end(file):
    match = load(file, games())
    assert match.over
    assert write(match) == file.read_text("utf-8")


def test_every_game_and_player_count_is_stored():
    stored = {file.stem.rsplit("-", 1)[0] for file in CORPUS}
    assert stored >= {f"{game.name}-{players}" for game in games().values() for players in game.players}
