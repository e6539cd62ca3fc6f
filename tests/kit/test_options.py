"""Options: three kinds of values, and how they reach `start`."""

from dataclasses import replace

import pytest

from parlour import games
from parlour.kit.game import Game
from parlour.kit.mistake import Mistake
from parlour.kit.options import Option, Word
from tests.higher import GAME, rules


class Pace(Word):
    SLOW = "slow"
    AT_ONCE = "at once"


LOUD = Option("loud", "Whether one may shout.", bool, False)
PACE = Option("pace", "How fast it goes.", Pace, Pace.SLOW)
ROUNDS = Option("rounds", "How many rounds.", range(1, 6), 3)


@pytest.mark.parametrize("wish", [True, "yes", "Yes ", "true", "TRUE"])
def test_yes_is_said_in_words_or_as_programs_do(wish):
    assert LOUD.read(wish) is True and LOUD.written(LOUD.read(wish)) == "yes" and LOUD.code(LOUD.read(wish)) == 1


@pytest.mark.parametrize("wish", [False, "no", "NO", "false"])
def test_so_is_no(wish):
    assert LOUD.read(wish) is False and LOUD.written(LOUD.read(wish)) == "no" and LOUD.code(LOUD.read(wish)) == 0


@pytest.mark.parametrize(
    ("option", "wish", "sentence"),
    [
        (LOUD, "maybe", "Option loud is 'no' or 'yes', not 'maybe'."),
        (LOUD, 1, "Option loud is 'no' or 'yes', not 1."),
        (PACE, "soon", "Option pace is 'slow' or 'at once', not 'soon'."),
        (PACE, True, "Option pace is 'slow' or 'at once', not True."),
        (ROUNDS, 6, "Option rounds is a whole number from 1 to 5, not 6."),
        (ROUNDS, "two", "Option rounds is a whole number from 1 to 5, not 'two'."),
        (ROUNDS, True, "Option rounds is a whole number from 1 to 5, not True."),
    ],
)
def test_what_an_option_can_not_be_gets_a_sentence(option, wish, sentence):
    with pytest.raises(Mistake) as refusal:
        option.read(wish)
    assert str(refusal.value) == sentence


def test_the_words_of_an_option_and_their_codes_are_those_of_its_enum():
    assert PACE.words == ("slow", "at once") and PACE.default == "slow"
    assert [PACE.code(word) for word in PACE.words] == list(Pace) == [0, 1]


def test_a_default_must_be_one_of_the_values():
    with pytest.raises(Mistake, match="Option pace is 'slow' or 'at once', not 'never'"):
        Option("pace", "How fast it goes.", Pace, "never")


def with_start(start, *options: Option) -> Game:
    return replace(GAME, options=options).with_rules(start=start)


def test_an_option_reaches_start_by_its_name_wherever_it_stands_on_the_card():
    def start(s, players, loud, rounds, pace=7):
        got.update(loud=loud, rounds=rounds, pace=pace)
        rules.start(s, players, rounds)

    got: dict[str, int] = {}
    for options in ((ROUNDS, LOUD), (LOUD, ROUNDS)):
        game = with_start(start, *options)
        game.verbs.begin(game.setting(2, {"loud": True, "rounds": 2}), (1, 2))
        assert got == {"loud": 1, "rounds": 2, "pace": 7}


def test_a_card_and_a_start_that_differ_are_refused_with_a_sentence():
    missing = with_start(lambda s, players, rounds: None, ROUNDS, LOUD)
    with pytest.raises(TypeError, match="The card has an option 'loud', but `start` of the rules has no parameter"):
        missing.verbs  # noqa: B018
    unknown = with_start(lambda s, players, rounds, loud: None, ROUNDS)
    with pytest.raises(TypeError, match="`start` of the rules has a parameter 'loud', but the card has no option"):
        unknown.verbs  # noqa: B018


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_old_words_of_every_option_are_still_read_and_written(game):
    for option in game.options:
        for word in option.words:
            setting = game.setting_of(game.version, game.players[0], {option.name: word})
            assert setting.differing.get(option.name, option.written(option.default)) == word
            assert setting.codes[option.name] == option.words.index(word)
