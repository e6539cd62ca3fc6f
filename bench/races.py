"""All the races. A new one is a new entry; for a game's random play against OpenSpiel that is one line."""

import os
from functools import partial

from bench import ours, peers, pgx_side
from bench.connect_four import GAME as CONNECT_FOUR
from bench.track import Race, Side
from parlour.games import game
from parlour.kit.game import Game

RUSH = game("rush")
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def random_play(game: Game, players: int, peer: str, at_least: float, chance_counts: bool = True) -> Race:
    """Whole random games, the loop inside on both sides, one core."""
    return Race(
        name=game.name if chance_counts else f"{game.name}-players",
        about="random play, loop inside" + ("" if chance_counts else ", only players' moves counted"),
        unit="moves",
        ours=partial(ours.random_play, game, players),
        theirs=partial(peers.openspiel_inside, peer, chance_counts),
        at_least=at_least,
    )


def python_play(game: Game, players: int, peer: str) -> Race:
    """Random games driven from Python on both sides, one call at a time."""
    return Race(
        name=f"{game.name}-python",
        about="random play, loop in Python on both sides",
        unit="moves",
        ours=partial(ours.python_play, game, players),
        theirs=partial(peers.openspiel_python, peer),
    )


def observed_play(game: Game, players: int, peer: str) -> Race:
    """Random games with an observation and a mask for every move; OpenSpiel makes them only from Python."""
    return Race(
        name=f"{game.name}-observed",
        about="play with observation and mask; loop inside against loop in Python",
        unit="moves",
        ours=partial(ours.observed_play, game, players),
        theirs=partial(peers.openspiel_python, peer, observed=True),
    )


def tree_search(game: Game, players: int, peer: str) -> Race:
    """Information-set search from the beginning of a match, one core."""
    return Race(
        name=f"{game.name}-search",
        about="information-set search, moves in rollouts",
        unit="moves",
        ours=partial(ours.tree_search, game, players),
        theirs=partial(peers.openspiel_search, peer),
    )


def handling(game: Game, players: int, peer: str) -> list[Race]:
    """What a search or a store does with positions."""
    named = partial(Race, unit="positions")
    cloned, written = partial(peers.openspiel_clone, peer), partial(peers.openspiel_serialise, peer)
    return [
        named(f"{game.name}-clone", "clone, from Python", ours=partial(ours.clone, game, players), theirs=cloned),
        named(
            f"{game.name}-clone-compiled",
            "clone, inside compiled code against from Python",
            ours=partial(ours.clone_compiled, game, players),
            theirs=cloned,
        ),
        named(f"{game.name}-serialise", "serialise", ours=partial(ours.serialise, game, players), theirs=written),
        named(
            f"{game.name}-restore",
            "restore what was serialised",
            ours=partial(ours.restore, game, players),
            theirs=partial(peers.openspiel_restore, peer),
        ),
    ]


def pgx_on_cpu() -> Side:
    os.environ["JAX_PLATFORMS"] = "cpu"
    return pgx_side.connect_four(4096, f"{CORES} cores")


SEARCHED = (("rush", 2), ("chandelier", 2), ("crystallia", 2), ("intrigue", 4))
RACES = [
    random_play(RUSH, 4, "crazy_eights(players=4)", at_least=5),
    random_play(RUSH, 4, "crazy_eights(players=4)", at_least=5, chance_counts=False),
    random_play(game("chandelier"), 4, "goofspiel(players=4)", at_least=5),
    random_play(game("crystallia"), 2, "backgammon", at_least=5),
    random_play(game("intrigue"), 4, "negotiation", at_least=3),
    random_play(CONNECT_FOUR, 2, "connect_four", at_least=10),
    Race(
        name="connect_four-pgx",
        about="random play, loop inside, all cores",
        unit="moves",
        ours=partial(ours.random_play, CONNECT_FOUR, 2, threads=CORES),
        theirs=pgx_on_cpu,
        at_least=4,
    ),
    Race(
        name="connect_four-pgx-observed",
        about="play with observation and mask, loop inside, all cores",
        unit="moves",
        ours=partial(ours.observed_play, CONNECT_FOUR, 2, threads=CORES),
        theirs=pgx_on_cpu,
    ),
    Race(
        name="connect_four-pettingzoo",
        about="play with observation and mask; loop inside against loop in Python",
        unit="moves",
        ours=partial(ours.observed_play, CONNECT_FOUR, 2),
        theirs=peers.pettingzoo_connect_four,
    ),
    Race(
        name="connect_four-pettingzoo-python",
        about="play with observation and mask, loop in Python on both sides",
        unit="moves",
        ours=partial(ours.python_play, CONNECT_FOUR, 2, observed=True),
        theirs=peers.pettingzoo_connect_four,
    ),
    observed_play(RUSH, 4, "crazy_eights(players=4)"),
    python_play(RUSH, 4, "crazy_eights(players=4)"),
    python_play(CONNECT_FOUR, 2, "connect_four"),
    *(tree_search(game(name), players, "gin_rummy") for name, players in SEARCHED),
    *handling(RUSH, 4, "crazy_eights(players=4)"),
]
