"""The other side of the races: OpenSpiel and PettingZoo, each the way its own documentation drives it."""

import importlib
import os
import random
from typing import Any

from bench.ours import OPENING_MOVES, SEARCH_ITERATIONS, SEED, repeated
from bench.track import AbsentError, Side

ROLLOUTS_MEASURED = 200


def installed(module: str, package: str) -> Any:
    """A peer's module."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        raise AbsentError(f"{package} isn't installed ({missing}).") from None


def openspiel_inside(name: str, chance_counts: bool = True) -> Side:
    """OpenSpiel's own loop in C++, with its own random bots.

    To its favour what chance does counts as a move, though in Parlour it is part of the move that it follows, and
    neither the counting nor the freeing of the finished games is on the clock.
    """
    pyspiel = installed("pyspiel", "OpenSpiel")
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, SEED) for player in range(game.num_players())]

    def lap(games: int) -> list[Any]:
        finished = []
        for number in range(games):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, number)
            finished.append(state)
        return finished

    def count(finished: list[Any]) -> int:
        return sum(chance_counts or step.player >= 0 for state in finished for step in state.full_history())

    counting = "with" if chance_counts else "without"
    return Side(f"OpenSpiel {name}, its C++ loop, {counting} chance's moves", lap, count)


def openspiel_python(name: str, observed: bool = False) -> Side:
    """OpenSpiel driven from Python. Chance picks evenly from its outcomes, the cheapest way, and counts as a move."""
    game = installed("pyspiel", "OpenSpiel").load_game(name)

    def lap(games: int) -> int:
        return sum(moves_to_end(game.new_initial_state(), observed) for _ in range(games))

    extra = ", tensor and mask" if observed else ""
    return Side(f"OpenSpiel {name} from Python{extra}", lap)


def moves_to_end(state: Any, observed: bool = False, dice: Any = random) -> int:
    """Play a state to its end at random, perhaps with an observation and a mask for every move of a player."""
    moves = 0
    while not state.is_terminal():
        if observed and not state.is_chance_node():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
        state.apply_action(dice.choice(state.legal_actions()))
        moves += 1
    return moves


def openspiel_search(name: str) -> Side:
    """OpenSpiel's information-set search in C++, from the first choice after a deal, with its random rollouts.

    It doesn't tell how many moves its rollouts have: they are counted as long as random play from that state is on
    average, chance's moves included, which leaves out that a part of each match is played inside the tree.
    """
    pyspiel = installed("pyspiel", "OpenSpiel")
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(SEED)
    while state.is_chance_node():
        state.apply_action(dice.choice(state.legal_actions()))
    lengths = [moves_to_end(state.clone(), dice=dice) for _ in range(ROLLOUTS_MEASURED)]
    evaluator, mean = pyspiel.RandomRolloutEvaluator(1, SEED), sum(lengths) / ROLLOUTS_MEASURED
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(SEED, evaluator, 2.0, SEARCH_ITERATIONS, -1, final, False, False)

    def lap(searches: int) -> int:
        for _ in range(searches):
            bot.restart()
            bot.step(state)
        return round(searches * SEARCH_ITERATIONS * mean)

    return Side(f"OpenSpiel {name}, ISMCTS in C++", lap)


def openspiel_midgame(name: str) -> Any:
    """A state from the middle of a random game: as many players' moves as on our side."""
    state = installed("pyspiel", "OpenSpiel").load_game(name).new_initial_state()
    dice, moves = random.Random(SEED), 0
    while moves < OPENING_MOVES:
        moves += not state.is_chance_node()
        state.apply_action(dice.choice(state.legal_actions()))
    return state


def openspiel_clone(name: str) -> Side:
    return repeated(f"OpenSpiel {name}, clone() from Python", openspiel_midgame(name).clone)


def openspiel_serialise(name: str) -> Side:
    return repeated(f"OpenSpiel {name}, serialize()", openspiel_midgame(name).serialize)


def openspiel_restore(name: str) -> Side:
    state = openspiel_midgame(name)
    game, text = state.get_game(), state.serialize()
    return repeated(f"OpenSpiel {name}, deserialize_state()", lambda: game.deserialize_state(text))


def pettingzoo_connect_four() -> Side:
    """PettingZoo's loop over agents, which makes an observation and a mask for every move."""
    env = installed("pettingzoo.classic.connect_four_v3", "PettingZoo").env()

    def play_game() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(random.choice(observation["action_mask"].nonzero()[0]))
                moves += 1
        return moves

    return Side("PettingZoo connect_four_v3, its Python loop", lambda games: sum(play_game() for _ in range(games)))
