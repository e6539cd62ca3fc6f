"""A PostgreSQL of our own, at a free port of this machine: made, started, stopped and put away again."""

import asyncio
import contextlib
import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 60  # seconds until it must have come or gone


class Unavailable(Exception):
    """Why there can be no PostgreSQL here."""


def program(name: str) -> str | None:
    """A program of PostgreSQL: on the path, or where Debian puts it."""
    found = shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default=None)
    return str(Path(found).resolve()) if found else None


class Postgres:
    """A server with its data in a folder; it can be stopped and started again on the same data and port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.as_user = other_user(folder)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"postgresql://parlour@127.0.0.1:{self.port}/"
        self.running: subprocess.Popen | None = None
        self._run("initdb", "-U", "parlour", "--auth=trust", "--no-sync", "--encoding=UTF8")

    def _command(self, name: str) -> list[str]:
        found = program(name)
        if not found:
            raise Unavailable("PostgreSQL's programs (initdb, postgres) aren't installed.")
        return [*self.as_user, found, "-D", str(self.data)]

    def _run(self, name: str, *options: str) -> None:
        done = subprocess.run([*self._command(name), *options], capture_output=True, text=True, cwd=self.folder)
        if done.returncode:
            raise Unavailable(f"{name} can't make a database here: {done.stderr.strip()[-200:]}")

    def start(self) -> None:
        """Listen, and answer."""
        options = ["-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1", "-F", "-c", "max_connections=200"]
        self.running = subprocess.Popen(
            [*self._command("postgres"), *options], cwd=self.folder, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while not asyncio.run(self._answers()):
            if time.monotonic() > until:
                raise Unavailable("PostgreSQL doesn't answer.")
            time.sleep(0.1)

    async def _answers(self) -> bool:
        import asyncpg

        with contextlib.suppress(OSError, asyncpg.PostgresError):
            await (await asyncpg.connect(f"{self.address}postgres")).close()
            return True
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Cut all connections and go: SIGINT in good order, SIGQUIT as if it had crashed."""
        if self.running:
            self.running.send_signal(how)
            self.running.wait(PATIENCE)
            self.running = None

    def new_database(self) -> str:
        """The address of a new database."""
        name = f"test{uuid.uuid4().hex}"

        async def create() -> None:
            import asyncpg

            connection = await asyncpg.connect(f"{self.address}postgres")
            await connection.execute(f"create database {name}")
            await connection.close()

        asyncio.run(create())
        return self.address + name


def other_user(folder: Path) -> list[str]:
    """How to run something as somebody else than root, whom PostgreSQL refuses; the folder is theirs then."""
    if getpass.getuser() != "root":
        return []
    if subprocess.run(["id", "postgres"], capture_output=True).returncode:
        raise Unavailable("PostgreSQL doesn't run as root, and there is no user 'postgres'.")
    shutil.chown(folder, "postgres", "postgres")
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A new server in a folder that is removed afterwards; where that can't be, says why."""
    folder = Path(tempfile.mkdtemp(prefix=f"parlour-postgres-{os.getpid()}-", dir="/tmp"))
    with contextlib.ExitStack() as closing:
        closing.callback(shutil.rmtree, folder, ignore_errors=True)
        server = Postgres(folder)
        closing.callback(server.stop)
        server.start()
        yield server
