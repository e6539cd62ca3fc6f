"""A small part of `make attack`, the same in every run: the whole of it takes an hour, and is run by itself."""

import asyncio
import contextlib
import gc
import signal

import pytest

from tests.attack import fuzz, kills, outage, races, twins
from tests.attack.house import House
from tests.attack.report import Part
from tests.attack.routes import ways
from tests.web.postgres import Unavailable, running_postgres

# Lines are cut in the middle here, also by whoever goes home: what is left of one is nothing to complain about.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SEED = 1
AT_LAST = 60  # seconds until what must come back is missed; how soon it does is for `make attack` to measure
FEW = {"tables": 4, "moves": 6}  # one of each game, and some moves to see that they go on


@pytest.fixture(scope="module")
def postgres():
    """A PostgreSQL that may be stopped."""
    with contextlib.ExitStack() as closing:
        try:
            yield closing.enter_context(running_postgres())
        except Unavailable as reason:
            pytest.skip(str(reason))


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite'}"
    return request.getfixturevalue("postgres").new_database()


def held(attack, *given, **more):
    """Run an attack; the house must have held."""
    part = Part(attack.__name__)
    asyncio.run(attack(part, *given, **more))
    gc.collect()
    assert not part.faults, (part.faults, part.examples)


async def at_open_house(part, database, folder, attack, *given):
    house = House(database, folder)
    try:
        await house.open()
        await house.compiled()
        await attack(part, house, *given)
    finally:
        house.close()


def test_no_hostile_request_is_answered_by_a_fault_of_the_house(database, tmp_path):
    held(at_open_house, database, tmp_path, fuzz.fuzz, 2 * len(ways()), SEED, 3)


def test_two_at_once_do_one_thing(tmp_path):
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"

    async def race(part, house):
        await races.races(part, [house.port], database, SEED, ["rush", "intrigue"])

    held(at_open_house, database, tmp_path, race)


def test_what_was_accepted_is_there_after_a_kill_and_all_tables_go_on(database, tmp_path):
    held(kills.kills, database, tmp_path, 1, SEED, **FEW)


def test_while_postgres_is_away_moves_are_refused_and_afterwards_nothing_is_lost(postgres, tmp_path):
    planned = {"stopped for 2 s": outage.stopped(postgres, signal.SIGINT, 2)}
    held(outage.outages, postgres.new_database(), tmp_path, planned, SEED, **FEW)


def test_while_sqlite_is_locked_moves_wait_or_are_refused_and_afterwards_nothing_is_lost(tmp_path):
    database = f"sqlite:///{tmp_path / 'house.sqlite'}"
    held(outage.outages, database, tmp_path, {"locked for 7 s": outage.locked(database, 7)}, SEED, **FEW)


def test_when_one_of_two_processes_is_killed_the_other_carries_on(postgres, tmp_path):
    held(twins.twins, postgres.new_database(), tmp_path, 1, SEED, **FEW, soon=AT_LAST)
