"""Long lines of the front end are found."""

import pytest
from tools.checks.line_length import LONGEST, main, sources, too_long


def test_a_long_line_is_named() -> None:
    assert list(too_long(f"a\n{'b' * LONGEST}\n{'c' * (LONGEST + 1)}\n")) == [(3, LONGEST + 1)]


def test_scripts_style_sheets_and_templates_are_read() -> None:
    paths = list(sources())
    assert {path.suffix for path in paths} >= {".js", ".css", ".html"}
    assert not any("vendor" in path.parts for path in paths)


def test_no_line_of_the_front_end_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out
