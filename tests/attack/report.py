"""What an attack found, as a table that a person can read."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

SHOWN = 12  # faults of a part that are told in full


@dataclass
class Part:
    """One part of the attack: what was measured, and what went wrong, with how often and an example of each."""

    name: str
    figures: dict[str, object] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    examples: dict[str, str] = field(default_factory=dict)
    took: float = 0

    def fault(self, sentence: str, example: str = "") -> None:
        if sentence not in self.faults:
            print(f"  ! {sentence}", file=sys.stderr, flush=True)
            self.examples[sentence] = example
        self.faults[sentence] = self.faults.get(sentence, 0) + 1

    def demand(self, true: bool, sentence: str) -> None:
        if not true:
            self.fault(sentence)


class Report:
    """All parts so far."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    @contextmanager
    def part(self, name: str) -> Iterator[Part]:
        """One part; if the attack itself breaks down, that is a fault too."""
        print(f"{name} …", file=sys.stderr, flush=True)
        part, began = Part(name), time.monotonic()
        self.parts.append(part)
        try:
            yield part
        except Exception as error:
            part.fault(f"The attack broke off: {type(error).__name__}: {str(error)[:300]}")
        finally:
            part.took = time.monotonic() - began

    @property
    def failed(self) -> bool:
        return any(part.faults for part in self.parts)

    def __str__(self) -> str:
        lines = []
        for part in self.parts:
            state = f"{len(part.faults)} FAULTS" if part.faults else "held"
            lines.append(f"{part.name:<42} {state:>10} {part.took:7.0f} s")
            lines += [f"    {name}: {value}" for name, value in part.figures.items()]
            often = sorted(part.faults.items(), key=lambda fault: -fault[1])
            lines += [f"  ! {sentence} ({count} times)" for sentence, count in often[:SHOWN]]
            if len(often) > SHOWN:
                lines.append(f"  ! and {len(often) - SHOWN} other faults")
        return "\n".join(lines)

    def examples(self) -> str:
        """Of every fault the first thing that met it."""
        told = [
            f"{part.name}: {fault}\n    {part.examples.get(fault)}\n" for part in self.parts for fault in part.faults
        ]
        return "\n".join(told)
