"""Compiles every game once, on all cores, before the tests: their processes would each do it by themselves."""

import multiprocessing
import os

from parlour import game, games
from parlour.bots.roster import warm_up


def warm(name: str) -> None:
    warm_up(game(name), "hard")


if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        pool.map(warm, games(), chunksize=1)
