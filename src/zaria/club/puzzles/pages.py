"""The data of the pages of puzzles."""

import random
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from zaria import games
from zaria.bots.teaching import Advice
from zaria.club.accounts.models import Member
from zaria.club.games import answer_words, pictures
from zaria.club.games.catalogue import TITLES
from zaria.club.games.positions import SquaresPosition, TablesPosition, small_position
from zaria.club.matches.replay.frames import frames_data, position_context, script
from zaria.club.puzzles import boards, queries, repeat, words
from zaria.club.puzzles.boards import Tried
from zaria.club.puzzles.catalogue import find, games_with_puzzles
from zaria.club.puzzles.cube_reasons import cube_reasons
from zaria.club.puzzles.grading import Continuation, GradedTurn
from zaria.club.puzzles.models import PuzzleAttempt, PuzzleState
from zaria.club.puzzles.stream import Offer
from zaria.club.site.http import errors
from zaria.games.registry import GAMES
from zaria.puzzles.puzzle import CUBE_WORDS, Puzzle

MINE = "mine"
"""The value of a choice of games that stands for the solver's own."""


class AnswerRow(NamedTuple):
    """An answer in the list of the solution; `loss` is "" for the right one."""

    text: str
    loss: str
    is_right: bool
    is_own: bool


class AnswerBoard(NamedTuple):
    """A small board after an answer; `win` is its chance to win in per cent, None where nobody said it."""

    text: str
    picture: SafeString
    win: int | None
    is_right: bool


def puzzle_or_404(puzzle_id: str) -> Puzzle:
    """Return a puzzle by its id, hidden or not; raises `Http404`."""
    puzzle = find(puzzle_id)
    if puzzle is None:
        raise Http404
    return puzzle


def hidden_page(request: HttpRequest) -> HttpResponse:
    """Return the page in place of a puzzle that is hidden."""
    text = _("Members doubt its answer. It comes back as soon as it is proven again.")
    return errors.page(request, HTTPStatus.NOT_FOUND, _("This puzzle is being checked"), text)


def puzzle_context(puzzle: Puzzle, state: PuzzleState | None) -> dict[str, Any]:
    """Return the page of a puzzle: its board, and what is asked. Its solution is not in it."""
    has_cube = puzzle.question in CUBE_WORDS
    context = position_context(boards.frame_of(puzzle), puzzle.side, {}, cube=has_cube)
    ways = None if has_cube or puzzle.question == "avoid" else boards.ways_of(boards.match_of(puzzle, ""))
    rating = state.rating if state is not None else puzzle.rating
    return context | {
        "here": "puzzles",
        "puzzle": puzzle,
        "game": puzzle.game,
        "title": TITLES[puzzle.game],
        "level": round(rating),
        "situation": words.situation(puzzle),
        "question": answer_words.QUESTIONS[puzzle.question],
        "choices": choices_of(puzzle),
        "task": script({"ways": ways, "line": []}),
        "match_terms": _match_terms(puzzle),
    }


def choices_of(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Return the answers that are chosen by their words; the order of turns to avoid tells nothing."""
    if puzzle.question in CUBE_WORDS:
        names = [answer.turn for answer in puzzle.answers]
    elif puzzle.question == "avoid":
        names = [answer.turn for answer in puzzle.answers]
        random.Random(puzzle.id).shuffle(names)
    else:
        return []
    return [(name, words.answer_text(puzzle, name)) for name in names]


def _match_terms(puzzle: Puzzle) -> tuple[int, str]:
    """Return the length of the match that a question about the cube belongs to, and its score."""
    return puzzle.length, "{} : {}".format(*puzzle.score) if puzzle.score else ""


def continuation(puzzle: Puzzle, onward: Continuation) -> dict[str, Any]:
    """Return the board after the reply, the ways to go on, and what is asked now."""
    frame, match = boards.frame_of(puzzle, onward.line), boards.match_of(puzzle, "", onward.line)
    shown = position_context(frame, puzzle.side, {})["data"]
    before = boards.match_of(puzzle, "", onward.line[:-1]).board_position()
    return {
        "said": words.go_on(before.notation(onward.line[-1])),
        "line": onward.line,
        "shown": msgspec.Raw(shown.encode()),
        "ways": boards.ways_of(match),
    }


def verdict_context(puzzle: Puzzle, graded: GradedTurn) -> dict[str, Any]:
    """Return the parts of a verdict."""
    is_board = games.get(puzzle.game).is_board
    return {
        "puzzle": puzzle,
        "graded": graded,
        "verdict": answer_words.verdict_text(graded.verdict, graded.loss, is_board=is_board),
        "reasons": _reasons(puzzle, graded.advice),
        "answers": list(_answer_rows(puzzle, graded)),
        "boards": _answer_boards(puzzle, graded),
        "themes": [words.THEMES[theme] for theme in puzzle.themes],
        "engine": graded.advice.engine if graded.advice is not None and not graded.is_listed else "",
        "line": _solution(puzzle),
    }


def _reasons(puzzle: Puzzle, advice: Advice | None) -> list[str]:
    """Return the reasons of a verdict, in words."""
    if advice is None:
        return []
    if puzzle.question in CUBE_WORDS:
        return [] if advice.chances is None else cube_reasons(puzzle, advice.chances)
    return [words.reason_text(reason, puzzle.game) for reason in advice.reasons]


def _answer_rows(puzzle: Puzzle, graded: GradedTurn) -> Sequence[AnswerRow]:
    is_board = games.get(puzzle.game).is_board
    rows = [(answer.turn, answer.loss) for answer in puzzle.answers]
    if graded.tried is not None and not puzzle.line and graded.answer not in dict(rows):
        rows.append((graded.answer, graded.loss))
    if puzzle.question not in CUBE_WORDS:
        rows.sort(key=lambda row: row[1])
    start = boards.match_of(puzzle, "").position
    has_gone_on = graded.tried is not None and bool(puzzle.line) and graded.tried.before.position != start
    first = puzzle.line[0] if has_gone_on else graded.answer
    return [
        AnswerRow(
            start.notation(text) if start.game.is_board else words.answer_text(puzzle, text),
            answer_words.loss_text(loss, is_board=is_board) if loss else "",
            text == puzzle.best.turn,
            text == first,
        )
        for text, loss in rows
    ]


def _answer_boards(puzzle: Puzzle, graded: GradedTurn) -> list[AnswerBoard]:
    """Return the board after the answer and the one after the right one; one board if they are the same."""
    if graded.tried is None or graded.best is None:
        return []
    pair = [graded.tried] if graded.tried.text == graded.best.text else [graded.tried, graded.best]
    return [_answer_board(puzzle, graded, tried) for tried in pair]


def _answer_board(puzzle: Puzzle, graded: GradedTurn, tried: Tried) -> AnswerBoard:
    win = None
    for choice in graded.advice.choices if graded.advice is not None else ():
        if (choice.move or choice.text) == tried.text:
            win = choice.equity if games.get(puzzle.game).is_board else choice.chances and choice.chances[0]
    picture = pictures.position_board(puzzle.game, small_position(tried.after, puzzle.side))
    before = tried.before.position
    text = before.notation(tried.text) if before.game.is_board else words.answer_text(puzzle, tried.text)
    is_right = graded.best is not None and tried.text == graded.best.text
    return AnswerBoard(text, picture, None if win is None else round(100 * win), is_right)


def _solution(puzzle: Puzzle) -> list[str]:
    """Return the moves of a solution on squares, as books of the game write them."""
    if not puzzle.line:
        return []
    position, moves = boards.match_of(puzzle, "").board_position(), []
    for move in puzzle.line:
        moves.append(position.notation(move))
        position = position.move(move)
    return moves


def rating_change(attempt: PuzzleAttempt | None) -> tuple[int, str] | None:
    """Return the rating after a rated answer, and its change with a sign; None for another."""
    if attempt is None or attempt.after is None or attempt.before is None:
        return None
    change = round(attempt.after) - round(attempt.before)
    return round(attempt.after), f"+{change}" if change >= 0 else f"−{-change}"


def next_address(puzzle: Puzzle, offer: Offer | None) -> str:
    """Return the address of the next puzzle: of the same choice, or of the same game."""
    fields = {"game": puzzle.game}
    if offer is not None:
        fields = {"game": offer.game, "theme": offer.theme, "difficulty": offer.difficulty}
    return f"{reverse('next_puzzle')}?{urlencode({name: text for name, text in fields.items() if text})}"


def choice_of_games(values: QueryDict) -> str:
    """Return the choice of games in an address or a form: a game, the member's own, or "" for all."""
    name = values.get("game", "")
    return name if name in GAMES or name == MINE else ""


def games_named(name: str, member: Member | None) -> tuple[str, ...]:
    """Return the games that a name stands for: one, the member's own (`MINE`), or all ("").

    A game without puzzles stands for none.
    """
    every_game = games_with_puzzles()
    if name in GAMES:
        return tuple({name} & {*every_game})
    return queries.own_games(member) if name == MINE else every_game


def card_of(puzzle: Puzzle, title: Any, list_name: str = "") -> dict[str, Any]:
    """Return a puzzle as a card of a list shows it."""
    return {
        "list": list_name or puzzle.game,
        "title": title,
        "puzzle": puzzle,
        "game_title": TITLES[puzzle.game],
        "situation": words.situation(puzzle),
        "picture": first_picture(puzzle),
    }


def first_picture(puzzle: Puzzle) -> SafeString:
    """Return the small board of a puzzle, with its roll."""
    return pictures.position_board(puzzle.game, first_position(puzzle))


def first_position(puzzle: Puzzle) -> TablesPosition | SquaresPosition:
    """Return the position of a puzzle for a picture, with its roll and its cube."""
    position = small_position(boards.match_of(puzzle, "").position, puzzle.side)
    if isinstance(position, SquaresPosition):
        return position
    cube = (puzzle.cube, puzzle.cube_owner) if puzzle.cube > 1 else None
    return position._replace(dice=puzzle.dice, turn=puzzle.side, cube=cube)


def answered_position(puzzle: Puzzle) -> TablesPosition | SquaresPosition:
    """Return the position after the right answer, for a picture; that of the puzzle if it is an act."""
    if puzzle.question in CUBE_WORDS:
        return first_position(puzzle)
    best = boards.try_answer(puzzle, boards.match_of(puzzle, ""), puzzle.best.turn)
    return small_position(best.after, puzzle.side)


def acts_context(member: Member, puzzle: Puzzle) -> dict[str, Any]:
    """Return what a member can do with a puzzle that they have answered."""
    return {
        "puzzle": puzzle,
        "vote": queries.vote_of(member, puzzle.id),
        "has_reported": queries.has_reported(member, puzzle.id),
        "is_repeated": repeat.is_repeated(member, puzzle.id),
        "settings": queries.settings_of(member),
    }


def compared(puzzle: Puzzle, graded: GradedTurn) -> dict[str, Any]:
    """Return the ways of an answer and of the right one, by which the page draws arrows.

    With a solution of several moves its frames come too, through which one can step.
    """
    if graded.tried is None or graded.best is None:
        return {}
    ways: dict[str, Any] = {"side": puzzle.side, "played": boards.drawn(graded.tried)}
    if puzzle.line:
        ways["solution"] = frames_data(boards.solution_frames(puzzle))
    return ways if graded.tried.text == graded.best.text else ways | {"better": boards.drawn(graded.best)}
