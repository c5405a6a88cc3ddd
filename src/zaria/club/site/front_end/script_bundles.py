"""Bundles: the script of a page and the modules that it imports at once, as one file.

A first visit to a table requests one script instead of two dozen. Python alone makes the bundles, when static
files are collected: a checkout, a wheel and a container serve the same ones. Each module becomes a function
that returns its exports. Vendored modules stay whole files with their licences. The modules that a page loads
later are files of their own, too: the bundle exports the names that they import, and the import map of the
page (`js_modules`) leads them to it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from posixpath import dirname, relpath
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder, FileSystemFinder
from django.core.files.base import ContentFile
from django.core.files.storage import Storage

from zaria.club.site.front_end import js_modules

_VENDORED = {name: specifier for specifier, name in js_modules.VENDORED.items()}

_IMPORT = re.compile(r"""^import\s+(?:([\w*{}\s,$]+?)\s+from\s+)?['"]([^'"]+)['"];\n""", re.MULTILINE)
_LATER = re.compile(r"""\bimport\(\s*['"](\.[^'"]+)['"]\s*\)""")
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) ([\w$]+))", re.MULTILINE)
_LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_OTHER = re.compile(r"^(?:export\b|import\b(?!\()).*", re.MULTILINE)
_NAMESPACE = re.compile(r"\*\s+as\s+([\w$]+)")
_NAMES = re.compile(r"\{([^}]*)\}")
_AS = re.compile(r"\s+as\s+")


class BundleError(ValueError):
    """A script has an import or an export that a bundle cannot contain."""


@dataclass(frozen=True)
class Module:
    """A script as it is written and as it stands in a bundle."""

    name: str

    @cached_property
    def source(self) -> str:
        """The script."""
        return js_modules.source(self.name)

    @cached_property
    def imports(self) -> dict[str, set[str] | None]:
        """The modules that it imports at once, each with the imported names, or None for all."""
        names_by_module: dict[str, set[str] | None] = {}
        for clause, specifier in _IMPORT.findall(self.source):
            target = js_modules.resolve(specifier, self.name)
            names = names_by_module.setdefault(target, set())
            if _NAMESPACE.fullmatch(clause) or names is None:
                names_by_module[target] = None
            else:
                names.update(_AS.split(entry)[0] for entry in self._listed(clause))
        return names_by_module

    @cached_property
    def exports(self) -> list[str]:
        """The names that it exports."""
        lists = (name.strip() for clause in _LIST.findall(self.source) for name in clause.split(","))
        return [*_EXPORT.findall(self.source), *(name for name in lists if name)]

    def body(self, bundle: str, variables: dict[str, str]) -> str:
        """Its statements; each import becomes a constant of the variable that holds the module's exports."""

        def bound(match: re.Match[str]) -> str:
            clause, specifier = match[1] or "", match[2]
            variable = variables[js_modules.resolve(specifier, self.name)]
            if space := _NAMESPACE.fullmatch(clause):
                return f"const {space[1]} = {variable};\n"
            names = ", ".join(_AS.sub(": ", entry) for entry in self._listed(clause))
            return f"const {{ {names} }} = {variable};\n" if names else ""

        def later(match: re.Match[str]) -> str:
            return f"import('{relpath(js_modules.resolve(match[1], self.name), dirname(bundle))}')"

        bare = _EXPORT.sub("", _LIST.sub("", _LATER.sub(later, _IMPORT.sub(bound, self.source))))
        if statement := _OTHER.search(bare):
            raise BundleError(f"{self.name}: a bundle cannot contain {statement[0]!r}")
        return bare

    def _listed(self, clause: str) -> list[str]:
        if not clause:
            return []
        if not (names := _NAMES.fullmatch(clause)):
            raise BundleError(f"{self.name}: a bundle cannot contain an import of {clause!r}")
        return [entry.strip() for entry in names[1].split(",") if entry.strip()]


def bundle(entry: str) -> str:
    """Return an entry module and all that it imports at once, as one module.

    Raises `BundleError` for imports and exports in a form that Zaria's scripts do not use, and for an
    imported name that is not exported.
    """
    modules = [Module(name) for name in _in_order(entry) if name not in _VENDORED]
    exports = {module.name: set(module.exports) for module in modules}
    vendored = [name for name in _VENDORED if any(name in module.imports for module in modules)]
    variables = {name: f"$_{number}" for number, name in enumerate((*vendored, *exports))}
    parts = [f"import * as {variables[name]} from '{_VENDORED[name]}';" for name in vendored]
    for module in modules:
        _check_imports(module, exports)
        returned = f"return {{ {', '.join(module.exports)} }};\n" if module.exports else ""
        body = module.body(js_modules.bundle_of(entry), variables)
        if module.name != entry:
            parts.append(f"const {variables[module.name]} = (() => {{\n{body}{returned}}})();")
    for name, names in _imported_beside(entry, exports).items():
        parts.append(f"export const {{ {', '.join(sorted(names))} }} = {variables[name]};")
    # It may await modules that import from this bundle, which has to be complete by then.
    return "\n".join([*parts, f"(async () => {{\n{body}}})();\n"])


def entries() -> list[str]:
    """Return the scripts that no other imports: those that pages name."""
    scripts = [path for path, _ in FileSystemFinder().list([]) if fnmatch(path, f"{js_modules.SCRIPTS}*.js")]
    imported = {
        js_modules.resolve(specifier, name)
        for name in scripts
        for some in js_modules.imports(js_modules.source(name))
        for specifier in some
    }
    return sorted(set(scripts) - imported)


class BundleFinder(BaseFinder):
    """Finds the bundles when static files are collected; they are no files among the sources."""

    def check(self, **_options: Any) -> list[Any]:
        """Return no faults: there is nothing to configure."""
        return []

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:  # noqa: FBT001, FBT002 - Django passes it
        """Return nothing: no bundle is a file among the sources."""
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """List the name of each bundle, and the storage that makes it."""
        storage = _BundleStorage()
        for entry in entries():
            yield js_modules.bundle_of(entry), storage


class _BundleStorage(Storage):
    def open(self, name: str, mode: str = "rb") -> Any:
        return ContentFile(bundle(js_modules.entry_of(name)).encode(), name)

    def path(self, name: str) -> str:
        return name


def _in_order(entry: str) -> list[str]:
    """Return the modules that an entry needs at once, each after its own imports."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in order:
            for target in Module(name).imports:
                visit(target)
            order.append(name)

    visit(entry)
    return order


def _check_imports(module: Module, exports: Mapping[str, set[str]]) -> None:
    for target, names in module.imports.items():
        if target in exports and (unknown := (names or set()) - exports[target]):
            raise BundleError(f"{module.name}: {target} does not export {', '.join(sorted(unknown))}")


def _imported_beside(entry: str, exports: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return the names that modules outside a bundle import from it, by the exporting module."""
    beside = {*js_modules.graph(entry)[1]}
    for companion in js_modules.COMPANIONS:
        beside.update(*js_modules.graph(companion))
    imported: dict[str, set[str]] = {}
    for module in (Module(name) for name in sorted(beside - {*exports, *_VENDORED})):
        _check_imports(module, exports)
        for target, names in module.imports.items():
            if target in exports and names != set():
                imported.setdefault(target, set()).update(exports[target] if names is None else names)
    times = Counter(name for names in imported.values() for name in names)
    if twice := sorted(name for name, count in times.items() if count > 1):
        raise BundleError(f"{entry}: several modules of its bundle export {', '.join(twice)}")
    return imported
