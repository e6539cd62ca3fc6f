"""The kinds of entries as words, in the store, the stream, the figures and the style sheet: they stay for ever."""

from parlour.kit.match import Entry, Played, Said, Undone

PLAYED, UNDONE, SAID = "played", "undone", "said"
KINDS: dict[type[Entry], str] = {Played: PLAYED, Undone: UNDONE, Said: SAID}
ENTRIES: dict[str, type[Entry]] = {kind: entry for entry, kind in KINDS.items()}


def kind_of(entry: Entry) -> str:
    """What kind of entry this is.

    >>> kind_of(Said(0, "Hello"))
    'said'
    """
    return KINDS[type(entry)]
