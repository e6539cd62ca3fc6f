"""The front door: `parlour …`. Wrong input gets one sentence and exit status 2."""

import contextlib
import json
import logging
import shlex
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer.exceptions import TyperException

from parlour import __version__, game, games
from parlour.kit.game import Game
from parlour.kit.mistake import Mistake
from parlour.kit.options import Options as Wishes
from parlour.kit.voice import SEAT_NAMES, readable

if TYPE_CHECKING:
    from parlour.kit.match import Match
    from parlour.lab.journal import Journal
    from parlour.lab.ranking import Ranking
    from parlour.lab.simulate import Results
    from parlour.web.store import Store

app = typer.Typer(
    help="A house for tabletop games: play in the browser or terminal, simulate, replay.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name; `parlour games` lists them.")]
Players = Annotated[int | None, typer.Option(help="How many play, bots included; the fewest if left open.")]
Options = Annotated[list[str], typer.Option("--option", "-o", metavar="KEY=VALUE", help="A rule option; repeatable.")]
Jobs = Annotated[int, typer.Option(help="How many games are played at the same time.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on the machines of a Ray cluster; `local` starts one here.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file that has, or gets, the whole house.")]
Database = Annotated[
    str | None,
    typer.Option(
        envvar="PARLOUR_DATABASE",
        metavar="ADDRESS",
        help="sqlite:///FILE or postgresql://…; else a file in your data folder.",
    ),
]
PasswordFile = Annotated[
    Path | None,
    typer.Option(
        envvar="PARLOUR_PASSWORD_FILE",
        metavar="FILE",
        help="A file with the database's password, so that it needn't be in the address.",
    ),
]


def main() -> None:
    """Run the command line; people's mistakes become one sentence on standard error."""
    try:
        sys.exit(app(standalone_mode=False))
    except (Mistake, TyperException) as mistake:
        said = mistake.format_message() if isinstance(mistake, TyperException) else str(mistake)
        if said:
            print(f"parlour: {readable(said)}", file=sys.stderr)
        sys.exit(2)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        sys.stderr.close()
        sys.exit(0)


@app.callback(invoke_without_command=True)
def house(version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False) -> None:
    if version:
        print(f"parlour {__version__}")
        raise typer.Exit


@app.command("games")
def list_games() -> None:
    """List the games of the house with their options."""
    from rich.table import Table

    table = Table("name", "game", "players", "minutes", "what it is", "options", show_lines=True)
    for one in games().values():
        options = "\n".join(f"{option.name} = {option.written(option.default)}" for option in one.offered)
        players = f"{one.players.start}-{one.players[-1]}"
        table.add_row(one.name, one.title, players, str(one.minutes), one.summary, options)
    console().print(table)


@app.command(epilog="Example: parlour rules rush")
def rules(name: GameName) -> None:
    """Show a game's rulebook."""
    from rich.markdown import Markdown

    console().print(Markdown(game(name).rulebook))


@app.command(epilog="Examples: parlour play rush --players 3   ·   parlour play --resume rush.parlour")
def play(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")] = "",
    players: Players = None,
    bots: Annotated[str, typer.Option(help="The bot of the others: one name for all, or one each.")] = "heuristic",
    seed: Annotated[int | None, typer.Option(help="Play the same cards again; without it luck is fresh.")] = None,
    option: Options = [],  # noqa: B006
    called: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "Guest",
    save: Annotated[Path | None, typer.Option(help="The file for the match; q and the end write it.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a match that was saved.")] = None,
) -> None:
    """Play against bots in the terminal."""
    from parlour.terminal.table import Terminal

    if resume:
        match, save = load_match(resume), save or resume
        people = [number for number, seat in enumerate(match.seats) if not seat.bot]
        if len(people) != 1:
            raise Mistake(f"{resume} can't go on in one terminal: {len(people)} of its seats are people.")
        seat = people[0]
    else:
        if not name:
            raise Mistake(f"Name a game to play: {', '.join(games())}.")
        match, seat = new_match(game(name), players, bots, seed, option, called), 0
    get_ready(match.game)
    Terminal(match, seat, save).run()


@app.command(epilog="Example: parlour serve --port 8080 --no-open")
def serve(
    host: Annotated[
        str, typer.Option(envvar="PARLOUR_HOST", help="The address to listen at; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="PARLOUR_PORT", help="The port to listen at; 0 takes a free one.", min=0, max=65535)
    ] = 7600,
    database: Database = None,
    password_file: PasswordFile = None,
    open_: Annotated[bool, typer.Option("--open/--no-open", envvar="PARLOUR_OPEN", help="Open the browser.")] = True,
    keep_finished: Annotated[
        int | None,
        typer.Option(
            envvar="PARLOUR_KEEP_FINISHED", metavar="DAYS", help="Keep finished matches so long; for ever.", min=1
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(metavar="ADDRESS[,NETWORK…]", help="Proxies whose word is taken.", envvar="PARLOUR_PROXY"),
    ] = "",
    path: Annotated[
        str, typer.Option(metavar="/PATH", help="Where the house stands at its host.", envvar="PARLOUR_PATH")
    ] = "",
    keep_abandoned: Annotated[
        int | None,
        typer.Option(
            envvar="PARLOUR_KEEP_ABANDONED",
            metavar="DAYS",
            help="Keep matches so long in which nothing happens any more; for ever.",
            min=1,
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            envvar="PARLOUR_METRICS", metavar="HOST:PORT", help="Where to show figures for Prometheus; nowhere."
        ),
    ] = None,
    log: Annotated[
        Literal["text", "json"],
        typer.Option(envvar="PARLOUR_LOG", help="Write down what goes wrong as text, or every request as a JSON line."),
    ] = "text",
) -> None:
    """Open the house: play in the browser, with friends and bots."""
    from parlour.web import serve as web
    from parlour.web.hosting import database_at
    from parlour.web.house import Settings

    say = logging.getLogger("parlour").info if log == "json" else say_plainly(console())
    settings = Settings(
        database_at(database, password_file),
        keep_finished=keep_finished,
        keep_abandoned=keep_abandoned,
        tell=say,
        proxies=tuple(proxy.split(",")),
        path=web.below(path),
    )
    web.serve(settings, host, port, open_, say, metrics, log)


@app.command(epilog="Example: parlour backup house.backup --database postgresql://parlour@localhost/parlour")
def backup(file: BackupFile, database: Database = None, password_file: PasswordFile = None) -> None:
    """Write a whole house into one file, also while it is open."""
    import asyncio

    from parlour.web.backup import back_up
    from parlour.web.hosting import database_at

    counts = asyncio.run(back_up(database_at(database, password_file), file))
    say_plainly(console())(f"{file} has {counts['matches']} matches with {counts['entries']} entries.")


@app.command(epilog="Example: parlour restore house.backup --database sqlite:///new.sqlite")
def restore(
    file: BackupFile,
    database: Database = None,
    password_file: PasswordFile = None,
    replace: Annotated[bool, typer.Option("--replace", help="Lose the matches that the database has.")] = False,
) -> None:
    """Make a closed house what a file of `parlour backup` says."""
    import asyncio

    from parlour.web import backup
    from parlour.web.hosting import database_at

    counts = asyncio.run(backup.restore(database_at(database, password_file), file, replace))
    say_plainly(console())(f"The house has {counts['matches']} matches with {counts['entries']} entries.")


@app.command(epilog="Example: parlour tables --json")
def tables(database: Database = None, password_file: PasswordFile = None, as_json: AsJson = False) -> None:
    """List the tables of a house where people are awaited or play."""
    from parlour.web import hosting

    found = in_house(database, password_file, hosting.tables)
    if as_json:
        print(json.dumps({"tables": found}))
    else:
        show_tables(found)


@app.command(
    epilog="Example: parlour close nKzMXKhI9cN2sFQG",
    context_settings={"ignore_unknown_options": True},  # ids of earlier houses may begin with a hyphen
)
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's id; `parlour tables` lists them.")],
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """End a table for good: nobody can act there any more."""
    from parlour.web.hosting import close_table

    in_house(database, password_file, lambda store: close_table(store, table))
    say_plainly(console())(f"Table {table} is closed.")


@app.command(epilog="Example: parlour forget 3f9c02b71d5e")
def forget(
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="As their page /mine and `parlour tables` show them.")],
    database: Database = None,
    password_file: PasswordFile = None,
) -> None:
    """Remove what a house holds of a guest: name, seats and talk."""
    from parlour.web import hosting

    count = in_house(database, password_file, lambda store: hosting.forget(store, guest.strip().lower()))
    say_plainly(console())(f"Guest {guest} is forgotten at {count} {'seat' if count == 1 else 'seats'}.")


@app.command("compile", epilog="Example: PARLOUR_CACHE=/var/cache/parlour parlour compile")
def compile_games() -> None:
    """Compile all games now, so that the house's first start is quick."""
    from parlour.web.hosting import compile_all

    compile_all(say_plainly(console()))


@app.command(epilog="Example: parlour simulate rush --players 4 --games 10000 --bots heuristic,random,random,random")
def simulate(
    name: GameName,
    count: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    players: Players = None,
    bots: Annotated[
        str, typer.Option(help="One bot a seat, the first for seat 0; one name stands for all.")
    ] = "random",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Jobs = 1,
    option: Options = [],  # noqa: B006
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="Write one row a game to this .parquet or .csv file.")] = None,
) -> None:
    """Play many games of bots and show who wins."""
    from parlour.bots.roster import one_a_seat
    from parlour.lab import simulate as lab

    setting = game(name).setting(players, read_options(option))
    chosen = [bot.name for bot in one_a_seat(bots, setting.players)]
    if out:
        lab.check_writable(out)
    get_ready(game(name))
    with progress_bar(count) as told:
        results = lab.simulate(game(name), setting, chosen, count, seed, jobs, told)
    if out:
        lab.write(results, out)
    if as_json:
        print(json.dumps(results.summary()))
    else:
        show_results(results)


@app.command(epilog="Example: parlour tournament rush --bots easy,medium,hard --games 300 --jobs 2")
def tournament(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")] = "",
    bots: Annotated[
        str, typer.Option(help="Who plays; more than a table has seats means all groups of them, repeats fill a table.")
    ] = "",
    count: Annotated[
        int | None, typer.Option("--games", "-n", help="At least so many games, rounded up to fair rounds; 200.")
    ] = None,
    players: Players = None,
    option: Options = [],  # noqa: B006
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same games.")] = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
    out: Annotated[Path | None, typer.Option(help="The file that keeps the games, one JSON line each.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the tournament in this file.")] = None,
    cluster: Cluster = None,
) -> None:
    """Let bots play each other from every seat, and rank them."""
    from parlour.lab import journal as journals
    from parlour.lab.crew import need_ray
    from parlour.lab.ranking import need_scipy, ranking
    from parlour.lab.tournament import planned

    need_scipy()
    if cluster:
        need_ray()
    if resume:
        if bots or count or players or option or seed is not None or out:
            raise Mistake(f"--resume takes all that decides the games from {resume}; leave the rest away.")
        journal = journals.resume(resume)
        if name not in ("", journal.plan.game.name):
            raise Mistake(f"{resume} is a tournament of {journal.plan.game.name}, not of {name}.")
    else:
        if not name or not bots:
            raise Mistake("A tournament needs a game and bots: parlour tournament GAME --bots easy,medium,hard.")
        chosen = game(name)
        setting = chosen.setting(players, read_options(option))
        plan = planned(chosen, setting, bots.split(","), 200 if count is None else count, seed or 0)
        journal = journals.begin(out or journals.free_name(name), plan)
    play_tournament(journal, jobs, cluster)
    result = ranking(journal.plan, list(journal.outcomes.values()))
    if as_json:
        print(json.dumps(result.summary()))
    else:
        show_ranking(result, journal)


@app.command(epilog="Example: parlour report rush --players 4 --games 2000 --out rush-report")
def report(
    name: GameName,
    out: Annotated[Path, typer.Option(help="The folder for the page and the Parquet files.")],
    count: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option(help="One bot for all, or one a seat; they change seats from game to game.")
    ] = "heuristic",
    players: Players = None,
    option: Options = [],  # noqa: B006
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
) -> None:
    """Play many games and write a page about the game for its designer."""
    from parlour.bots.roster import one_a_seat
    from parlour.lab import report as lab
    from parlour.lab.crew import need_ray

    if cluster:
        need_ray()
    setting = game(name).setting(players, read_options(option))
    chosen = [bot.name for bot in one_a_seat(bots, setting.players)]
    lab.check_folder(out)
    get_ready(game(name))
    with progress_bar(count) as told:
        study = lab.watch(game(name), setting, chosen, count, seed, jobs, cluster, told)
    console().print(f"The page is {lab.write(study, out)}.", markup=False, highlight=False, soft_wrap=True)


@app.command(epilog="Example: parlour replay rush.parlour --to 40 --seat 0")
def replay(
    file: Annotated[Path, typer.Argument(help="A .parlour file.")],
    to: Annotated[int | None, typer.Option(help="Stop after this entry.")] = None,
    seat: Annotated[int | None, typer.Option(help="Tell it as this seat knows it; without it, as a spectator.")] = None,
) -> None:
    """Check a match move by move against the rules and tell it."""
    from parlour.kit.game import SPECTATOR
    from parlour.kit.voice import Voice
    from parlour.terminal.screen import painted, rows

    match = load_match(file, to)
    listener = SPECTATOR if seat is None else seat
    if listener not in range(SPECTATOR, match.setting.players):
        raise Mistake(f"Seats go from 0 to {match.setting.players - 1}, not {seat}.")
    words, screen, voice = match.game.words, console(), Voice(match.names, listener, marks=True)
    for number, sentences in match.story(voice):
        screen.print(painted(f"{number:4}  {' '.join(sentences)}"))
    view = match.view(listener)
    screen.print(rows(words.look(view, voice), match.game.title))
    if match.over:
        screen.print(rows(words.result(view, voice), "The result"))
        screen.print(painted(voice.winners(match.game.verbs.standing(match.position)[1])), style="bold")
    else:
        screen.print(painted(words.ask(view, voice)), style="bold")


@app.command(epilog="Example: parlour hint rush.parlour --seconds 2")
def hint(
    file: Annotated[Path, typer.Argument(help="A .parlour file of a match that isn't over.")],
    seconds: Annotated[float, typer.Option(help="How long to think.", min=0.01, max=3600)] = 1.0,
    to: Annotated[int | None, typer.Option(help="Look at the position after this entry.")] = None,
) -> None:
    """Search for the best move of whoever is to act, and explain it."""
    from parlour.bots.roster import warm_up
    from parlour.terminal.table import advice

    match = load_match(file, to)
    if match.over:
        raise Mistake(f"The match in {file} is over.")
    with console(stderr=True).status("Thinking …"):
        warm_up(match.game, "expert")
        screen, seat = console(), match.to_act[0]
        screen.print(f"For {match.seats[seat].name}, from what that seat knows:", markup=False)
        screen.print(advice(match, seat, seconds))


# Help for the commands


def console(**settings: bool) -> Any:
    from parlour.terminal.screen import make_console

    return make_console(**settings)


def in_house(database: str | None, password_file: Path | None, work: "Callable[[Store], Awaitable[Any]]") -> Any:
    """Do something with the store of a house that is there."""
    import asyncio

    from parlour.web.hosting import database_at, opened

    async def run() -> Any:
        async with opened(database_at(database, password_file)) as store:
            return await work(store)

    return asyncio.run(run())


def show_tables(found: list[dict[str, Any]]) -> None:
    from datetime import datetime

    from rich.table import Table

    shown = Table("table", "game", "state", "last", "people")
    for one in found:
        people = [who_sits(seat) for seat in one["seats"]]
        last = datetime.fromtimestamp(one["last"]).strftime("%m-%d %H:%M")
        shown.add_row(one["table"], one["game"], one["state"], last, "\n".join(people))
    console().print(shown)


def who_sits(seat: dict[str, Any]) -> str:
    """Who has a seat, in a few words.

    >>> who_sits({"name": "Rosa", "bot": None, "guests": ["3f9c02b71d5e"]})
    'Rosa (3f9c02b71d5e)'
    """
    if seat["name"] is None:
        return "free"
    known_as = [*seat["guests"], *([seat["bot"]] if seat["bot"] else [])]
    return f"{seat['name']} ({', '.join(known_as)})"


def say_plainly(screen: Any) -> Callable[[str], None]:
    """Lines for whoever looks at the terminal."""
    return lambda line: screen.print(line, markup=False, highlight=False, soft_wrap=True)


def get_ready(chosen: Game) -> None:
    """Compile a game's rules, or load them; the first time takes seconds, so say what is going on."""
    from parlour.bots.roster import warm_up

    with console(stderr=True).status(f"Getting {chosen.title} ready; the first time this takes a few seconds …"):
        warm_up(chosen)


def read_options(pairs: list[str]) -> Wishes:
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Mistake(f"An option is KEY=VALUE, not {pair!r}.")
        options[name.strip()] = value.strip()
    return options


def new_match(
    chosen: Game, players: int | None, bots: str, seed: int | None, option: list[str], called: str
) -> "Match":
    """A match of one person, at seat 0, and bots."""
    from parlour.bots.roster import one_a_seat
    from parlour.kit.luck import fresh, seeded
    from parlour.kit.match import Match, Seat

    setting = chosen.setting(players, read_options(option))
    others = [name for name in SEAT_NAMES if name.lower() != called.lower()]
    chosen_bots = one_a_seat(bots, setting.players - 1)
    seats = [Seat(called), *(Seat(name, bot.name) for name, bot in zip(others, chosen_bots, strict=False))]
    dice = fresh if seed is None else seeded(seed)
    return Match(chosen, setting, seats, dice(), dice)


def load_match(file: Path, to: int | None = None) -> "Match":
    """The match in a file, up to some entry."""
    from parlour.kit.notation import load

    whole = load(file, games())
    if to is None:
        return whole
    if not 0 <= to <= len(whole.entries):
        raise Mistake(f"{file} has entries 1 to {len(whole.entries)}; there is no {to}.")
    return whole.until(to)


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error if someone looks there; gives a function that is told how many more are done."""
    from rich.progress import Progress

    screen = console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("games", total=total)
        yield lambda more: bar.advance(task, more)


def show_results(results: "Results") -> None:
    from rich.table import Table

    from parlour.lab.intervals import half_width

    table = Table("seat", "bot", "wins", "95% interval", "mean score", title=results.game.title)
    for seat, bot in enumerate(results.bots):
        low, high = results.win_interval(seat)
        points = results.points[:, seat]
        score = f"{points.mean():.2f} ± {half_width(points):.2f}"
        table.add_row(str(seat), bot, f"{results.wins[:, seat].mean():.1%}", from_to(low, high), score)
    screen = console()
    screen.print(table)
    length = f"{results.moves.mean():.1f} ± {half_width(results.moves):.1f}"
    screen.print(
        f"{results.games:,} games of {length} moves in {results.seconds:.2f} s: "
        f"{results.moves_per_second:,.0f} moves a second."
    )


def from_to(low: float, high: float) -> str:
    """An interval of shares.

    >>> from_to(0.6789, 0.9)
    '67.9–90.0%'
    """
    return f"{100 * low:.1f}–{high:.1%}"


def play_tournament(journal: "Journal", jobs: int, cluster: str | None) -> None:
    """Play what is left; who interrupts it is told how to go on."""
    plan = journal.plan
    get_ready(plan.game)
    try:
        with progress_bar(plan.games) as told:
            told(len(journal.outcomes))
            journal.play_on(jobs, cluster, told)
    except KeyboardInterrupt:
        print(
            f"{len(journal.outcomes)} of {plan.games} games are kept in {journal.path}. "
            f"Go on with: parlour tournament --resume {shlex.quote(str(journal.path))}",
            file=sys.stderr,
        )
        raise


def show_ranking(result: "Ranking", journal: "Journal") -> None:
    from rich.table import Table

    plan, screen = result.plan, console()
    table = Table(title=plan.game.title)
    table.add_column("bot", overflow="fold")
    for heading in ("rating", "games", "wins", "95% interval", "ms a move", "longest"):
        table.add_column(heading, justify="right", no_wrap=True)
    for place in result.places:
        table.add_row(
            place.bot,
            f"{place.rating:.0f} ± {place.rating_interval[1] - place.rating:.0f}",
            str(place.games),
            f"{place.win_share:.1%}",
            from_to(*place.win_interval),
            f"{1000 * place.seconds_a_move:.2f}",
            f"{1000 * place.longest_move:.0f}",
        )
    screen.print(table)
    names = [place.bot for place in result.places]
    beats = Table("ended above …", *names)
    for bot in names:
        shares = [result.above[bot][rival] for rival in names]
        beats.add_row(bot, *("·" if share is None else f"{share:.1%}" for share in shares))
    screen.print(beats)
    screen.print(
        f"{result.games} games: {plan.deals} deals at {len(plan.tables)} tables of {plan.setting.players}, "
        f"each from every seat. Even is {1 / plan.setting.players:.1%} of wins. All games are in {journal.path}.",
        markup=False,
        soft_wrap=True,
    )
