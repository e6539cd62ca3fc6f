"""What the modules of every game offer: mypy compares the assignments here with `parlour.kit.parts`."""

from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

import bench.connect_four.bots
import bench.connect_four.rules
import tests.higher.bots
import tests.higher.events
import tests.higher.first_words
import tests.higher.rules
import tests.higher.words
from parlour import games
from parlour.games.chandelier import board as chandelier_board
from parlour.games.chandelier import bots as chandelier_bots
from parlour.games.chandelier import events as chandelier_events
from parlour.games.chandelier import first_words as chandelier_first_words
from parlour.games.chandelier import rules as chandelier_rules
from parlour.games.chandelier import words as chandelier_words
from parlour.games.crystallia import board as crystallia_board
from parlour.games.crystallia import bots as crystallia_bots
from parlour.games.crystallia import events as crystallia_events
from parlour.games.crystallia import first_words as crystallia_first_words
from parlour.games.crystallia import rules as crystallia_rules
from parlour.games.crystallia import words as crystallia_words
from parlour.games.intrigue import board as intrigue_board
from parlour.games.intrigue import bots as intrigue_bots
from parlour.games.intrigue import events as intrigue_events
from parlour.games.intrigue import first_words as intrigue_first_words
from parlour.games.intrigue import rules as intrigue_rules
from parlour.games.intrigue import talk as intrigue_talk
from parlour.games.intrigue import words as intrigue_words
from parlour.games.rush import board as rush_board
from parlour.games.rush import bots as rush_bots
from parlour.games.rush import events as rush_events
from parlour.games.rush import first_words as rush_first_words
from parlour.games.rush import rules as rush_rules
from parlour.games.rush import words as rush_words
from parlour.kit import parts
from parlour.kit.record import Position

RULES: list[parts.Rules] = [
    chandelier_rules,
    crystallia_rules,
    intrigue_rules,
    rush_rules,
    bench.connect_four.rules,
    tests.higher.rules,
]
EVENTS: list[parts.Events] = [
    chandelier_events,
    crystallia_events,
    intrigue_events,
    rush_events,
    tests.higher.events,
]
WORDS: list[parts.Words] = [
    chandelier_words,
    crystallia_words,
    intrigue_words,
    rush_words,
    tests.higher.words,
]
DEEDS = [chandelier_words, crystallia_words, intrigue_words, rush_words]
MISREADS = [intrigue_words]
FIRST_WORDS: list[parts.FirstWords] = [
    chandelier_first_words,
    crystallia_first_words,
    intrigue_first_words,
    rush_first_words,
    tests.higher.first_words,
]
BOARDS: list[parts.Board] = [chandelier_board, crystallia_board, intrigue_board, rush_board]
AMOUNTS: list[parts.Amounts] = [chandelier_board, intrigue_board]
GHOSTS: list[parts.Ghosts] = [crystallia_board]
BOTS: list[parts.Bots] = [
    chandelier_bots,
    crystallia_bots,
    intrigue_bots,
    rush_bots,
    bench.connect_four.bots,
    tests.higher.bots,
]
SHREWD: list[parts.Shrewd] = [chandelier_bots, intrigue_bots, rush_bots]
HASTY: list[parts.Hasty] = [crystallia_bots]
FICKLE: list[parts.Fickle] = [intrigue_bots]
FORESEEING: list[parts.Foreseeing] = [rush_bots]
BARGAINERS: list[parts.Bargainers] = [intrigue_bots]
TALK: list[parts.Talk] = [intrigue_talk]

# mypy takes what isn't in the `__all__` of a module for missing, so here the functions themselves are compared.
DEED: list[Callable[[Position, int, int], str]] = [
    chandelier_words.deed,
    crystallia_words.deed,
    intrigue_words.deed,
    rush_words.deed,
]
MISREAD: list[Callable[[str], str | None]] = [intrigue_words.misread]

OPTIONAL: dict[str, list[tuple[type, Sequence[object]]]] = {
    "words": [(parts.Deeds, DEEDS), (parts.Misreads, MISREADS)],
    "board": [(parts.Amounts, AMOUNTS), (parts.Ghosts, GHOSTS)],
    "bots": [
        (parts.Shrewd, SHREWD),
        (parts.Hasty, HASTY),
        (parts.Fickle, FICKLE),
        (parts.Foreseeing, FORESEEING),
        (parts.Bargainers, BARGAINERS),
    ],
}


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_all_parts_of_every_game_are_compared_here(game):
    assert game.rules in RULES and game.words in WORDS and game.bots in BOTS
    assert game.board is None or game.board in BOARDS
    assert game.talk is None or game.talk in TALK
    assert game.first_words is None or game.first_words in FIRST_WORDS
    for name, kinds in OPTIONAL.items():
        for kind, compared in kinds:
            assert isinstance(getattr(game, name), kind) == (getattr(game, name) in compared)


def test_a_module_that_lacks_something_is_refused_with_a_sentence():
    words = ModuleType("checkers.words")
    words.__dict__.update(dict.fromkeys(("action", "why_not", "look"), print))
    with pytest.raises(TypeError) as refusal:
        parts.checked(words, parts.Words)
    said = "checkers.words lacks ask, told, result: parlour.kit.parts.Words says what it must offer."
    assert str(refusal.value) == said
