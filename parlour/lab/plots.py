"""Pictures for the report, as SVG in the look of the house: ink on paper, few lines, words where they are needed."""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np

from parlour.kit.mistake import Mistake
from parlour.kit.record import Array

INK, FAINT, PAPER, FELT, WINE, SLATE = "#2e261d", "#7a6d5a", "#fbf7ec", "#3d6b57", "#8e3b3b", "#46627f"
WIDTH = 7.4  # inches; the page scales it
LABEL = 48  # letters of the longest label
MOST_BARS = 40

numbers = count()


def need_matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise Mistake("A report needs Matplotlib: pip install 'parlour[lab]'.") from None
    return matplotlib


STYLE = {
    "font.family": "sans-serif",
    "font.size": 10.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "axes.linewidth": 0.6,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "svg.fonttype": "none",  # text stays text: sharp, searchable, in the fonts of the page
}


class Picture:
    """Axes to draw on, and the SVG that comes of it."""

    axes: Any
    svg: str


@contextmanager
def picture(height: float) -> Iterator[Picture]:
    matplotlib = need_matplotlib()
    from matplotlib.figure import Figure

    # Names inside an SVG are made from this salt: the same in every run, another for each picture of a page.
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": f"parlour {next(numbers)}"}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        drawn = Picture()
        drawn.axes = figure.subplots()
        yield drawn
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        text = file.getvalue()
        drawn.svg = text[text.index("<svg") :]


def shares(
    labels: Sequence[str],
    values: Sequence[float],
    ranges: Sequence[tuple[float, float]],
    even: float,
    what: str,
    counts: Sequence[int] = (),
) -> str:
    """A row each: a share with its interval (and of how many), and a line where even is."""
    with picture(0.9 + 0.31 * len(labels)) as drawn:
        axes = drawn.axes
        axes.axvline(even, color=FAINT, linewidth=1, dashes=(4, 3))
        above(axes, even, "even", FAINT)
        for row, (value, (low, high)) in enumerate(zip(values, ranges, strict=True)):
            colour = FELT if low > even else WINE if high < even else INK
            axes.plot([low, high], [row, row], color=colour, linewidth=1.6, solid_capstyle="butt", alpha=0.65)
            axes.plot(value, row, "o", color=colour, markersize=6)
            beside(axes, row, f"{100 * value:.1f}%" + (f" of {counts[row]:,}" if counts else ""), colour)
        rows_named(axes, labels)
        as_percent(axes.xaxis)
        axes.set_xlabel(what)
    return drawn.svg


def histogram(values: Array, what: str, of: str, mark: float | None = None, told: str = "") -> str:
    low, high = int(values.min()), int(values.max())
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    with picture(2.6) as drawn:
        axes = drawn.axes
        axes.hist(values, bins=np.arange(low, high + width + 1, width) - 0.5, color=SLATE, rwidth=0.88)
        if mark is not None:
            axes.axvline(mark, color=INK, linewidth=1)
            above(axes, mark, told, INK)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(what)
        axes.set_ylabel(of)
    return drawn.svg


def bars(values: Sequence[float], labels: Sequence[str], what: str, of: str) -> str:
    """A bar each, the last one marked."""
    with picture(2.6) as drawn:
        axes = drawn.axes
        drawn_bars = axes.bar(labels, values, color=[SLATE] * (len(values) - 1) + [WINE], width=0.84)
        axes.bar_label(drawn_bars, [f"{100 * value:.0f}%" if value >= 0.005 else "" for value in values], padding=2)
        as_percent(axes.yaxis)
        axes.margins(x=0.02, y=0.12)
        axes.set_xlabel(what)
        axes.set_ylabel(of)
    return drawn.svg


def course(
    values: Sequence[float], lows: Sequence[float], highs: Sequence[float], what: str, even: float | None = None
) -> str:
    """A line with a band over the course of a game: eleven values are its tenths' ends, ten their middles."""
    places = np.linspace(0, 100, 11) if len(values) == 11 else np.arange(5, 100, 10)
    with picture(2.7) as drawn:
        axes = drawn.axes
        axes.fill_between(places, lows, highs, color=FELT, alpha=0.18, linewidth=0)
        axes.plot(places, values, "o-", color=FELT, linewidth=1.8, markersize=4.5, clip_on=False)
        axes.set_xlim(0, 100)
        axes.set_xlabel("of the moves played")
        axes.xaxis.set_major_formatter("{x:.0f}%")
        axes.set_ylabel(what)
        if even is None:
            axes.set_ylim(bottom=0)
        else:
            axes.set_ylim(0, 1.03)
            as_percent(axes.yaxis)
            axes.axhline(even, color=FAINT, linewidth=1, dashes=(4, 3))
            axes.text(99, even - 0.03, "blind guess", ha="right", va="top", color=FAINT)
    return drawn.svg


def spread(groups: Sequence[Array], labels: Sequence[str], what: str) -> str:
    """A row each: the mean, the middle half, nine in ten."""
    with picture(0.9 + 0.36 * len(groups)) as drawn:
        axes = drawn.axes
        for row, values in enumerate(groups):
            lowest, low, high, highest = np.percentile(values, [5, 25, 75, 95])
            axes.plot([lowest, highest], [row, row], color=SLATE, linewidth=1.2, solid_capstyle="butt")
            axes.plot([low, high], [row, row], color=SLATE, linewidth=9, alpha=0.45, solid_capstyle="butt")
            axes.plot(values.mean(), row, "o", color=INK, markersize=5.5)
            beside(axes, row, f"{values.mean():.1f}", INK)
        rows_named(axes, labels)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(what)
    return drawn.svg


def against(rows: Sequence[tuple[str, float, float, float, float]], what: str) -> str:
    """A row each: how often winners and losers did a thing, and the difference with its interval."""
    with picture(1.15 + 0.34 * len(rows)) as drawn:
        axes = drawn.axes
        for row, (_, winners, losers, apart, half) in enumerate(rows):
            colour = FAINT
            if abs(apart) > half:
                colour = FELT if apart > 0 else WINE
            axes.plot([winners, losers], [row, row], color=colour, linewidth=2.2, alpha=0.6)
            dot = {"markersize": 7, "markeredgecolor": INK, "clip_on": False}
            axes.plot(losers, row, "o", markerfacecolor=PAPER, label=None if row else "losers", **dot)
            axes.plot(winners, row, "o", markerfacecolor=INK, label=None if row else "winners", **dot)
            beside(axes, row, f"{apart:+.2f} ± {half:.2f}".replace("-", "−"), colour)
        rows_named(axes, [label for label, *_ in rows])
        axes.set_xlim(left=0)
        axes.set_xlabel(what)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False, borderpad=0, handletextpad=0.2)
    return drawn.svg


def rows_named(axes: Any, labels: Sequence[str]) -> None:
    short = [label if len(label) <= LABEL else label[: LABEL - 1] + "…" for label in labels]
    axes.set_yticks(range(len(short)), short)
    axes.set_ylim(len(short) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0, pad=8)
    axes.spines["left"].set_visible(False)


def above(axes: Any, place: float, text: str, colour: str) -> None:
    """Words over a vertical line."""
    axes.text(place, 1.03, text, transform=axes.get_xaxis_transform(), ha="center", color=colour)


def beside(axes: Any, row: int, text: str, colour: str) -> None:
    """Words at the right end of a row."""
    axes.text(1.02, row, text, transform=axes.get_yaxis_transform(), va="center", color=colour)


def as_percent(axis: Any) -> None:
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))
