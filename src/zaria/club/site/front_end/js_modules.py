"""The graph of ES modules behind an entry script, read from the sources.

The modules that an entry imports at once come as one bundle (`script_bundles`), later ones one by one. An
import map leads the plain address of each module to the file with a hashed name that contains it: browsers
may keep every file for ever.
"""

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

SCRIPTS, BUNDLES = "zaria/js/", "zaria/bundles/"
"""The folders of the scripts as written, and of the bundles that pages name."""
WAITING = f"{SCRIPTS}pages/waiting.js"
"""The entry module of pages without a lobby or a table, and a companion on others."""
COMPANIONS = (WAITING, f"{SCRIPTS}shell/play_time.js", f"{SCRIPTS}pages/agreement.js")
"""Scripts beside the entry module of a page, which share the modules of its bundle."""

VENDORED = {
    "lit-html": "zaria/vendor/lit-html.js",
    "@preact/signals-core": "zaria/vendor/signals-core.js",
}
"""Bare specifiers and their files."""

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:'\"`\\])//[^\n]*", re.DOTALL)
_STATIC = re.compile(
    r"""^\s*(?:import|export)\s+(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"']+)["']""", re.MULTILINE
)
_DYNAMIC = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)""")


def imports(source: str) -> tuple[list[str], list[str]]:
    """Return the specifiers that a module imports at once, and those that it may import later."""
    bare = _COMMENT.sub("", source)
    return _STATIC.findall(bare), _DYNAMIC.findall(bare)


def resolve(specifier: str, importer: str) -> str:
    """Return the static name of `specifier` inside the module `importer`."""
    if specifier in VENDORED:
        return VENDORED[specifier]
    if not specifier.startswith("."):
        raise ValueError(f"{importer} imports {specifier!r}, which is neither relative nor vendored")
    return normpath(str(PurePosixPath(importer).parent / specifier))


@cache
def graph(entry: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the modules that `entry` needs at once (itself first), and those that it may load later."""
    now: list[str] = [entry]
    later: list[str] = []
    for modules, into_now in ((now, True), (later, False)):
        for name in modules:
            at_once, lazily = imports(source(name))
            for specifier in at_once:
                _note(resolve(specifier, name), now if into_now else later, now, later)
            for specifier in lazily:
                _note(resolve(specifier, name), later, now, later)
    return tuple(now), tuple(name for name in later if name not in now)


def _note(name: str, into: list[str], now: list[str], later: list[str]) -> None:
    if name not in now and (into is now or name not in later):
        into.append(name)


def source(name: str) -> str:
    """Return a script as it is written; raises `ValueError` if there is none."""
    path = finders.find(name)
    if not path:
        raise ValueError(f"there is no script {name}")
    return Path(path).read_text(encoding="utf-8")


def bundle_of(entry: str) -> str:
    """Return the static name of the bundle of an entry module."""
    return BUNDLES + entry.removeprefix(SCRIPTS)


def entry_of(bundle: str) -> str:
    """Return the entry module of a bundle, by their static names."""
    return SCRIPTS + bundle.removeprefix(BUNDLES)


@cache
def at_once(entry: str, then: str | None = None) -> list[str]:
    """Return the addresses that an entry module needs at once: its bundle, then the vendored modules.

    `then` is the first module that the entry loads later on this page: it comes with its imports.
    """
    now, _later = graph(entry)
    vendored = [name for name in now if not name.startswith(SCRIPTS)]
    then_modules = [name for name in graph(then)[0] if name not in now] if then else []
    return [staticfiles_storage.url(name) for name in (bundle_of(entry), *vendored, *then_modules)]


@cache
def import_map(entry: str, companion: str | None = None) -> dict[str, str]:
    """Return the addresses and bare names that an entry's modules import, each with the address to fetch.

    Modules that only a companion needs are files of their own. What only modules of the bundle import is
    left out: there it is joined.
    """
    now, later = graph(entry)
    bundled = {name: bundle_of(entry) for name in now if name.startswith(SCRIPTS)}
    names = (*now, *later, *(name for some in (graph(companion) if companion else ()) for name in some))
    files = {name: staticfiles_storage.url(bundled.get(name, name)) for name in names}
    bare = {specifier: files[name] for specifier, name in VENDORED.items() if name in files}
    imported = {*later, *(name for file in files if file not in bundled for name in _imported_by(file))}
    return bare | {settings.STATIC_URL + name: files[name] for name in files if name in imported}


def _imported_by(name: str) -> list[str]:
    """Return the modules that a module imports, now or later, by their paths."""
    return [
        resolve(specifier, name)
        for specifiers in imports(source(name))
        for specifier in specifiers
        if specifier.startswith(".")
    ]
