"""`zaria courses check`."""

import pytest
from msgspec.structs import replace

from zaria.cli import courses
from zaria.cli.main import main
from zaria.courses.claims import DEEPER_NODES, DEEPER_PLIES, computed
from zaria.courses.course import CourseBoard, CourseClaim
from zaria.courses.shipped_courses import claims


def test_shipped_claims_are_computed_anew(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["courses", "check", "long-nardy"]) == 0
    assert capsys.readouterr().out == "long-nardy: 15 checked, 0 failed\n"


def test_an_untrue_claim_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    true = claims("long-nardy")
    board, claim = next(iter(true.items()))
    untrue = {**true, board: replace(claim, losses=dict.fromkeys(claim.losses, 0.0))}
    monkeypatch.setattr(courses, "claims", lambda game: untrue)
    assert main(["courses", "check", "long-nardy"]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{board}: ")
    assert last == "long-nardy: 15 checked, 1 failed"


def test_a_deeper_look_does_not_ask_for_the_same_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    depths = set()

    def quick(board: CourseBoard, *, plies: int, nodes: int) -> CourseClaim:
        depths.add((plies, nodes))
        return computed(board, plies=1)

    monkeypatch.setattr(courses, "computed", quick)
    assert main(["courses", "check", "long-nardy", "--deeper"]) == 0
    assert capsys.readouterr().out == "long-nardy: 15 checked, 0 failed\n"
    assert depths == {(DEEPER_PLIES, DEEPER_NODES)}


def test_a_game_without_a_course_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["courses", "check", "chess"]) == 2
    assert "'chess' has no course" in capsys.readouterr().err
