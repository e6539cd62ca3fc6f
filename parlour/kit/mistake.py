"""The one error for people: something they gave was wrong, and the sentence says what would be right."""


class Mistake(ValueError):
    """Raised with a whole sentence for the person who caused it."""
