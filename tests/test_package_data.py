"""A wheel contains every file that the package reads."""

from pathlib import Path

import pytest
from setuptools.dist import Distribution  # type: ignore[import-untyped]

from tests.support.servers import ROOT

PACKAGE = Path("src/zaria")
OTHERS = {".py", ".pyc", ".c", ".so", ".mo"}
"""Endings of modules, and of files that a build makes."""


def test_every_file_of_the_package_is_in_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    distribution = Distribution()
    distribution.parse_config_files()
    distribution.include_package_data = False  # that would ask for the files of an earlier build
    command = distribution.get_command_obj("build_py")
    command.ensure_finalized()
    contained = {Path(folder, name) for _, folder, _, names in command.data_files for name in names}
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in OTHERS}
    assert len(files) > 1000
    assert not sorted(map(str, files - contained))
