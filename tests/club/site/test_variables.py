"""Every environment variable has one description, which the reference repeats."""

import ast
import re
from pathlib import Path

import pytest

from zaria.club.site import environment, variables
from zaria.live.sockets.connection_limits import AddressLimits

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "src" / "zaria"
ELSEWHERE = {"bots/hypergammon/table.py", "bots/squares/chess/engine.py", "bots/tables/net.py"}
"""Sources below the club that read a variable themselves."""
PREFIX = "ZARIA_SOCIAL_"
"""The name of a provider follows it, and `_ID` or `_SECRET`."""


def _reads(source: str) -> list[int]:
    """The lines that read `os.environ` by name."""
    if not re.search(r"environ|getenv", source):
        return []
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = ast.unparse(node.func)
            if name in ("os.environ.get", "os.getenv", "environ.get", "getenv", "os.environ.pop"):
                lines.append(node.lineno)
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Load)
            and ast.unparse(node.value) in ("os.environ", "environ")
        ):
            lines.append(node.lineno)
    return sorted(lines)


def test_every_name_in_the_sources_has_a_description() -> None:
    names = {
        name
        for path in SOURCES.rglob("*.py")
        for name in re.findall(r"\bZARIA_[A-Z_]+", path.read_text(encoding="utf-8"))
    }
    assert len(names) > 20
    for name in names - {PREFIX}:
        variables.describe(name)  # raises KeyError for a name without one


def test_only_one_module_reads_the_environment() -> None:
    modules = {
        str(path.relative_to(SOURCES)): lines
        for path in SOURCES.rglob("*.py")
        if (lines := _reads(path.read_text(encoding="utf-8")))
    }
    assert modules.keys() == {"club/site/variables.py", *ELSEWHERE}, modules


def test_reads_are_found() -> None:
    assert _reads('os.environ.get("A")\nos.environ["B"]\nos.environ["C"] = ""\nos.getenv("D")') == [1, 2, 4]


def test_the_reference_has_the_same_table() -> None:
    text = (ROOT / "docs/reference/configuration.md").read_text(encoding="utf-8")
    table = []
    for line in text.partition("## Limits")[0].splitlines():
        if line.startswith("| `"):
            names, meaning, default = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", line).strip("| ").split(" | ")
            table += [variables.Variable(name, meaning, default) for name in re.findall("`([^`]+)`", names)]
    assert table == list(variables.VARIABLES)


def test_a_name_without_a_description_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZARIA_SOCIAL_GOOGLE_ID", " me ")
    assert variables.value("ZARIA_SOCIAL_GOOGLE_ID") == "me"
    for name in ("ZARIA_NOTHING", "ZARIA_SOCIAL_GOOGLE", "HOME"):
        with pytest.raises(KeyError):
            variables.value(name)


def test_described_defaults_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ZARIA_SOCKETS_PER_ADDRESS", "ZARIA_LOG_LEVEL", "ZARIA_ENGINES"):
        monkeypatch.delenv(name, raising=False)
    assert environment.number("ZARIA_SOCKETS_PER_ADDRESS") == AddressLimits().sockets
    assert environment.number("ZARIA_ENGINES") == 2
    assert variables.describe("ZARIA_LOG_LEVEL").default == f"`{environment.log_level().lower()}`"
