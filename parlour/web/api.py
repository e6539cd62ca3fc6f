"""The same house for programs: create a table, sit, stream, act, resign. Described at /docs and in docs/api.md.

Whoever sits gets a token for that seat; it goes into the header `Authorization: Bearer …`. Without one you watch. Every
view is the hidden record of the seat in words and numbers, never more.
"""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import AfterValidator, BaseModel, Field

from parlour import games
from parlour.kit.actions import Actions
from parlour.kit.game import SPECTATOR, Game
from parlour.kit.match import LONGEST_NAME, LONGEST_TALK, Match
from parlour.kit.mistake import Mistake
from parlour.kit.notation import write
from parlour.kit.sentences import unmarked
from parlour.kit.voice import readable
from parlour.web import door
from parlour.web.door import USUAL_BOT, NotYours, levels
from parlour.web.guard import client_of
from parlour.web.guests import device_of, fingerprint_of, new_secret
from parlour.web.house import House, house_of
from parlour.web.live import Live
from parlour.web.table import Table
from parlour.web.tables import Person


def check_address(request: Request) -> None:
    """A table that can't be there isn't looked for."""
    if "table" in request.path_params:
        door.table(request.path_params["table"])


router = APIRouter(prefix="/api/v1", tags=["The house for programs"], dependencies=[Depends(check_address)])
Bearer = Annotated[
    str, Header(alias="Authorization", description="`Bearer` and the token of your seat; without it you watch")
]
Text = Annotated[str, AfterValidator(readable)]
Name = Annotated[str, AfterValidator(door.name)]
Whole = Annotated[int, Field(ge=-door.LARGEST, le=door.LARGEST)]
Since = Annotated[int, Field(ge=0, le=door.LARGEST)]


class Problem(BaseModel):
    """Why something was not done."""

    error: str = Field(description="a sentence that says what was wrong and what would be right")


class OptionCard(BaseModel):
    """An option of a game."""

    name: str
    help: str
    default: str | int
    values: list[str] | None = Field(
        description="the words to choose from, or nothing for a number; for `no` and `yes`, false and true will do"
    )
    lowest: int | None = None
    highest: int | None = None


class GameCard(BaseModel):
    """A game of the house."""

    name: str
    title: str
    summary: str
    fewest: int = Field(description="players")
    most: int = Field(description="players")
    minutes: int
    rules_version: int
    options: list[OptionCard]


class Shelf(BaseModel):
    """What there is to play, and against whom."""

    games: list[GameCard]
    bots: dict[str, str]


class NewTable(BaseModel):
    """A table to be opened. The first seat is yours."""

    game: Annotated[str, AfterValidator(door.game)] = Field(examples=["rush"])
    seats: list[str] = Field(
        description="the other seats in order: a bot's level, or an empty string for someone who will sit there",
        examples=[["medium", ""]],
        max_length=16,
    )
    options: dict[str, bool | str | int] = {}
    name: Name = Field("Program", description="your name at the table", max_length=LONGEST_NAME)
    public: bool = Field(False, description="show the table on the first page")


class SeatWanted(BaseModel):
    """A wish to sit."""

    name: Name = Field("Program", max_length=LONGEST_NAME)
    seat: Whole = Field(-1, description="which seat; -1 takes any that is free")


class Token(BaseModel):
    """A seat that is yours: keep the token, it is told only here."""

    table: str
    seat: int
    token: str


class OpenTable(BaseModel):
    """An open table with a free seat."""

    table: str
    game: str
    names: list[str]


class LegalAction(BaseModel):
    """A legal action."""

    action: int
    name: str = Field(description="its block and choices, the same in every position", examples=["play[12]"])
    words: str


class View(BaseModel):
    """A table as one seat knows it."""

    table: str
    game: str
    seat: int = Field(description="yours; -1 for a spectator")
    number: int = Field(description="of entries so far")
    asked: int = Field(description="the entry since which you are asked this; an action carries it")
    begun: bool
    over: bool
    paused: bool
    closed: bool = Field(description="by the house: nobody can act here any more")
    lost: bool = Field(description="whether the end of its log was lost at some time, and it went on from before")
    stand_in: bool = Field(description="whether a bot plays for you, because you were away: `return` ends it")
    names: list[str]
    to_act: list[int]
    ask: str = Field(description="whose turn it is and what they must do")
    choices: list[LegalAction]
    look: list[tuple[str, str]] = Field(description="the position as rows of a label and a text")
    record: dict[str, Any] = Field(description="the position in numbers; what you can't know is blank")
    points: list[int] | None = Field(description="of each seat, when it is over")
    winners: list[int] | None = Field(description="the seats that stand first, when it is over")
    result: list[tuple[str, str]] | None = Field(description="the final scores explained")
    story: list[str] = Field(description="what happened since the entry that you named with `since`")


class ActionSent(BaseModel):
    """An action. It answers the question of a view; a second one with the same id is not done again."""

    action: int | str = Field(description="its number, its name like `play[12]`, or its words")
    asked: Whole | None = Field(None, description="`asked` of the view that it answers; refused if that has passed")
    id: Text = Field("", description="any word of yours for this very request", max_length=door.LONGEST_ID)


class UndoSent(BaseModel):
    """Taking your last action back."""

    number: Whole | None = Field(None, description="`number` of the view that you saw; refused if more has happened")
    id: Text = Field("", max_length=door.LONGEST_ID)


class TalkSent(BaseModel):
    """Something to say to all."""

    text: Text = Field(min_length=1, max_length=LONGEST_TALK)
    id: Text = Field("", max_length=door.LONGEST_ID)


REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "what was asked can't be done"},
    403: {"model": Problem, "description": "someone else may do that, but not you"},
    404: {"model": Problem, "description": "there is no such table"},
    409: {"model": Problem, "description": "the table has moved on"},
    429: {"model": Problem, "description": "too fast, or too many streams; `Retry-After` says for how long"},
    503: {"model": Problem, "description": "the house is full"},
}


def fingerprint_in(authorization: str) -> str:
    """The fingerprint of the token in a header; none if it can't be one."""
    token = door.bearer(authorization)
    return fingerprint_of(token) if token else ""


async def find(request: Request, id_: str, authorization: str) -> tuple[House, Live, int]:
    """The table and the seat that a token gives there."""
    house = house_of(request)
    live = await house.tables.find(id_)
    if not authorization:
        return house, live, SPECTATOR
    seat = await house.seats.seat_of(live, fingerprint_in(authorization))
    if seat == SPECTATOR:
        raise NotYours("This token gives no seat at this table.")
    live.table.places[seat].presence.look()  # a program that asks now and then is there, also without a stream
    return house, live, seat


async def my_seat(request: Request, id_: str, authorization: str) -> tuple[House, Live, int]:
    house, live, seat = await find(request, id_, authorization)
    if seat == SPECTATOR:
        raise NotYours("This needs the token of a seat, in the header: Authorization: Bearer …")
    return house, live, seat


# Tables


@router.get("/games")
async def list_games() -> Shelf:
    """What there is to play."""
    return Shelf(games=[card(game) for game in games().values()], bots=levels())


def card(game: Game) -> GameCard:
    options = []
    for option in game.offered:
        numbers = option.numbers
        options.append(
            OptionCard(
                name=option.name,
                help=option.help,
                default=option.written(option.default),
                values=None if numbers else list(option.words),
                lowest=numbers[0] if numbers else None,
                highest=numbers[-1] if numbers else None,
            )
        )
    return GameCard(
        name=game.name,
        title=game.title,
        summary=game.summary,
        fewest=game.players[0],
        most=game.players[-1],
        minutes=game.minutes,
        rules_version=game.version,
        options=options,
    )


@router.get("/tables")
async def list_tables(request: Request) -> list[OpenTable]:
    """Open tables with a free seat."""
    store = house_of(request).store
    rows = await store.waiting()
    names = await store.names([row.id for row in rows])
    return [OpenTable(table=row.id, game=row.game, names=names[row.id]) for row in rows]


@router.post("/tables", status_code=201, responses={400: REFUSED[400], 404: REFUSED[404]})
async def create_table(request: Request, wanted: NewTable) -> Token:
    """Open a table and take its first seat. With bots at all others the match begins at once."""
    house, secret = house_of(request), new_secret()
    fingerprint, owner = fingerprint_of(secret), client_of(request.scope)
    person = Person(0, wanted.name, "", fingerprint, device_of(request))
    live = await house.tables.create(
        wanted.game, ["", *wanted.seats], door.options(wanted.options), fingerprint, wanted.public, owner, person
    )
    return Token(table=live.table.id, seat=0, token=secret)


@router.post("/tables/{table}/seats", status_code=201, responses=REFUSED)
async def sit(request: Request, table: str, wanted: SeatWanted) -> Token:
    """Take a free seat. When the last one is taken, the match begins."""
    house, secret = house_of(request), new_secret()
    live = await house.tables.find(table)
    seat = await house.seats.sit(live, wanted.seat, wanted.name, "", fingerprint_of(secret), device_of(request))
    return Token(table=table, seat=seat, token=secret)


@router.post("/tables/{table}/fill", responses=REFUSED)
async def fill(request: Request, table: str, authorization: Bearer = "", bot: str = USUAL_BOT) -> View:
    """Let bots take all free seats; for the host, who opened the table."""
    house, live, seat = await my_seat(request, table, authorization)
    if live.table.host != fingerprint_in(authorization):
        raise NotYours("Only the host of this table may do that.")
    await house.seats.fill(live, bot)
    return view_of(live, seat)


# Looking


@router.get("/tables/{table}", responses=REFUSED)
async def look(request: Request, table: str, authorization: Bearer = "", since: Since | None = None) -> View:
    """The table as you know it."""
    _, live, seat = await find(request, table, authorization)
    return view_of(live, seat, since)


@router.get("/tables/{table}/stream", responses=REFUSED, response_class=StreamingResponse)
async def stream(
    request: Request, table: str, authorization: Bearer = "", since: Since | None = None
) -> StreamingResponse:
    """Views as they come, one JSON object a line (NDJSON); an empty line now and then says that the line is up.

    Each is the whole view. Its `story` holds what happened since the one before. It ends with the match, and when the
    seat is no longer yours.
    """
    house, live, seat = await find(request, table, authorization)
    shown = views(house, live, seat, fingerprint_in(authorization), since)
    return StreamingResponse(shown, media_type="application/x-ndjson")


async def views(house: House, live: Live, seat: int, fingerprint: str, since: int | None) -> AsyncIterator[str]:
    """They end with the match, and as soon as the token doesn't give that seat any more."""
    async with house.attendance.watching(live, seat) as watcher:
        shown = None
        while not house.closing.is_set() and live.table.seat_of(fingerprint) == seat:
            watcher.clear()
            if live.table.version != shown:
                shown = live.table.version
                view = view_of(live, seat, since)
                since = view.number
                yield view.model_dump_json() + "\n"
                if view.over or view.closed:
                    return
            else:
                yield "\n"
            await watcher.wait()


def view_of(live: Live, seat: int, since: int | None = None) -> View:
    """All that a seat knows of its table."""
    table = live.table
    match = table.match
    told = table.lines(seat)[since if since is not None else table.number :]
    shown = View(
        table=table.id,
        game=table.game.name,
        seat=seat,
        number=table.number,
        asked=table.asked[seat] if seat != SPECTATOR else 0,
        begun=match is not None,
        over=table.over,
        paused=table.paused,
        closed=table.closed,
        lost=table.lost,
        stand_in=seat != SPECTATOR and bool(table.places[seat].stand_in),
        names=[place.name for place in table.places],
        to_act=[],
        ask="The match has not begun: seats are free.",
        choices=[],
        look=[],
        record={},
        points=None,
        winners=None,
        result=None,
        story=[unmarked(" ".join(line.sentences)) for line in told],
    )
    return shown.model_copy(update=position(table, match, seat)) if match else shown


def position(table: Table, match: Match, seat: int) -> dict[str, Any]:
    view, voice, game = match.view(seat), table.voice(seat), table.game
    name, words = game.rules.ACTIONS.name, game.words
    record = {field: view[field].tolist() for field in view.fields_in_order if field != "luck"}
    shown: dict[str, Any] = {"to_act": match.to_act, "ask": words.ask(view, voice), "look": words.look(view, voice)}
    shown["record"] = record
    shown["choices"] = [
        LegalAction(action=action, name=name(action), words=words.action(view, seat, action, voice))
        for action in (table.choices(seat) if not table.halted else [])
    ]
    if match.over:
        points, leaders = game.verbs.standing(view)
        shown |= {"points": points, "winners": leaders, "result": words.result(view, voice)}
    return shown


# Playing


@router.post("/tables/{table}/actions", responses=REFUSED)
async def act(request: Request, table: str, sent: ActionSent, authorization: Bearer = "") -> View:
    """Play an action."""
    house, live, seat = await my_seat(request, table, authorization)
    action = meant(live.table, seat, door.action(sent.action))
    await house.playing.act(live, seat, action, sent.asked, sent.id)
    return view_of(live, seat, live.table.number - 1)


def meant(table: Table, seat: int, action: int | str) -> int:
    """The action by its number, name or words."""
    if isinstance(action, int):
        return action
    view, voice = table.played.view(seat), table.voice(seat)
    for choice in table.choices(seat):
        if table.game.words.action(view, seat, choice, voice).lower() == " ".join(action.lower().split()):
            return choice
    try:
        actions: Actions = table.game.rules.ACTIONS
        return actions.number(door.short(action))
    except Mistake as mistake:
        raise Mistake(f"No legal action has these words, and {mistake}") from None


@router.post("/tables/{table}/undo", responses=REFUSED)
async def undo(request: Request, table: str, sent: UndoSent, authorization: Bearer = "") -> View:
    """Take your last action back, if it showed you nothing new."""
    house, live, seat = await my_seat(request, table, authorization)
    await house.playing.undo(live, seat, sent.number, sent.id)
    return view_of(live, seat, live.table.number - 1)


@router.post("/tables/{table}/talk", responses=REFUSED)
async def talk(request: Request, table: str, sent: TalkSent, authorization: Bearer = "") -> View:
    """Say something to all."""
    house, live, seat = await my_seat(request, table, authorization)
    await house.playing.say(live, seat, sent.text, sent.id)
    return view_of(live, seat, live.table.number - 1)


@router.post("/tables/{table}/return", responses=REFUSED)
async def come_back(request: Request, table: str, authorization: Bearer = "") -> View:
    """Take your seat back from a bot that played for you while you were away."""
    house, live, seat = await my_seat(request, table, authorization)
    await house.seats.set_stand_in(live, seat, None)
    return view_of(live, seat)


@router.post("/tables/{table}/resign", status_code=204, responses=REFUSED)
async def resign(request: Request, table: str, authorization: Bearer = "") -> None:
    """Give your seat up for good: a bot plays on. The token is worthless afterwards."""
    house, live, seat = await my_seat(request, table, authorization)
    await house.seats.remove(live, seat)


@router.get("/tables/{table}/match", responses=REFUSED, response_class=PlainTextResponse)
async def as_text(request: Request, table: str) -> PlainTextResponse:
    """A finished match as a `.parlour` file."""
    found = (await house_of(request).tables.find(table)).table
    if not found.over:
        raise NotYours("The file of a match holds everyone's secrets, so it is given out after the end.")
    return PlainTextResponse(write(found.played))


def described(openapi: dict[str, Any]) -> list[dict[str, Any]]:
    """The calls for the page at /docs, which needs nothing but HTML."""
    calls = []
    for path, methods in openapi["paths"].items():
        for method, call in methods.items():
            body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            answers = [
                {"status": status, "what": answer["description"], "schema": schema_name(answer)}
                for status, answer in call["responses"].items()
                if status != "422"
            ]
            calls.append({"path": path, "method": method.upper(), "what": call["description"], "answers": answers})
            calls[-1] |= {"parameters": call.get("parameters", []), "body": name_in(body.get("$ref", ""))}
    return calls


def schema_name(answer: dict[str, Any]) -> str:
    schema = answer.get("content", {}).get("application/json", {}).get("schema", {})
    return name_in(schema.get("$ref") or schema.get("items", {}).get("$ref", ""))


def name_in(reference: str) -> str:
    """The name of the schema that is referred to."""
    return reference.rpartition("/")[2]


def kind_of(schema: dict[str, Any]) -> str:
    """A field's kind in a word or two."""
    if "$ref" in schema:
        return name_in(schema["$ref"])
    if "anyOf" in schema:
        return " or ".join(kind_of(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {kind_of(schema['items'])}" if schema.get("items") else "list"
    return str(schema.get("type", "anything"))
