"""The types that the browser's code is checked against."""

from tools.analysis_types import TARGET, text


def test_checked_in_types_are_those_of_an_analysis() -> None:
    assert TARGET.read_text() == text(), "run: python -m tools.analysis_types"
