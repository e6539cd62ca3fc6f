"""Compiles every game once, on all cores, before the tests: their processes would each do it by themselves."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from parlour import game, games
from parlour.bots.roster import SEARCHING, warm_up
from parlour.web.thinking import rehearse


def warm(name: str) -> None:
    warm_up(game(name), *SEARCHING)
    rehearse(name)  # what the tables of a house need, too


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(warm, games()))
