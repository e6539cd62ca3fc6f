"""A tournament as a file of JSON lines: first what decides its games, then one line for each game that was played.

A line is written when its game is over, so whatever stops the tournament, what was played is kept.
"""

import functools
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from parlour import __version__
from parlour.bots.roster import named
from parlour.games import game as games_by_name
from parlour.kit.mistake import Mistake
from parlour.lab.crew import spread
from parlour.lab.tournament import Outcome, Plan, parts, planned, play_part, ready

AT_ONCE = 20  # games of quick bots that a process plays between two reports


class Journal:
    """A tournament under way."""

    def __init__(self, path: Path, plan: Plan, outcomes: dict[int, Outcome]) -> None:
        self.path = path
        self.plan = plan
        self.outcomes = outcomes

    def play_on(
        self, jobs: int = 1, cluster: str | None = None, progress: Callable[[int], None] = lambda games: None
    ) -> None:
        """Play the games that are left; `progress` is told how many more are done."""
        plan, bots = self.plan, set(self.plan.bots)
        quick = all(ready(plan.game, bot).number is not None for bot in bots)  # and all is compiled, once
        alone = jobs == 1 and not cluster
        left = parts(plan, set(self.outcomes), AT_ONCE if quick and not alone else 1)
        results = spread(functools.partial(play_part, plan), left, jobs, cluster)
        with self.path.open("a", encoding="utf-8") as file, closing(as_generator(results)) as finished:
            for outcomes in finished:
                for outcome in outcomes:
                    file.write(json.dumps(asdict(outcome)) + "\n")
                    self.outcomes[outcome.game] = outcome
                file.flush()
                progress(len(outcomes))


def as_generator(results: Iterator[Any]) -> Any:
    yield from results


def begin(path: Path, plan: Plan) -> Journal:
    """A new file for a tournament."""
    header: dict[str, Any] = {
        "tournament": plan.game.name,
        "rules": plan.game.version,
        "players": plan.setting.players,
        "options": dict(plan.setting.differing),
        "bots": list(plan.bots),
        "games": plan.games,
        "seed": plan.seed,
        "parlour": __version__,
    }
    if plan.game.exchanged:
        header["exchanged"] = [verb for verb, _ in plan.game.exchanged]
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(json.dumps(header) + "\n")
    except FileExistsError:
        raise Mistake(f"{path} is there already: go on with --resume {path}, or name another file.") from None
    except OSError as error:
        raise Mistake(f"{path} can't be written: {error.strerror}.") from None
    return Journal(path, plan, {})


def free_name(game: str) -> Path:
    """A file in this folder for a tournament whose file nobody named."""
    name, number = Path(f"tournament-{game}.jsonl"), 2
    while name.exists():
        name, number = Path(f"tournament-{game}-{number}.jsonl"), number + 1
    return name


def resume(path: Path) -> Journal:
    """The tournament in a file, as far as it got. A last line that was cut short is dropped, from the file too."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise Mistake(f"{path} can't be read: {error.strerror}.") from None
    lines = text.split(b"\n")
    plan = read_plan(path, lines[0])
    outcomes: dict[int, Outcome] = {}
    whole = len(lines[0]) + 1
    for number, line in enumerate(lines[1:], 2):
        outcome = read_outcome(plan, line)
        if outcome is None:
            if number < len(lines) - (lines[-1] == b""):
                raise Mistake(f"Line {number} of {path} is no game of this tournament.")
            break
        outcomes[outcome.game] = outcome
        whole += len(line) + 1
    kept = text[: whole - 1] + b"\n"
    if kept != text:
        path.write_bytes(kept)
    return Journal(path, plan, outcomes)


def read_plan(path: Path, line: bytes) -> Plan:
    try:
        header = json.loads(line)
        name, rules, players = header["tournament"], header["rules"], header["players"]
        options, bots, games, seed = header["options"], header["bots"], header["games"], header["seed"]
    except (ValueError, KeyError, TypeError):
        raise Mistake(f"{path} is no file of a tournament: its first line doesn't tell what is played.") from None
    if exchanged := header.get("exchanged"):
        verbs = ", ".join(map(str, exchanged))
        raise Mistake(f"{path} can't go on: its rules had another {verbs}, which isn't in the file.")
    game = games_by_name(name)
    for bot in bots:
        named(bot)
    try:
        setting = game.setting_of(rules, players, options)
    except Mistake as mistake:
        raise Mistake(f"{path}: {mistake}") from None
    return planned(game, setting, bots, games, seed)


def read_outcome(plan: Plan, line: bytes) -> Outcome | None:
    """The game in a line, or None if it is none of this tournament."""
    try:
        outcome = Outcome(**json.loads(line))
        fits = 0 <= outcome.game < plan.games and plan.seating(outcome.game) == (outcome.deal, outcome.seats)
    except (ValueError, TypeError):
        return None
    return outcome if fits else None
