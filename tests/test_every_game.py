"""Every game of the house passes every common check, for every player count and all option values, past ones too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import games
from parlour.kit import checks
from parlour.kit.game import Game, Option

TABLES = [(game, players) for game in games().values() for players in game.players]


def values(option: Option) -> st.SearchStrategy:
    if isinstance(option.values, range):
        few = st.sampled_from([option.default, option.values[0], min(option.values[-1], option.values[0] + 40)])
        return few | st.sampled_from(option.values[: option.values.index(option.default) + 1])  # type: ignore[arg-type]
    return st.sampled_from(option.values)


def wishes(game: Game) -> st.SearchStrategy:
    return st.fixed_dictionaries({option.name: values(option) for option in game.options})


@pytest.mark.parametrize("check", checks.ALL, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_common_check(game, players, check):
    @given(options=wishes(game), seed=st.integers(0, 2**32))
    def holds(options, seed):
        check(game, game.setting_of(game.version, players, options), seed)

    holds()
