"""The tree search as a bot: how long it thinks, what it chooses, and how it explains itself."""

import time
from dataclasses import dataclass
from typing import Any

from parlour.kit.compiled import bind
from parlour.kit.game import Game
from parlour.kit.luck import Dice, Luck, give, seeded
from parlour.kit.record import Position
from parlour.kit.voice import Voice

CURIOSITY = 1.5
FIRST_PART, PART_SECONDS = 8, 0.01  # iterations between two looks at the clock
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


def searcher(game: Game) -> Any:
    """The module `parlour.bots.search` bound to a game."""
    return bind("parlour.bots.search", game.name, rules=game.rules, bots=game.bots)


def ponder(
    game: Game,
    view: Position,
    seat: int,
    luck: Luck,
    iterations: int,
    seconds: float = 60.0,
    names: list[str] | None = None,
) -> Thought:
    """Search for so many iterations, or until the time is over; with `names`, tell how each candidate would go on.

    The outcome depends on the luck and the iterations alone, unless the time was too short for them.
    """
    choices = game.verbs.choices(view, seat)
    if len(choices) == 1:
        return Thought((Candidate(choices[0], 0, 0.5),), 0, 0, 0.0)
    room = searcher(game)
    room_for_all = 1 << (4 * iterations).bit_length()  # an iteration adds two edges at most, and half stays free
    tree, desk, dice = room.new_tree(min(room_for_all, MOST_EDGES)), room.new_desk(), Dice()
    give(dice, luck)
    sense = getattr(game.bots, "SENSE", 1.0)
    room.search(tree, desk, view, seat, dice, 0, CURIOSITY, sense)  # compiles, which takes none of the time
    part, began = FIRST_PART, time.perf_counter()
    while (done := int(tree.counts[3])) < iterations and (spent := time.perf_counter() - began) < seconds:
        room.search(tree, desk, view, seat, dice, min(part, iterations - done), CURIOSITY, sense)
        if done:
            part = max(1, min(4096, int(PART_SECONDS * done / max(spent, 1e-6))))
    found = [candidate(room, tree, seat, action) for action in choices]
    found.sort(key=lambda one: (-one.visits, -one.value, one.action))
    if names:
        found = [told(game, room, tree, view, seat, one, names) for one in found]
    moves, done = int(tree.counts[2]), int(tree.counts[3])
    return Thought(tuple(found), done, moves, time.perf_counter() - began)


def candidate(room: Any, tree: Any, seat: int, action: int) -> Candidate:
    key = room.key_of(0, seat, action)
    place = room.find(tree, key)
    visits = int(tree.visits[place]) if tree.key[place] == key else 0
    return Candidate(action, visits, float(tree.value[place]) / visits if visits else 0.0)


def told(
    game: Game, room: Any, tree: Any, view: Position, seat: int, first: Candidate, names: list[str], longest: int = 4
) -> Candidate:
    """A candidate with the continuation that was tried most often, in one world that fits."""
    s = game.verbs.world(view, seat, seeded(0)())
    voice, node, actor, action = Voice(names), 0, seat, first.action
    line: list[str] = []
    while len(line) < longest:
        line.append(f"{names[actor]}: {game.words.action(game.verbs.view(s, actor), actor, action, voice)}")
        key = room.key_of(node, actor, action)
        place = room.find(tree, key)
        if tree.key[place] != key:
            break
        node = int(tree.child[place])
        game.verbs.play(s, actor, action)
        acting = game.verbs.to_act(s)
        if not acting:
            break
        actor = acting[0]
        tried = [candidate_below(room, tree, node, actor, one) for one in game.verbs.choices(s, actor)]
        visits, action = max(tried)
        if len(tried) > 1 and not visits:
            break
    return Candidate(first.action, first.visits, first.value, tuple(line))


def candidate_below(room: Any, tree: Any, node: int, actor: int, action: int) -> tuple[int, int]:
    key = room.key_of(node, actor, action)
    place = room.find(tree, key)
    return (int(tree.visits[place]) if tree.key[place] == key else 0), action
