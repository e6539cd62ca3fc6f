"""The pages for people: home, set-up, table, replay, rulebook, my matches."""

import functools
import gzip
from collections.abc import Awaitable, Callable
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from parlour import games
from parlour.kit.drawing import placing
from parlour.kit.game import SPECTATOR
from parlour.kit.mistake import Mistake
from parlour.kit.options import Options
from parlour.kit.talk import worded
from parlour.kit.voice import readable
from parlour.web import door, replay
from parlour.web.door import USUAL_BOT, Missing, NotYours, levels
from parlour.web.frame import Eyes, frame, refused, templates, with_signs
from parlour.web.guard import client_of
from parlour.web.guests import Guest, device_of, fingerprint_of, guest_of, known_device, new_secret, remember
from parlour.web.house import House, house_of
from parlour.web.live import Live
from parlour.web.stream import compressed, frames
from parlour.web.tables import Person

Page = Callable[..., Awaitable[Response]]
routes: list[Route] = []  # plain ones: a page has no schema that a request would have to be held against
CHECKED: dict[str, Callable[[str], Any]] = {
    "id_": door.table,
    "name": door.game,
    "number": door.number,
    "secret": door.link,
}


def at(method: str, path: str) -> Callable[[Page], Page]:
    """Answer requests for a path by the function below, which gets what stands for the names in braces, checked."""

    def add(page: Page) -> Page:
        @functools.wraps(page)
        async def answer(request: Request) -> Response:
            return await page(request, **{name: CHECKED[name](said) for name, said in request.path_params.items()})

        routes.append(Route(path, answer, methods=[method]))
        return page

    return add


# Help for all pages


def page(request: Request, template: str, status: int = 200, name: str | None = None, **shown: Any) -> HTMLResponse:
    """A whole page."""
    guest = guest_of(request)
    html = templates.get_template(template).render(guest=guest, root=request.scope["root_path"], **shown)
    # not to be compressed on the way either: its size would tell of the token in it
    response = HTMLResponse(html, status, {"cache-control": "no-store, no-transform"})
    remember(response, request, guest, name)
    return response


def see(request: Request, where: str, name: str | None = None) -> Response:
    """Go on to another page after something was done; a script is told so instead."""
    if request.headers.get("x-parlour"):
        return Response(status_code=204)
    response = RedirectResponse(request.scope["root_path"] + where, 303)
    remember(response, request, guest_of(request), name)
    return response


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form that was sent from one of our own pages."""
    fields = door.form(await request.body())
    if not guest_of(request).knows(fields.get("token", "")):
        raise NotYours("This form is too old or isn't from here: load the page again.")
    return fields


def whole(fields: dict[str, str], name: str) -> int:
    """A whole number from a form."""
    return door.number(fields.get(name, ""), name)


def message_id(fields: dict[str, str]) -> str:
    """The id by which a form that is sent again is known."""
    return door.message_id(fields.get("post", ""))


def called(request: Request, fields: dict[str, str]) -> str:
    """The name that someone chose in a form, or had before."""
    return door.name(fields.get("name", "")) or guest_of(request).name


async def who(request: Request, live: Live) -> tuple[Guest, int]:
    guest = guest_of(request)
    return guest, await house_of(request).seats.seat_of(live, guest.fingerprint)


def is_host(live: Live, guest: Guest) -> bool:
    return live.table.host == guest.fingerprint


# Around the table


@at("GET", "/")
async def home(request: Request) -> Response:
    house = house_of(request)
    tables = [
        {"id": row.id, "game": house.readiness.game(row.game), "names": names}
        for row, names in await with_names(house, await house.store.waiting())
    ]
    return page(request, "home.html", games=games().values(), tables=tables)


async def with_names(house: House, rows: Any) -> list[tuple[Any, list[str]]]:
    names = await house.store.names([row.id for row in rows])
    return [(row, names.get(row.id, [])) for row in rows]


@at("GET", "/mine")
async def mine(request: Request) -> Response:
    """The matches of whoever looks."""
    house = house_of(request)
    rows = await with_names(house, await house.store.matches_of(guest_of(request).fingerprint))
    known = [(row, names) for row, names in rows if row.game in games()]
    return page(request, "mine.html", matches=known, games=games())


@at("GET", "/rules/{name}")
async def rulebook(request: Request, name: str) -> Response:
    game = house_of(request).readiness.game(name)
    bare = request.query_params.get("bare")
    return page(request, "bare_rules.html" if bare else "rules.html", game=game, text=rulebook_html(game.name))


@functools.cache
def rulebook_html(name: str) -> Markup:
    """A rulebook as HTML, its signs in their colours."""
    html = with_signs(MarkdownIt("commonmark").enable("table").render(games()[name].rulebook))
    frame = '<div class="wide" tabindex="0" role="group" aria-label="Table">'  # scrolls on a phone, by keys too
    return Markup(html.replace("<table>", f"{frame}<table>").replace("</table>", "</table></div>"))


@at("GET", "/games/{name}/picture.svg")
async def picture(request: Request, name: str) -> Response:
    """What a game looks like: a position from the middle of a match."""
    house = house_of(request)
    svg = await house.pictures.of(house.readiness.game(name).name)
    headers = {"cache-control": "max-age=3600", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped(svg), media_type="image/svg+xml", headers=headers | {"content-encoding": "gzip"})
    return Response(svg, media_type="image/svg+xml", headers=headers)


@functools.lru_cache(64)
def zipped(svg: str) -> bytes:
    return gzip.compress(svg.encode())


# Setting up


@at("POST", "/now/{name}")
async def play_now(request: Request, name: str) -> Response:
    """A table with bots at once: the first seat is yours."""
    fields = await form_of(request)
    house = house_of(request)
    game = house.readiness.game(name)
    players = min(max(3, game.players.start), game.players[-1])
    seating = ["", *[USUAL_BOT] * (players - 1)]
    live = await open_table(request, game.name, seating, {}, False, 0, called(request, fields), "")
    return see(request, f"/t/{live.table.id}")


async def open_table(
    request: Request,
    game: str,
    seating: list[str],
    options: Options,
    public: bool,
    seat: int,
    name: str,
    colour: str,
) -> Live:
    """A new table at which whoever asks for it is host and has a seat."""
    guest = guest_of(request)
    person = Person(seat, name, colour, guest.fingerprint, device_of(request))
    tables, owner = house_of(request).tables, client_of(request.scope)
    return await tables.create(game, seating, options, guest.fingerprint, public, owner, person)


@at("GET", "/new/{name}")
async def set_up(request: Request, name: str) -> Response:
    game = house_of(request).readiness.game(name)
    return page(request, "new.html", game=game, levels=levels(), usual=USUAL_BOT)


@at("POST", "/new/{name}")
async def create(request: Request, name: str) -> Response:
    """The table that the set-up page describes; the first seat is the host's."""
    fields = await form_of(request)
    house = house_of(request)
    game = house.readiness.game(name)
    wanted = [fields.get(f"seat-{number}", "") for number in range(1, game.players[-1])]
    seating = ["", *("" if seat == "person" else seat for seat in wanted if seat)]
    options = door.options(
        {option.name: fields[f"option-{option.name}"] for option in game.offered if f"option-{option.name}" in fields}
    )
    name, colour, public = called(request, fields), door.colour(fields.get("colour", "")), fields.get("public") == "yes"
    live = await open_table(request, game.name, seating, options, public, 0, name, colour)
    return see(request, f"/t/{live.table.id}", name=name)


@at("POST", "/t/{id_}/again")
async def again(request: Request, id_: str) -> Response:
    """The same table once more: bots where bots were, free seats for the others."""
    await form_of(request)
    house = house_of(request)
    old = (await house.tables.find(id_)).table
    guest = guest_of(request)
    mine_ = max(old.seat_of(guest.fingerprint), 0)
    options = {option.name: old.setting.options[option.name] for option in old.game.offered}  # by the present rules
    seating = [place.bot or "" for place in old.places]
    seating[mine_] = ""
    colour = old.places[mine_].colour
    live = await open_table(request, old.game.name, seating, options, old.public, mine_, guest.name, colour)
    return see(request, f"/t/{live.table.id}")


# The table


@at("GET", "/t/{id_}")
async def table(request: Request, id_: str) -> Response:
    house = house_of(request)
    live = await house.tables.find(id_)
    return table_page(request, live, frame(house, live, await eyes_of(request, live)))


async def eyes_of(request: Request, live: Live) -> Eyes:
    """Whose eyes a page without script is for; on a phone, as far as the browser says that it is one."""
    guest, seat = await who(request, live)
    return Eyes(seat, is_host(live, guest), "Mobi" in request.headers.get("user-agent", ""), guest.token)


def table_page(request: Request, live: Live, html: str, status: int = 200) -> Response:
    return page(request, "table.html", status, table=live.table, frame=Markup(html), game=live.table.game)


@at("GET", "/t/{id_}/stream")
async def stream(request: Request, id_: str) -> Response:
    house = house_of(request)
    live = await house.tables.find(id_)
    guest, seat = await who(request, live)
    last = request.headers.get("last-event-id") or request.query_params.get("last", "")
    narrow = request.query_params.get("narrow") == "1"
    events = frames(house, live, Eyes(seat, is_host(live, guest), narrow), guest.fingerprint, last)
    accepts = request.headers.get("accept-encoding", "")
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if "gzip" in accepts:
        headers["content-encoding"] = "gzip"
    return StreamingResponse(compressed(events, accepts), media_type="text/event-stream", headers=headers)


@at("GET", "/t/{id_}/ghost")
async def ghost(request: Request, id_: str) -> Response:
    """What an action of yours would put where, and what it would bring, before you do it."""
    live = await house_of(request).tables.find(id_)
    _, seat = await who(request, live)
    action = door.number(request.query_params.get("action", ""), "action")
    if action not in live.table.choices(seat):
        raise Mistake("That is nothing you can do now.")
    game, narrow = live.table.game, request.query_params.get("narrow") == "1"
    drawn = getattr(game.board, "ghost", lambda *_: None)(
        live.table.played.view(seat), seat, action, live.table.voice(seat), narrow
    )
    if drawn is None:
        return JSONResponse({"piece": "", "words": ""})
    piece, words = drawn
    svg = f'<g class="ghost" aria-hidden="true" transform="{placing(piece)}">{piece.body}</g>'
    return JSONResponse({"piece": svg, "words": words})


# what someone does at a table: their seat, and the fields of the form
AtTable = Callable[[House, Live, int, dict[str, str]], Awaitable[None]]


async def at_my_seat(request: Request, id_: str, do: AtTable) -> Response:
    """Do something that only someone at the table may do."""
    fields = await form_of(request)
    house = house_of(request)
    live = await house.tables.find(id_)
    _, seat = await who(request, live)
    if seat == SPECTATOR:
        raise NotYours("You watch this table; only those who sit at it may do that.")
    await do(house, live, seat, fields)
    return see(request, f"/t/{id_}")


@at("POST", "/t/{id_}/act")
async def act(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        action = fields.get("action", "")
        fields["action"] = fields.get(action, action)  # a stepper's button names the field that has its amount
        await house.playing.act(live, seat, whole(fields, "action"), whole(fields, "asked"), message_id(fields))

    return await at_my_seat(request, id_, do)


@at("POST", "/t/{id_}/undo")
async def undo(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        await house.playing.undo(live, seat, whole(fields, "number"), message_id(fields))

    return await at_my_seat(request, id_, do)


@at("POST", "/t/{id_}/say")
async def say(request: Request, id_: str) -> Response:
    """Free words, or a statement from its form. What is refused comes back as it was typed."""

    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        await house.playing.say(live, seat, readable(worded(live.table.played, seat, fields)), message_id(fields))

    try:
        return await at_my_seat(request, id_, do)
    except Mistake as mistake:
        if type(mistake) is not Mistake or request.headers.get("x-parlour"):
            raise
        house = house_of(request)
        live = await house.tables.find(id_)
        html = refused(house, live, await eyes_of(request, live), str(mistake), await form_of(request))
        return table_page(request, live, html, 400)


# Seats


@at("POST", "/t/{id_}/sit")
async def sit(request: Request, id_: str) -> Response:
    fields = await form_of(request)
    house = house_of(request)
    live = await house.tables.find(id_)
    guest = guest_of(request)
    name = called(request, fields)
    await house.seats.sit(
        live, whole(fields, "seat"), name, door.colour(fields.get("colour", "")), guest.fingerprint, device_of(request)
    )
    return see(request, f"/t/{id_}", name=name)


@at("POST", "/t/{id_}/leave")
async def leave(request: Request, id_: str) -> Response:
    """A bot plays for you until you come back; before the match your seat is free again."""

    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        if live.table.match is None:
            await house.seats.remove(live, seat)
        else:
            await house.seats.set_stand_in(live, seat, USUAL_BOT)

    return await at_my_seat(request, id_, do)


@at("POST", "/t/{id_}/return")
async def come_back(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        await house.seats.set_stand_in(live, seat, None)

    return await at_my_seat(request, id_, do)


@at("POST", "/t/{id_}/stand-in")
async def stand_in(request: Request, id_: str) -> Response:
    """A bot plays for someone who is away: anyone at the table may ask for it, the host always."""

    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        place = seat_named(live, fields)
        if live.table.places[place].player:
            raise Mistake("A bot plays there already.")
        if not live.table.places[place].away and not is_host(live, guest_of(request)):
            raise NotYours(f"{live.table.places[place].name} is here.")
        await house.seats.set_stand_in(live, place, USUAL_BOT)

    return await at_my_seat(request, id_, do)


def seat_named(live: Live, fields: dict[str, str]) -> int:
    seat = whole(fields, "seat")
    if seat not in range(len(live.table.places)):
        raise Mistake(f"There is no seat {seat} at this table.")
    return seat


async def as_host(request: Request, id_: str, do: AtTable) -> Response:
    """Do something that only the host may do."""
    fields = await form_of(request)
    house = house_of(request)
    live = await house.tables.find(id_)
    guest, seat = await who(request, live)
    if not is_host(live, guest):
        raise NotYours("Only the host of this table may do that.")
    await do(house, live, seat, fields)
    return see(request, f"/t/{id_}")


@at("POST", "/t/{id_}/fill")
async def fill(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        await house.seats.fill(live, fields.get("bot") or USUAL_BOT)

    return await as_host(request, id_, do)


@at("POST", "/t/{id_}/pause")
async def pause(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        await house.playing.pause(live, fields.get("paused") == "yes")

    return await as_host(request, id_, do)


@at("POST", "/t/{id_}/remove")
async def remove(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        wanted = seat_named(live, fields)
        if wanted == seat:
            raise Mistake("The host can't remove themselves; leave the table instead.")
        await house.seats.remove(live, wanted)

    return await as_host(request, id_, do)


@at("POST", "/t/{id_}/link")
async def link(request: Request, id_: str) -> Response:
    """A new link that gives one seat, shown this once: for a friend, or for your own other device."""
    fields = await form_of(request)
    house = house_of(request)
    live = await house.tables.find(id_)
    guest, seat = await who(request, live)
    wanted = seat_named(live, fields)
    place = live.table.places[wanted]
    if wanted != seat and not (is_host(live, guest) and place.free):
        raise NotYours("A link is for your own seat, or, if you are the host, for a free one.")
    secret = new_secret()
    await house.seats.set_link(live, wanted, fingerprint_of(secret))
    url = str(request.url_for("seat_by_link", secret=secret))
    return page(request, "link.html", table=live.table, url=url, place=place, own=wanted == seat)


@at("GET", "/t/{id_}/devices")
async def devices(request: Request, id_: str) -> Response:
    """The devices that hold your seat, each of which you can end."""
    house = house_of(request)
    live = await house.tables.find(id_)
    guest, seat = await who(request, live)
    if seat == SPECTATOR:
        raise NotYours("You watch this table; only those who sit at it have devices there.")
    held = [
        {"id": known_device(one.mark), "what": one.device or "A device", "this": one.mark == guest.fingerprint}
        for one in await house.store.devices(id_, seat)
    ]
    return page(request, "devices.html", table=live.table, seat=seat, held=held)


@at("POST", "/t/{id_}/end-device")
async def end_device(request: Request, id_: str) -> Response:
    async def do(house: House, live: Live, seat: int, fields: dict[str, str]) -> None:
        wanted = fields.get("device", "")
        fingerprint = next((one for one in live.table.places[seat].holders if known_device(one) == wanted), None)
        if fingerprint is None or fingerprint == guest_of(request).fingerprint:
            raise Mistake("That is no other device of yours at this table.")
        await house.seats.end_device(live, seat, fingerprint)

    await at_my_seat(request, id_, do)
    return see(request, f"/t/{id_}/devices")


@at("GET", "/seat/{secret}")
async def seat_by_link(request: Request, secret: str) -> Response:
    """Whoever has a seat's link is asked first: programs that only peek at links must not take seats."""
    live, number = await linked(request, secret)
    return page(request, "seat.html", table=live.table, place=live.table.places[number], number=number, secret=secret)


@at("POST", "/seat/{secret}")
async def take_seat_by_link(request: Request, secret: str) -> Response:
    fields = await form_of(request)
    live, number = await linked(request, secret)
    name = called(request, fields)
    await house_of(request).seats.claim(
        live, number, fingerprint_of(secret), guest_of(request).fingerprint, name, device_of(request)
    )
    return see(request, f"/t/{live.table.id}", name=name)


async def linked(request: Request, secret: str) -> tuple[Live, int]:
    house = house_of(request)
    row = await house.store.seat_of_link(fingerprint_of(secret))
    if row is None:
        raise Missing("This link gives no seat, or no longer: ask for a new one.")
    return await house.tables.find(row.match), row.number


# Afterwards


@at("GET", "/t/{id_}/replay")
async def show_replay(request: Request, id_: str) -> Response:
    """A match step by step, as one seat knows it; a running one only as far as the guest may know it."""
    house = house_of(request)
    live = await house.tables.find(id_)
    _, seat = await who(request, live)
    shown = replay.step(live.table, request.query_params, seat, "Mobi" in request.headers.get("user-agent", ""))
    return page(request, "replay.html", table=live.table, game=live.table.game, **shown)


@at("GET", "/t/{id_}/match.parlour")
async def as_text(request: Request, id_: str) -> Response:
    """A finished match as a file: it holds everything, so not before the end."""
    from parlour.kit.notation import write

    table = (await house_of(request).tables.find(id_)).table
    if not table.over:
        raise NotYours("The file of a match holds everyone's secrets, so it is given out after the end.")
    name = f"{table.game.name}-{id_}.parlour"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(write(table.played), media_type="text/plain; charset=utf-8", headers=headers)
