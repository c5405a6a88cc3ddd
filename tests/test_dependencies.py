"""The page of dependencies has one row for each package that runs Zaria."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
LONGEST_CELL = 80
MOST_YEARS = 2
"""Years without a release after which a package counts as abandoned."""
COMPLETE = {"http-ece"}
"""Packages without a recent release that do all of a lasting standard; the page says why."""
_ROW = re.compile(r"^\| `([\w-]+)` \|(.+)\|$", re.MULTILINE)


def test_each_package_has_one_row_without_empty_cells() -> None:
    files = [ROOT / "requirements" / name for name in ("base.in", "build.in")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    packages = [Requirement(line).name for line in lines if line.strip() and not line.startswith("#")]
    page = (ROOT / "docs" / "explanation" / "dependencies.md").read_text(encoding="utf-8")
    rows = _ROW.findall(page.partition("\n## What is our own")[0])
    assert sorted(name for name, _ in rows) == sorted(packages)
    as_of = re.search(r"as of (20\d\d)-(\d\d)-\d\d", page)
    assert as_of is not None
    oldest = f"{int(as_of[1]) - MOST_YEARS}-{as_of[2]}"
    for name, cells in rows:
        filled = [cell.strip() for cell in cells.split("|")]
        assert len(filled) == 5, name
        assert all(filled), name
        assert re.fullmatch(r"\d+(\.\d)?", filled[2]), name
        assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", filled[3]), name
        assert name in COMPLETE or filled[3] >= oldest, f"{name} had no release for {MOST_YEARS} years"
        assert max(map(len, filled)) <= LONGEST_CELL, name


def test_a_wheel_without_kernels_can_run_interpreted() -> None:
    """Sources of kernels import cython, which is there without `make`, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    files = [ROOT / name for name in project["tool"]["setuptools"]["dynamic"]["dependencies"]["file"]]
    assert any(file.read_text(encoding="utf-8").count("\ncython") for file in files)
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert all(f"requirements/{file.name}" in dockerfile for file in files), "setup.py reads them"
