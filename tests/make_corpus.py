"""Adds finished matches to the corpus: for each game, version of its rules and player count that has none stored yet.

Stored matches are never made anew: they hold what the rules were when they were played.
"""

import random
from pathlib import Path

from parlour import games
from parlour.bots.roster import think
from parlour.kit.game import Game
from parlour.kit.luck import seeded
from parlour.kit.match import Match, Seat
from parlour.kit.notation import save
from parlour.kit.options import Option, Options, Value
from parlour.kit.voice import SEAT_NAMES

CORPUS = Path(__file__).parent / "corpus"


def file_name(game: Game, players: int, kind: str) -> str:
    return f"{game.name}-v{game.version}-{players}-{kind}.parlour"


def other_value(option: Option, chance: random.Random) -> Value:
    if option.numbers:
        return chance.randint(option.numbers[0], int(option.default))
    return chance.choice(option.words)


def played(game: Game, players: int, options: Options, bots: list[str], seed: int) -> Match:
    dice = seeded(seed)
    seats = [Seat(name, bot) for name, bot in zip(SEAT_NAMES, bots, strict=False)]
    match = Match(game, game.setting(players, options), seats[:players], dice(), dice)
    while not match.over:
        seat = match.to_act[-1]
        match.act(seat, think(game, bots[seat], match.view(seat), seat, dice()))
    return match


def main() -> None:
    for game in games().values():
        for players in game.players:
            chance = random.Random(players)
            varied = {option.name: other_value(option, chance) for option in game.offered}
            for kind, options, bots in (
                ("usual", {}, ["heuristic"] * players),
                ("varied", varied, ["heuristic", "random"] * players),
            ):
                file = CORPUS / file_name(game, players, kind)
                if not file.exists():
                    save(played(game, players, options, bots, seed=players), file)
                    print(f"added {file.name}")


if __name__ == "__main__":
    main()
