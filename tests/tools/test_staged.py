"""The check before a commit: only what concerns the staged files, as `make check` judges them."""

import subprocess
from pathlib import Path

import pytest
from tools.checks import staged


def names(*paths: str) -> list[str]:
    return [" ".join(Path(part).name for part in command[:3]) for command in staged.commands(paths)]


def test_only_the_checks_of_the_files_run() -> None:
    assert names("README.md", "docs/style.md") == []
    assert [name.split()[0] for name in names("tools/checks/staged.py")] == ["ruff", "ruff"]
    assert "tools.checks.translations" in names("docs/words/russian.md")[0]
    template = names("src/zaria/web/templates/zaria/me.html")
    assert sum("djlint" in name for name in template) == 2
    assert any("messages" in name for name in template)
    script = names("src/zaria/web/static/zaria/js/ui/times.js")
    assert [part for name in script for part in name.split() if part.startswith(("prettier", "eslint"))] == [
        "prettier.cjs",
        "eslint.js",
    ]


@pytest.mark.parametrize(("source", "code"), [("x = 1\n", 0), ("import os\nx = 1\n", 1)])
def test_a_commit_with_a_fault_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], source: str, code: int
) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "ruff.toml").write_text('lint.select = ["F401"]\n')
    (tmp_path / "room.py").write_text(source)
    (tmp_path / "not-staged.py").write_text("import sys\n")
    subprocess.run(["git", "add", "room.py"], cwd=tmp_path, check=True)
    assert staged.main(tmp_path) == code
    assert ("failed: ruff check" in capfd.readouterr().err) == bool(code)
