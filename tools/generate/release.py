"""Builds a release: the source archive, and from it a wheel with the scripts that esbuild has bundled.

    python -m tools.generate.release [FOLDER]
    python -m tools.generate.release --scripts PACKAGE

A checkout and the source archive serve the scripts as they are written, so that they need only Python. In a
wheel each script that a page names is bundled with what only it imports; what several import becomes a part
of its own in `js/parts`. The files land in FOLDER (default `dist`). The second command only bundles the
scripts of the package `zaria` in PACKAGE, in their place, as the container does (`deploy/Dockerfile`).
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from zaria.club.site import js_modules
from zaria.club.site.static_storage import strip_script

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
ESBUILD = ROOT / "node_modules/.bin/esbuild"
SCRIPTS = "zaria/js"
NAMED = re.compile(rf"\b{SCRIPTS}/[\w/]+\.js\b")
"""A script as templates, and the tags in them, name it."""
MADE = "made"
"""The folder that esbuild writes into."""


class ReleaseError(Exception):
    """The release cannot be built; the text says why."""


def build(folder: Path) -> None:
    """Put the source archive and the wheel into a folder; ReleaseError without esbuild."""
    with tempfile.TemporaryDirectory() as unpacked:
        _uv_build("--sdist", folder, ROOT)
        archive = max(folder.glob("*.tar.gz"), key=lambda path: path.stat().st_mtime_ns)
        shutil.unpack_archive(archive, unpacked)
        source = Path(unpacked) / archive.name.removesuffix(".tar.gz")
        bundle_scripts(source / "src/zaria")
        _uv_build("--wheel", folder, source)


def bundle_scripts(package: Path) -> None:
    """Put bundles in the place of a package's scripts, under the names of the scripts that its pages name.

    Vendored modules stay files of their own, whole, with their licences. ReleaseError without esbuild, or
    when pages would not find what a bundle imports.
    """
    if not ESBUILD.exists():
        raise ReleaseError("esbuild is missing; `make check` installs it from npm")
    static = package / "web/static"
    command = (
        ESBUILD,
        *sorted(named_scripts(package)),
        "--bundle",
        "--splitting",
        "--format=esm",
        "--minify",
        "--log-level=warning",
        *(f"--external:{name}" for name in js_modules.VENDORED),
        "--outbase=.",
        f"--outdir={MADE}",
        f"--chunk-names={SCRIPTS}/parts/[name]-[hash]",
        f"--metafile={MADE}/{MADE}.json",
    )
    # What npm installed may be a script for node, which the environment of Python brings along.
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, cwd=static, env={**os.environ, "PATH": path}, check=True)
    if odd := [name for name, found, imported in _imports(static / MADE) if found != imported]:
        raise ReleaseError(f"zaria.club.site.js_modules does not find the imports of {', '.join(odd)}")
    shutil.rmtree(static / SCRIPTS)
    shutil.move(static / MADE / SCRIPTS, static / SCRIPTS)
    shutil.rmtree(static / MADE)


def named_scripts(package: Path) -> set[str]:
    """Static names of the scripts that the pages of a package name."""
    sources = (path for kind in ("*.html", "*.py") for path in package.rglob(kind))
    return {name for path in sources for name in NAMED.findall(path.read_text(encoding="utf-8"))}


def _imports(made: Path) -> Iterator[tuple[str, list[set[str]], list[set[str]]]]:
    """Each bundle with what pages find that it imports, at once and later, and with what it does import."""
    kinds = ("import-statement", "dynamic-import")
    outputs = json.loads((made / f"{MADE}.json").read_text(encoding="utf-8"))["outputs"]
    for path, output in outputs.items():
        name = path.removeprefix(f"{MADE}/")
        served = strip_script((made / name).read_text(encoding="utf-8"))
        found = [{js_modules.resolve(one, name) for one in some} for some in js_modules.imports(served)]
        names = [(one["kind"], one["path"].removeprefix(f"{MADE}/")) for one in output["imports"]]
        imported = [
            {js_modules.VENDORED.get(one, one) for kind, one in names if kind == each} for each in kinds
        ]
        yield name, found, imported


def _uv_build(what: str, folder: Path, source: Path) -> None:
    python = ("--no-build-isolation", "--python", sys.executable)
    # Not for the processor of this machine alone.
    portable = {**os.environ, "ZARIA_PORTABLE": "1"}
    subprocess.run((BIN / "uv", "build", "-q", what, *python, "-o", folder, source), env=portable, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Build a release.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--scripts", metavar="PACKAGE", type=Path, help="only bundle this package's scripts")
    arguments = parser.parse_args()
    try:
        if arguments.scripts:
            bundle_scripts(arguments.scripts)
        else:
            build(arguments.folder)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
