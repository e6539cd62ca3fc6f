"""Every game of the house passes every common check, for every player count and all option values, past ones too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import games
from parlour.kit import checks
from parlour.kit.game import Game
from parlour.kit.options import Option

TABLES = [(game, players) for game in games().values() for players in game.players]


def values(option: Option) -> st.SearchStrategy:
    if option.numbers:
        numbers, usual = option.numbers, int(option.default)
        few = st.sampled_from([usual, numbers[0], min(numbers[-1], numbers[0] + 40)])
        return few | st.sampled_from(numbers[: numbers.index(usual) + 1])
    return st.sampled_from(option.words)


def wishes(game: Game) -> st.SearchStrategy:
    return st.fixed_dictionaries({option.name: values(option) for option in game.options})


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_common_check(game, players, check):
    @given(options=wishes(game), seed=st.integers(0, 2**32))
    def holds(options, seed):
        check(game, game.setting_of(game.version, players, options), seed)

    holds()
