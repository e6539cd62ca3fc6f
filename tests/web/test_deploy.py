"""The container, its companions and the unit name nothing that isn't there. No engine is needed to see that."""

import configparser
import json
import re
import shlex
from pathlib import Path

import pytest
import typer
import yaml

from parlour import cli
from tests.web.conftest import wait_until

HOME = Path(__file__).parents[2]
COMMANDS = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]
DOCKERFILE = (HOME / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((HOME / "compose.yaml").read_text("utf-8"))
PAGE = (HOME / "docs/hosting.md").read_text("utf-8")


def instructions(name: str) -> list[str]:
    """What follows a word of the Dockerfile, one line each."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return [line.partition(" ")[2].strip() for line in joined.splitlines() if line.startswith(f"{name} ")]


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    parser.read(HOME / "deploy/parlour.service")
    return parser


def check_command(words: list[str]) -> None:
    """A command line of ours has a command and options that there are."""
    assert words[0] == "parlour" and words[1] in COMMANDS, words
    known = {name for option in COMMANDS[words[1]].params for name in (*option.opts, *option.secondary_opts)}
    for word in words[2:]:
        assert not word.startswith("--") or word.partition("=")[0] in known, f"{word} of {words}"


# The container


def test_all_that_is_copied_into_the_image_is_there_and_not_ignored():
    allowed = set((HOME / ".dockerignore").read_text().splitlines())
    copied = [source for line in instructions("COPY") if "--from" not in line for source in line.split()[:-1]]
    assert copied
    for source in copied:
        assert (HOME / source).exists() and f"!{source}" in allowed, source


def test_the_image_is_built_from_what_the_package_needs():
    from importlib.metadata import metadata

    assert "postgres" in (metadata("parlour").get_all("Provides-Extra") or [])
    assert "'.[postgres]'" in DOCKERFILE and "PIP_CONSTRAINT=constraints.txt" in DOCKERFILE


def test_the_image_runs_commands_that_there_are():
    start = json.loads(instructions("ENTRYPOINT")[0]) + json.loads(instructions("CMD")[0])
    assert start == ["parlour", "serve"]
    check_command(start)
    check_command(next(line for line in instructions("RUN") if line.startswith("parlour ")).split())


def test_the_image_runs_as_a_user_of_its_own_and_stops_on_a_polite_signal():
    assert f"--uid {instructions('USER')[0]} " in DOCKERFILE and instructions("USER") != ["0"]
    assert instructions("STOPSIGNAL") == ["SIGTERM"]


def test_the_health_check_asks_the_house_whether_it_is_ready(house, monkeypatch):
    check = json.loads(re.sub(r"^.*?CMD ", "", instructions("HEALTHCHECK")[0]))
    assert check[:2] == ["python", "-c"]
    wait_until(lambda: house.house.readiness.prepared, "The compiled games", 600)
    monkeypatch.setenv("PARLOUR_PORT", str(house.port))
    exec(check[2], {})
    monkeypatch.setenv("PARLOUR_PORT", "1")
    with pytest.raises(OSError, match="refused"):
        exec(check[2], {})


def test_the_services_have_all_that_they_name():
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
        assert {volume.partition(":")[0] for volume in service.get("volumes", [])} <= set(COMPOSE["volumes"])
        for other, how in service.get("depends_on", {}).items():
            assert how == {"condition": "service_healthy"} and "healthcheck" in services[other]
    assert services["house"]["environment"]["PARLOUR_DATABASE"].startswith("postgresql://parlour@database/")
    assert "9100" in services["house"]["environment"]["PARLOUR_METRICS"]
    assert all(port.endswith(":7600") for port in services["house"]["ports"]), "Only the house itself is published."


# The unit


def test_the_unit_starts_a_command_that_there_is():
    program, *rest = shlex.split(unit()["Service"]["ExecStart"])
    assert program == "/opt/parlour/bin/parlour"
    check_command(["parlour", *rest])


def test_the_unit_gives_the_house_the_folders_that_its_settings_name():
    text = (HOME / "deploy/parlour.service").read_text()
    assert "PARLOUR_CACHE=%C/parlour" in text and unit()["Service"]["CacheDirectory"] == "parlour"
    assert "sqlite:///%S/parlour/" in text and unit()["Service"]["StateDirectory"] == "parlour"


# All of them


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yaml", "deploy/parlour.service", "docs/hosting.md"])
def test_variables_that_are_named_are_known(file):
    code = "".join(path.read_text("utf-8") for path in (HOME / "parlour").rglob("*.py"))
    named = set(re.findall(r"\bPARLOUR_[A-Z_]+", (HOME / file).read_text("utf-8")))
    assert named and [name for name in named if f'"{name}"' not in code] == []


def test_command_lines_in_the_documents_work_as_they_stand():
    lines = re.findall(r"^    (parlour .*?)(?:  +#.*)?$", PAGE, re.MULTILINE)
    assert lines
    for line in lines:
        check_command(shlex.split(line))
