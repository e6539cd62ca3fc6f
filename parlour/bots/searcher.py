"""The tree search as a bot: how long it thinks, what it chooses, and how it explains itself."""

import math
import time
from dataclasses import dataclass
from typing import Any

from parlour.kit.compiled import bind
from parlour.kit.game import Game
from parlour.kit.luck import Dice, Luck, give, seeded
from parlour.kit.parts import Shrewd
from parlour.kit.record import Position
from parlour.kit.voice import Voice

TRIALS_AT_ONCE = 4  # between two looks at the clock; few, for a single one may take long
MOST_EDGES = 1 << 18


@dataclass(frozen=True)
class Candidate:
    """An action that was considered."""

    action: int
    visits: int
    value: float  # what the search expects of it, from 0 (lost) to 1 (won)
    line: tuple[str, ...] = ()  # how it would most likely go on, in words


@dataclass(frozen=True)
class Thought:
    """The outcome of a search: the candidates, the best first."""

    candidates: tuple[Candidate, ...]
    iterations: int
    moves: int  # played in rollouts
    seconds: float

    @property
    def action(self) -> int:
        return self.candidates[0].action


def searcher(game: Game, wary: bool) -> Any:
    """The module `parlour.bots.search` bound to a game; wary if that is wanted and the game has a shrewd player."""
    return bind("parlour.bots.search", game, wary=wary and isinstance(game.bots, Shrewd))


def ponder(
    game: Game,
    view: Position,
    seat: int,
    luck: Luck,
    iterations: int,
    seconds: float = 60.0,
    names: list[str] | None = None,
    wary: bool = True,
) -> Thought:
    """Search for so many iterations, or until the time is over; with `names`, tell how each candidate would go on.

    A wary search takes the others for players who think, where the game knows such a player; else for its heuristic.

    The outcome depends on the luck and the iterations alone, unless the time was too short for them.
    """
    choices = game.verbs.choices(view, seat)
    if len(choices) == 1:
        return Thought((Candidate(choices[0], 0, 0.5),), 0, 0, 0.0)
    room = searcher(game, wary)
    room_for_all = 1 << (6 * iterations).bit_length()  # an iteration adds two edges or three, and half stays free
    tree, root, scratch, dice = (
        room.new_tree(min(room_for_all, MOST_EDGES)),
        room.new_root(),
        room.new_scratch(),
        Dice(),
    )
    dice, own = Dice(), view.copy()  # the copy has luck to roll, should the adviser want to
    give(dice, luck)
    give(own, luck)
    room.search(tree, root, scratch, view, seat, dice, 0)  # this and the next compile, which takes none of the time
    room.halve(root)
    room.set_out(root, view, seat, room.advice(own, seat))
    began = time.perf_counter()
    stages = (len(choices) - 1).bit_length()
    for stage in range(1, stages + 1):
        goal, deadline = iterations * stage / stages, began + seconds * stage / stages
        race(room, (tree, root, scratch, view, seat, dice), goal, deadline)
        room.halve(root)
    found = [candidate(root, place) for place in range(len(choices))]
    if is_better(room, root.figures[1]):
        found[0], found[1] = found[1], found[0]
    if names:
        found = [told(game, room, tree, view, seat, one, names) for one in found]
    _, moves, done = tree.counts.tolist()
    return Thought(tuple(found), done, moves, time.perf_counter() - began)


def race(room: Any, search: tuple[Any, ...], goal: float, deadline: float) -> None:
    """Let the candidates race to the end of the round that completes so many iterations, to a time, or till settled."""
    tree, root = search[:2]
    while (left := trials_left(root, goal - tree.counts[room.TRIALS])) > 0 and time.perf_counter() < deadline:
        if room.search(*search, min(left, TRIALS_AT_ONCE)):
            break


def trials_left(root: Any, iterations: float) -> int:
    """How many trials complete the round in which so many more iterations are reached."""
    live, _, tried = root.counts.tolist()
    return int(math.ceil((iterations + tried) / live) * live - tried)


def candidate(root: Any, place: int) -> Candidate:
    rounds, total = root.figures[place, :2].tolist()
    return Candidate(int(root.action[place]), int(rounds), total / rounds if rounds else 0.0)


def is_better(room: Any, figures: Any) -> bool:
    """Whether a candidate is ahead of the adviser's own choice, and not just by luck."""
    return figures[room.ROUNDS] > 1 and figures[room.AHEAD] > 0 and bool(room.is_apart(figures, room.DOUBT))


def told(
    game: Game, room: Any, tree: Any, view: Position, seat: int, first: Candidate, names: list[str], longest: int = 4
) -> Candidate:
    """A candidate with the continuation that was tried most often, in one world that fits."""
    verbs, voice, scratch = game.verbs, Voice(names), room.new_scratch()
    s, actor, action = verbs.world(view, seat, seeded(0)()), seat, first.action
    line: list[str] = []
    while True:
        line.append(f"{names[actor]}: {game.words.action(verbs.view(s, actor), actor, action, voice)}")
        verbs.play(s, actor, action)
        acting = verbs.to_act(s)
        if len(line) == longest or not acting:
            break
        actor = acting[0]
        node = room.node_of(scratch, s, actor)
        tried = [(visits_of(room, tree, node, one), one) for one in verbs.choices(s, actor)]
        visits, action = max(tried)
        if len(tried) > 1 and not visits:
            break
    return Candidate(first.action, first.visits, first.value, tuple(line))


def visits_of(room: Any, tree: Any, node: int, action: int) -> int:
    return int(tree.visits[room.find(tree, room.key_of(node, action))])
