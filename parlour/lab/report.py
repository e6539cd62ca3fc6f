"""A page about a game for its designer: many games are played and watched, the figures drawn, the numbers kept.

What a game brings depends on the seed and its number alone, so the page is the same for any number of jobs.
"""

import functools
import html
import shlex
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from parlour import __version__
from parlour.bots.moves import moves
from parlour.kit.game import Game, Setting
from parlour.kit.luck import check_seed, held, sown
from parlour.kit.mistake import Mistake
from parlour.kit.record import Array
from parlour.lab.crew import spread
from parlour.lab.figures import FIGURES, Figure, Row, Section, Study, Watched
from parlour.lab.plots import need_matplotlib
from parlour.lab.tournament import ready

LARGEST_PART = 100  # games that one call watches; small enough for the progress bar to move


def watch(
    game: Game,
    setting: Setting,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Study:
    """Play and watch so many games; the bots change seats from game to game."""
    if games < 2:
        raise Mistake("A report needs at least two games.")
    check_seed(seed)
    for bot in bots:
        ready(game, bot)
    part = max(1, min(LARGEST_PART, games // (20 * jobs)))
    parts = [range(first, min(first + part, games)) for first in range(0, games, part)]
    work = functools.partial(watch_part, game, setting, tuple(bots), seed)
    found: dict[int, dict[str, list[Row]]] = {}
    with closing(told(spread(work, parts, jobs, cluster))) as results:
        for numbers, rows in results:
            found[numbers.start] = rows
            progress(len(numbers))
    tables = {}
    for figure in FIGURES:
        rows = [row for first in sorted(found) for row in found[first][figure.name()]]
        columns = zip(*rows, strict=True) if rows else ([] for _ in figure.columns)
        tables[figure.name()] = dict(zip(figure.columns, map(as_array, columns), strict=True))
    return Study(game, setting, bots, games, seed, tables)


def as_array(column: Any) -> Array:
    """A column; words stay Python's, or the longest would decide the width of all."""
    values = list(column)
    return np.array(values, object if values and isinstance(values[0], str) else None)


def told(results: Any) -> Any:
    yield from results


def watch_part(
    game: Game, setting: Setting, bots: tuple[str, ...], seed: int, numbers: range
) -> tuple[range, dict[str, list[Row]]]:
    """Watch some games: the rows of each figure."""
    figures = [figure() for figure in FIGURES]
    for number in numbers:
        watch_game(game, setting, bots, seed, number, figures)
    return numbers, {figure.name(): figure.rows for figure in figures}


def watch_game(
    game: Game, setting: Setting, bots: tuple[str, ...], seed: int, number: int, figures: Sequence[Figure]
) -> None:
    """Play one game and show it to every figure, before, at each step and after."""
    turn = number % setting.players
    seated = bots[turn:] + bots[:turn]
    players = [ready(game, bot) for bot in seated]
    verbs, s = game.verbs, game.verbs.begin(setting, held(sown(seed, 2 * number)))
    choices, points = verbs.choice_space(), verbs.point_space()
    match = Watched(game, setting, number, seated, s, leaders=int(verbs.score(s, points)))
    steps = [figure.step for figure in figures if type(figure).step is not Figure.step]
    for figure in figures:
        figure.before(match)
    for move in moves(game, s, players, sown(seed, 2 * number + 1)):
        match.seat, match.view, match.action = move.seat, move.view, move.action
        match.choices, match.leaders = int(verbs.legal(s, move.seat, choices)), int(verbs.score(s, points))
        for step in steps:
            step(match)
        match.moves += 1
    match.leaders = int(verbs.score(s, points))
    match.points, match.winners = verbs.standing(s)
    for figure in figures:
        figure.after(match)


# Writing


def check_folder(folder: Path) -> None:
    """Find out before the games are played whether the report can be written."""
    need_matplotlib()
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise Mistake("A report needs pyarrow: pip install 'parlour[lab]'.") from None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"{folder} can't be a folder for the report: {error.strerror}.") from None


def write(study: Study, folder: Path) -> Path:
    """Write the page and one Parquet file a figure; gives the page."""
    import pyarrow
    import pyarrow.parquet

    check_folder(folder)
    for name, table in study.tables.items():
        pyarrow.parquet.write_table(pyarrow.table(table), folder / f"{name}.parquet")
    path = folder / "index.html"
    path.write_text(page(study), "utf-8")
    return path


def page(study: Study) -> str:
    """The report as one page that needs nothing else."""
    sections = [found for figure in FIGURES if (found := figure.show(study, study.tables[figure.name()]))]
    return Template(files("parlour.lab").joinpath("page.html").read_text("utf-8")).substitute(
        title=html.escape(study.game.title),
        summary=html.escape(study.game.summary),
        played=html.escape(played(study)),
        tiles="\n".join(tile(*section.tile) for section in sections if section.tile[0]),
        sections="\n".join(map(in_html, sections)),
        tables="\n".join(row(figure, len(next(iter(study.tables[figure.name()].values())))) for figure in FIGURES),
        command=html.escape(command(study)),
        version=__version__,
    )


def played(study: Study) -> str:
    """What was played, in one sentence."""
    options = "; ".join(f"{name} = {value}" for name, value in chosen(study).items())
    bots = list(dict.fromkeys(study.bots))
    who = (
        f"the bot “{bots[0]}” in every seat" if len(bots) == 1 else f"the bots {', '.join(study.bots)}, changing seats"
    )
    return f"{study.games:,} games of {study.setting.players} players, {who}" + (f"; {options}." if options else ".")


def chosen(study: Study) -> dict[str, str | int]:
    """The options of a study as people write them."""
    known, values = study.game.options, study.setting.options
    return {option.name: option.written(values[option.name]) for option in known if option.name in values}


def command(study: Study) -> str:
    options = [f"--option={name}={value}" for name, value in chosen(study).items()]
    return shlex.join(
        [
            "parlour",
            "report",
            study.game.name,
            f"--players={study.setting.players}",
            f"--games={study.games}",
            f"--bots={','.join(study.bots)}",
            f"--seed={study.seed}",
            *options,
            "--out=DIR",
        ]
    )


def tile(value: str, what: str) -> str:
    return f"<li><strong>{html.escape(value)}</strong> {html.escape(what)}</li>"


def in_html(section: Section) -> str:
    picture = section.picture.replace("<svg ", f'<svg role="img" aria-label="{html.escape(section.finding)}" ', 1)
    return (
        f"<section>\n<h2>{html.escape(section.title)}</h2>\n<p>{html.escape(section.finding)}</p>\n"
        f"<figure><div>{picture}</div><figcaption>{html.escape(section.note)}</figcaption></figure>\n</section>"
    )


def row(figure: type[Figure], rows: int) -> str:
    columns = ", ".join(figure.columns)
    what = html.escape((figure.__doc__ or "").strip().splitlines()[0])
    return f"<tr><td><code>{figure.name()}.parquet</code></td><td>{what}</td><td>{columns}</td><td>{rows:,}</td></tr>"
