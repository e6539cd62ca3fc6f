"""The store, on SQLite always, and on PostgreSQL where its programs are installed."""

import asyncio
import json

import pytest
import sqlalchemy as sa

from parlour import games
from parlour.games.rush.rules import ACTIONS
from parlour.kit import notation
from parlour.kit.game import SPECTATOR
from parlour.kit.luck import seeded
from parlour.kit.match import Played, Said, Undone
from parlour.kit.mistake import Mistake
from parlour.web.door import Missing
from parlour.web.house import House, Settings
from parlour.web.migrations.versions.m0003_names import LAYOUTS, names
from parlour.web.store import ChangeElsewhere, Store, TooLate, migrate, reach, write_luck
from parlour.web.table import Stale

MATCH = {"id": "one", "game": "rush", "version": 1, "players": 2, "options": "{}", "host": "h", "public": True}
SEATS = [{"name": "Anna", "colour": "red", "bot": None}, {"name": "", "colour": "blue", "bot": None}]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite'}"
    return request.getfixturevalue("postgres_database")


def with_store(url, work):
    async def run():
        store = Store(url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_a_database_that_is_there_is_reached(url):
    asyncio.run(reach(url))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("house.sqlite", "A database is sqlite:///FILE or postgresql://"),
        ("mysql://localhost/house", "not mysql"),
        ("postgresql://nobody@127.0.0.1:1/house", "The database can't be used: "),
        ("sqlite:///{folder}/page.txt", "file is not a database"),
        ("sqlite:///{folder}/page.txt/house.sqlite", "The database can't be used: "),
    ],
)
def test_a_database_that_can_not_be_used_is_told_in_a_sentence(tmp_path, address, sentence):
    (tmp_path / "page.txt").write_text("What stands here is longer than the first line of a database, and isn't one.")
    with pytest.raises(Mistake, match=sentence):
        asyncio.run(reach(address.format(folder=tmp_path)))


def test_entries_come_back_as_they_were_written(url):
    log = [Played(0, 12, (2**64 - 1, 2**63)), Said(1, "ünïcode “quotes” 🎲"), Played(1, 3), Undone(1)]

    async def work(store):
        await store.add_match(MATCH, SEATS)
        for number, entry in enumerate(log, 1):
            await store.add_entry("one", ACTIONS, number, entry, over=False)
        return await store.log("one", ACTIONS), await store.log("one", ACTIONS, after=2)

    assert with_store(url, work) == (log, log[2:])


def test_the_key_decides_who_was_first(url):
    async def work(store):
        await store.add_match(MATCH, SEATS)
        wanted = [store.add_entry("one", ACTIONS, 1, Played(0, action), over=False) for action in range(8)]
        done = await asyncio.gather(*wanted, return_exceptions=True)
        return done, await store.log("one", ACTIONS)

    done, log = with_store(url, work)
    assert sum(result is None for result in done) == 1 and len(log) == 1
    assert all(isinstance(result, TooLate) for result in done if result is not None)


def test_a_free_seat_is_given_once_and_a_match_begins_with_one_luck(url):
    async def work(store):
        await store.add_match(MATCH, SEATS)
        await store.take_seat("one", 1, "mark", "Bo", "blue")
        with pytest.raises(TooLate):
            await store.take_seat("one", 1, "other", "Cy", "blue")
        lucks = await asyncio.gather(*(store.begin_match("one", (luck, 9)) for luck in range(1, 5)))
        return lucks, await store.matches_of("mark"), await store.matches_of("other")

    lucks, mine, others = with_store(url, work)
    assert len(set(lucks)) == 1 and [match.id for match in mine] == ["one"] and not others


def test_opening_again_keeps_everything(url):
    async def fill(store):
        await store.add_match(MATCH, SEATS)
        await store.add_entry("one", ACTIONS, 1, Played(0, 0), over=True)

    async def read(store):
        return (await store.match("one")).over, await store.log("one", ACTIONS), await store.waiting()

    with_store(url, fill)
    over, log, waiting = with_store(url, read)
    assert over and log == [Played(0, 0)] and [row.id for row in waiting] == ["one"]


def test_the_migrations_give_the_tables_that_the_store_uses(url):
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from parlour.web.store import metadata

    def differences(connection):
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def work(store):
        async with store.engine.connect() as connection:
            return await connection.run_sync(differences)

    assert with_store(url, work) == []


def test_two_houses_on_one_database_never_both_make_the_same_move(postgres_database):
    """Whoever is second is told so, and goes on from what the first has done."""

    async def run():
        houses = [House(Settings(postgres_database, workers=1)) for _ in range(2)]
        for house in houses:
            await house.store.open()
        try:
            live = await houses[0].tables.create("rush", ["", ""], {}, "host", public=False)
            for seat, name in enumerate(("Anna", "Bo")):
                await houses[0].seats.sit(live, seat, name, "", name)
            twin = await houses[1].tables.find(live.table.id)
            seat = live.table.played.to_act[0]
            asked = live.table.asked[seat]
            results = await asyncio.gather(
                houses[0].playing.act(live, seat, 0, asked),
                houses[1].playing.act(twin, seat, 0, asked),
                return_exceptions=True,
            )
            log = await houses[0].store.log(live.table.id, ACTIONS)
            return results, len(log), live.table.played.entries == twin.table.played.entries == log
        finally:
            for house in houses:
                await house.close()

    results, length, same = asyncio.run(run())
    assert sorted(type(result).__name__ for result in results) == ["NoneType", "Stale"]
    assert length == 1 and same


def test_a_match_of_newer_rules_is_refused_with_a_sentence(tmp_path):
    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        await house.store.add_match(MATCH | {"version": 99}, SEATS)
        try:
            with pytest.raises(Missing, match="played by version 99 of the rules of Rainbow Rush; this house has"):
                await house.tables.find("one")
        finally:
            await house.close()

    asyncio.run(run())


# Matches from before actions went by their names

LUCK = seeded(3)()
FIVE_EACH = [0, 19, 0, 23, 0, 11, 0, 18, 0, 3, 0, 6, 0, 12, 0, 24, 0, 18, 0, 15, 0, 44]  # draw, play, …, discard
PASS = ["take", "play[5]", "leave[5]"]  # the green circle


def fill_as_it_was(connection):
    """A database of the first migration, with a match of version 1 of Rush under way."""
    migrate(connection, "0001")
    tables = sa.MetaData()
    tables.reflect(connection)
    state = {"paused": False, "over": False, "luck": write_luck(LUCK), "created": 1.0, "touched": 1.0}
    options = json.dumps({"lock": "two turns", "turn_limit": 250})
    connection.execute(tables.tables["matches"].insert().values(MATCH | state | {"options": options}))
    for number, name in enumerate(("Anna", "Bruno")):
        here = {"match": "one", "number": number, "name": name, "colour": "red"}
        connection.execute(tables.tables["seats"].insert().values(here))
    log: list[tuple] = [
        ("played", (turn + 2) // 2 % 2, {"action": action, "luck": None}) for turn, action in enumerate(FIVE_EACH)
    ]
    log[1:1] = [("said", 0, {"text": "12"}), ("undone", 1, {}), ("played", 1, {"action": 0, "luck": None})]
    for number, (kind, seat, body) in enumerate(log, 1):
        row = {"match": "one", "number": number, "kind": kind, "seat": seat, "body": json.dumps(body), "at": 1.0}
        connection.execute(tables.tables["entries"].insert().values(row))


async def rows(store):
    """The options of the match and what is special to each of its entries, as they are kept."""
    options = json.loads((await store.match("one")).options)
    async with store.engine.connect() as connection:
        found = await connection.execute(sa.text("select body from entries order by number"))
        return options, [json.loads(body) for body in found.scalars()]


def test_a_live_match_of_version_1_goes_on_and_may_still_do_what_version_1_allowed(url):
    async def run():
        first = Store(url)
        async with first.engine.begin() as connection:
            await connection.run_sync(fill_as_it_was)
        await first.close()
        houses = [House(Settings(url, workers=1)) for _ in range(2)]
        try:
            await houses[0].store.open()
            kept = await rows(houses[0].store)
            live = await houses[0].tables.find("one")
            for name in PASS:
                table = live.table
                await houses[0].playing.act(live, table.played.to_act[0], ACTIONS.number(name), None)
            await houses[0].close()
            await houses[1].store.open()
            again = (await houses[1].tables.find("one")).table
            return kept, live.table, again, await rows(houses[1].store)
        finally:
            await houses[1].close()

    (options, bodies), played, again, (_, later) = asyncio.run(run())
    assert options == {"turn_limit": 250}
    assert bodies[:5] == [
        {"action": "draw", "luck": None},
        {"text": "12"},
        {},
        {"action": "draw", "luck": None},
        {"action": "play[17]", "luck": None},
    ]
    assert [body["action"] for body in later[-3:]] == PASS
    assert played.setting.differing == {"turn_limit": 250, "taken_may_leave": "yes"}
    assert played.played.to_act == [1] and again.played.position == played.played.position
    assert again.played.entries == played.played.entries
    text = notation.write(again.played)
    assert "rules 2\nplayers 2\noption turn_limit = 250\noption taken_may_leave = yes\n" in text
    assert notation.read(text, games()).position == played.played.position


def test_matches_of_before_know_when_they_ended(url):
    """Until then a row had when it was touched, of which nobody could say by what."""

    def fill_as_it_was(connection):
        migrate(connection, "0005")
        tables = sa.MetaData()
        tables.reflect(connection)
        row = {key: value for key, value in MATCH.items() if key != "id"} | {"paused": False, "created": 1.0}
        for id_, over, closed in ("over", True, False), ("closed", False, True), ("open", False, False):
            values = row | {"id": id_, "over": over, "closed": closed, "touched": 2.0}
            connection.execute(tables.tables["matches"].insert().values(values))

    def look(connection):
        rows = connection.execute(sa.text("select * from matches")).mappings().all()
        indexes = {index["name"] for index in sa.inspect(connection).get_indexes("matches")}
        return {row["id"]: row["ended"] for row in rows}, "touched" in rows[0] or "by_state" in indexes

    async def run():
        store = Store(url)
        async with store.engine.begin() as connection:
            await connection.run_sync(fill_as_it_was)
        await store.open()
        try:
            async with store.engine.connect() as connection:
                return await connection.run_sync(look)
        finally:
            await store.close()

    assert asyncio.run(run()) == ({"over": 2.0, "closed": 2.0, "open": None}, False)


@pytest.mark.parametrize(
    ("game", "samples"),
    [
        ("chandelier", {0: "bribe[0]", 149: "visit[0]", 170: "decline", 176: "steal[1, 1]", 256: "cash_in[3, 14]"}),
        ("crystallia", {15: "flip[15]", 16: "take[0]", 49: "lay[1, 1]", 308: "stop", 312: "name[3]"}),
        ("intrigue", {99: "bribe[99]", 125: "hire[1, 1, 1]", 186: "keep[1, 1]", 219: "send[3, 4]"}),
        (
            "rush",
            {0: "draw", 1: "take", 12: "play[10]", 76: "leave[0]", 447: "attack[1, 1, 1]", 3664: "attack[11, 7, 36]"},
        ),
    ],
)
def test_the_numbers_that_actions_had_are_still_known(game, samples):
    named = names(LAYOUTS[game])
    assert {number: named[number] for number in samples} == samples and len(named) == max(samples) + 1


def test_a_new_match_is_kept_with_the_present_version_and_the_options_that_differ(tmp_path):
    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        try:
            live = await house.tables.create(
                "rush", ["", ""], {"lock": "two turns", "turn_limit": 20}, "host", public=False
            )
            with pytest.raises(Mistake, match="no option 'taken_may_leave'; it has lock, turn_limit"):
                await house.tables.create("rush", ["", ""], {"taken_may_leave": "yes"}, "host", public=False)
            return await house.store.match(live.table.id)
        finally:
            await house.close()

    row = asyncio.run(run())
    assert (row.version, json.loads(row.options)) == (2, {"turn_limit": 20})


async def open_for_two(house):
    live = await house.tables.create("rush", ["", ""], {}, "host", public=False)
    for seat, name in enumerate(("Anna", "Bo")):
        await house.seats.sit(live, seat, name, "", name)
    return live


def two_processes(database, work):
    """Run `work` with two processes of a house, and a table of Rush for three as each of them knows it."""

    async def run():
        houses = [House(Settings(database, workers=1)) for _ in range(2)]
        for house in houses:
            await house.store.open()
        try:
            live = await houses[0].tables.create("rush", ["", "", ""], {}, "host", public=False)
            await houses[0].seats.sit(live, 0, "Anna", "", "Anna")
            return await work(*houses, live, await houses[1].tables.find(live.table.id))
        finally:
            for house in houses:
                await house.close()

    return asyncio.run(run())


def test_a_match_begins_though_its_last_seats_are_taken_at_two_processes_at_once(postgres_database):
    async def work(first, second, live, twin):
        await asyncio.gather(first.seats.sit(live, 1, "Bo", "", "Bo"), second.seats.sit(twin, 2, "Cy", "", "Cy"))
        for house, table in ((first, live), (second, twin)):
            await house.neighbours.catch_up(table, ChangeElsewhere(live.table.id))
        return live.table.played.position == twin.table.played.position

    assert two_processes(postgres_database, work)


def test_a_seat_just_taken_is_known_at_every_process(postgres_database):
    """The next page may come from any of them, before it has heard of the seat."""

    async def work(first, second, live, twin):
        await second.seats.sit(twin, 1, "Bo", "", "Bo")
        return [await first.seats.seat_of(live, mark) for mark in ("Bo", "nobody")]

    assert two_processes(postgres_database, work) == [1, SPECTATOR]


def test_nobody_gets_two_seats_at_two_processes_at_once(postgres_database):
    async def work(first, second, live, twin):
        sitting = first.seats.sit(live, 1, "Bo", "", "Bo"), second.seats.sit(twin, 2, "Bo too", "", "Bo")
        done = await asyncio.gather(*sitting, return_exceptions=True)
        await first.neighbours.catch_up(live, ChangeElsewhere(live.table.id))
        return done, [place.free for place in live.table.places]

    done, free = two_processes(postgres_database, work)
    assert sorted(type(result).__name__ for result in done) == ["Mistake", "int"] and free.count(True) == 1


def test_a_bot_takes_no_seat_at_which_someone_has_just_sat_down_at_another_process(postgres_database):
    async def work(first, second, live, twin):
        await second.seats.sit(twin, 1, "Bo", "", "Bo")
        with pytest.raises(Stale):
            await first.seats.fill(live)
        await first.seats.fill(live)
        return [(place.name, bool(place.bot)) for place in live.table.places][:2], live.table.match is not None

    assert two_processes(postgres_database, work) == ([("Anna", False), ("Bo", False)], True)


def test_what_is_sent_again_to_another_process_is_said_once(postgres_database):
    async def run():
        first, second = (House(Settings(postgres_database, workers=1)) for _ in range(2))
        try:
            for house in (first, second):
                await house.store.open()
            live = await open_for_two(first)
            twin = await second.tables.find(live.table.id)
            await first.playing.say(live, 0, "Hello", "a post")
            await second.playing.say(twin, 0, "Hello", "a post")  # it hasn't heard of the first
            await second.playing.say(twin, 0, "Hello", "another post")
            await first.neighbours.catch_up(live, ChangeElsewhere(live.table.id, 2))
            await first.playing.say(
                live, 0, "Hello", "another post"
            )  # it has heard of it, and was asked again all the same
            return await second.store.log(live.table.id, ACTIONS)
        finally:
            for house in (first, second):
                await house.close()

    assert asyncio.run(run()) == [Said(0, "Hello"), Said(0, "Hello")]


def test_what_is_sent_again_after_a_restart_is_said_once(url):
    async def run():
        first, later = (House(Settings(url, workers=1)) for _ in range(2))
        await first.store.open()
        live = await open_for_two(first)
        await first.playing.say(live, 0, "Hello", "a post")
        await first.close()
        await later.store.open()
        try:
            again = await later.tables.find(live.table.id)
            await later.playing.say(again, 0, "Hello", "a post")
            await later.playing.say(again, 1, "Hello", "a post")  # of someone else, who may call theirs the same
            long = "a post that is longer than any that a page sends, which is no reason to say it twice " * 3
            for _ in range(2):
                await later.playing.say(again, 0, "Good bye", long)
            return await later.store.log(live.table.id, ACTIONS)
        finally:
            await later.close()

    assert asyncio.run(run()) == [Said(0, "Hello"), Said(1, "Hello"), Said(0, "Good bye")]
