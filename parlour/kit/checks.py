"""What every game must pass. Each check plays a random match of a setting and fails with a sentence.

`ALL` holds the checks; a test runs each of them for every game, player count and option. They need only the verbs,
the words and `sound(s)`, which says whether a whole position can be real (all cards there, all money accounted for).
"""

import random
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

from parlour.kit import notation
from parlour.kit.events import difference, total
from parlour.kit.game import SPECTATOR, Game, Setting, why_options_miss_start
from parlour.kit.luck import Luck, give, seeded
from parlour.kit.match import Entry, Match, Played, Seat, tell
from parlour.kit.mistake import Mistake
from parlour.kit.record import Position
from parlour.kit.sentences import unmarked
from parlour.kit.voice import SEAT_NAMES, Voice

MOST_MOVES = 2_000_000
TAKING_BACK = 200  # entries of a match after each of which someone tries to take back
LUCKS = 20  # tried to let the same action end alike


def walk(game: Game, setting: Setting, seed: int, bots: bool = False) -> Iterator[tuple[Position, int, int]]:
    """A random match, or one by bots: each position with who acts and the action; the last with -1 for both."""
    chance = random.Random(seed)
    s = game.verbs.begin(setting, seeded(seed)())
    for _ in range(MOST_MOVES):
        acting = game.verbs.to_act(s)
        if not acting:
            yield s, -1, -1
            return
        seat = chance.choice(acting)
        choices = game.verbs.choices(s, seat)
        assert choices, f"Seat {seat} must act but has no legal action:\n{s}"
        action = heuristic_action(game, s, seat, chance) if bots else chance.choice(choices)
        yield s, seat, action
        s = game.verbs.after(s, seat, action)
    raise AssertionError(f"A random match has not ended after {MOST_MOVES} moves.")


def heuristic_action(game: Game, s: Position, seat: int, chance: random.Random) -> int:
    view = game.verbs.view(s, seat)
    give(view, seeded(chance.getrandbits(64))())
    return int(game.bots.heuristic(view, seat))


def some(
    game: Game, setting: Setting, seed: int, about: int = 40, bots: bool = False
) -> Iterator[tuple[Position, int, int]]:
    """Positions from all over a match, about so many, its end among them."""
    length = sum(1 for _ in walk(game, setting, seed, bots))
    chance = random.Random(seed)
    for position, seat, action in walk(game, setting, seed, bots):
        if seat < 0 or chance.random() < about / length:
            yield position, seat, action


def onlookers(setting: Setting) -> list[int]:
    return [SPECTATOR, *range(setting.players)]


def options_reach_start(game: Game, setting: Setting, seed: int) -> None:
    """Every option of the card is a parameter of `start`; if the record has a field of its name, its code is there."""
    reason = why_options_miss_start(game.rules, game.options)
    assert reason is None, reason
    s = game.verbs.begin(setting, seeded(seed)())
    for name, code in setting.codes.items():
        if name in s.fields_in_order:
            assert s[name] == code, f"Option {name} has the code {code}, but the record has {s[name]}."


def random_play_ends(game: Game, setting: Setting, seed: int) -> None:
    """Random play comes to an end, through positions that can all be real."""
    for s, _, _ in walk(game, setting, seed):
        assert game.rules.sound(s), f"This position can't be real:\n{s}"


def only_actors_have_choices(game: Game, setting: Setting, seed: int) -> None:
    """Who may act has at least one legal action, each once and in the action space; the others have none."""
    count = game.rules.ACTIONS.count
    for s, _, _ in some(game, setting, seed, about=200):
        acting = game.verbs.to_act(s)
        for seat in range(setting.players):
            choices = game.verbs.choices(s, seat)
            assert bool(choices) == (seat in acting), f"Seat {seat} has {len(choices)} actions, actors: {acting}."
            assert len(set(choices)) == len(choices), f"Seat {seat} is offered an action twice: {choices}."
            assert all(0 <= action < count for action in choices), f"Out of the action space: {choices}."
        assert all(seat < setting.players for seat in acting), f"Of {setting.players} players, {acting} are to act."


def looking_changes_nothing(game: Game, setting: Setting, seed: int) -> None:
    """The verbs that only ask leave the position as it is."""
    for s, _, _ in some(game, setting, seed):
        before = s.tobytes()
        game.verbs.to_act(s)
        game.verbs.standing(s)
        for seat in range(setting.players):
            game.verbs.choices(s, seat)
        assert s.tobytes() == before, "Asking for actors, choices or the score has changed the position."


def illegal_actions_are_refused(game: Game, setting: Setting, seed: int) -> None:
    """The referee refuses what isn't legal with a sentence, and nothing changes by it."""
    chance = random.Random(seed)
    length = sum(1 for _ in walk(game, setting, seed))
    match = random_match(game, setting, seed, moves=chance.randrange(length))
    before = match.position.tobytes()
    count = game.rules.ACTIONS.count
    attempts = [
        (seat, action) for seat in range(setting.players) for action in chance.sample(range(count), min(count, 40))
    ]
    attempts += [(0, count), (0, -1), (setting.players, 0), (-1, 0)]
    for seat, action in attempts:
        if 0 <= seat < setting.players and action in match.choices(seat):
            continue
        try:
            match.act(seat, action)
        except Mistake as refusal:
            said = str(refusal)
            assert said.endswith(".") and " " in said, f"This is no sentence: {said!r}"
        else:
            raise AssertionError(f"Seat {seat} could play {action}, which is not legal.")
        assert match.position.tobytes() == before, "A refused action has changed the position."


def past_stays_untouched(game: Game, setting: Setting, seed: int) -> None:
    """No action changes a position that came before it."""
    past = [(s, s.tobytes()) for s, _, _ in walk(game, setting, seed)]
    for number, (s, contents) in enumerate(past):
        assert s.tobytes() == contents, f"Position {number} has changed after it was left."


def replay_is_exact(game: Game, setting: Setting, seed: int) -> None:
    """A match written down and read again is the same, to the byte, at a table and in a simulation."""
    for at_table in (True, False):
        match = random_match(game, setting, seed, at_table=at_table)
        match.say(0, 'Well "played", # everyone: {done}')
        text = notation.write(match)
        try:
            again = notation.read(text, {game.name: game})
        except Mistake as mistake:
            raise AssertionError(f"What was written can't be read: {mistake}") from None
        assert again.position == match.position, "The replay ends in another position."
        assert again.entries == match.entries and notation.write(again) == text, "The replay has another log."


def compiled_equals_interpreted(game: Game, setting: Setting, seed: int) -> None:
    """Machine code and plain Python do the same, byte for byte."""
    chance, dice = random.Random(seed), seeded(seed)
    luck = dice()
    fast, plain = game.verbs.begin(setting, luck), game.interpreted.begin(setting, luck)
    for number in range(400):
        same(fast, plain, "after the start" if not number else f"after move {number}")
        acting = game.verbs.to_act(fast)
        assert acting == game.interpreted.to_act(plain), f"Actors differ before move {number + 1}."
        assert game.verbs.standing(fast) == game.interpreted.standing(plain), f"Scores differ after {number} moves."
        if not acting:
            break
        for seat in range(setting.players):
            theirs = game.interpreted.choices(plain, seat)
            assert game.verbs.choices(fast, seat) == theirs, f"Choices differ before move {number + 1}."
        if number % 10 == 0:
            hidden_alike(game, fast, plain, setting, dice())
        seat = chance.choice(acting)
        action = chance.choice(game.verbs.choices(fast, seat))
        game.verbs.play(fast, seat, action)
        game.interpreted.play(plain, seat, action)


def hidden_alike(game: Game, fast: Position, plain: Position, setting: Setting, luck: Luck) -> None:
    for seat in onlookers(setting):
        fast_view, plain_view = game.verbs.view(fast, seat), game.interpreted.view(plain, seat)
        same(fast_view, plain_view, f"hidden for seat {seat}")
        fast_world = game.verbs.world(fast_view, seat, luck)
        plain_world = game.interpreted.world(plain_view, seat, luck)
        same(fast_world, plain_world, f"guessed by seat {seat}")


def same(fast: Position, plain: Position, when: str) -> None:
    differing = [field for field in fast.fields_in_order if fast[field].tobytes() != plain[field].tobytes()]
    assert fast == plain, f"Compiled and interpreted differ {when} in {', '.join(differing)}."


def guess_fits(game: Game, setting: Setting, seed: int) -> None:
    """A guessed world is one that the seat could be in: real, seen the same, and playable to the end."""
    chance, dice = random.Random(seed), seeded(seed)
    for s, _, _ in some(game, setting, seed):
        for seat in onlookers(setting):
            view = game.verbs.view(s, seat)
            assert game.verbs.view(view, seat) == view, f"Hiding twice from seat {seat} hides more than once."
            least = game.verbs.view(view, SPECTATOR)
            assert least == game.verbs.view(s, SPECTATOR), f"A spectator knows something that seat {seat} doesn't."
            world = game.verbs.world(view, seat, dice())
            assert game.rules.sound(world), f"Seat {seat} guesses a world that can't be real:\n{world}"
            again = game.verbs.view(world, seat)
            differing = [field for field in view.fields_in_order if view[field].tobytes() != again[field].tobytes()]
            assert not differing, f"In the world that seat {seat} guesses it would see other {', '.join(differing)}."
    play_out(game, world, chance)


def play_out(game: Game, s: Position, chance: random.Random) -> None:
    for _ in range(MOST_MOVES):
        acting = game.verbs.to_act(s)
        if not acting:
            return
        choices = game.verbs.choices(s, acting[0])
        assert choices, "In a guessed world someone must act but can't."
        s = game.verbs.after(s, acting[0], chance.choice(choices))
    raise AssertionError("A guessed world can't be played to its end.")


def nothing_leaks(game: Game, setting: Setting, seed: int) -> None:
    """Re-deal what a seat can't know: all that this seat is sent stays the same."""
    dice = seeded(seed)
    for s, _, _ in some(game, setting, seed):
        for seat in onlookers(setting):
            view = game.verbs.view(s, seat)
            assert not view.luck.any(), f"Seat {seat} is shown the luck."
            world = game.verbs.world(view, seat, dice())
            sent = [everything_sent(game, position, seat, setting) for position in (s, world, view)]
            assert sent[0] == sent[1], f"Seat {seat} is sent something that depends on what it can't know."
            assert sent[0] == sent[2], f"What seat {seat} is sent can't be made from what it knows."
            if game.verbs.to_act(s) == []:
                ends = [game.verbs.standing(position) for position in (s, view)]
                assert ends[0] == ends[1], f"Seat {seat} can't tell how the match ended."


def everything_sent(game: Game, s: Position, seat: int, setting: Setting) -> list[Any]:
    """What leaves the referee for a seat: the hidden record, who may act, the legal actions, the words."""
    view = game.verbs.view(s, seat)
    voice = Voice(SEAT_NAMES[: setting.players], seat)
    choices = game.verbs.choices(s, seat) if seat != SPECTATOR else []
    words = [game.words.ask(view, voice), game.words.look(view, voice)]
    words += [game.words.action(view, seat, action, voice) for action in choices]
    return [view.tobytes(), game.verbs.to_act(s), choices, words]


def scores_are_complete(game: Game, setting: Setting, seed: int) -> None:
    """At the end everyone has a score and someone has won."""
    *_, (s, _, _) = walk(game, setting, seed)
    points, leaders = game.verbs.standing(s)
    assert len(points) == setting.players, f"{len(points)} scores for {setting.players} players."
    assert leaders, "Nobody has won."
    rows = game.words.result(game.verbs.view(s, SPECTATOR), Voice(SEAT_NAMES[: setting.players]))
    assert rows and all(label and text for label, text in rows), f"The result isn't explained: {rows}"


def words_tell_everything(game: Game, setting: Setting, seed: int) -> None:
    """Each choice has words of its own, and each action is told to everyone."""
    match = random_match(game, setting, seed, moves=0)
    marking = Voice(match.names, marks=True)
    for s, seat, action in some(game, setting, seed):
        if seat < 0:
            continue
        names = [
            game.words.action(game.verbs.view(s, seat), seat, a, Voice(match.names))
            for a in game.verbs.choices(s, seat)
        ]
        assert len({name.lower() for name in names}) == len(names), f"Two choices have the same words: {sorted(names)}"
        assert all(name and name == " ".join(name.split()) and "{" not in name for name in names), f"Odd words: {names}"
        shown = [game.words.action(game.verbs.view(s, seat), seat, a, marking) for a in game.verbs.choices(s, seat)]
        assert list(map(unmarked, shown)) == names, f"Marks change the words: {shown}"
        for listener in onlookers(setting):
            match.position = game.verbs.after(s, seat, action)
            told = tell(match, s, Played(seat, action), match.voice(listener))
            marked = tell(match, s, Played(seat, action), Voice(match.names, listener, marks=True))
            assert list(map(unmarked, marked)) == told, f"Marks change the words: {marked}"
            assert told and all(sentence.endswith((".", "!", "?")) for sentence in told), f"Told to {listener}: {told}"


def events_add_up(game: Game, setting: Setting, seed: int) -> None:
    """What the events of an action say that everyone gained and lost is what the records say."""
    chance = random.Random(seed)
    match = random_match(game, setting, seed, moves=0)
    for bots in (False, True):
        for s, seat, action in some(game, setting, seed, about=100, bots=bots):
            if seat < 0:
                continue
            match.position = game.verbs.after(s, seat, action)
            before, after, *deed = match.witnessed(s, Played(seat, action), chance.choice(onlookers(setting)))
            happened = list(game.events.events(before, after, *deed))
            said = total(gain for event in happened for gain in game.events.gains(event))
            found = difference(game.events.holdings(before), game.events.holdings(after))
            assert said == found, f"By {happened} everyone would have gained {said}; the records say {found}."


def sealed_choices_stay_sealed(game: Game, setting: Setting, seed: int) -> None:
    """Of an action that looks to a listener like another one, nothing is told that the other wouldn't be."""
    chance = random.Random(seed)
    match = random_match(game, setting, seed, moves=0)
    for s, seat, action in some(game, setting, seed, about=100):
        if seat < 0:
            continue
        other = chance.choice(game.verbs.choices(s, seat))
        ends = game.verbs.after(s, seat, action), game.verbs.after(s, seat, other)
        for listener in onlookers(setting):
            views = [game.verbs.view(end, listener) for end in ends]
            if seat != listener and views[0] == views[1] and ends[0] != ends[1]:
                told = []
                for match.position, choice in zip(ends, (action, other), strict=True):
                    told.append(tell(match, s, Played(seat, choice), match.voice(listener)))
                assert told[0] == told[1], f"Listener {listener} hears of a sealed choice: {told[0]} or {told[1]}"


def taking_back_tells_nothing(game: Game, setting: Setting, seed: int) -> None:
    """Whether a seat may take back, and what it then sees, is the same in all matches that look the same to it."""
    chance = random.Random(seed)
    seat = chance.randrange(setting.players)
    match = random_match(game, setting, seed, moves=0)
    other = redealt(match, seat, chance)
    for _ in range(TAKING_BACK):
        if match.over:
            break
        told, other_told = match.why_no_undo(seat), other.why_no_undo(seat)
        assert told == other_told, f"Seat {seat} hears {told!r}, but {other_told!r} in a match that looks the same."
        seen = taken_back(match, seat)
        assert seen == taken_back(other, seat), f"What seat {seat} sees by taking back depends on what it can't know."
        assert isinstance(seen, bytes) == (told is None), f"Seat {seat} hears {told!r}, and tries: {seen!r}"
        random_entry(match, chance)
        other = likewise(other, match.entries[-1], match.view(seat), seat, chance) or redealt(match, seat, chance)


def taken_back(match: Match, seat: int) -> bytes | str:
    """What a seat sees when it has taken back, or why that is refused."""
    tried = parted(match)
    try:
        tried.undo(seat)
    except Mistake as refusal:
        return str(refusal)
    return tried.view(seat).tobytes()


def random_entry(match: Match, chance: random.Random) -> None:
    """A random action, often the first or last that is possible, or now and then one that is taken back."""
    seat = chance.randrange(match.setting.players)
    if chance.random() < 0.1 and match.why_no_undo(seat) is None:
        match.undo(seat)
    else:
        seat = chance.choice(match.to_act)
        match.act(seat, chance.choice(some_choices(match, seat, chance)))


def some_choices(match: Match, seat: int, chance: random.Random) -> list[int]:
    """The first, the last and any action that a seat could choose: nothing, everything, something."""
    choices = match.choices(seat)
    return [choices[0], choices[-1], chance.choice(choices)]


def heuristic_is_legal(game: Game, setting: Setting, seed: int) -> None:
    """The heuristic bot, given only what its seat knows, always has a legal action, and changes nothing."""
    dice = seeded(seed)
    for s, seat, _ in some(game, setting, seed, about=200):
        if seat < 0:
            continue
        view = game.verbs.view(s, seat)
        give(view, dice())
        action = int(game.bots.heuristic(view, seat))
        choices = game.verbs.choices(s, seat)
        assert action in choices, f"The heuristic wants {action}, legal are {choices}:\n{view}"
        game.verbs.hide(view, seat)
        assert view == game.verbs.view(s, seat), "The heuristic has changed the position that it was shown."


def random_match(game: Game, setting: Setting, seed: int, moves: int = MOST_MOVES, at_table: bool = True) -> Match:
    """A match by random players, at most so many moves long."""
    chance, dice = random.Random(seed), seeded(seed)
    seats = [Seat(name) for name in SEAT_NAMES[: setting.players]]
    match = Match(game, setting, seats, dice(), dice if at_table else None)
    while moves and not match.over:
        seat = chance.choice(match.to_act)
        match.act(seat, chance.choice(match.choices(seat)))
        moves -= 1
    return match


# Matches that look the same to someone


def parted(match: Match) -> Match:
    """The same match once more, to go on in another way."""
    other = copy(match)
    other.entries, other._steps = list(match.entries), list(match._steps)
    return other


def redealt(match: Match, listener: int, chance: random.Random) -> Match:
    """The same match once more, but what a listener can't know now is something else."""
    other = parted(match)
    other.position = match.game.verbs.world(match.view(listener), listener, some_luck(chance))
    return other


def some_luck(chance: random.Random) -> Luck:
    return chance.getrandbits(64), chance.getrandbits(64) | 1


def likewise(match: Match, entry: Entry, sight: Position, listener: int, chance: random.Random) -> Match | None:
    """A match after something that looks to a listener like an entry of another match; `sight` is what it saw there.

    None if nothing can look like it here: then the secrets of the two matches have come out.
    """
    for one in lookalikes(match, entry, listener, chance):
        tried = parted(match)
        try:
            tried.apply(one)
        except Mistake:
            continue
        if tried.view(listener) == sight:
            return tried
    return None


def lookalikes(match: Match, entry: Entry, listener: int, chance: random.Random) -> Sequence[Entry]:
    """What may look to a listener like an entry: itself, and if it is another's action, others and other luck."""
    if not isinstance(entry, Played):
        return [entry]
    lucks = [some_luck(chance) for _ in range(LUCKS)] if entry.luck else []
    same = [entry, *(Played(entry.seat, entry.action, luck) for luck in lucks)]
    if entry.seat == listener or entry.seat not in match.to_act:
        return same
    if chance.random() < 0.5:
        same.reverse()
    others = [action for action in some_choices(match, entry.seat, chance) if action != entry.action]
    return [Played(entry.seat, action, entry.luck) for action in chance.sample(others, len(others))] + same


ALL = (
    options_reach_start,
    random_play_ends,
    only_actors_have_choices,
    looking_changes_nothing,
    illegal_actions_are_refused,
    past_stays_untouched,
    replay_is_exact,
    compiled_equals_interpreted,
    guess_fits,
    nothing_leaks,
    scores_are_complete,
    words_tell_everything,
    events_add_up,
    sealed_choices_stay_sealed,
    taking_back_tells_nothing,
    heuristic_is_legal,
)
