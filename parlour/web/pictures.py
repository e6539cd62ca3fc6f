"""What a game looks like: a position from the middle of a match, drawn once."""

import asyncio
from html import escape

from parlour.kit.game import Game
from parlour.kit.luck import give, seeded
from parlour.kit.match import Match, Seat
from parlour.kit.voice import SEAT_NAMES, Voice
from parlour.web.readiness import Readiness

SAMPLED = 34  # moves
BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320"><rect width="480" height="320" fill="#1d3a2b"/>'
    '<rect x="14" y="14" width="452" height="292" rx="8" fill="none" stroke="#d9b35b"/>'
    '<text x="240" y="160" font-size="34" fill="#efe3c8" font-family="serif" text-anchor="middle">{title}</text></svg>'
)


class Pictures:
    """A picture of each game, once someone has asked for it."""

    def __init__(self, readiness: Readiness) -> None:
        self.readiness = readiness
        self.drawn: dict[str, str] = {}

    async def of(self, name: str) -> str:
        game = self.readiness.game(name)
        if game.name not in self.drawn:
            self.drawn[game.name] = await asyncio.to_thread(sample, game)
        return self.drawn[game.name]


def sample(game: Game) -> str:
    """A position from the middle of a match of sensible players, drawn for the first seat; always the same one."""
    dice = seeded(7)
    setting = game.setting(min(max(3, game.players.start), game.players[-1]))
    match = Match(game, setting, [Seat(name) for name in SEAT_NAMES[: setting.players]], dice(), dice)
    for _ in range(SAMPLED):
        if match.over:
            break
        seat = match.to_act[0]
        view = match.view(seat)
        give(view, dice())
        match.act(seat, int(game.bots.heuristic(view, seat)))
    if game.board is None:
        return BACK.format(title=escape(game.title))
    return "\n".join(game.board.draw(match.view(0), Voice(match.names, 0), False))
