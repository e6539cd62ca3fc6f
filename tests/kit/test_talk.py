"""Statements as forms: their words, what may stand in the blanks, and what is said when something else does."""

import pytest

from parlour.kit.mistake import Mistake
from parlour.kit.talk import Blank, Form

OFFER = Form(
    "offer",
    "Offer",
    "{to}, I offer {amount} for {what}.",
    {
        "to": Blank("To whom", ("Anna", "Bruno {0}")),
        "amount": Blank("How much", range(500, 2001, 500)),
        "what": Blank("What for", ("wool", "clay")),
    },
)


def test_a_form_is_filled_in_as_one_would_type_it():
    assert OFFER.fill({"to": "anna", "amount": " 1500 ", "what": "CLAY"}) == "Anna, I offer 1,500 for clay."
    assert OFFER.fill({"to": "Bruno {0}", "amount": "2,000", "what": "wool"}) == "Bruno {0}, I offer 2,000 for wool."


def test_the_parts_of_a_form_make_its_words():
    assert "".join(words + (f"{{{name}}}" if name else "") for words, name, _ in OFFER.parts) == OFFER.words


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"amount": "1,750"}, "How much: a number from 500 to 2,000 in steps of 500, not “1,750”."),
        ({"amount": "2500"}, "How much: a number from 500 to 2,000 in steps of 500, not “2500”."),
        ({"amount": "a lot"}, "How much: a number from 500 to 2,000 in steps of 500, not “a lot”."),
        ({"amount": ""}, "How much: a number from 500 to 2,000 in steps of 500, which is missing."),
        ({"what": "gold"}, "What for: one of wool and clay, not “gold”."),
        ({"to": "x" * 99}, f"To whom: one of Anna and Bruno {{0}}, not “{'x' * 40}”."),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(wrong, sentence):
    with pytest.raises(Mistake) as refused:
        OFFER.fill({"to": "Anna", "amount": "500", "what": "wool"} | wrong)
    assert str(refused.value) == sentence
