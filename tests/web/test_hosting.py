"""Running a house: settings, the host's commands, and what the documents say about them."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import typer

from parlour import cli
from parlour.kit.mistake import Mistake
from parlour.web.hosting import database_at

HOME = Path(__file__).parents[2]
SERVE = typer.main.get_command(cli.app).commands["serve"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("option", [option for option in SERVE.params if option.name != "help"], ids=lambda o: o.name)
def test_every_setting_can_be_given_by_the_environment_and_is_in_the_documents(option):
    variable = f"PARLOUR_{option.opts[0].removeprefix('--').replace('-', '_').upper()}"
    assert option.envvar == variable
    row = next(row for row in (HOME / "docs/hosting.md").read_text("utf-8").splitlines() if f"`{variable}`" in row)
    assert row.startswith(f"| `{option.opts[0]}")


def test_the_environment_sets_what_the_command_line_leaves_open(monkeypatch):
    given = []
    monkeypatch.setattr("parlour.web.serve.serve", lambda *settings: given.append(settings))
    for name, value in {"HOST": "0.0.0.0", "PORT": "8080", "OPEN": "no", "DATABASE": "sqlite:///here"}.items():
        monkeypatch.setenv(f"PARLOUR_{name}", value)
    cli.app(["serve", "--port", "9090"], standalone_mode=False)
    settings, host, port, open_browser, *_ = given[0]
    assert (settings.database, host, port, open_browser) == ("sqlite:///here", "0.0.0.0", 9090, False)


# The database's password


def test_a_password_from_a_file_goes_into_the_address(tmp_path):
    (tmp_path / "password").write_text("p@ss/w:rd %\n")
    address = urlsplit(database_at("postgresql://parlour@db:5433/house", tmp_path / "password"))
    assert unquote(address.password or "") == "p@ss/w:rd %"
    assert (address.username, address.hostname, address.port, address.path) == ("parlour", "db", 5433, "/house")


def test_a_file_without_a_password_is_told_in_a_sentence(tmp_path):
    with pytest.raises(Mistake, match=r"The password can't be read from .*: No such file or directory."):
        database_at("postgresql://parlour@db/house", tmp_path / "nothing")


def test_sqlite_needs_no_password(tmp_path):
    assert database_at("sqlite:///house.sqlite", tmp_path / "nothing") == "sqlite:///house.sqlite"
