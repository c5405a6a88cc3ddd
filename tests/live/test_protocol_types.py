"""The types that the browser's code is checked against."""

from tools.generate.protocol_types import TARGET, Writer


def test_checked_in_types_are_those_of_the_wire() -> None:
    assert TARGET.read_text() == Writer().text(), "run: python -m tools.generate.protocol_types"
