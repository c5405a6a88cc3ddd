"""Draw the import graph for the documentation: `python -m tools.generate.architecture [--check]`.

Each picture shows the rooms of one package. A room stands above all rooms that it imports, and an arrow leads
to those that it reaches in no other way. The import contracts of `pyproject.toml` say which way is down;
imports that a contract excuses are left out. A test compares the pictures with the code.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import grimp
from tools.generate.layered_drawing import Imports, draw

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
NO_ROOMS = {"migrations", "templatetags"}
"""Folders that Django looks for in every app."""


class Picture(NamedTuple):
    """A file in `docs/pictures`, and the package whose rooms it shows."""

    file: str
    package: str


DRAWN = (
    Picture("floors.svg", "zaria"),
    Picture("rooms-of-club.svg", "zaria.club"),
    Picture("rooms-of-tournaments.svg", "zaria.club.tournaments"),
    Picture("rooms-of-live.svg", "zaria.live"),
)


@cache
def import_graph() -> grimp.ImportGraph:
    """The imports of all modules of Zaria."""
    return grimp.build_graph("zaria", cache_dir=None)


def contract_heights(package: str) -> Mapping[str, int]:
    """Return the height of each room of a package in its import contract: 0 is the lowest layer."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in settings["tool"]["importlinter"]["contracts"]:
        layers = contract.get("layers", [])
        containers = contract.get("containers", [])
        absolute = bool(layers) and layers[0].split(" ")[0].rpartition(".")[0] == package
        if package in containers or (absolute and not containers):
            return {
                room.strip().rpartition(".")[2]: height
                for height, layer in enumerate(reversed(layers))
                for room in layer.replace(":", "|").split("|")
            }
    raise LookupError(f"No import contract of pyproject.toml names the rooms of {package}.")


def room_imports(package: str) -> Imports:
    """Return what each room of a package imports, without the imports that lead up."""
    graph, heights = import_graph(), contract_heights(package)
    prefix = package + "."
    imports = {}
    for room in sorted(names_within(prefix, graph.find_children(package)) - NO_ROOMS):
        modules = {prefix + room} | graph.find_descendants(prefix + room)
        targets = set().union(*(graph.find_modules_directly_imported_by(module) for module in modules))
        neighbours = names_within(prefix, targets) - NO_ROOMS
        imports[room] = {
            neighbour for neighbour in neighbours if heights.get(neighbour, -1) < heights.get(room, -1)
        }
    return imports


def names_within(prefix: str, modules: Iterable[str]) -> set[str]:
    """Return the names that follow the prefix in the names of modules."""
    return {module.removeprefix(prefix).partition(".")[0] for module in modules if module.startswith(prefix)}


def drawing_of(picture: Picture) -> str:
    """Return the picture as SVG."""
    return draw(room_imports(picture.package), f"Imports of {picture.package}")


def main() -> int:
    """Write the pictures, or with `--check` name those that are out of date."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if a picture is out of date"
    )
    check = parser.parse_args().check
    stale = 0
    for picture in DRAWN:
        path, drawing = PICTURES / picture.file, drawing_of(picture)
        if path.exists() and path.read_text(encoding="utf-8") == drawing:
            continue
        stale += 1
        print(f"{path.relative_to(ROOT)} is out of date." if check else f"Wrote {path.relative_to(ROOT)}.")
        if not check:
            path.write_text(drawing, encoding="utf-8")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
