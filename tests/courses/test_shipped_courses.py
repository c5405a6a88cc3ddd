"""Every board of the shipped courses: legal, with a claim about each answer, and quickly computed anew."""

import pytest
from msgspec.structs import replace

from zaria.courses.claims import LEAST_GAP, LEAST_GAP_ON_SQUARES, computed, fault
from zaria.courses.course import ACTS, CourseBoard
from zaria.courses.shipped_courses import claims, course, games_with_courses
from zaria.lessons.replies import after_reply
from zaria.lessons.verdicts import legal_turns

BOARDS = [board for game in games_with_courses() for board in course(game).boards]
QUICK_NODES = 20_000


def name(board: CourseBoard) -> str:
    return f"{board.game}-{board.id}"


def test_the_courses_are_those_that_were_planned() -> None:
    assert {game: [chapter.id for chapter in course(game).chapters] for game in games_with_courses()} == {
        "tabla": ["opening", "hitting", "priming", "racing"],
        "long-nardy": ["head", "blocks", "home"],
        "backgammon": ["opening", "hitting", "priming", "racing", "doubling"],
        "russian-draughts": ["shots", "opposition", "endings"],
    }


@pytest.mark.parametrize("game", games_with_courses())
def test_a_chapter_has_four_to_six_boards(game: str) -> None:
    for chapter in course(game).chapters:
        ids = [board.id for board in chapter.boards]
        assert 4 <= len(ids) == len(set(ids)) <= 6
    assert set(claims(game)) == {board.id for board in course(game).boards}


@pytest.mark.parametrize("board", BOARDS, ids=name)
def test_a_claim_values_every_legal_answer(board: CourseBoard) -> None:
    claim = claims(board.game)[board.id]
    answers = ACTS.get(board.question) or legal_turns(board.position)
    assert set(claim.losses) == set(answers)
    assert board.wrong.keys() <= claim.losses.keys() - {board.best}
    assert next(iter(claim.losses.items())) == (board.best, 0.0)
    assert list(claim.losses.values()) == sorted(claim.losses.values())
    assert claim.gap >= (LEAST_GAP_ON_SQUARES if board.question == "move" else LEAST_GAP)


@pytest.mark.parametrize("board", BOARDS, ids=name)
def test_a_quick_look_finds_the_same_answer(board: CourseBoard) -> None:
    """The whole claim is computed by `zaria courses check`."""
    quick = computed(board, plies=1, nodes=QUICK_NODES)
    assert next(iter(quick.losses)) == board.best
    assert quick.engine == claims(board.game)[board.id].engine


@pytest.mark.parametrize("board", [board for board in BOARDS if board.position.reply], ids=name)
def test_a_reply_is_the_one_that_the_claim_expects(board: CourseBoard) -> None:
    assert board.position.reply is not None
    assert after_reply(board.position).turn == board.position.before.turn
    assert claims(board.game)[board.id].line[1] == board.position.reply.turn


def test_an_untrue_claim_has_its_fault() -> None:
    board = course("tabla").boards[0]
    claim = claims("tabla")[board.id]
    second = list(claim.losses)[1]
    better = replace(claim, losses={second: 0.0, board.best: 0.1})
    nearer = replace(claim, losses=claim.losses | {second: 0.03})
    fewer = replace(claim, losses={board.best: 0.0, second: claim.gap})
    assert fault(board, claim, shipped=claim) == ""
    assert fault(board, better) == f"{second} is better than {board.best}"
    assert fault(board, nearer) == f"{board.best} is only 0.030 ahead"
    assert fault(board, claim, shipped=nearer) == f"{second} loses {claim.gap:.4f}"
    assert fault(board, claim, shipped=fewer) == "the legal answers are others"
