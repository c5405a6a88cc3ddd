"""Lines of the engine end before a board about which it is silent."""

import pytest

from zaria import games
from zaria.bots.analysis.shape import Choice
from zaria.bots.teaching import Advice, Reason
from zaria.club.matches.analysis.line_cuts import cut_lines
from zaria.live.matches.board_keys import board_key

START = games.board_game("chess").start()
LINE = ("e4", "c5", "Nf3", "d6")
MOVES = ("e2e4", "c7c5", "g1f3", "d7d6")
REASONS = (Reason("reply", line="c5 Nf3"), Reason("pawns", n=1))


def advice() -> Advice:
    choices = (
        Choice(text="e4", equity=0.5, move="e2e4", line=LINE),
        Choice(text="a3", equity=0.4, move="a2a3", line=("a3", "a6")),
    )
    return Advice(kind="turn", unit="chance", engine="test", back=0, choices=choices, reasons=REASONS)


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_a_line_ends_before_the_board(plies: int) -> None:
    position = START
    for move in MOVES[:plies]:
        position = position.move(move)
    cut = cut_lines(advice(), START, {board_key(position)})
    assert [choice.line for choice in cut.choices] == [LINE[: plies - 1], ("a3", "a6")]
    assert cut.reasons == REASONS[1:], "the reply is a piece of a line"


def test_other_lines_are_whole() -> None:
    elsewhere = START.move("h2h4").move("h7h5")
    assert cut_lines(advice(), START, {board_key(elsewhere)}) == advice()
