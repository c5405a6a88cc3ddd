"""The types that the browser's code is checked against."""

from tools.generate.analysis_types import TARGET, text


def test_checked_in_types_are_those_of_an_analysis() -> None:
    assert TARGET.read_text() == text(), "run: python -m tools.generate.analysis_types"
