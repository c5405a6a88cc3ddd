"""Releases of Zaria as people install them: a wheel in an environment of its own."""

import subprocess
import sys
from pathlib import Path

from tests.support.requirements import missing
from tests.support.servers import ROOT

LAST_RELEASE = "0ce88704725171b47c6bd9c61a23d2b1f407e59c"
"""The commit of the last release; `docs/how-to/release.md` says when to change it."""
UV = str(Path(sys.executable).with_name("uv"))


def install(source: Path, home: Path) -> Path:
    """Build the wheel of a source tree, and install it into an environment in `home`: its `zaria`."""
    built, venv = home / "dist", home / "venv"
    build = (UV, "build", "-q", "--no-build-isolation", "--python", sys.executable, "-o", str(built))
    subprocess.run(build, cwd=source, check=True)
    python = ("--python", str(venv / "bin" / "python"))
    (wheel,) = built.glob("*.whl")
    for command in (
        ("venv", "-q", "--python", sys.executable, str(venv)),
        ("pip", "install", "-q", *python, "--require-hashes", "-r", "requirements/base.txt"),
        ("pip", "install", "-q", *python, "--no-deps", str(wheel)),
    ):
        subprocess.run((UV, *command), cwd=source, check=True)
    return venv / "bin" / "zaria"


def install_last_release(home: Path) -> Path:
    """Install the last release, built from its commit; its `zaria`. Skips the test where git lacks it."""
    archive = subprocess.run(("git", "archive", LAST_RELEASE), cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        missing("history", f"the commit of the last release is missing: {archive.stderr.decode().strip()}")
    source = home / "source"
    source.mkdir(parents=True)
    subprocess.run(("tar", "-x"), cwd=source, input=archive.stdout, check=True)
    return install(source, home)
