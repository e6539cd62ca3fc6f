"""The house as someone without script uses it: every page, every form, and what is refused."""

import re

import pytest

from parlour import games


def text_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_home_shows_every_game_and_sends_little(visitor):
    answer = visitor.client.get("/")
    for game in games().values():
        assert game.title in answer.text and f"/now/{game.name}" in answer.text
    assert len(answer.content) + len(visitor.client.get("/static/house.css").content) < 100_000


@pytest.mark.parametrize("game", games())
def test_a_whole_match_can_be_played_by_forms_alone(visitor, game):
    table = visitor.play_now(game)
    for _ in range(3000):
        actions, asked = visitor.offered(table)
        if not actions:
            break
        assert visitor.post(f"{table}/act", action=actions[0], asked=asked).status_code == 200
    page = visitor.get(table)
    assert 'id="the-end"' in page and "Play again" in page
    assert "Replay of" in visitor.get(f"{table}/replay?step=3&seat=1")
    assert table in visitor.get("/mine")
    assert visitor.get(f"{table}/match.parlour").startswith("parlour 1\n")
    assert visitor.post(f"{table}/again").url.path != table


def test_friends_come_by_the_address_and_the_match_begins_with_the_last(visitor, friend):
    answer = visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person", "seat-2": "random", "public": "yes"})
    table = answer.url.path
    assert "Waiting for 1 more to sit down" in answer.text
    assert table in friend.get("/")
    friend.get(table)
    sat = friend.post(f"{table}/sit", name="Sven", seat=1, colour="green")
    assert "Sven <em>(you)</em>" in sat.text and "Waiting for 1" not in sat.text
    assert table not in friend.get("/")


def test_a_spectator_sees_the_table_but_may_do_nothing(visitor, friend):
    table = visitor.play_now()
    page = friend.get(table)
    assert 'data-seat="-1"' in page and 'class="choice"' not in page
    assert friend.post(f"{table}/act", action=0, asked=0).status_code == 403
    assert friend.post(f"{table}/pause", paused="yes").status_code == 403


def test_a_link_gives_the_seat_to_another_device(visitor, friend):
    table = visitor.play_now()
    page = visitor.post(f"{table}/link", seat=0).text
    (link,) = re.findall(r'value="http://[^/]+(/seat/[\w-]{43})"', page)
    assert 'data-seat="-1"' in friend.get(table)
    assert "Take the seat" in friend.get(link)
    assert 'data-seat="0"' in friend.post(link).text
    visitor.post(f"{table}/link", seat=0)
    assert friend.client.get(link).status_code == 404


def test_the_host_pauses_and_lets_go_on(visitor):
    table = visitor.play_now()
    actions, asked = visitor.offered(table)
    assert "has paused the table" in visitor.post(f"{table}/pause", paused="yes").text
    assert visitor.post(f"{table}/act", action=actions[0], asked=asked).status_code == 400
    visitor.post(f"{table}/pause", paused="no")
    assert visitor.post(f"{table}/act", action=actions[0], asked=asked).status_code == 200


def test_a_bot_takes_over_and_hands_the_seat_back(visitor):
    table = visitor.play_now()
    visitor.offered(table)
    page = visitor.post(f"{table}/leave").text
    assert "A bot plays for you." in page and "Take my seat back" in page
    page = visitor.post(f"{table}/return").text
    assert "A bot plays for you." not in page


def test_the_host_removes_someone_and_a_bot_plays_on(visitor, friend):
    table = visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person"}).url.path
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    visitor.post(f"{table}/remove", seat=1)
    assert 'data-seat="-1"' in friend.get(table)
    visitor.offered(table)


def test_undo_says_beforehand_whether_it_is_possible(visitor):
    table = visitor.play_now()
    _, asked = visitor.offered(table)
    page = visitor.post(f"{table}/act", action=0, asked=asked).text  # draw
    assert "shown you something new" in page and re.search(r'undo" class="small" disabled', page)


def test_talk_is_escaped_and_limited(visitor):
    table = visitor.play_now()
    page = visitor.post(f"{table}/say", text="<script>alert(1)</script> & co").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in page and "<script>alert" not in page
    assert visitor.post(f"{table}/say", text="x" * 501).status_code == 400


@pytest.mark.parametrize("name", ["<b>Eve</b>", "Eve & co"])
def test_names_are_escaped_everywhere(visitor, name):
    table = visitor.post("/new/rush", **{"name": name, "seat-1": "heuristic"}).url.path
    for path in (table, f"{table}/replay", "/mine"):
        assert "<b>Eve" not in visitor.get(path)


def test_stale_and_double_posts_change_nothing(visitor):
    table = visitor.play_now()
    actions, asked = visitor.offered(table)
    first = visitor.post(f"{table}/act", action=actions[0], asked=asked, post="abc")
    assert first.status_code == 200
    again = visitor.post(f"{table}/act", action=actions[0], asked=asked, post="abc")
    assert again.status_code == 200
    stale = visitor.post(f"{table}/act", action=actions[0], asked=asked, post="def")
    assert stale.status_code == 409 and "moved on" in stale.text


def test_wrong_addresses_get_a_sentence(visitor):
    for path, sentence in (
        ("/nothing", "no such page"),
        ("/t/nothing", "no such table"),
        ("/rules/chess", "no game"),
        (f"/seat/{'x' * 43}", "gives no seat"),
    ):
        answer = visitor.client.get(path)
        assert answer.status_code == 404 and sentence in text_of(answer.text)


def test_the_replay_of_a_running_match_shows_only_what_one_knows(visitor):
    table = visitor.play_now()
    visitor.offered(table)
    assert visitor.client.get(f"{table}/replay?seat=1").status_code == 400
    assert visitor.client.get(f"{table}/replay?seat=0").status_code == 200
    assert visitor.client.get(f"{table}/match.parlour").status_code == 403
    assert visitor.client.get(f"{table}/replay?step=999").status_code == 400


def test_bots_answer_statements_of_a_game_that_understands_talk(visitor):
    table = visitor.play_now("intrigue")
    visitor.post(f"{table}/say", text="Anna, pay me 8,000 for your clerk.")
    assert re.search(r"Anna says: “\w+, I (accept|refuse)", text_of(visitor.get(table)))
