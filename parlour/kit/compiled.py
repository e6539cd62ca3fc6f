"""Rules are plain Python; this runs them as machine code, cached between processes, or interpreted.

Three ways to run one source:

- `@compiled` on a function: Numba compiles it at its first call and the result is kept on disk.
- `interpreted(function)`: the same function, and all it calls, as ordinary Python, for debugging, coverage
  and for the first seconds of a new installation.
- `bind(template, name, rules=...)`: a copy of a module that works for any game, with one game's functions as
  its globals, so that the calls into the rules are direct and the compiled code is cached.
"""

import functools
import hashlib
import importlib.util
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import caching, serialize
from numba.core.dispatcher import Dispatcher

from parlour.kit.record import plain_value


def compiled(function: Callable) -> Any:
    """Compile `function` when it is first called, or load what an earlier process compiled."""
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    if not isinstance(dispatcher, Dispatcher):  # Numba is told to compile nothing
        return _with_plain_values(function)
    if cache_folder():
        dispatcher._cache = _Cache(function)  # type: ignore[attr-defined]
    return dispatcher


def interpreted(function: Callable) -> Callable:
    """The same function as ordinary Python, all the compiled functions it calls included."""
    return _with_plain_values(_plain(function)) if isinstance(function, Dispatcher) else function


def interpreted_module(module: ModuleType) -> ModuleType:
    """A twin of a game's module that calls no compiled function: nothing in it waits for the compiler."""
    if module.__name__ not in _twin_modules:
        twin = _twin_modules[module.__name__] = ModuleType(module.__name__, module.__doc__)
        twin.__dict__.update({name: _twin(value, module, twin) for name, value in vars(module).items()})
    return _twin_modules[module.__name__]


_twin_modules: dict[str, ModuleType] = {}


def _twin(value: Any, module: ModuleType, twin: ModuleType) -> Any:
    """What stands for a value of `module` in its twin: functions and modules of the same package have twins, too."""
    package = module.__name__.rpartition(".")[0]
    if isinstance(value, Dispatcher):
        return interpreted(value)
    if isinstance(value, ModuleType) and value.__name__.startswith(f"{package}."):
        return interpreted_module(value)
    remembering = isinstance(value, functools._lru_cache_wrapper)
    source = value.__wrapped__ if remembering else value
    if not isinstance(source, FunctionType) or not source.__module__.startswith(f"{package}."):
        return value
    if source.__globals__ is not vars(module):
        return getattr(interpreted_module(sys.modules[source.__module__]), source.__name__, value)
    copy = FunctionType(source.__code__, twin.__dict__, source.__name__, source.__defaults__, source.__closure__)
    copy.__kwdefaults__ = source.__kwdefaults__
    return functools.lru_cache(**value.cache_parameters())(copy) if remembering else copy


def bind(template: str, name: str, **given: Any) -> ModuleType:
    """Load the module `template` anew with the names in `given` as globals, once for each `name`.

    The values of `given` that are modules count as sources: when one of them changes, so does the cache.
    """
    title = f"{template}@{name}"
    if title not in sys.modules:
        spec = importlib.util.find_spec(template)
        assert spec and spec.origin
        module = ModuleType(title, f"{template} for {name}")
        module.__file__ = spec.origin
        module.__dict__.update(given)
        module.__dict__["__sources__"] = [Path(g.__file__).parent for g in given.values() if _has_file(g)]
        sys.modules[title] = module  # Numba looks the module up by its name when it loads from the cache
        try:
            exec(compile(Path(spec.origin).read_text("utf-8"), spec.origin, "exec"), module.__dict__)
        except BaseException:
            del sys.modules[title]
            raise
    return sys.modules[title]


def _has_file(value: Any) -> bool:
    return isinstance(value, ModuleType) and bool(value.__file__)


# Interpreting: a function's globals are copied with every compiled function exchanged for its plain twin.


def _with_plain_values(function: Callable) -> Callable:
    """The function, given records whose numbers compute as they do in compiled code."""

    @functools.wraps(function)
    def plain_function(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # 64-bit luck wraps around on purpose; compiled code never warns
            return function(*map(plain_value, arguments))

    return plain_function


_twin_globals: dict[int, dict[str, Any]] = {}


def _plain(dispatcher: Any) -> FunctionType:
    source = dispatcher.py_func
    home = _twin_globals.get(id(source.__globals__))
    if home is None:
        home = _twin_globals[id(source.__globals__)] = dict(source.__globals__)
        for name, value in source.__globals__.items():
            if isinstance(value, Dispatcher):
                home[name] = _plain(value)
    return FunctionType(source.__code__, home, source.__name__, source.__defaults__, source.__closure__)


# Caching. Numba's own cache looks only at the file of a function: a change in a function that it calls goes
# unnoticed, and processes that compile at the same time can mix up their files. Here one file holds one
# compiled signature, under a name of its own, and is stale when any source it may depend on has changed.


@functools.cache
def cache_folder() -> Path | None:
    """Where compiled code is kept, or None if no folder for it can be written."""
    for folder in _cache_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return folder
    return None


def _cache_folders() -> Iterator[Path]:
    """Where one chose, or else beside the package, or else in the user's cache folder."""
    if chosen := os.environ.get("PARLOUR_CACHE"):
        yield Path(chosen)
        return
    beside = Path(__file__).resolve().parents[1] / "__pycache__" / "compiled"
    yield beside
    import platformdirs  # only now: most need it never

    yield platformdirs.user_cache_path("parlour") / hashlib.sha256(str(beside).encode()).hexdigest()[:12]


@functools.cache
def _folder_stamp(folder: Path) -> str:
    contents = hashlib.sha256()
    for source in sorted([*folder.glob("*.py"), *folder.rglob("*.toml")]):  # data become constants of compiled code
        contents.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return contents.hexdigest()


def _stamp(function: Callable) -> str:
    """Changes when any source changes that `function` may call into: its folder, the kit, what it is bound to."""
    folders = {Path(__file__).parent, Path(inspect.getfile(function)).parent}
    folders.update(function.__globals__.get("__sources__", ()))  # type: ignore[attr-defined]
    return " ".join([numba.__version__, np.__version__, *sorted(map(_folder_stamp, folders))])


class _Cache(caching.FunctionCache):
    """Numba's function cache over files of our own."""

    def __init__(self, function: Callable) -> None:
        self._name = repr(function)
        self._py_func = function
        self._impl = _Contents(function)
        self._cache_path = str(cache_folder())
        self._cache_file = _Files(function)  # type: ignore[assignment]
        self.enable()


class _Locator:
    """Satisfies Numba, which asks where a cache is and whether it can be written."""

    def ensure_cache_path(self) -> None:
        pass


class _Contents(caching.CompileResultCacheImpl):
    """Numba's way to turn compiled code into bytes and back."""

    def __init__(self, function: Callable) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator()


class _Files:
    """One file for each compiled signature of one function: the stamp of its sources, then the code."""

    def __init__(self, function: Callable) -> None:
        self.function = function
        self.stamp = _stamp(function)

    def path(self, key: Any) -> Path:
        folder = cache_folder()
        assert folder is not None
        name = f"{self.function.__module__}.{self.function.__qualname__}"
        return folder / f"{name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}.bin"

    def load(self, key: Any) -> Any:
        try:
            stamp, code = pickle.loads(self.path(key).read_bytes())
            return pickle.loads(code) if stamp == self.stamp else None
        except (OSError, EOFError, ValueError, TypeError, pickle.UnpicklingError):
            return None  # not there, or cut short: compile again

    def save(self, key: Any, code: Any) -> None:
        contents = pickle.dumps((self.stamp, serialize.dumps(code)))
        target = self.path(key)
        try:
            with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as new:
                new.write(contents)
            os.replace(new.name, target)
        except OSError:
            pass  # a full disk costs speed, nothing else

    def flush(self) -> None:
        pass
