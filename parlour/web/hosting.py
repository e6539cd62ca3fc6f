"""What a host does from the command line, beside a house that runs or one that is closed."""

import contextlib
import multiprocessing
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import platformdirs
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from parlour import game, games
from parlour.kit.compiled import cache_folder
from parlour.kit.mistake import Mistake
from parlour.web import migrations
from parlour.web.store import Store, reach
from parlour.web.thinking import prepare_search, rehearse


def database_at(address: str | None, password_file: Path | None = None) -> str:
    """The database that a host means: SQLite in the user's data folder if no other is named."""
    if address is None:
        address = f"sqlite:///{platformdirs.user_data_path('parlour') / 'house.sqlite'}"
    if password_file is None or address.startswith("sqlite:"):
        return address
    try:
        password = password_file.read_text("utf-8").strip()
        return sa.make_url(address).set(password=password).render_as_string(hide_password=False)
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"The password can't be read from {password_file}: {reason(error)}.") from None
    except sa.exc.ArgumentError:
        return address  # whoever reaches for it says what an address is


def revisions() -> list[str]:
    """All revisions that the tables of a house have had, the newest first."""
    return [step.revision for step in ScriptDirectory(str(Path(migrations.__file__).parent)).walk_revisions()]


@contextlib.asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    """The store of a house that is there, whether it runs or not, as this version knows it."""
    address = sa.make_url(database) if database.startswith("sqlite:") else None
    if address and address.database and not Path(address.database).is_file():
        raise Mistake(f"There is no house at {address.database}; name one with --database.")
    await reach(database)
    store = Store(database)
    try:
        async with store.engine.connect() as connection:
            revision = await connection.run_sync(lambda c: MigrationContext.configure(c).get_current_revision())
        if revision is None:
            raise Mistake("There is no house in this database; name another one with --database.")
        if revision != revisions()[0]:
            raise Mistake(
                f"The house in this database is of another version (its tables are {revision}, not {revisions()[0]}): "
                "open it once with this version, or use the other one."
            )
        yield store
    finally:
        await store.close()


def compile_all(tell: Callable[[str], None]) -> None:
    """Compile all that a house needs, on all cores; it stays on disk."""
    if cache_folder() is None:
        raise Mistake("Compiled code can be kept nowhere here; name a folder that can be written in PARLOUR_CACHE.")
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for done in as_completed([pool.submit(compile_game, name) for name in games()]):
            tell(f"{done.result()} is compiled")


def compile_game(name: str) -> str:
    """Compile a game, its search and all that a table calls; gives its title."""
    rehearse(name)
    prepare_search(name)
    return game(name).title


def reason(error: Exception) -> str:
    """Why something failed, in the words of the system."""
    return getattr(error, "strerror", None) or str(error)
