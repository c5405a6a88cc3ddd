"""`zaria manage puzzles check`: what members doubt is proven again, and hidden for good if it fails."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from msgspec.structs import replace

from zaria.club.puzzles import actions, catalogue
from zaria.club.puzzles.models import PuzzleState
from zaria.club.puzzles.ratings import BEGINNER
from zaria.puzzles import shipped
from zaria.puzzles.puzzle import Puzzle, read_file

SHIPPED = Path(shipped.__file__).with_name("russian-draughts.jsonl")

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzle(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """A puzzle of Russian draughts that is proven in seconds; two members have reported it."""
    puzzle = next(read_file(SHIPPED))
    monkeypatch.setattr(catalogue, "find", {puzzle.id: puzzle}.get)
    PuzzleState.objects.create(
        puzzle=puzzle.id, game=puzzle.game, **BEGINNER._asdict(), reports=2, is_hidden=True
    )
    return puzzle


def checked() -> str:
    """The lines that the command prints."""
    printed = StringIO()
    call_command("puzzles", "check", stdout=printed)
    return printed.getvalue()


def test_a_puzzle_that_is_right_is_offered_again(puzzle: Puzzle) -> None:
    assert checked() == f"{puzzle.id}: proven again\n"
    assert not PuzzleState.objects.get().is_hidden
    assert actions.reported() == []
    assert checked() == ""


def test_a_puzzle_that_fails_is_never_offered_again(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(puzzle, line=puzzle.line[:1], answers=puzzle.answers[::-1])
    monkeypatch.setattr(catalogue, "find", lambda puzzle_id: wrong)
    assert checked().startswith(f"{puzzle.id}: ")
    assert PuzzleState.objects.get().is_hidden
    assert actions.reported() == []


def test_a_puzzle_that_is_gone_stays_hidden() -> None:
    PuzzleState.objects.create(puzzle="gone0000", game="tabla", **BEGINNER._asdict(), reports=1)
    assert checked() == "gone0000: there is no such puzzle any more\n"
    assert PuzzleState.objects.get().is_hidden
