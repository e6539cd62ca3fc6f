"""Rainbow Rush positions built by hand: say where cards lie, and all others are in the draw pile."""

from collections.abc import Mapping, Sequence

from parlour.games.rush import GAME
from parlour.games.rush.rules import CARDS, COPIES, EMPTY, Phase, sound
from parlour.games.rush.words import card_name
from parlour.kit.match import Match, Seat
from parlour.kit.record import Position

CARD = {card_name(card): card for card in range(CARDS)}
STARS_BUT_ONE = ["blue star", "green star", "orange star", "red star"]
NAMES = ("Anna", "Bruno", "Cleo", "Dario", "Elif", "Femi", "Gala", "Hugo")


def table(
    players: int = 2,
    hands: Mapping[int, Sequence[str]] | None = None,
    rainbows: Mapping[int, Sequence[str]] | None = None,
    discards: Sequence[str] = (),
    pile: Sequence[str] | None = None,
    seat: int = 0,
    phase: Phase = Phase.USE,
    turn: int = 10,
    **options: str | int,
) -> Match:
    """A match that stands in this position, with `seat` to act. The last discard is on top."""
    setting = GAME.setting_of(GAME.version, players, options)
    match = Match(GAME, setting, [Seat(name) for name in NAMES[:players]])
    s = match.position
    s.hand[:], s.hand_size[:], s.rainbow[:], s.rainbow_size[:] = EMPTY, 0, EMPTY, 0
    s.pile[:], s.discard[:] = EMPTY, EMPTY
    for place, cards in (hands or {}).items():
        lay(s.hand[place], cards)
        s.hand_size[place] = len(cards)
    for place, cards in (rainbows or {}).items():
        lay(s.rainbow[place], cards)
        s.rainbow_size[place] = len(cards)
    lay(s.discard, discards)
    s.discard_size = len(discards)
    rest = unplaced(s) if pile is None else list(pile)
    lay(s.pile, rest)
    s.pile_size = len(rest)
    s.seat, s.phase, s.turn = seat, phase, turn
    assert pile is not None or sound(s), "More copies of a card are on the table than the box has."
    return match


def lay(places, cards: Sequence[str]) -> None:
    for place, name in enumerate(cards):
        places[place] = CARD[name]


def unplaced(s: Position) -> list[str]:
    left = COPIES.copy()
    for cards in (s.hand, s.rainbow, s.discard):
        for card in cards.flatten():
            if card != EMPTY:
                left[card] -= 1
    return [card_name(card) for card in range(CARDS) for _ in range(left[card])]


def rainbow(match: Match, seat: int) -> list[str]:
    return sorted(card_name(card) for card in match.position.rainbow[seat] if card != EMPTY)


def hand(match: Match, seat: int) -> list[str]:
    return sorted(card_name(card) for card in match.position.hand[seat] if card != EMPTY)


def discards(match: Match) -> list[str]:
    return [card_name(card) for card in match.position.discard if card != EMPTY]


def can(match: Match, seat: int) -> list[str]:
    return sorted(match.in_words(seat, action) for action in match.choices(seat))


def do(match: Match, *moves: str) -> None:
    """Play moves in words, each by whoever is to act."""
    for move in moves:
        seat = match.to_act[0]
        by_words = {match.in_words(seat, action): action for action in match.choices(seat)}
        assert move in by_words, f"{NAMES[seat]} can't {move!r}, only {sorted(by_words)}"
        match.act(seat, by_words[move])
