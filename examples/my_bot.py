"""A bot of one's own: parlour simulate rush --bots examples/my_bot.py:Mine,medium"""


class Mine:
    """Looks one move ahead in a guessed world and keeps what stands best."""

    def choose(self, game, view, seat, choices):
        world = game.verbs.world(view, seat, (1, 2))  # a whole position that fits what this seat knows
        return max(choices, key=lambda action: game.verbs.standing(game.verbs.after(world, seat, action))[0][seat])
