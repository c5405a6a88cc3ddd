"""The worth of turns on boards, in whatever order their steps are made."""

import pytest

from zaria.games.protocols import IllegalTurnError
from zaria.lessons.lesson import LessonBoard, Reply
from zaria.lessons.replies import after_reply
from zaria.lessons.verdicts import AcceptedTurn, OtherTurn, RefusedTurn, verdict_on, written

TWO_WAYS = LessonBoard(
    id="here.two",
    goal="here.two",
    game="tabla",
    position="X=14:1,7:1;O=1:2",
    dice=(4, 2),
    accept=("14/10 7/5",),
    refuse={"14/8": "one-checker"},
)


def board(game: str, position: str, accept: str, *, dice: tuple[int, int] | None = None) -> LessonBoard:
    return LessonBoard(
        id="here.board", goal="", game=game, position=position, dice=dice, accept=accept, answers=1
    )


def test_a_turn_is_accepted_refused_or_neither() -> None:
    assert verdict_on(TWO_WAYS, "14/10 7/5") == AcceptedTurn()
    assert verdict_on(TWO_WAYS, "14/8") == RefusedTurn("one-checker")
    assert verdict_on(TWO_WAYS, "7/1") == OtherTurn()
    with pytest.raises(KeyError):
        verdict_on(TWO_WAYS, "14/13")


@pytest.mark.parametrize("moves", [((14, 4), (7, 2)), ((7, 2), (14, 4))])
def test_the_order_of_steps_does_not_matter(moves: tuple[tuple[int, int], ...]) -> None:
    assert written(TWO_WAYS, moves) == "14/10 7/5"


def test_steps_that_are_no_turn_are_refused() -> None:
    with pytest.raises(IllegalTurnError):
        written(TWO_WAYS, ((14, 4),))
    with pytest.raises(ValueError, match="has no dice"):
        written(board("chess", "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1", "any"), ())


@pytest.mark.parametrize(
    ("shown", "turn", "is_accepted"),
    [
        (board("tabla", "X=8:2,6:2;O=20:1", "hit", dice=(3, 1)), "8/7 8/5*", True),
        (board("tabla", "X=8:2,6:2;O=20:1", "hit", dice=(3, 1)), "8/4", False),
        (board("tabla", "X=bar:1,8:1;O=1:1", "entered", dice=(2, 1)), "bar/22", True),
        (board("tabla", "X=8:1,6:1;O=1:1", "all home", dice=(2, 1)), "8/5", True),
        (board("tabla", "X=8:1,6:1;O=1:1", "all home", dice=(2, 1)), "8/7 6/4", False),
        (board("tabla", "X=8:2;O=1:2", "none exposed", dice=(2, 1)), "8/5", False),
        (board("tabla", "X=2:1;O=1:1", "won", dice=(2, 1)), "2/off", True),
        (board("russian-draughts", "W:Wc3:Bd4,h8", "captured"), "c3:e5", True),
        (board("giveaway", "W:Wc3,a1:Be5,h8", "offered"), "c3-b4", False),
        (board("chess", "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1", "won"), "d1d8", True),
        (board("chess", "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1", "won"), "d1d7", False),
    ],
)
def test_predicates(shown: LessonBoard, turn: str, is_accepted: bool) -> None:
    assert (verdict_on(shown, turn) == AcceptedTurn()) is is_accepted


def test_a_reply_follows_the_only_answer() -> None:
    answered = LessonBoard(
        id="here.reply",
        goal="",
        game="tabla",
        position="X=8:1;O=1:2",
        dice=(2, 1),
        accept=("8/5",),
        reply=Reply("1/off(2)", (6, 5)),
    )
    outcome = after_reply(answered).outcome()
    assert outcome is not None
    assert outcome.winner == 1


def test_a_reply_must_be_legal() -> None:
    answered = LessonBoard(
        id="here.reply",
        goal="",
        game="tabla",
        position="X=8:1;O=1:2",
        dice=(2, 1),
        accept=("8/5",),
        reply=Reply("2/off", (6, 5)),
    )
    with pytest.raises(IllegalTurnError, match=r"2/off is no reply on here\.reply"):
        after_reply(answered)
    with pytest.raises(ValueError, match="has no reply"):
        after_reply(TWO_WAYS)
