"""Rules are plain Python; this runs them as machine code, cached between processes, or interpreted.

Three ways to run one source:

- `@compiled` on a function: Numba compiles it at its first call and the result is kept on disk.
- `interpreted(function)`: the same function, and all it calls, as ordinary Python, for debugging, coverage
  and for the first seconds of a new installation.
- `bind(template, game)`: a copy of a module that works for any game, with one game's functions as its globals, so
  that the calls into the rules are direct and the compiled code is cached.
"""

import ast
import functools
import hashlib
import importlib
import importlib.util
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakKeyDictionary

import numba
import numpy as np
from numba.core import caching, serialize
from numba.core.dispatcher import Dispatcher

from parlour.kit.record import plain_value
from parlour.kit.remembering import Memory

if TYPE_CHECKING:
    from parlour.kit.game import Game

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile `function` when it is first called, or load what an earlier process compiled."""
    return _compiled(function, function.__globals__.get("__kept__", True))


def compiled_for_now(function: F) -> F:
    """The same for this process alone, for what may be another function of the same name tomorrow."""
    return function if isinstance(function, Dispatcher) else _compiled(function, kept=False)


def _compiled(function: F, kept: bool) -> F:
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if not isinstance(dispatcher, Dispatcher):  # Numba is told to compile nothing
        return cast(F, _with_plain_values(function))
    if kept and cache_folder():
        dispatcher._cache = _Cache(function)  # type: ignore[attr-defined]
    return cast(F, dispatcher)


def interpreted(function: F) -> F:
    """The same function as ordinary Python, all the compiled functions it calls included."""
    return cast(F, _with_plain_values(_plain(function))) if isinstance(function, Dispatcher) else function


def interpreted_module(module: ModuleType) -> ModuleType:
    """A twin of a game's module that calls no compiled function: nothing in it waits for the compiler."""
    if module not in _twin_modules:
        twin = _twin_modules[module] = ModuleType(module.__name__, module.__doc__)
        twin.__dict__.update({name: _twin(value, module, twin) for name, value in vars(module).items()})
    return _twin_modules[module]


_twin_modules: WeakKeyDictionary[ModuleType, ModuleType] = WeakKeyDictionary()


def _twin(value: Any, module: ModuleType, twin: ModuleType) -> Any:
    """What stands for a value of `module` in its twin: functions and modules of the same package have twins, too."""
    package = module.__name__.rpartition(".")[0]
    if isinstance(value, Dispatcher):
        return interpreted(value)
    if isinstance(value, ModuleType) and value.__name__.startswith(f"{package}."):
        return interpreted_module(value)
    remembering = _remembering(value)
    source = value.__wrapped__ if remembering else value
    if not isinstance(source, FunctionType) or not source.__module__.startswith(f"{package}."):
        return value
    if source.__globals__ is not vars(module):
        return getattr(interpreted_module(sys.modules[source.__module__]), source.__name__, value)
    copy = FunctionType(source.__code__, twin.__dict__, source.__name__, source.__defaults__, source.__closure__)
    copy.__kwdefaults__ = source.__kwdefaults__
    return remembering(copy) if remembering else copy


def _remembering(value: Any) -> Callable[[FunctionType], Any] | None:
    """What makes a function remember as this one does, if it does: the twin must not be given what the other drew."""
    if isinstance(value, functools._lru_cache_wrapper):
        return functools.lru_cache(**value.cache_parameters())
    memory = getattr(value, "memory", None)
    return memory.remembered if isinstance(memory, Memory) else None


def bind(template: str, game: "Game", **given: Any) -> ModuleType:
    """Load the module `template` anew with `game` and the names in `given` as globals, once for each of them.

    The game's rules and bots count as sources: when they change, so does the cache. The code of a game with exchanged
    verbs is its own, and never kept: there is no telling from its name what it does.
    """
    title = "-".join([f"{template}@{game.package}", *map(str, given.values())])
    loaded = game.bound if game.exchanged else sys.modules
    if title not in loaded:
        spec = importlib.util.find_spec(template)
        assert spec and spec.origin
        module = ModuleType(title, f"{template} for {game.title}")
        module.__file__ = spec.origin
        module.__dict__.update(given, game=game, __kept__=not game.exchanged, __sources__=_sources(game))
        loaded[title] = module  # Numba looks the module up by its name when it loads from the cache
        try:
            exec(compile(Path(spec.origin).read_text("utf-8"), spec.origin, "exec"), module.__dict__)
        except BaseException:
            del loaded[title]
            raise
    return loaded[title]


def _sources(game: "Game") -> tuple[str, ...]:
    """Where the compiled code of a game is."""
    specs = (importlib.util.find_spec(f"{game.package}.{name}") for name in ("rules", "bots"))
    return tuple(spec.origin for spec in specs if spec and spec.origin)


# Interpreting: a function's globals are copied with every compiled function exchanged for its plain twin.


def _with_plain_values(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, given records whose numbers compute as they do in compiled code."""

    @functools.wraps(function)
    def plain_function(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # 64-bit luck wraps around on purpose; compiled code never warns
            return function(*map(plain_value, arguments))

    return plain_function


# By the identity of a module's globals, which stay with their twin: another's can't come to have it.
_twin_globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}


def _plain(dispatcher: Any) -> FunctionType:
    source = dispatcher.py_func
    _, home = _twin_globals.get(id(source.__globals__), (None, None))
    if home is None:
        home = dict(source.__globals__)
        _twin_globals[id(source.__globals__)] = source.__globals__, home
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


def _stamp(function: Callable[..., Any]) -> str:
    """Changes when any source changes that `function` may call into: its module, what that imports or is bound to."""
    return _stamp_of((inspect.getfile(function), *function.__globals__.get("__sources__", ())))


@functools.cache
def _stamp_of(files: tuple[str, ...]) -> str:
    met, next_ = {Path(__file__)}, {Path(file) for file in files}
    while next_:
        met |= next_
        next_ = {imported for source in next_ for imported in _imports(source)} - met
    met.update(data for source in list(met) for data in source.parent.rglob("*.toml"))  # they become constants
    contents = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for source in sorted(met):
        contents.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return contents.hexdigest()


@functools.cache
def _imports(source: Path) -> frozenset[Path]:
    """The modules that a source imports at its top, but for those of Python and of what our stamps name already."""
    files = set()
    for line in ast.parse(source.read_text("utf-8")).body:
        if isinstance(line, ast.ImportFrom) and line.module:
            files |= {_file(line.module), *(_file(f"{line.module}.{alias.name}") for alias in line.names)}
        elif isinstance(line, ast.Import):
            files |= {_file(alias.name) for alias in line.names}
    return frozenset(file for file in files if file)


@functools.cache
def _file(module: str) -> Path | None:
    """Where a module is, if it is one."""
    if module.partition(".")[0] in (*sys.stdlib_module_names, "numba", "numpy"):
        return None
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:  # a name within a module that is no package
        return None
    return Path(spec.origin) if spec and spec.origin else None


class _Cache(caching.FunctionCache):
    """Numba's function cache over files of our own."""

    def __init__(self, function: Callable[..., Any]) -> None:
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

    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator()


class _Files:
    """One file for each compiled signature of one function: the stamp of its sources, then the code."""

    def __init__(self, function: Callable[..., Any]) -> None:
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
