"""What a benchmark ran on: the processor, and the versions that matter."""

import importlib.metadata
import os
import platform
from pathlib import Path

PACKAGES = ("numba", "numba-cuda", "numpy", "open-spiel", "pgx", "jax", "pettingzoo")


def description() -> dict[str, object]:
    """The machine and the versions, for the results."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {package: version for package in PACKAGES if (version := version_of(package))},
    }


def processor() -> str:
    """The processor's name, as far as the system gives it away."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def version_of(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
