"""Puzzles: a list, one, that of the day, and an answer, which is graded and rates nobody."""

from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, QueryDict
from ninja import Query, Router

from zaria.club.api.authentication import member
from zaria.club.api.problems import ProblemError
from zaria.club.api.puzzle_schemas import NewAttempt, PuzzleQuestion, PuzzleSummary, PuzzleVerdict
from zaria.club.matches.analysis.engine_questions import NoAnswerError
from zaria.club.puzzles import actions, catalogue, daily, pages, queries
from zaria.club.puzzles.grading import Continuation, grade_answer
from zaria.club.site.clock import now, now_ms
from zaria.puzzles.puzzle import Puzzle

router = Router(tags=["Puzzles"])

MOST = 100
"""Puzzles that a list has at once."""

_PROBLEMS = {"illegal": "bad_answer", "too_many": "too_many_requests"}
"""The codes of the API for reasons why an answer is not graded; for all others the server is busy."""


@router.get("puzzles", response=list[PuzzleSummary], summary="Puzzles of a game")
async def puzzles(
    request: HttpRequest,
    game: Annotated[str, Query(max_length=32, example="tabla")],
    theme: Annotated[str, Query(max_length=32)] = "",
    after: Annotated[str, Query(max_length=8, description="The last puzzle of the page before")] = "",
) -> list[dict[str, Any]]:
    """Puzzles of a game, 100 at most, in the order of its file."""
    return await sync_to_async(_listed)(game, theme, after)


def _listed(game: str, theme: str, after: str) -> list[dict[str, Any]]:
    if game not in catalogue.games_with_puzzles():
        raise ProblemError("unknown_game")
    hidden, present = queries.hidden([game]), queries.present_ratings([game])
    rows = [
        entry._asdict() | {"rating": round(present.get(entry.id, entry.rating))}
        for entry in catalogue.entries(game)
        if entry.id not in hidden and (not theme or theme in entry.themes)
    ]
    ids = [row["id"] for row in rows]
    first = ids.index(after) + 1 if after in ids else 0
    return rows[first : first + MOST]


@router.get("puzzles/daily", response=PuzzleQuestion, summary="The puzzle of the day")
async def puzzle_of_the_day(
    request: HttpRequest, game: Annotated[str, Query(max_length=32, example="tabla")] = catalogue.TABLES
) -> dict[str, Any]:
    """Today's puzzle (UTC) of a game, of all games with dice ("tables") or of all on squares ("squares")."""
    puzzle_id = await sync_to_async(daily.puzzle_of_day)(game, now().date())
    if puzzle_id is None:
        raise ProblemError("unknown_game")
    return await sync_to_async(_question)(puzzle_id)


@router.get("puzzles/{puzzle_id}", response=PuzzleQuestion, summary="One puzzle")
async def one_puzzle(request: HttpRequest, puzzle_id: str) -> dict[str, Any]:
    """A puzzle without its solution; one that is being checked is unknown until then."""
    return await sync_to_async(_question)(puzzle_id)


def _question(puzzle_id: str) -> dict[str, Any]:
    puzzle, state = _puzzle(puzzle_id), queries.state_of(puzzle_id)
    fields = ("id", "game", "question", "position", "side", "cube", "cube_owner", "score", "length")
    return {name: getattr(puzzle, name) for name in fields} | {
        "dice": list(puzzle.dice),
        "rating": round(state.rating if state is not None else puzzle.rating),
        "choices": [name for name, _text in pages.choices_of(puzzle)],
    }


def _puzzle(puzzle_id: str) -> Puzzle:
    puzzle = catalogue.find(puzzle_id)
    if puzzle is None or queries.is_hidden(puzzle_id):
        raise ProblemError("unknown_puzzle")
    return puzzle


@router.post("puzzles/{puzzle_id}/attempt", response=PuzzleVerdict, summary="Answer a puzzle")
async def attempt(request: HttpRequest, puzzle_id: str, new: NewAttempt) -> dict[str, Any]:
    """Grade an answer. It is not rated, and the puzzle does not rate its member later."""
    puzzle = await sync_to_async(_puzzle)(puzzle_id)
    fields = QueryDict(mutable=True)
    moves = ",".join(f"{point}-{die}" for point, die in new.moves)
    fields.update({"moves": moves, "move": new.move, "choice": new.choice, "line": " ".join(new.line)})
    try:
        graded = await grade_answer(request, puzzle, fields)
    except NoAnswerError as none:
        raise ProblemError(_PROBLEMS.get(none.code, "busy")) from none
    if isinstance(graded, Continuation):
        return {"verdict": "go_on", "loss": None, "listed": True, "best": "", "line": list(graded.line)}
    solver = member(request)
    if solver is not None:
        await sync_to_async(actions.record_unrated)(solver, puzzle, graded, now_ms())
    return {
        "verdict": graded.verdict,
        "loss": graded.loss,
        "listed": graded.is_listed,
        "best": puzzle.best.turn,
        "line": list(puzzle.line),
    }
