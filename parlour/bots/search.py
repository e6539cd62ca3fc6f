"""Information-set Monte Carlo tree search over any game's verbs. `searcher` gives this module bound to one game.

A template for `bind`: the global `game` is that which it is for. Everyone is taken to play like the *adviser*,
as long as the tree knows nothing better: the game's heuristic, or for a `wary` search its `shrewd` player, who is as
quick and closer to how players who think behave.

At the root the candidates race. Each round guesses one world that fits what the searching seat knows, and tries all
of them in that same world with the same luck, so that what tells them apart is seldom luck; from stage to stage the
worse half drops out. The adviser's own choice stays in the race to the end and is what the others must beat.

A trial walks down the tree below a candidate, adds one edge, plays the match to its end, and credits every edge on the
way with what its actor got. Where a game's bots can `foresee` everyone's chance to win, a wary search stops playing
after `FAR` moves and takes the chances for the result: what follows would mostly be luck.

A node of the tree is what the seat to act knows there, so nobody in the tree reacts to what that seat can't see: hidden
cards, or what others chose in a sealed choice. One round in eight walks where there is something to learn; it doesn't
count for the candidates, for what is tried out of curiosity is often bad. In the others all follow what is known to be
best.
"""

import math
from typing import Any, cast

import numpy as np

from parlour.bots.tree import Root, Scratch, Tree
from parlour.kit.compiled import compiled
from parlour.kit.game import Game
from parlour.kit.luck import next_word
from parlour.kit.seats import count_of, first_of

game: Game
wary: bool
rules, bots = game.rules, cast(Any, game.bots)
actors, legal, play, score = rules.actors, rules.legal, rules.play, rules.score
hide, guess = rules.hide, rules.guess
adviser = bots.shrewd if wary else bots.heuristic
hasty = getattr(bots, "hasty", adviser)  # for rollouts, where that takes too long
FICKLE = getattr(bots, "FICKLE", False)  # whether the adviser leaves much to chance
FORESEES = wary and hasattr(bots, "foresee")
SEATS, MOST_CHOICES, State = rules.SEATS, rules.MOST_CHOICES, rules.State

DEEPEST = 200  # edges that one trial may walk
CURIOUS_ROUND = 8  # every so many rounds the tree is explored; in the others it is relied on
CURIOSITY = 0.5  # how much an edge is tried that was tried little
TRUST = 0.8  # how much of the first attention goes to what the adviser would do
NOISE = 3.0  # how far off a single trial may be; the mean of many is less so
SETTLED, LEAST_ROUNDS = 4.0, 64  # standard errors that end a race between the last two, and rounds before that
LONGEST_ROLLOUT = 5_000  # moves; a match without limit is judged as it stands then
FAR = bots.FAR if FORESEES else LONGEST_ROLLOUT  # moves after which chances will do
WINNING = 1.0 if FORESEES else 0.75  # how much of a reward is for winning, the rest being for how far ahead one was
DOUBT = 2.0 if FORESEES else 1.0  # standard errors by which the adviser's own choice must be beaten
FREE = 0  # no edge has this key
UNKNOWN = -1
SPREADING = 0x9E3779B97F4A7C1  # odd: multiplying by it spreads a number over all bits
ADVICE = -1  # stands among a node's actions for what the adviser would do there
FIGURES = 4
ROUNDS, TOTAL, AHEAD, AHEAD_SQUARED = range(FIGURES)
EDGES, MOVES, TRIALS = range(3)  # the counts of a tree
LIVE, ROUND, TRIED = range(3)  # the counts of a root


@compiled
def foresee_nothing(s, chances):
    """Stands in for `foresee` where that isn't wanted, or where a game's bots have none."""
    return False


foresee = bots.foresee if FORESEES else foresee_nothing


def new_tree(size: int) -> Tree:
    """A tree with room for `size` edges; a power of two."""
    return Tree(
        np.zeros(size, np.int64),
        np.zeros(size, np.int32),
        np.zeros(size, np.float64),
        np.full(size, UNKNOWN, np.int32),
        np.zeros(3, np.int64),
    )


def new_root() -> Root:
    return Root(
        np.zeros(MOST_CHOICES, np.int32),
        np.zeros((MOST_CHOICES, FIGURES), np.float64),
        np.zeros(MOST_CHOICES, np.float64),
        np.zeros(3, np.int64),
    )


def new_scratch() -> Scratch:
    states = State.many(3)
    return Scratch(
        states,
        states.view(np.ndarray).view(np.int64).reshape(3, -1),
        np.zeros(MOST_CHOICES, np.int32),
        np.zeros(MOST_CHOICES, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int32),
        np.zeros(SEATS, np.int32),
        np.zeros(SEATS, np.float64),
        np.zeros(2, np.float64),
    )


# The race


@compiled
def set_out(root, view, seat, sensible):
    """Write down the candidates, the adviser's own in the first place."""
    root.counts[LIVE] = legal(view, seat, root.action)
    put_first(root.action, root.counts[LIVE], sensible)


@compiled
def search(tree, root, scratch, view, seat, luck, trials):
    """So many trials: every live candidate in turn in one world and with the same luck, then in the next world.

    Goes on where the last call stopped, amid a round or not. Tells if all is settled.
    """
    for _ in range(trials):
        if root.counts[TRIED] == 0:
            root.counts[ROUND] += 1
            scratch.states[1] = view
            world = scratch.states[1]
            world.luck[0], world.luck[1] = next_word(luck), next_word(luck)
            guess(world, seat)
        curious = root.counts[ROUND] % CURIOUS_ROUND == 0
        try_out(tree, root, scratch, seat, root.counts[TRIED], curious)
        root.counts[TRIED] += 1
        if root.counts[TRIED] == root.counts[LIVE]:
            root.counts[TRIED] = 0
            if not curious:
                write_down(root)
                if root.counts[LIVE] == 2 and is_settled(root.figures[1]):
                    return True
    return False


@compiled
def try_out(tree, root, scratch, seat, place, curious):
    """Play one candidate in the world of this round, and the match from there to its end."""
    scratch.states[0] = scratch.states[1]
    s = scratch.states[0]
    play(s, seat, root.action[place])
    depth = walk_down(tree, scratch, s, curious)
    tree.counts[MOVES] += roll_out(scratch, s)
    tree.counts[TRIALS] += 1
    credit(tree, scratch, depth)
    root.reward[place] = scratch.reward[seat]


@compiled
def write_down(root):
    """Add a round to the figures of the candidates."""
    for place in range(root.counts[LIVE]):
        reward, ahead = root.reward[place], root.reward[place] - root.reward[0]
        root.figures[place, ROUNDS] += 1.0
        root.figures[place, TOTAL] += reward
        root.figures[place, AHEAD] += ahead
        root.figures[place, AHEAD_SQUARED] += ahead * ahead


@compiled
def is_settled(figures):
    """Whether a candidate is so far ahead of the first, or behind it, that more rounds would change nothing."""
    return figures[ROUNDS] >= LEAST_ROUNDS and is_apart(figures, SETTLED)


@compiled
def is_apart(figures, errors):
    """Whether a candidate is ahead of the first, or behind it, by more than so many standard errors."""
    ahead = figures[AHEAD]
    spread = figures[AHEAD_SQUARED] - ahead * ahead / figures[ROUNDS]
    return ahead * ahead > errors * errors * spread


@compiled
def halve(root):
    """Put the candidates in order and drop the worse half of them; the adviser's own stays in the first place.

    A round that is cut short counts for nobody.
    """
    root.counts[TRIED] = 0
    live = root.counts[LIVE]
    for end in range(2, live):
        place = end
        while place > 1 and mean_of(root, place) > mean_of(root, place - 1):
            swap(root, place, place - 1)
            place -= 1
    root.counts[LIVE] = min(live, 1 + live // 2)


@compiled
def mean_of(root, place):
    return root.figures[place, TOTAL] / max(root.figures[place, ROUNDS], 1.0)


@compiled
def swap(root, one, two):
    root.action[one], root.action[two] = root.action[two], root.action[one]
    for figure in range(FIGURES):
        root.figures[one, figure], root.figures[two, figure] = root.figures[two, figure], root.figures[one, figure]


# A trial. What calls the adviser is compiled together with it, so little does.


@compiled
def walk_down(tree, scratch, s, curious):
    """Follow the tree in one world and extend it by an edge; return the number of edges walked."""
    depth = 0
    seats = actors(s)
    while seats and depth < DEEPEST:
        actor = first_of(seats)
        count = legal(s, actor, scratch.choices)
        if count > 1:
            if tree.counts[EDGES] * 2 >= len(tree.key):  # full: what is known stays, the rest is rolled out
                return depth
            node = node_of(scratch, s, actor)
            put_first(scratch.choices, count, advice_at(tree, node, s, actor))
            look_up(tree, scratch, node, count)
            chosen = most_promising(tree, scratch, count) if curious else best_proven(tree, scratch, count)
            place = edge(tree, node, scratch.choices[chosen])
            scratch.walked[depth], scratch.walkers[depth] = place, actor
            depth += 1
            play(s, actor, scratch.choices[chosen])
            if tree.visits[place] == 0:
                return depth
        else:
            play(s, actor, scratch.choices[0])
        seats = actors(s)
    return depth


@compiled
def put_first(choices, count, action):
    """Put what the adviser would do in front of the choices."""
    for place in range(count):
        if choices[place] == action:
            choices[place] = choices[0]
            choices[0] = action


@compiled
def look_up(tree, scratch, node, count):
    """Find the edges of the legal actions at a node."""
    for choice in range(count):
        scratch.places[choice] = find(tree, key_of(node, scratch.choices[choice]))


@compiled
def node_of(scratch, s, actor):
    """The number of the node where a seat acts: a hash of what that seat knows."""
    scratch.states[2] = s
    hide(scratch.states[2], actor)
    node = actor + 1
    for word in scratch.words[2]:
        node = (node ^ word) * SPREADING
        node ^= node >> 29
    return node


@compiled
def key_of(node, action):
    key = (node ^ action + 2) * SPREADING
    return key if key != FREE else 1


@compiled
def find(tree, key):
    """The place of an edge, or the free place where it would be put."""
    size = len(tree.key)
    place = key >> 20 & size - 1
    while tree.key[place] != key and tree.key[place] != FREE:
        place = place + 1 & size - 1
    return place


@compiled
def edge(tree, node, action):
    """The place of an edge, which is added if it isn't there yet."""
    key = key_of(node, action)
    place = find(tree, key)
    if tree.key[place] == FREE:
        tree.key[place] = key
        tree.counts[EDGES] += 1
    return place


@compiled
def most_promising(tree, scratch, count):
    """The choice to learn about: by its mean, and by how little it was tried for how likely it is to be good.

    Most of that likelihood goes to what the adviser would do, the rest is shared (the rule of PUCT).
    """
    visited, total = 0, 0.0
    for choice in range(count):
        visited += tree.visits[scratch.places[choice]]
        total += tree.value[scratch.places[choice]]
    mean = total / visited if visited else 0.5
    chosen, best = 0, -1.0
    for choice in range(count):
        visits = tree.visits[scratch.places[choice]]
        likelihood = TRUST if choice == 0 else (1.0 - TRUST) / (count - 1)
        urge = tree.value[scratch.places[choice]] / visits if visits else mean
        urge += CURIOSITY * likelihood * math.sqrt(visited + 1.0) / (1.0 + visits)
        if urge > best:
            chosen, best = choice, urge
    return chosen


@compiled
def best_proven(tree, scratch, count):
    """The choice to rely on: what the adviser would do, unless another has done better for long enough."""
    visits = tree.visits[scratch.places[0]]
    if not visits:
        return 0
    chosen, best = 0, tree.value[scratch.places[0]] / visits
    for choice in range(1, count):
        tried = tree.visits[scratch.places[choice]]
        if tried:
            value = tree.value[scratch.places[choice]] / tried
            proven = value - NOISE * math.sqrt(1.0 / visits + 1.0 / tried)
            if proven > best:
                chosen, best = choice, proven
    return chosen


@compiled
def advice_at(tree, node, s, actor):
    """What the adviser would do at a node.

    A fickle one is asked every time: were one of the many things that it might do remembered, a candidate that was
    lucky with it would stay lucky, in however many worlds it is tried.
    """
    if FICKLE:
        return advice(s, actor)
    known = edge(tree, node, ADVICE)
    if tree.advice[known] == UNKNOWN:
        tree.advice[known] = advice(s, actor)
    return tree.advice[known]


@compiled
def advice(s, actor):
    """What the adviser would do; asking it doesn't change the luck to come."""
    first, second = s.luck[0], s.luck[1]
    action = adviser(s, actor)
    s.luck[0], s.luck[1] = first, second
    return action


@compiled
def roll_out(scratch, s):
    """Play a world to its end, or so far that the chances are known; return the number of moves."""
    moves = 0
    seats = actors(s)
    while seats and moves < LONGEST_ROLLOUT:
        if moves >= FAR and foresee(s, scratch.reward):
            return moves
        actor = first_of(seats)
        play(s, actor, hasty(s, actor))
        moves += 1
        seats = actors(s)
    judge(scratch, s)
    return moves


@compiled
def credit(tree, scratch, depth):
    """Credit the edges that were walked with what their actors got."""
    for step in range(depth):
        place = scratch.walked[step]
        tree.visits[place] += 1
        tree.value[place] += scratch.reward[scratch.walkers[step]]


@compiled
def judge(scratch, s):
    """What each seat got: mostly its share of the win, a little for how far it was ahead or behind."""
    leaders = score(s, scratch.points)
    winners = count_of(leaders)
    for seat in range(s.players):
        rival = -(1 << 30)
        for other in range(s.players):
            if other != seat:
                rival = max(rival, scratch.points[other])
        margin = np.float64(scratch.points[seat] - rival)
        scratch.spread[0] += abs(margin)
        scratch.spread[1] += 1.0
        scaled = margin * scratch.spread[1] / (scratch.spread[0] + 1e-9)
        share = (leaders >> seat & 1) / winners
        scratch.reward[seat] = WINNING * share + (1.0 - WINNING) * (0.5 + 0.5 * scaled / (1.0 + abs(scaled)))
