"""Bots by name: the plain ones, the levels that are the same for all games, and one's own from a file.

random, heuristic           compiled: whole games by them never leave compiled code
easy, medium, hard, expert  the levels
search:2000, search:0.5s    tree search by iterations or by time
my_bot.py:Mine              a class of one's own
"""

import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.bots.quick import Quick
from parlour.bots.searcher import ponder
from parlour.kit.compiled import bind
from parlour.kit.game import Game, Setting
from parlour.kit.luck import Dice, Luck, give
from parlour.kit.match import Match
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position
from parlour.kit.talk import to_be_minded

MOST_ITERATIONS = 1_000_000


@dataclass(frozen=True)
class Bot:
    """A player: what it is called, what it does, and how it chooses from what its seat knows."""

    name: str
    about: str
    choose: Callable[[Game, Position, int, Luck], int]
    number: int | None = None  # by which compiled code knows it
    iterations: int = 0  # of its search, if it does
    seconds: float = 0.0  # that its search takes at most
    wary: bool = False  # whether it takes the others for players who think
    mindful: bool = False  # whether it minds what was promised

    @property
    def searches(self) -> bool:
        return self.iterations > 0


def playout(game: Game) -> Any:
    """The module `parlour.bots.playout` bound to a game."""
    return bind("parlour.bots.playout", game)


def quick_bot(name: str, about: str, quick: Quick) -> Bot:
    """A bot that compiled code can call; at a table with talk, who plays by the heuristic minds promises."""

    def choose(game: Game, view: Position, seat: int, luck: Luck) -> int:
        dice = Dice()
        give(dice, luck)
        states = game.verbs.State.many(1)
        return int(playout(game).choose(int(quick), view, seat, states, dice, game.verbs.choice_space()))

    return Bot(name, about, choose, int(quick), mindful=quick is Quick.HEURISTIC)


def search_bot(name: str, about: str, iterations: int, seconds: float, wary: bool = True) -> Bot:
    """A bot that searches so many iterations, and no longer than so many seconds."""

    def choose(game: Game, view: Position, seat: int, luck: Luck) -> int:
        return ponder(game, view, seat, luck, iterations, seconds, wary=wary).action

    return Bot(name, about, choose, iterations=iterations, seconds=seconds, wary=wary)


def hurried(bot: Bot, seconds: float) -> Bot:
    """The same bot, but it searches for no longer than that."""
    if not bot.searches or bot.seconds <= seconds:
        return bot
    return search_bot(bot.name, bot.about, bot.iterations, seconds, bot.wary)


FOR_THE_LAB = (
    quick_bot("random", "plays any legal action, each equally likely", Quick.RANDOM),
    quick_bot("heuristic", "plays what a sensible player of the game would", Quick.HEURISTIC),
)
FOR_PEOPLE = (
    quick_bot("easy", "plays like medium, but anything at all once in three moves", Quick.EASY),
    quick_bot("medium", "plays what a sensible player of the game would: the heuristic", Quick.HEURISTIC),
    search_bot("hard", "tries its choices 2,000 times against players like medium", 2_000, 0.25, wary=False),
    search_bot("expert", "tries its choices 20,000 times against players who think", 20_000, 1.95),
)
BOTS = {bot.name: bot for bot in (*FOR_THE_LAB, *FOR_PEOPLE)}
LEVELS = tuple(bot.name for bot in FOR_PEOPLE)
SEARCHING = tuple(bot.name for bot in BOTS.values() if bot.searches)


def named(name: str) -> Bot:
    """The bot that someone means by `name`."""
    known = name.strip()
    if known.lower() in BOTS:
        return BOTS[known.lower()]
    if form := re.fullmatch(r"search:(\d+)", known):
        count = int(form[1])
        if not 1 <= count <= MOST_ITERATIONS:
            raise Mistake(f"A search has 1 to {MOST_ITERATIONS:,} iterations, not {count:,}.")
        return search_bot(known, f"searches {count:,} guessed worlds", count, 3600.0)
    if form := re.fullmatch(r"search:(\d+(?:\.\d+)?)s", known):
        return search_bot(known, f"searches for {form[1]} s", MOST_ITERATIONS, float(form[1]))
    if ".py:" in known:
        return own_bot(known)
    raise Mistake(f"There is no bot {name!r}; there is {', '.join(BOTS)}, search:ITERATIONS and FILE.py:CLASS.")


def own_bot(name: str) -> Bot:
    """A bot from a file of one's own: a class with `choose(self, game, view, seat, choices)`."""
    file, _, kind = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise Mistake(f"There is no file {file} with a bot in it.")
    title = f"parlour_own_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(title, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module  # Numba looks a module up by its name
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Mistake(f"{file} can't be loaded: {type(error).__name__}: {error}.") from None
    if not hasattr(module, kind):
        raise Mistake(f"{file} has no class {kind}.")
    mine = getattr(module, kind)()

    def choose(game: Game, view: Position, seat: int, luck: Luck) -> int:
        choices = game.verbs.choices(view, seat)
        given = view.copy()
        give(given, luck)
        action = mine.choose(game, given, seat, choices)
        if action not in choices:
            raise Mistake(f"{name} chose {action!r}, which isn't legal.")
        return int(action)

    return Bot(name, (mine.__doc__ or "a bot of one's own").strip().splitlines()[0], choose)


def one_a_seat(names: str, seats: int) -> list[Bot]:
    """The bots of so many seats from a list with commas; a single name stands for all of them."""
    bots = [named(name) for name in names.split(",")]
    if len(bots) == 1:
        bots *= seats
    if len(bots) != seats:
        raise Mistake(f"{seats} seats need one bot each, or one name for all; {len(bots)} were named: {names}.")
    return bots


def think(game: Game, bot: str, view: Position, seat: int, luck: Luck) -> int:
    """The action of the bot of that name, from what its seat knows, with luck of its own."""
    return named(bot).choose(game, view, seat, luck)


def minds(bot: str, match: Match) -> bool:
    """Whether the bot of that name has promises to mind in a match."""
    return bot in BOTS and BOTS[bot].mindful and to_be_minded(match)


def first_choice(game: Game, setting: Setting, luck: Luck) -> tuple[Position, int]:
    """A match where somebody has more than one legal action for the first time, and who that is."""
    verbs = game.verbs
    s = verbs.begin(setting, luck)
    while len(choices := verbs.choices(s, seat := verbs.to_act(s)[0])) == 1:
        verbs.play(s, seat, choices[0])
    return s, seat


def warm_up(game: Game, *bots: str) -> None:
    """Compile all that a table with these bots needs, or load it from the cache."""
    verbs = game.verbs
    s, seat = first_choice(game, game.setting(), (1, 1))  # a search doesn't think where there is none
    view = verbs.view(s, seat)
    world = verbs.world(view, seat, (1, 1))
    verbs.standing(world)
    for bot in map(named, {"heuristic", *bots}):
        if bot.searches:
            action = ponder(game, view, seat, (1, 1), 1, wary=bot.wary).action
        else:
            action = bot.choose(game, view, seat, (1, 1))
    verbs.play(world, seat, action)
