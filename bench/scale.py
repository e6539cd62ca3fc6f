"""What a house costs, part by part, with 1, 2 and 4 processes on one PostgreSQL: the figures of docs/scale.md.

    python -m bench.scale
    python -m bench.scale --seconds 5 --part houses

The machine is shared by house, database and client, so processor time is counted, not throughput: a move's cost stays
what it is on a machine with more cores.
"""

import argparse
import asyncio
import contextlib
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from bench import machine
from bench.web import Running, measure, running_house, used_by
from parlour import games
from parlour.bots.roster import BOTS, LEVELS
from parlour.games.rush.rules import ACTIONS
from parlour.kit.game import Game
from parlour.kit.luck import seeded
from parlour.kit.match import Played
from parlour.web.store import Store
from tests.web.postgres import running_postgres

PROCESSES = (1, 2, 4)
WRITERS = (1, 16, 256)
TABLES = 100
MOVES = 40  # a second, in all: little enough that nothing waits
THOUGHTS = 12  # a game and level


def houses(wish: argparse.Namespace) -> list[dict]:
    """Tables, streams and moves, by how many processes share them."""
    load = argparse.Namespace(tables=TABLES, moves=MOVES, seconds=wish.seconds, game=None, plain=False)
    figures = []
    for processes in PROCESSES:
        with running_house(processes, "postgres") as running:
            figures.append(asyncio.run(measure(running, load)))
    return figures


def bystander(wish: argparse.Namespace) -> dict:
    """What a process pays for the moves at others: it hears of each of them."""
    with running_house(2, "postgres") as running:
        busy, idle = running.processes
        first = Running(running.ports[:1], [busy], running.database)
        load = argparse.Namespace(tables=TABLES, moves=MOVES, seconds=wish.seconds, game=None, plain=False)
        before, began = used_by(idle)[0], time.monotonic()
        results = asyncio.run(measure(first, load))
        took, used = time.monotonic() - began, used_by(idle)[0] - before
        before = used_by(idle)[0]
        time.sleep(took / 4)
        resting = (used_by(idle)[0] - before) * 4
    moves = results["moves_a_second"] * (wish.seconds + 5)
    return {"us_a_note": round(1e6 * max(0.0, used - resting) / moves), "moves": round(moves)}


def entries(wish: argparse.Namespace) -> list[dict]:
    """Entries a second that one process writes, by how many tables want to at once."""
    figures = []
    with running_postgres() as server, tempfile.TemporaryDirectory() as folder:
        for name, address in (("SQLite", f"sqlite:///{Path(folder) / 'house.sqlite'}"), ("PostgreSQL", "")):
            for writers in WRITERS:
                url = address or server.new_database()
                figures.append({"database": name, "writers": writers} | asyncio.run(write(url, writers, wish.seconds)))
    return figures


@contextlib.asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = Store(url)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def write(url: str, writers: int, seconds: float) -> dict:
    """As many entries as can be, each writer at a table of its own and one after the other."""
    async with opened(url) as store:
        names = [os.urandom(8).hex() for _ in range(writers)]
        for name in names:
            row = {"id": name, "game": "rush", "version": 1, "players": 2, "options": "{}", "host": "h"}
            await store.add_match(row | {"public": False}, [{"name": "Anna", "colour": "red", "bot": None}])
        written, until = 0, time.monotonic() + seconds

        async def keep_writing(name: str) -> None:
            nonlocal written
            number = 0
            while time.monotonic() < until:
                number += 1
                await store.add_entry(name, ACTIONS, number, Played(0, 12, (1, 2)), over=False, message_id=f"{number}")
                written += 1

        own = time.process_time()
        await asyncio.gather(*(keep_writing(name) for name in names))
        own = time.process_time() - own
    return {"entries_a_second": round(written / seconds), "ms_an_entry_here": round(1000 * own / max(1, written), 3)}


def thoughts(wish: argparse.Namespace) -> list[dict]:
    """Processor time of one action of each level, over positions from a match."""
    return [
        {"game": name, "level": level, "ms": thought(game, level)} for name, game in games().items() for level in LEVELS
    ]


def thought(game: Game, level: str) -> float:
    dice = seeded(1)
    position = game.verbs.begin(game.setting(), dice())
    bot, medium = BOTS[level], BOTS["medium"]
    spent = []
    for _ in range(THOUGHTS + 1):
        acting = game.verbs.to_act(position)
        if not acting:
            break
        seat = acting[0]
        view = game.verbs.view(position, seat)
        began = time.process_time()
        bot.choose(game, view, seat, dice())
        spent.append(time.process_time() - began)
        for _ in range(5):
            if acting := game.verbs.to_act(position):
                view = game.verbs.view(position, acting[0])
                game.verbs.play(position, acting[0], medium.choose(game, view, acting[0], dice()))
    return round(1000 * sum(spent[1:]) / max(1, len(spent) - 1), 2)  # the first one also loads what is compiled


PARTS = {"entries": entries, "thoughts": thoughts, "bystander": bystander, "houses": houses}


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--seconds", type=float, default=15, help="of each run")
    wishes.add_argument("--part", choices=PARTS, help="this one alone")
    wish = wishes.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    results: dict = {"machine": machine.description(), "load_before": os.getloadavg()}
    for name in [wish.part] if wish.part else PARTS:
        print(f"{name} …", file=sys.stderr, flush=True)
        results[name] = PARTS[name](wish)
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
