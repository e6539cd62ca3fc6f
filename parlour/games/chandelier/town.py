"""The town: fountains, the roofs around them, and one step from fountain to fountain. Each file in `towns/` is one.

A town is checked when it is read, so that rules, words and board can rely on it.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.kit.mistake import Mistake

FOLDER = Path(__file__).parent / "towns"
DEFAULT = "harbour"
ROOFS = 20
ROOFS_AT_A_FOUNTAIN = (2, 3)
MOST_FOUNTAINS = ROOFS // min(ROOFS_AT_A_FOUNTAIN)


@dataclass(frozen=True)
class Fountain:
    """A place for the marker. Its roofs have the numbers that follow those of the fountain before it in the file."""

    name: str
    roofs: int
    next_to: tuple[str, ...]
    dock: bool = False


@dataclass(frozen=True)
class Town:
    """Fountains in the order of the file."""

    title: str
    fountains: tuple[Fountain, ...]

    @property
    def fountain_of(self) -> list[int]:
        """For each roof the number of its fountain."""
        return [number for number, fountain in enumerate(self.fountains) for _ in range(fountain.roofs)]

    def steps(self, number: int) -> list[int]:
        """The fountains that one step leads to from the one of that number."""
        return [
            other for other, fountain in enumerate(self.fountains) if fountain.name in self.fountains[number].next_to
        ]


def names() -> tuple[str, ...]:
    """The towns in the folder, the default first."""
    found = sorted(file.stem for file in FOLDER.glob("*.toml"))
    return DEFAULT, *(name for name in found if name != DEFAULT)


def load(name: str) -> Town:
    """The town of that name in the folder."""
    return read(FOLDER / f"{name}.toml")


def read(path: Path) -> Town:
    """The town that a file describes."""
    try:
        contents = tomllib.loads(path.read_text("utf-8"))
        town = Town(contents["title"], tuple(fountain(entry) for entry in contents["fountain"]))
        check(town)
    except OSError as error:
        raise Mistake(f"The town {path.name} can't be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"The town {path.name} is no TOML file: {error}.") from None
    except KeyError as missing:
        raise Mistake(f"The town {path.name} lacks {missing}: see harbour.toml for what a town needs.") from None
    except TypeError as odd:
        raise Mistake(f"The town {path.name} has a fountain that isn't described as in harbour.toml: {odd}.") from None
    except Mistake as mistake:
        raise Mistake(f"The town {path.name} can't be: {mistake}") from None
    return town


def fountain(entry: dict[str, Any]) -> Fountain:
    return Fountain(**{**entry, "next_to": tuple(entry["next_to"])})


def check(town: Town) -> None:
    """Refuse a town that the game can't be played in."""
    by_name = {fountain.name: fountain for fountain in town.fountains}
    if len(by_name) < len(town.fountains):
        raise Mistake("two of its fountains have the same name.")
    few, many = ROOFS_AT_A_FOUNTAIN
    for fountain in town.fountains:
        if fountain.roofs not in ROOFS_AT_A_FOUNTAIN:
            raise Mistake(f"{fountain.name} has {fountain.roofs} roofs, and a fountain has {few} or {many}.")
        for name in fountain.next_to:
            check_step(fountain, by_name.get(name), name)
    if sum(fountain.roofs for fountain in town.fountains) != ROOFS:
        raise Mistake(f"it has {sum(fountain.roofs for fountain in town.fountains)} roofs, and a town has {ROOFS}.")
    docks = [fountain for fountain in town.fountains if fountain.dock]
    for dock in docks:
        for other in docks:
            if other is not dock and other.name not in dock.next_to:
                raise Mistake(f"{dock.name} and {other.name} are docks, and all docks are next to each other.")


def check_step(fountain: Fountain, other: Fountain | None, name: str) -> None:
    if other is None:
        raise Mistake(f"{fountain.name} is next to {name!r}, which is no fountain of it.")
    if other is fountain:
        raise Mistake(f"{name} is next to itself.")
    if fountain.name not in other.next_to:
        raise Mistake(f"{fountain.name} is next to {name}, but {name} isn't next to {fountain.name}.")
