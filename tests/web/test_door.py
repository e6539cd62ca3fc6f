"""What strangers say is checked at the door: no name that they send becomes a file, an import or an hour of search."""

import pytest

from parlour.kit.mistake import Mistake
from parlour.web import door
from parlour.web.house import House, Settings


@pytest.fixture
def trap(tmp_path):
    """A bot's file that leaves a trace when it is run, and the trace."""
    trace = tmp_path / "trace"
    file = tmp_path / "mine.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\nclass Mine:\n    pass\n")
    return f"{file}:Mine", trace


def bad_names(trap):
    return [trap[0], "search:3600s", "search:5", "Search:1", "random", "heuristic", "no bot", "\0", "²", "x" * 5000]


def test_a_table_of_the_api_has_bots_of_the_list_only(visitor, trap):
    for name in bad_names(trap):
        wish = {"game": "rush", "seats": [name], "name": "Ada"}
        answer = visitor.client.post("/api/v1/tables", json=wish)
        assert answer.status_code == 400, (name[:50], answer.text)
        assert "easy, medium, hard, expert" in answer.json()["error"]
    assert not trap[1].exists()


def test_filling_a_table_of_the_api_takes_bots_of_the_list_only(visitor, trap):
    opened = visitor.client.post("/api/v1/tables", json={"game": "rush", "seats": [""], "name": "Ada"}).json()
    for name in bad_names(trap):
        answer = visitor.client.post(
            f"/api/v1/tables/{opened['table']}/fill",
            params={"bot": name},
            headers={"Authorization": f"Bearer {opened['token']}"},
        )
        assert answer.status_code == 400 and "easy, medium, hard, expert" in answer.json()["error"]
    assert not trap[1].exists()


def test_the_set_up_page_and_its_fill_take_bots_of_the_list_only(visitor, trap):
    table = visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person"}).url.path
    for name in bad_names(trap):
        for answer in (
            visitor.post("/new/rush", **{"name": "Rosa", "seat-1": name}),
            visitor.post(f"{table}/fill", bot=name),
        ):
            assert answer.status_code == 400 and "easy, medium, hard, expert" in answer.text
    assert not trap[1].exists()


def test_a_name_that_was_kept_before_the_door_was_shut_is_not_run_either(tmp_path, trap):
    """Houses from before may have such names in their database."""
    import asyncio

    async def run():
        house = House(Settings(f"sqlite:///{tmp_path / 'house.sqlite'}", workers=1))
        await house.store.open()
        try:
            live = await house.create("rush", ["", "medium", "hard"], {}, "host", public=False)
            for seat in (1, 2):
                await house.store.change_seat(live.table.id, seat, bot=trap[0])
            await house.store.change_seat(live.table.id, 0, stand_in="search:3600s")
            del house._live[live.table.id]
            again = await house.table(live.table.id)
            return [place.player for place in again.table.places]
        finally:
            await house.close()

    assert asyncio.run(run()) == ["medium", "medium", "medium"]
    assert not trap[1].exists()


def test_levels_are_known_in_any_case():
    assert door.bot(" Hard ") == "hard"
    with pytest.raises(Mistake, match="There is no bot 'harder'"):
        door.bot("harder")
