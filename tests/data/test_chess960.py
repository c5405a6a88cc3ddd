"""chess960.toml: numbered starting positions, odd castling, sequences of moves as two programs count them."""

from typing import Any

import pytest

from tests.data import table
from tests.support.games.castling import castling_of
from zaria.games.chess960 import game, start_number_of

CHESS960 = game()
CASES = [
    pytest.param(case, id=f"{case['about']} {case.get('number', '')}".strip())
    for case in table("chess960")["case"]
]


@pytest.mark.parametrize("case", CASES)
def test_cases(case: dict[str, Any]) -> None:
    position = CHESS960.parse(case["position"])
    assert position == CHESS960.parse(case["shredder"])
    assert position.to_text() == case["position"]
    assert [position.perft(depth) for depth in (1, 2)] == case["counts"][:2]
    if case["about"].startswith("start position"):
        assert start_number_of(position) == case["number"]
    if "castling" in case:
        assert castling_of(position) == set(case["castling"])
    for move, text in case.get("castling", {}).items():
        assert position.notation(move).rstrip("+#") == text
        assert position.parse_move(text) == move


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_cases_to_depth_three(case: dict[str, Any]) -> None:
    assert CHESS960.parse(case["position"]).perft(3) == case["counts"][2]
