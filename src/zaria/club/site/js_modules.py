"""The graph of ES modules behind an entry script, read from the sources as they are collected.

The browser gets them without a bundler: an import map leads every plain address to its hashed file, so that
a module may be cached for ever, and `modulepreload` links name the whole graph at once, so that the browser
need not discover it level by level.
"""

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage

VENDORED = {
    "lit-html": "zaria/vendor/lit-html.js",
    "@preact/signals-core": "zaria/vendor/signals-core.js",
}
"""Bare specifiers and the files that answer to them."""

_COMMENT = re.compile(r"/\*.*?\*/|(?<![:'\"`\\])//[^\n]*", re.DOTALL)
_STATIC = re.compile(
    r"""(?:^|;)\s*(?:import|export)\s*(?:[\w*{}\s,$]+?\s*from\s*)?["']([^"']+)["']""", re.MULTILINE
)
_DYNAMIC = re.compile(r"""\bimport\(\s*["']([^"']+)["']\s*\)""")


def imports(source: str) -> tuple[list[str], list[str]]:
    """Specifiers that a module imports at once, and those that it may import later."""
    bare = _COMMENT.sub("", source)
    return _STATIC.findall(bare), _DYNAMIC.findall(bare)


def resolve(specifier: str, importer: str) -> str:
    """The static name that `specifier` means inside the module `importer`."""
    if specifier in VENDORED:
        return VENDORED[specifier]
    if not specifier.startswith("."):
        raise ValueError(f"{importer} imports {specifier!r}, which is neither relative nor vendored")
    return normpath(str(PurePosixPath(importer).parent / specifier))


@cache
def graph(entry: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the modules that `entry` needs at once (itself first), and of those it may load later."""
    now: list[str] = [entry]
    later: list[str] = []
    for found, into_now in ((now, True), (later, False)):
        for name in found:
            at_once, lazily = imports(_source(name))
            for specifier in at_once:
                _note(resolve(specifier, name), now if into_now else later, now, later)
            for specifier in lazily:
                _note(resolve(specifier, name), later, now, later)
    return tuple(now), tuple(name for name in later if name not in now)


def _note(name: str, into: list[str], now: list[str], later: list[str]) -> None:
    if name not in now and (into is now or name not in later):
        into.append(name)


def _source(name: str) -> str:
    return Path(staticfiles_storage.path(name)).read_text(encoding="utf-8")


@cache
def import_map(entry: str) -> dict[str, dict[str, str]]:
    """Plain addresses and bare names of the entry's modules, each with the address to fetch."""
    now, later = graph(entry)
    plain = {settings.STATIC_URL + name: staticfiles_storage.url(name) for name in (*now, *later)}
    bare = {name: staticfiles_storage.url(path) for name, path in VENDORED.items() if path in (*now, *later)}
    return {"imports": bare | plain}
