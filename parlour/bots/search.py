"""Information-set Monte Carlo tree search over any game's verbs. `searcher(game)` gives this module bound to one game.

A template for `bind`: the globals `rules` and `bots` are those of a game.

Each iteration guesses a world that fits what the searching seat knows, walks down the tree by the actions that are
legal in that world, adds one edge, plays the match to its end, and credits every edge on the way with what its actor
got. Edges stand for actions, not for positions (chance and hidden cards may give the same edge different positions),
so the statistics are averages over all worlds. In a sealed choice, where several seats act at once, the next seat's
edges hang below the common node and not below the action: nobody in the tree reacts to what nobody can see yet.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.kit.compiled import compiled
from parlour.kit.luck import next_word, roll
from parlour.kit.seats import count_of, first_of

rules: Any
bots: Any
actors, legal, play, score, guess = rules.actors, rules.legal, rules.play, rules.score, rules.guess
heuristic = bots.heuristic
SEATS, MOST_CHOICES, ACTION_COUNT = rules.SEATS, rules.MOST_CHOICES, rules.ACTIONS.count
State = rules.State

SEALED = ACTION_COUNT  # stands for whatever was chosen in a sealed choice
KEYS = SEATS * (ACTION_COUNT + 1)  # keys a node can have: a seat and an action
DEEPEST = 200  # edges that one iteration may walk
TRUST = 0.5  # how much of the first attention goes to what the heuristic would do
LONGEST_ROLLOUT = 5_000  # moves; a match without limit is judged as it stands then
FREE = -1


class Tree(NamedTuple):
    """The search tree as flat arrays: one open hash table of edges, found by their node, seat and action."""

    key: Any  # of the edge at this place, or FREE
    visits: Any
    available: Any  # how often the edge could have been taken
    value: Any  # sum of what its actor got
    child: Any  # the node below
    counts: Any  # edges in the table; nodes; moves played in rollouts; iterations


class Desk(NamedTuple):
    """Space to work in, so that nothing is allocated while searching."""

    states: Any  # one record
    choices: Any
    places: Any  # of the edges of the legal actions
    walked: Any  # places of the edges on the way down
    walkers: Any  # and who took them
    points: Any
    reward: Any
    spread: Any  # mean distance between a seat's points and the best other's, to put points in proportion


def new_tree(size: int) -> Tree:
    """A tree with room for `size` edges; a power of two."""
    return Tree(
        np.full(size, FREE, np.int64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.float64),
        np.zeros(size, np.int32),
        np.array([0, 1, 0, 0], np.int64),
    )


def new_desk() -> Desk:
    return Desk(
        State.many(1),
        np.zeros(MOST_CHOICES, np.int32),
        np.zeros(MOST_CHOICES, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int32),
        np.zeros(SEATS, np.int32),
        np.zeros(SEATS, np.float64),
        np.zeros(2, np.float64),
    )


@compiled
def find(tree, key):
    """The place of an edge, or the free place where it would be put."""
    size = len(tree.key)
    place = (key * 0x9E3779B97F4A7C1 >> 20) & (size - 1)
    while tree.key[place] != key and tree.key[place] != FREE:
        place = (place + 1) & (size - 1)
    return place


@compiled
def add_edge(tree, place, key):
    """Put a new edge, with a node below it, at a free place."""
    tree.key[place] = key
    tree.child[place] = tree.counts[1]
    tree.counts[0] += 1
    tree.counts[1] += 1


@compiled
def key_of(node, seat, action):
    return node * KEYS + seat * (ACTION_COUNT + 1) + action


@compiled
def search(tree, desk, view, seat, luck, iterations, curiosity, sense):
    """Add so many iterations to a tree. `sense` is the share of rollout moves that the heuristic makes."""
    for _ in range(iterations):
        desk.states[0] = view
        s = desk.states[0]
        s.luck[0], s.luck[1] = next_word(luck), next_word(luck)
        guess(s, seat)
        depth = walk_down(tree, desk, s, seat, curiosity)
        tree.counts[2] += roll_out(desk, s, sense)
        tree.counts[3] += 1
        judge(desk, s)
        for step in range(depth):
            place = desk.walked[step]
            tree.visits[place] += 1
            tree.value[place] += desk.reward[desk.walkers[step]]


@compiled
def walk_down(tree, desk, s, seat, curiosity):
    """Follow and extend the tree in one world; return the number of edges walked."""
    node, depth = 0, 0
    seats = actors(s)
    while seats and depth < DEEPEST:
        actor = seat if depth == 0 and seats >> seat & 1 else first_of(seats)
        sealed = seats & (seats - 1)
        count = legal(s, actor, desk.choices)
        if count > 1:
            chosen = select(tree, desk, s, node, actor, count, curiosity)
            place = desk.places[chosen]
            new = tree.key[place] == FREE
            if new:
                if tree.counts[0] * 2 >= len(tree.key):  # full: what is known stays, the rest is rolled out
                    return depth
                add_edge(tree, place, key_of(node, actor, desk.choices[chosen]))
                tree.available[place] += 1
            desk.walked[depth], desk.walkers[depth] = place, actor
            depth += 1
            play(s, actor, desk.choices[chosen])
            if new:
                return depth
            node = below_sealed(tree, node, actor) if sealed else tree.child[place]
        else:
            play(s, actor, desk.choices[0])
        seats = actors(s)
    return depth


@compiled
def below_sealed(tree, node, actor):
    """The node below a sealed choice, whatever was chosen."""
    key = key_of(node, actor, SEALED)
    place = find(tree, key)
    if tree.key[place] == FREE:
        add_edge(tree, place, key)
    return tree.child[place]


@compiled
def select(tree, desk, s, node, actor, count, curiosity):
    """The legal action to try: by its mean, and by how little it was tried for how likely it is to be good.

    Half of that likelihood goes to what the heuristic would do, the rest is shared (the rule of PUCT).
    """
    sensible = sensible_choice(desk, s, actor, count)
    visited, total = 0, 0.0
    for choice in range(count):
        place = find(tree, key_of(node, actor, desk.choices[choice]))
        desk.places[choice] = place
        if tree.key[place] != FREE:
            tree.available[place] += 1
            visited += tree.visits[place]
            total += tree.value[place]
    mean = total / visited if visited else 0.5
    chosen, best = sensible, -1.0
    others = (1.0 - TRUST) / (count - 1)
    for choice in range(count):
        place = desk.places[choice]
        visits, value, chances = 0, mean, visited
        if tree.key[place] != FREE:
            visits, chances = tree.visits[place], tree.available[place]
            if visits > 0:
                value = tree.value[place] / visits
        likelihood = TRUST if choice == sensible else others
        urge = value + curiosity * likelihood * math.sqrt(chances + 1.0) / (1.0 + visits)
        if urge > best:
            chosen, best = choice, urge
    return chosen


@compiled
def sensible_choice(desk, s, actor, count):
    """The place of the heuristic's action among the choices."""
    first, second = s.luck[0], s.luck[1]
    action = heuristic(s, actor)
    s.luck[0], s.luck[1] = first, second
    for choice in range(count):
        if desk.choices[choice] == action:
            return choice
    return 0


@compiled
def roll_out(desk, s, sense):
    """Play a world to its end; return the number of moves."""
    moves = 0
    mostly = np.int64(sense * 1000)
    seats = actors(s)
    while seats and moves < LONGEST_ROLLOUT:
        actor = first_of(seats)
        if mostly == 1000 or (mostly > 0 and roll(s, 1000) < mostly):
            play(s, actor, heuristic(s, actor))
        else:
            play(s, actor, desk.choices[roll(s, legal(s, actor, desk.choices))])
        moves += 1
        seats = actors(s)
    return moves


@compiled
def judge(desk, s):
    """What each seat got: mostly its share of the win, a little for how far it was ahead or behind."""
    leaders = score(s, desk.points)
    winners = count_of(leaders)
    for seat in range(s.players):
        rival = -(1 << 30)
        for other in range(s.players):
            if other != seat:
                rival = max(rival, desk.points[other])
        margin = np.float64(desk.points[seat] - rival)
        desk.spread[0] += abs(margin)
        desk.spread[1] += 1.0
        scaled = margin * desk.spread[1] / (desk.spread[0] + 1e-9)
        share = (leaders >> seat & 1) / winners
        desk.reward[seat] = 0.75 * share + 0.25 * (0.5 + 0.5 * scaled / (1.0 + abs(scaled)))
