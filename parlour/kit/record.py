"""A position is one flat record: a fixed piece of memory with named fields.

>>> State = record("Shop", luck=(u64, 2), till=i16, shelf=(i8, (2, 3)))
>>> s = State()
>>> s.shelf[1, 2] = 7
>>> t = s.copy()
>>> t.till = 40
>>> s == t, State.from_bytes(t.tobytes()) == t
(False, True)
>>> t
Shop:
  luck   0 0
  till   40
  shelf  0 0 0 | 0 0 7
"""

import functools
import operator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64
u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64

Array = np.ndarray[Any, Any]  # of whatever shape and numbers


class Position(np.record):  # type: ignore[misc]
    """One record. It is a view of memory: functions that get it change it in place."""

    layout: np.dtype
    fields_in_order: tuple[str, ...]

    # NumPy's record finds its fields by Python functions; ours are properties, which is many times as fast.
    if not TYPE_CHECKING:
        __getattribute__ = np.void.__getattribute__
        __getitem__ = np.void.__getitem__
        __setattr__ = np.void.__setattr__
    else:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __new__(cls) -> "Position":
        """A record of zeros."""
        new: Position = cls.many(1)[0]
        return new

    @classmethod
    def many(cls, count: int) -> Any:
        """An array of `count` records of zeros, for many games at once."""
        return np.zeros(count, cls.layout)

    @classmethod
    def from_bytes(cls, contents: bytes) -> "Position":
        """The record that `tobytes` gave these bytes for."""
        same: Position = np.frombuffer(bytearray(contents), cls.layout)[0]
        return same

    def copy(self) -> "Position":  # type: ignore[override]
        """Another record that holds the same; by way of its bytes, which is much quicker than NumPy's own copy."""
        return self.from_bytes(self.tobytes())

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.tobytes() == other.tobytes()

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        width = max(map(len, self.fields_in_order))
        lines = [f"  {field:{width}}  {_row(np.asarray(self[field]))}" for field in self.fields_in_order]
        return "\n".join([f"{type(self).__name__}:", *lines])

    __str__ = __repr__


def _row(values: Array) -> str:
    if values.ndim > 1:
        return " | ".join(map(_row, values))
    return " ".join(map(str, values.tolist())) if values.ndim else str(values.item())


def record(name: str, /, **fields: Any) -> type[Position]:
    """Declare a kind of record: each field a number type, or a pair of number type and shape.

    In memory the widest fields come first and a filler last, so that the aligned layout (which GPUs need) has no
    gaps: NumPy leaves whatever was there before in a gap, and equal records would have different bytes.
    """
    for field in fields:
        if hasattr(np.record, field):
            raise TypeError(f"A record can't have a field named {field!r}: NumPy uses that name itself.")
    described = [(field, *kind) if isinstance(kind, tuple) else (field, kind) for field, kind in fields.items()]
    described.sort(key=lambda field: -np.dtype(field[1]).itemsize)
    gap = np.dtype(described, align=True).itemsize - np.dtype(described).itemsize
    described += [("_filler", u8, gap)] if gap else []
    access = {field: _field(field) for field in fields}
    kind: type[Position] = type(name, (Position,), {"fields_in_order": tuple(fields), **access})
    kind.layout = np.dtype((kind, np.dtype(described, align=True)))
    return kind


def _field(name: str) -> property:
    """How a record's field is read and written from Python."""

    def write(position: Any, value: Any) -> None:
        position[name] = value

    return property(operator.itemgetter(name), write)


def plain(position: Position) -> Any:
    """A position's fields as Python's own numbers and lists, which it reads many times faster; to be looked at only."""
    kind: Any = type(position)
    return _numbers(kind, position.tobytes())


@functools.lru_cache(500)  # for all who look at a position, one after the other
def _numbers(kind: Any, contents: bytes) -> Any:
    position = kind.from_bytes(contents)
    return SimpleNamespace(**{field: position[field].tolist() for field in position.fields_in_order})


class PlainRecord:
    """A record for interpreted rules: its numbers come out as Python's.

    Compiled code computes in 64 bits whatever the width of a field. NumPy would compute in the width of the field:
    `1 << s.seat` in eight bits, say. 64-bit unsigned words, which only luck has, stay what they are: they wrap.
    """

    __slots__ = ("_record",)

    def __init__(self, position: Position) -> None:
        object.__setattr__(self, "_record", position)

    def __getattr__(self, name: str) -> Any:
        return plain_value(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = value


class PlainArray:
    """An array field of a record for interpreted rules."""

    __slots__ = ("_array",)

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, place: Any) -> Any:
        return plain_value(self._array[place])

    def __setitem__(self, place: Any, value: Any) -> None:
        self._array[place] = value

    def __len__(self) -> int:
        return len(self._array)


def plain_value(value: Any) -> Any:
    """A record, array or number as interpreted rules get it."""
    if isinstance(value, Position):
        return PlainRecord(value)
    if isinstance(value, np.ndarray) and value.dtype != u64:
        return PlainArray(value)
    if isinstance(value, np.integer) and not isinstance(value, u64):
        return int(value)
    return value
