"""The house as someone without script uses it: every page, every form, and what is refused."""

import re

import pytest

from parlour import games
from parlour.kit.sentences import Mention, marked
from parlour.web.frame import shown


def text_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_home_shows_every_game_and_sends_little(visitor):
    page = visitor.get("/")
    for game in games().values():
        assert game.title in page and f"/now/{game.name}" in page
    parts = re.findall(r'(?:src|href)="(/(?:static|games)/[^"]+)"', page)
    assert len(parts) == 2 + len(games())
    assert sum(transferred(visitor, path) for path in ["/", *parts]) < 100_000


def transferred(visitor, path):
    """How many bytes a page takes on the way."""
    with visitor.client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
        return sum(map(len, answer.iter_raw()))


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
    assert visitor.get(f"{table}/match.parlour").startswith("parlour 2\n")
    assert visitor.post(f"{table}/again").url.path != table


def test_once_more_is_by_the_present_rules_even_after_a_match_of_older_ones(visitor, house):
    table = visitor.play_now("rush")
    live = house.house.tables.live
    live[table.removeprefix("/t/")].table.setting = games()["rush"].setting_of(1, 3, {"turn_limit": 77})
    again = visitor.post(f"{table}/again").url.path
    assert live[again.removeprefix("/t/")].table.setting.differing == {"turn_limit": 77}


def test_an_option_that_is_yes_or_no_is_chosen_by_these_words(visitor, house):
    page = visitor.get("/new/intrigue")
    assert "<option selected>no</option><option >yes</option>" in page
    wishes = {
        "name": "Rosa",
        "seat-1": "easy",
        "seat-2": "easy",
        "option-open_money": "yes",
        "option-two_palaces": "no",
    }
    table = visitor.post("/new/intrigue", **wishes).url.path
    options = house.house.tables.live[table.removeprefix("/t/")].table.setting.options
    assert options == {"open_money": True, "two_palaces": False, "secret_bribes": False}


def test_options_of_the_past_are_not_offered(visitor):
    page = visitor.get("/new/rush")
    assert "option-turn_limit" in page and "taken" not in page


def test_friends_come_by_the_address_and_the_match_begins_with_the_last(visitor, friend):
    answer = visitor.post("/new/rush", **{"name": "Rosa", "seat-1": "person", "seat-2": "easy", "public": "yes"})
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


def test_undo_is_there_too_where_ghosts_are_shown(visitor):
    table = visitor.play_now("crystallia")
    page = ""
    while "the-gain" not in page:
        actions, asked = visitor.offered(table)
        page = visitor.post(f"{table}/act", action=actions[0], asked=asked).text
    assert "Take back" in page and "<ready" not in page


def test_talk_is_escaped_and_limited(visitor):
    table = visitor.play_now()
    page = visitor.post(f"{table}/say", text="<script>alert(1)</script> & co").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in page and "<script>alert" not in page
    assert visitor.post(f"{table}/say", text="x" * 501).status_code == 400


@pytest.mark.parametrize("name", ["<b>Eve</b>", "Eve & co"])
def test_names_are_escaped_everywhere(visitor, name):
    table = visitor.post("/new/rush", **{"name": name, "seat-1": "medium"}).url.path
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


def test_mentions_are_painted_and_said():
    star = marked(Mention("card", "red star", "red", "star", "card-7"))
    painted = '<span class="of-card red signed star" data-piece="card-7">red star</span>'
    assert shown(f"take the {star}") == f"take the {painted}"
    alone = '<span class="of-crystal blue signed circle"><span class="unseen">blue </span>5K</span>'
    assert shown(f"majorities {marked(Mention('crystal', '● 5K', 'blue', 'circle'))}") == f"majorities {alone}"
    assert shown("<b>") == "&lt;b&gt;"
    assert shown(marked(Mention("player", "<b>"))) == '<span class="of-player">&lt;b&gt;</span>'


# Statements of a game that understands talk


def part(page, id_):
    """A part of the page by its id, as text."""
    found = re.search(rf'<(\w+) id="{id_}".*?</\1>', page, re.DOTALL)
    assert found, f"The page has no {id_}."
    return text_of(found[0])


def test_a_statement_is_made_by_a_form_and_stands_in_the_log_as_if_typed(visitor):
    table = visitor.play_now("intrigue")
    page = visitor.get(table)
    assert "Promise a bribe" in text_of(page) and 'name="amount"' in page
    page = visitor.post(f"{table}/say", form="promise-pay", to="Anna", occupation="clerk", amount="8000").text
    assert "You say: “Anna, I promise to pay 8,000 for my clerk.”" in part(page, "the-log")
    assert part(page, "the-cards") == "You to Anna open Anna, I promise to pay 8,000 for my clerk."


def test_a_game_without_statements_has_no_forms_for_them(visitor):
    page = visitor.get(visitor.play_now("rush"))
    assert 'id="the-talk"' in page and 'id="the-forms"' not in page and 'id="the-cards"' not in page


def test_what_is_refused_comes_back_as_it_was_typed(visitor):
    table = visitor.play_now("intrigue")
    answer = visitor.post(f"{table}/say", form="demand", to="Bruno", occupation="priest", amount="8500")
    assert answer.status_code == 400
    assert "How many ducats: a number from 1,000 to 100,000 in steps of 1,000, not “8500”." in text_of(answer.text)
    demand = re.search(r'<details class="form"[^>]* open>.*?</details>', answer.text, re.DOTALL)
    assert demand and "<option selected>Bruno" in demand[0] and "<option selected>priest" in demand[0]
    assert 'value="8500"' in demand[0]
    answer = visitor.post(f"{table}/say", text="x" * 501)
    assert "between 1 and 500" in answer.text and f'value="{"x" * 501}"' in answer.text
    answer = visitor.post(f"{table}/say", form="sing", to="Bruno")
    assert answer.status_code == 400 and "Intrigue has no statement" in answer.text
    assert "says" not in part(visitor.get(table), "the-log") and "You say" not in part(visitor.get(table), "the-log")


def test_what_was_said_to_someone_is_answered_with_one_click(visitor, friend):
    seats = {"name": "Rosa", "seat-1": "person", "seat-2": "medium"}
    table = visitor.post("/new/intrigue", **seats).url.path
    friend.get(table)
    friend.post(f"{table}/sit", name="Sven", seat=1)
    visitor.post(f"{table}/say", form="ask", to="Sven", occupation="clerk", area="10,000")
    assert "waits for your word" not in visitor.get(table)
    asked = part(friend.get(table), "the-wish-0")
    assert asked.startswith("Rosa waits for your word: Sven, put my clerk into the 10,000 area.")
    page = friend.post(f"{table}/say", text="Rosa, I accept.").text
    assert "waits for your word" not in page
    promised = "Rosa, I promise to hire your next clerk into the 10,000 area."
    assert promised in part(page, "the-cards") and promised in part(visitor.get(table), "the-cards")


def test_a_card_shows_that_a_promise_was_broken_and_the_log_says_so_at_once_and_later(visitor, house):
    house.wait_until_compiled()
    table = visitor.play_now("intrigue")
    for other in ("Anna", "Bruno"):
        for scholar in ("scientist", "doctor", "priest", "clerk"):
            visitor.post(f"{table}/say", form="promise-pay", to=other, occupation=scholar, amount=30_000)
    while "broken" not in part(visitor.get(table), "the-cards"):
        actions, asked = visitor.offered(table)
        visitor.post(f"{table}/act", action=actions[0], asked=asked)  # the least bribe there is
    log = part(visitor.get(table), "the-log")
    assert "You break a promise to" in log
    live = house.house.tables.live[table.removeprefix("/t/")]
    live.table._lines.clear()  # all is told anew, as after a restart
    live.logs.clear()
    live.table.changed()
    assert part(visitor.get(table), "the-log") == log


# What the script asks for beside the frames


def test_the_house_tells_what_an_action_would_bring_but_only_to_who_may_do_it(visitor, friend):
    table = visitor.play_now("crystallia")
    ghosts: list[dict] = []
    while not ghosts:
        actions, asked = visitor.offered(table)
        answers = [visitor.client.get(f"{table}/ghost?action={action}") for action in actions[:5]]
        ghosts = [found for answer in answers if (found := answer.json())["piece"]]
        assert friend.client.get(f"{table}/ghost?action={actions[0]}").status_code == 400
        wrong = next(number for number in range(1000) if number not in actions)
        assert visitor.client.get(f"{table}/ghost?action={wrong}").status_code == 400
        visitor.post(f"{table}/act", action=actions[0], asked=asked)
    assert all(
        ghost["piece"].startswith('<g class="ghost"') and ghost["words"].endswith((".", "!")) for ghost in ghosts
    )


def test_a_line_of_the_log_knows_its_pieces_as_far_as_one_may_know_them(visitor, friend):
    table = visitor.play_now()
    actions, asked = visitor.offered(table)
    page = visitor.post(f"{table}/act", action=actions[0], asked=asked).text
    (number,) = re.findall(r'<li id="the-line-(\d+)"[^>]*><span[^>]*>You</span> draw', page)
    line = rf'<li id="the-line-{number}"[^>]*>.*?</li>'
    mine, theirs = (re.findall(line, who.get(table))[0] for who in (visitor, friend))
    assert re.search(r'data-piece="card-\d+">[a-z -]+</span>.</li>$', mine)
    assert re.search(r'data-piece="back-\d">a card</span>.</li>$', theirs)


def test_what_people_type_is_never_painted(visitor):
    table = visitor.play_now()
    typed = "the ▲ red star \ue000card\ue001red\ue001star\ue001card-1\ue001x\ue002"
    page = visitor.post(f"{table}/say", text=typed).text
    assert "</span> say: “the ▲ red star cardredstarcard-1x”</li>" in page
