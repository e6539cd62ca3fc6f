"""The house for programs."""

import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def api(house):
    with httpx.Client(base_url=f"{house.address}/api/v1", timeout=20) as client:
        yield client


def open_table(api, seats=("medium",), **wish):
    answer = api.post("/tables", json={"game": "rush", "seats": list(seats), "name": "Ada", **wish})
    assert answer.status_code == 201, answer.text
    seat = answer.json()
    return f"/tables/{seat['table']}", {"Authorization": f"Bearer {seat['token']}"}


def wait_for_turn(api, table, mine):
    with api.stream("GET", f"{table}/stream", headers=mine) as lines:
        for line in lines.iter_lines():
            view = json.loads(line) if line else {"choices": []}
            if view["choices"]:
                return view
    raise AssertionError("The turn never came.")


def test_the_shelf_names_games_options_and_bots(api):
    shelf = api.get("/games").json()
    rush = next(game for game in shelf["games"] if game["name"] == "rush")
    assert (rush["fewest"], rush["most"], rush["rules_version"]) == (2, 8, 2)
    offered = [option["name"] for option in rush["options"]]
    assert offered[:2] == ["lock", "turn_limit"] and "taken_may_leave" not in offered  # which no new match has
    assert "medium" in shelf["bots"]


@pytest.mark.parametrize("yes", [True, "yes", "true"])
def test_an_option_that_is_yes_or_no_is_said_in_words_or_as_programs_do(api, house, yes):
    shelf = {game["name"]: game for game in api.get("/games").json()["games"]}
    option = shelf["crystallia"]["options"][0]
    assert (option["name"], option["values"], option["default"]) == ("advanced", ["no", "yes"], "no")
    table, _ = open_table(api, game="crystallia", options={"advanced": yes})
    live = house.house.tables.live[table.removeprefix("/tables/")]
    assert live.table.setting.options == {"advanced": True} and live.table.setting.differing == {"advanced": "yes"}


def test_an_action_by_number_by_name_and_by_words(api):
    table, mine = open_table(api)
    for form in ("action", "name", "words"):
        view = wait_for_turn(api, table, mine)
        deed = {"action": view["choices"][0][form], "asked": view["asked"]}
        after = api.post(f"{table}/actions", json=deed, headers=mine)
        assert after.status_code == 200 and after.json()["story"][0].startswith("You ")


def test_a_resent_action_is_done_once_and_a_late_one_not_at_all(api):
    table, mine = open_table(api)
    view = wait_for_turn(api, table, mine)
    deed = {"action": view["choices"][0]["action"], "asked": view["asked"], "id": "one"}
    first, again = (api.post(f"{table}/actions", json=deed, headers=mine) for _ in range(2))
    assert first.status_code == again.status_code == 200 and first.json()["number"] == again.json()["number"]
    late = api.post(f"{table}/actions", json=deed | {"id": "two"}, headers=mine)
    assert late.status_code == 409 and "moved on" in late.json()["error"]


def test_two_programs_sit_down_and_the_match_begins(api):
    table, mine = open_table(api, seats=[""], public=True)
    assert not api.get(table, headers=mine).json()["begun"]
    assert table.removeprefix("/tables/") in [one["table"] for one in api.get("/tables").json()]
    other = api.post(f"{table}/seats", json={"name": "Bo"}).json()
    view = api.get(table, headers={"Authorization": f"Bearer {other['token']}"}).json()
    assert view["begun"] and view["seat"] == 1 and view["names"] == ["Ada", "Bo"]
    assert api.post(f"{table}/seats", json={"name": "Cy"}).status_code == 400


def test_who_resigns_leaves_a_bot_behind(api):
    table, mine = open_table(api)
    assert api.post(f"{table}/resign", headers=mine).status_code == 204
    assert api.get(table, headers=mine).status_code == 403
    with api.stream("GET", f"{table}/stream") as lines:
        views = [json.loads(line) for line in lines.iter_lines() if line]
    assert views[-1]["over"] and views[-1]["winners"]
    assert api.get(f"{table}/match").text.startswith("parlour 2")


def test_views_hold_the_hidden_record_and_no_luck(api):
    table, mine = open_table(api)
    record = wait_for_turn(api, table, mine)["record"]
    assert "luck" not in record and min(record["hand"][0][:3]) >= 0 and record["hand"][1][0] == -2


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "sentence"),
    [
        ("GET", "/tables/none", None, 404, "no such table"),
        ("POST", "/tables", {"game": "chess", "seats": ["easy"]}, 404, "no game 'chess'"),
        ("POST", "/tables", {"game": "rush", "seats": []}, 400, "is for 2 to 8 players, not 1"),
        ("POST", "/tables", {"game": "rush", "seats": ["deep"]}, 400, "no bot 'deep'"),
        ("POST", "/tables", {"game": "rush"}, 422, "seats: field required"),
        ("POST", "/tables", {"game": "rush", "seats": ["easy"], "options": {"lock": "never"}}, 400, "Option lock is"),
        ("POST", "/tables", {"game": "rush", "seats": ["easy"], "options": {"turn_limit": True}}, 400, "whole number"),
        ("POST", "/tables", {"game": "rush", "seats": ["easy"], "name": "a:b"}, 400, "A name can't contain"),
        ("DELETE", "/tables", None, 405, "can't be used in that way"),
    ],
)
def test_every_error_is_a_sentence_with_a_fitting_status(api, method, path, body, status, sentence):
    answer = api.request(method, path, json=body)
    assert answer.status_code == status and sentence in answer.json()["error"]


def test_illegal_actions_say_why(api):
    table, mine = open_table(api)
    wait_for_turn(api, table, mine)
    answer = api.post(f"{table}/actions", json={"action": "discard[3]"}, headers=mine)
    assert answer.status_code == 400 and "a turn begins with drawing a card" in answer.json()["error"]
    answer = api.post(f"{table}/actions", json={"action": "fly"}, headers=mine)
    assert answer.status_code == 400 and "'fly' is no action" in answer.json()["error"]
    assert api.post(f"{table}/actions", json={"action": 0}).status_code == 403


def test_the_docs_page_describes_every_call_without_anything_from_elsewhere(house):
    page = httpx.get(f"{house.address}/docs").text
    calls = httpx.get(f"{house.address}/openapi.json").json()["paths"]
    assert len(calls) > 8 and all(path in page for path in calls)
    assert "http://" not in page and "https://" not in page and "<script" not in page


def test_the_example_bot_plays_a_match(house):
    done = subprocess.run(
        [sys.executable, EXAMPLES / "api_bot.py", house.address], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0 and "Points: " in done.stdout, done.stderr
