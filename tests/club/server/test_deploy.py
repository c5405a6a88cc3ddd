"""The files of `deploy/`: their syntax, and the commands, variables, ports and code that they name."""

import argparse
import configparser
import importlib
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.requirements import missing
from zaria.club.server import cli
from zaria.club.site import variables

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
CADDY = DEPLOY.parent / "build" / "caddy" / "usr" / "bin"
"""The folder in which `tools/bootstrap.py` unpacks it."""

OF_COMPOSE = {"ZARIA_SITE", "ZARIA_MEMORY"}
"""Variables of `compose.yaml` alone: no process of Zaria reads them."""

ROLES = ("web", "host", "bots")
"""The roles of a process, which are the names of the services."""


@pytest.fixture
def unit() -> configparser.ConfigParser:
    """The unit of systemd."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "zaria.service")
    return parser


@pytest.fixture
def compose() -> dict[str, Any]:
    """The services of Docker Compose, with what they share."""
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return services


def options_of(command: list[str]) -> argparse.Namespace:
    """Return the options of a `zaria serve`, which ends the test if it has a wrong one."""
    parser = argparse.ArgumentParser()
    cli.add_commands(parser.add_subparsers())
    assert Path(command[0]).name == "zaria"
    return parser.parse_args(command[1:])


def run_program(path: str, *arguments: str | Path, **environment: str) -> str:
    """Run a program that checks a file, and expect success; return its warnings and log."""
    check = subprocess.run([path, *arguments], capture_output=True, text=True, env=environment, check=False)
    assert check.returncode == 0, check.stdout + check.stderr
    return check.stderr


def find_program(name: str) -> str:
    """Return where a program is that checks a file; without it the test is skipped, or fails if required."""
    path = shutil.which(name) or shutil.which(name, path=str(CADDY))
    if path is None:
        missing("deployment", f"no {name} on this machine: `python tools/bootstrap.py deployment` fetches it")
    return path


def test_the_unit_keeps_its_state_private(unit: configparser.ConfigParser) -> None:
    service = unit["Service"]
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077")


def test_the_unit_stores_its_data_in_its_state_directory(unit: configparser.ConfigParser) -> None:
    service = unit["Service"]
    assert service["Environment"] == f"ZARIA_DATA=%S/{service['StateDirectory']}"
    assert options_of(shlex.split(service["ExecStart"])).port == 8000


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "zaria.service").read_text()
    command = re.search(r"^ExecStart=(\S+)", text, re.MULTILINE)
    assert command is not None
    copy = tmp_path / "zaria.service"
    copy.write_text(text.replace(command[1], shutil.which("true") or "/bin/true"))
    assert run_program(find_program("systemd-analyze"), "verify", copy) == ""


def test_every_variable_has_a_description() -> None:
    for path in DEPLOY.iterdir():
        for name in set(re.findall(r"ZARIA_[A-Z_]+", path.read_text())) - OF_COMPOSE:
            assert variables.describe(name), f"{path.name}: {name}"


def test_the_services_share_the_roles(compose: dict[str, Any]) -> None:
    for role in ROLES:
        options = options_of(shlex.split(compose[role]["command"]))
        expected = options_of(["zaria", "serve", "--role", role, "--host", "0.0.0.0", "--port", "8000"])
        assert options == expected


def test_the_services_find_each_other(compose: dict[str, Any]) -> None:
    for role in ROLES:
        service = compose[role]
        assert set(service["depends_on"]) <= set(compose)
        for variable in ("ZARIA_DATABASE_URL", "ZARIA_REDIS_URL"):
            address = service["environment"][variable]
            assert re.sub(r"^\w+://(.*@)?", "", address).split("/")[0].split(":")[0] in compose
    assert compose["web"]["volumes"] == ["data:/data"]
    assert "ZARIA_DATA=/data" in (DEPLOY / "Dockerfile").read_text()


def test_the_services_follow_the_schema_of_compose() -> None:
    schema = ("-m", "check_jsonschema", "-q", "--builtin-schema", "vendor.compose-spec")
    run_program(sys.executable, *schema, DEPLOY / "compose.yaml")


def test_the_variables_of_compose_have_a_default_or_are_demanded_once() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    uses = re.findall(r"\$\{(\w+)(:[-?])?", text)
    described = {name for name, kind in uses if kind}
    assert {name for name, _ in uses} == described


def test_the_proxies_lead_to_processes_by_their_names(compose: dict[str, Any]) -> None:
    """Each name in a proxy is that of a process with both roles, which is found among the pages, too."""
    caddy = dict(re.findall(r"reverse_proxy /ws/(\S+) (\S+)", (DEPLOY / "Caddyfile").read_text()))
    variables_of = {name: service.get("environment", {}) for name, service in compose.items()}
    named = {name: compose[name] for name, values in variables_of.items() if "ZARIA_NODE" in values}
    assert caddy == {name: f"{name}:8000" for name in named}
    for name, service in named.items():
        options = options_of(shlex.split(service["command"]))
        assert (service["environment"]["ZARIA_NODE"], options.role) == (name, {"web", "host"})
        assert options.port == 8000
        assert service["networks"] == {"default": {"aliases": ["web"]}}
        assert service["environment"].keys() - {"ZARIA_NODE"} == compose["web"]["environment"].keys()
    nginx = re.findall(r"^\s+/ws/(\S+)\s+zaria_(\S+);", (DEPLOY / "nginx.conf").read_text(), re.MULTILINE)
    assert nginx == [(name, name) for name in named]


def test_the_proxy_leads_to_the_pages(compose: dict[str, Any]) -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    assert text.count("{") == text.count("}")
    upstream = re.search(r"dynamic a (\w+) (\d+)", text)
    assert upstream is not None
    assert options_of(shlex.split(compose[upstream[1]]["command"])).port == int(upstream[2])
    assert "ZARIA_SITE" in compose["proxy"]["environment"]
    mounted = [volume.split(":")[0] for volume in compose["proxy"]["volumes"] if volume.startswith("./")]
    assert all((DEPLOY / path).exists() for path in mounted)


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    validate = ("validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")
    run_program(find_program("caddy"), *validate, ZARIA_SITE="club.example", HOME=str(tmp_path))


def test_the_image_keeps_its_volume_private() -> None:
    assert "install -d -o zaria -m 700 /data" in (DEPLOY / "Dockerfile").read_text()


def test_the_image_serves_where_its_health_is_asked() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    command = re.search(r"^CMD \[(.+)\]$", text, re.MULTILINE)
    assert command is not None
    port = options_of([word.strip(' "') for word in command[1].split(",")]).port
    assert f"EXPOSE {port}\n" in text
    assert f"http://127.0.0.1:{port}/healthz" in text


def test_the_image_copies_files_that_exist() -> None:
    copies = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert copies
    for source in " ".join(copies).split():
        assert (DEPLOY.parent / source).exists(), source


def test_every_import_of_the_image_exists() -> None:
    imports = re.findall(r"from (zaria[\w.]*) import (\w+)", (DEPLOY / "Dockerfile").read_text())
    assert imports
    for module, name in imports:
        assert hasattr(importlib.import_module(module), name)
