"""Packs: scripts that a table's page needs at once, put together, so that a first visit asks for few files.

A pack holds each of its modules in a block of its own, after those that it imports, and exports what they
export. The import map leads the address of each module to its pack, so that scripts which are loaded later
share the modules' state with the page; no script names a pack. Entry modules stay by themselves: one may wait
for a part that imports from a pack, and the pack must be ready by then.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

from zaria.club.site import js_modules
from zaria.club.site.static_storage import strip_script

Read = Callable[[str], str]

COMMON = "zaria/js/packs/shell.js"
OWN: Mapping[str, str] = {
    "zaria/js/tables/main.js": "zaria/js/packs/tables.js",
    "zaria/js/squares/main.js": "zaria/js/packs/squares.js",
}
"""The entry modules of table pages, each with the pack of what only its page needs at once."""

RULES = Path(__file__).read_text(encoding="utf-8")
"""By what packs are made: files are collected again when this changes."""

_IMPORT = re.compile(r"^import (?:\{([^}]*)\}|\* as (\w+)) from '([^']+)';\n", re.MULTILINE)
_DYNAMIC = re.compile(r"\bimport\('(\.[^']+)'\)")
_DECLARED = re.compile(r"^export (?=(?:async )?(?:const|let|function|class) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"^export \{([\w, ]+)\};\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)


def members(read: Read) -> dict[str, list[str]]:
    """The modules of each pack, each after those that it imports; `read` gives the source of a module."""
    needed = {entry: list(_ordered(entry, read)) for entry in OWN}
    first, *rest = needed.values()
    common = [name for name in first if all(name in others for others in rest)]
    own = {OWN[entry]: [name for name in names if name not in common] for entry, names in needed.items()}
    return {COMMON: common} | own


def _ordered(entry: str, read: Read) -> Iterator[str]:
    """Our own modules that `entry` imports at once, in the order in which they run; without itself."""
    seen = {entry, *js_modules.VENDORED.values()}

    def walk(name: str) -> Iterator[str]:
        for specifier in js_modules.imports(read(name))[0]:
            other = js_modules.resolve(specifier, name)
            if other not in seen:
                seen.add(other)
                yield from walk(other)
                yield other

    return walk(entry)


def pack(name: str, modules: Sequence[str], read: Read) -> str:
    """The source of a pack of these modules, whose sources `read` gives without their comments.

    Raises:
        ValueError: A module imports or exports in a way that packs do not know.
    """
    places = {module: f"$m{k}" for k, module in enumerate(modules)}
    outside: dict[str, str] = {}
    blocks, exported = [], []
    for module in modules:
        source, names = _block(name, module, read(module), places, outside)
        blocks.append(source)
        exported += [(places[module], each) for each in names]
    imports = [f"import * as {place} from '{specifier}';" for specifier, place in outside.items()]
    declared = [f"const {place}_{each} = {place}.{each};" for place, each in exported]
    listed = ", ".join(f"{place}_{each} as {each}" for place, each in exported)
    return "\n".join([*imports, *blocks, *declared, f"export {{ {listed} }};", ""])


def _block(
    name: str, module: str, source: str, places: Mapping[str, str], outside: dict[str, str]
) -> tuple[str, list[str]]:
    """A module as a block that fills its place, and the names of its exports; `outside` gets its needs."""

    def taken(found: re.Match[str]) -> str:
        target = js_modules.resolve(found[3], module)
        place = places.get(target)
        if place is None:
            bare = found[3] if not found[3].startswith(".") else _relative(target, name)
            place = outside.setdefault(bare, f"$o{len(outside)}")
        wanted = found[2] or "{" + found[1].replace(" as ", ": ") + "}"
        return f"const {wanted} = {place};\n"

    names = _DECLARED.findall(source)
    names += [each.strip() for listed in _LISTED.findall(source) for each in listed.split(",")]
    body = _DECLARED.sub("", _LISTED.sub("", _IMPORT.sub(taken, source)))
    if other := _OTHER.search(body):
        raise ValueError(f"{module} can't be packed: {other[0]}")
    body = _DYNAMIC.sub(
        lambda found: f"import('{_relative(js_modules.resolve(found[1], module), name)}')", body
    )
    lines = "\n".join(line for line in body.splitlines() if line)
    place = places[module]
    return f"let {place};\n{{\n{lines}\n{place} = {{ {', '.join(names)} }};\n}}", names


def _relative(target: str, importer: str) -> str:
    path = relpath(target, PurePosixPath(importer).parent)
    return path if path.startswith(".") else f"./{path}"


@cache
def packed(entry: str) -> dict[str, str]:
    """The packs of the modules that an entry module needs at once; empty for pages that are no tables."""
    if entry not in OWN or not staticfiles_storage.exists(
        COMMON
    ):  # as nothing is where files are not collected
        return {}
    wanted = (COMMON, OWN[entry])
    return {
        module: name
        for name, modules in members(js_modules.source).items()
        if name in wanted
        for module in modules
    }


@cache
def import_map(entry: str) -> dict[str, str]:
    """Plain addresses and bare names of the entry's modules, each with the address to fetch."""
    every = [name for names in js_modules.graph(entry) for name in names]
    packs, vendored = packed(entry), js_modules.VENDORED
    plain = {settings.STATIC_URL + name: staticfiles_storage.url(packs.get(name, name)) for name in every}
    bare = {name: staticfiles_storage.url(path) for name, path in vendored.items() if path in every}
    return bare | plain


class PackFinder(BaseFinder):
    """Finds packs when files are collected."""

    def check(self, **kwargs: Any) -> list[Any]:
        """Nothing can be set wrong."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """None of them lies on the disk."""
        return []

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, InMemoryStorage]]:
        """The names of the packs, with the storage that has them."""
        storage = InMemoryStorage()
        if any(finders.find(entry) is None for entry in OWN):
            return
        for name, modules in members(_read).items():
            storage.save(name, ContentFile(pack(name, modules, _read).encode()))
            yield name, storage


def _read(name: str) -> str:
    found = finders.find(name)
    if found is None:
        raise ValueError(f"there is no script {name}")
    return strip_script(Path(found).read_text(encoding="utf-8"))
