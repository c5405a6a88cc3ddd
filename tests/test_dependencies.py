"""The page of dependencies has one row for each package that runs Zaria."""

import re
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
_ROW = re.compile(r"^\| `([\w-]+)` \|(.+)\|$", re.MULTILINE)


def test_each_package_has_one_row_without_empty_cells() -> None:
    lines = (ROOT / "requirements" / "base.in").read_text(encoding="utf-8").splitlines()
    packages = [Requirement(line).name for line in lines if line.strip() and not line.startswith("#")]
    page = (ROOT / "docs" / "explanation" / "dependencies.md").read_text(encoding="utf-8")
    rows = _ROW.findall(page.partition("\n## What is our own")[0])
    assert sorted(name for name, _ in rows) == sorted(packages)
    for name, cells in rows:
        filled = [cell.strip() for cell in cells.split("|")]
        assert len(filled) == 4, name
        assert all(filled), name
        assert re.fullmatch(r"\d+(\.\d)?", filled[2]), name
