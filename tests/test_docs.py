"""The documentation: every link leads somewhere, and the index names every page."""

import re
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
KINDS = {"tutorial", "how-to", "reference", "explanation", "measurements"}
PAGES = sorted(DOCS.rglob("*.md"))
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def links(page: Path) -> list[str]:
    """Targets of the links in a page, without those to other sites."""
    return [target for target in _LINK.findall(page.read_text()) if not target.startswith("http")]


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of the headings of a page."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in _HEADING.findall(page.read_text())
    }


def test_every_link_leads_somewhere() -> None:
    for page in (*PAGES, ROOT / "README.md"):
        for target in links(page):
            path, _, anchor = target.partition("#")
            destination = page.parent / path if path else page
            assert destination.exists(), f"{page}: {target}"
            assert not anchor or anchor in anchors(destination), f"{page}: {target}"


def test_index_names_every_page() -> None:
    named = {(DOCS / target.partition("#")[0]).resolve() for target in links(DOCS / "index.md")}
    assert [page for page in PAGES if page.resolve() not in named and page != DOCS / "index.md"] == []


def test_every_folder_is_a_kind_of_documentation() -> None:
    folders = {path.name for path in DOCS.iterdir() if path.is_dir()}
    assert folders == KINDS | {"pictures", "words"}


def test_every_page_that_code_names_exists() -> None:
    for folder in ("src", "tests", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in re.findall(r"docs/[\w/-]+\.md", path.read_text(encoding="utf-8")):
                assert (ROOT / name).exists(), f"{path}: {name}"


def test_every_file_that_a_page_names_exists() -> None:
    path = re.compile(r"(?<![\w/])(?:src/zaria|tests|tools|deploy|examples)/[\w/.-]+\.\w+")
    example = re.compile(r"tabla_pin|tabla-pin|/notes\.html|NAME|GAME|/ka/")
    missing = [
        f"{page}: {name}"
        for page in (*PAGES, ROOT / "README.md")
        for name in {*path.findall(page.read_text())}
        if not example.search(name) and not (ROOT / name).exists()
    ]
    assert missing == []


def test_the_map_of_the_club_has_each_room_once() -> None:
    club = ROOT / "src/zaria/club"
    rooms = {path.name for path in club.iterdir() if path.is_dir() and path.name != "__pycache__"} | {"urls"}
    page = (DOCS / "explanation/club.md").read_text()
    table = page[page.index("| subject |") : page.index("## What")]
    named = re.findall(r"^\|[^|]*\| `(\w+)` \|", table, re.MULTILINE)
    assert sorted(named) == sorted(rooms)


def test_the_map_of_the_code_has_the_order_of_the_imports() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [
        contract["layers"] for contract in contracts if contract["name"] == "Imports point down only"
    ]
    readme = (ROOT / "README.md").read_text()
    floors = [layer.replace("zaria.", "").split(" | ") for layer in layers]
    assert f"`{' → '.join(map(', '.join, floors))}`" in readme
    assert re.findall(r"^      (\w+)/ ", readme, re.MULTILINE) == [*chain(*floors), "web"]
