"""A match as text: the `.parlour` file, exact to the last card.

    parlour 2
    game rush
    rules 2
    players 2
    option lock = victim's turn
    seat 0 = Anna
    seat 1 = Bruno [heuristic]
    luck 8ff00a1c03e2b7d5 c4d1e2f3a4b5c6d7

    1. Anna: draw {0b1f5c7d9e3a4f60 9a8b7c6d5e4f3a2b}  # draw
    2. Anna: play[19]  # play red star
    3. Bruno "That was quick."
    4. Bruno: take  # take blue circle
    5. Bruno takes back
    …
    end Anna 5, Bruno 3; first: Anna

An entry is the name of its action, which means the same for ever; the words in braces are the luck that it got, where
it used any. Whatever follows a # is a comment: the action in words, or what became of a promise. Only options that
aren't at their default stand there. The last line stands there when the match is over; reading checks that the rules
still give the same.

Files of format 1 have the words of an action in place of its name, no comments behind it, and all options. They are
read by the words of that time, which a game keeps in its module `first_words`.
"""

import itertools
import json
import os
import re
import tempfile
from pathlib import Path

from parlour.kit.game import Game
from parlour.kit.luck import Luck
from parlour.kit.match import Entry, Match, Played, Said, Seat, Undone
from parlour.kit.mistake import Mistake
from parlour.kit.options import Options
from parlour.kit.parts import FirstWords, Misreads
from parlour.kit.record import Position
from parlour.kit.talk import Promise, promises, talk_of
from parlour.kit.voice import Voice

FORMAT = "2"
IN_WORDS = "1"  # the format whose entries are in words
LUCK = r"([0-9a-f]{16})\s+([0-9a-f]{16})"
COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|\s*#.*')  # or something said, in which a # is just a #


def write(match: Match) -> str:
    """The text form of a match."""
    lines = [f"parlour {FORMAT}", f"game {match.game.name}", f"rules {match.game.version}"]
    lines += [f"players {match.setting.players}"]
    lines += [f"option {name} = {value}" for name, value in match.setting.differing.items()]
    lines += [f"seat {n} = {s.name}" + (f" [{s.bot}]" if s.bot else "") for n, s in enumerate(match.seats)]
    lines += [f"luck {_luck(match.luck)}", ""]
    lines += [f"{number}. {_entry(match, entry, before)}" for number, entry, before, _ in match.retold()]
    lines += [_promise(match, promise) for promise in promises(match)]
    if match.over:
        lines.append(f"end {match.result}")
    return "\n".join(lines) + "\n"


def read(text: str, games: dict[str, Game]) -> Match:
    """The match that a text describes, played through by the rules move by move."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    header = list(itertools.takewhile(lambda line: not re.match(r"\d+\.|end ", line[1]), lines))
    match, written = _read_header(header, games)
    for number, line in lines[len(header) :]:
        try:
            if line.startswith("end "):
                _check_end(match, _without_comment(line))
            else:
                match.apply(_read_entry(match, line, written))
        except Mistake as mistake:
            raise Mistake(f"Line {number}: {mistake}") from None
    return match


def save(match: Match, path: Path) -> None:
    """Write a match to a file; an earlier version of it is there until the new one is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as new:
        new.write(write(match))
    os.replace(new.name, path)


def load(path: Path, games: dict[str, Game]) -> Match:
    """Read a match from a file."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise Mistake(f"There is no file {path}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"{path} can't be read: {error}.") from None
    try:
        return read(text, games)
    except Mistake as mistake:
        raise Mistake(f"{path}: {mistake}") from None


def _luck(luck: Luck) -> str:
    return f"{luck[0]:016x} {luck[1]:016x}"


def _entry(match: Match, entry: Entry, before: Position) -> str:
    name = match.seats[entry.seat].name
    match entry:
        case Played(seat, action, luck):
            used, view = f" {{{_luck(luck)}}}" if luck else "", match.game.verbs.view(before, seat)
            words = match.game.words.action(view, seat, action, Voice(match.names))
            return f"{name}: {match.game.rules.ACTIONS.name(action)}{used}  # {words}"
        case Said(_, text):
            return f"{name} {json.dumps(text, ensure_ascii=False)}"
        case Undone():
            return f"{name} takes back"


def _promise(match: Match, promise: Promise) -> str:
    """A comment on what became of a promise: it follows from the log, so nothing is lost with it."""
    settled = f" by {promise.settled}" if promise.settled else ""
    words = talk_of(match).write(promise.statement, match.names)
    name = match.seats[promise.statement.seat].name
    return f"# {promise.number}. {name} {json.dumps(words, ensure_ascii=False)} {promise.mark.value}{settled}"


def _without_comment(line: str) -> str:
    return COMMENT.sub(lambda found: found[1] or "", line)


def _read_header(lines: list[tuple[int, str]], games: dict[str, Game]) -> tuple[Match, str]:
    """Set up the match that the header names, and give its format too; each field once, unknown ones refused."""
    fields: dict[str, str] = {}
    for number, line in lines:
        name, _, value = _without_comment(line).partition("=" if line.startswith(("option ", "seat ")) else " ")
        name, value = " ".join(name.split()), value.strip()
        if name in fields:
            raise Mistake(f"Line {number}: {name!r} stands there twice.")
        fields[name] = value
    written = fields.pop("parlour", "")
    if written not in (IN_WORDS, FORMAT):
        raise Mistake(
            "This is no Parlour match that can be read here: "
            f"its first line must be 'parlour {FORMAT}', or 'parlour {IN_WORDS}' in an old one."
        )
    try:
        game = games[fields.pop("game")]
        version, players, luck = int(fields.pop("rules")), int(fields.pop("players")), fields.pop("luck")
        seats = [_read_seat(fields.pop(f"seat {n}")) for n in range(players)]
    except KeyError as missing:
        raise Mistake(f"The header lacks or has an unknown value for {missing}.") from None
    except Mistake:
        raise
    except ValueError:
        raise Mistake("The header's 'rules' and 'players' must be whole numbers.") from None
    options: Options = {name[7:]: value for name, value in fields.items() if name.startswith("option ")}
    for name in fields:
        if not name.startswith("option "):
            raise Mistake(f"The header has a line that means nothing here: {name!r}.")
    if written == IN_WORDS and not game.first_words:
        raise Mistake(f"{game.title} has no files of format {IN_WORDS}: it came to the house later.")
    return Match(game, game.setting_of(version, players, options), seats, _read_luck(luck)), written


def _read_seat(text: str) -> Seat:
    form = re.fullmatch(r"([^\[\]]*?)(?:\s*\[([\w.:-]+)\])?", text)
    if not form:
        raise Mistake(f"A seat is a name, and a bot in brackets if one plays: {text!r} isn't.")
    return Seat(form[1], form[2])


def _read_luck(text: str) -> Luck:
    form = re.fullmatch(LUCK, text)
    if not form or not (int(form[1], 16) or int(form[2], 16)):
        raise Mistake(f"Luck is two words of 16 hexadecimal digits, not both zero: {text!r} isn't.")
    return int(form[1], 16), int(form[2], 16)


def _read_entry(match: Match, line: str, written: str) -> Entry:
    """One numbered line; the next number must be the next entry."""
    if written != IN_WORDS:  # where a # may be one of the words
        line = _without_comment(line)
    number, _, rest = line.partition(".")
    rest = rest.strip()
    if number != str(len(match.entries) + 1):
        raise Mistake(f"Entry {len(match.entries) + 1} was expected, not {line[:40]!r}.")
    for seat, name in enumerate(match.names):
        if not rest.startswith(name):
            continue
        deed = rest[len(name) :].strip()
        if deed.startswith(":"):
            return _read_played(match, seat, deed[1:].strip(), written)
        if deed.startswith('"'):
            try:
                return Said(seat, json.loads(deed))
            except json.JSONDecodeError:
                raise Mistake(f"What {name} says has no closing quote or a bad escape.") from None
        if deed.split() == ["takes", "back"]:
            return Undone(seat)
    raise Mistake(f"Nobody at this table acts in {rest[:60]!r}.")


def _check_end(match: Match, line: str) -> None:
    if not match.over:
        raise Mistake("The match isn't over here: someone must still act.")
    if line != f"end {match.result}":
        raise Mistake(f"By the rules it ends with '{match.result}'.")


def _read_played(match: Match, seat: int, text: str, written: str) -> Played:
    form = re.fullmatch(rf"(.*?)(?:\s*\{{\s*{LUCK}\s*\}})?", text)
    assert form
    luck = _read_luck(f"{form[2]} {form[3]}") if form[2] else None
    if written == IN_WORDS:
        return Played(seat, find_action(match, seat, form[1], match.game.first_words), luck)
    return Played(seat, match.game.rules.ACTIONS.number(form[1]), luck)


def find_action(match: Match, seat: int, text: str, words: FirstWords | None = None) -> int:
    """The legal action of a seat that these words mean: the game's present words, or those of a module like it."""
    say, view, voice = (words or match.game.words).action, match.view(seat), Voice(match.names)
    possible = {say(view, seat, action, voice): action for action in match.choices(seat)}
    wanted = " ".join(text.lower().split())
    for one, action in possible.items():
        if one.lower() == wanted:
            return action
    name = match.seats[seat].name
    if not possible:
        raise Mistake(f"{name} can't {text!r} now: it is not {name}'s turn.")
    reason = match.game.words.misread(wanted) if isinstance(match.game.words, Misreads) else None
    if reason:
        raise Mistake(f"{name} can't {text!r}: {reason}")
    some = ", ".join(list(possible)[:8]) + (", …" if len(possible) > 8 else "")
    raise Mistake(f"{name} can't {text!r} now; possible: {some}.")
