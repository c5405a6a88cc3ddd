"""No module has a name that the glossary replaced."""

from pathlib import Path

import pytest

import zaria

SOURCE = Path(zaria.__file__).parent
REPLACED = {
    "bots": "apart chances chess_engine chess_judge chess_search course judge minds modest nets outlook "
    "plain shares uci_engine ugolki_engine ugolki_kernel ugolki_weights",
    "club": "aside askers assets bodies book borrowed bounds chosen compare compare_squares data deeds faces "
    "factors file foreman free grids help languages lean listed look mine modules moments places "
    "proofs ranks reckon records remembered rated serve serving shelves show squares told "
    "typeset whose",
    "games": "duetext duty interchange past squares",
    "live": "botplay crew crowds deciding delay deserted desk door gate hall keeper lessons line lines "
    "memory members orders people pgline pgstore pulse room rooms slices storage tables thinkers times works",
    "match": "course past squares squares_view",
    "records": "building kept script sheet source standing telling",
    "web": "study words",
}
"""By package: names of modules or packages that said too little, and mean something else in this field."""


@pytest.mark.parametrize("package", REPLACED)
def test_no_module_has_a_name_that_was_replaced(package: str) -> None:
    paths = [path.relative_to(SOURCE / package) for path in (SOURCE / package).rglob("*.py")]
    assert paths
    used = {part.removesuffix(".py") for path in paths for part in path.parts}
    assert used.isdisjoint(REPLACED[package].split())


OWN_HELPERS = ("corpus", "data", "playthroughs", "proof", "reference", "support")
"""Packages of `tests` that hold more than tests."""


def test_helpers_of_tests_are_in_support() -> None:
    tests = Path(__file__).parent
    modules = [path.relative_to(tests) for path in tests.rglob("*.py")]
    outside = [
        path
        for path in modules
        if not path.name.startswith(("test_", "conftest", "__init__"))
        and not set(path.parts) & set(OWN_HELPERS)
    ]
    assert outside == []


def test_every_tool_is_in_a_room() -> None:
    tools = Path(__file__).parents[1] / "tools"
    assert {path.name for path in tools.glob("*.py")} == {"bootstrap.py"}
    rooms = {path.name for path in tools.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms == {"bench", "checks", "fit", "generate"}
