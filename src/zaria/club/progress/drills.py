"""Own decisions that cost much, one after the other, as questions with their answers.

A position that a running rated match of the member might meet is not asked: the answer is an engine's.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.http import HttpRequest

from zaria.bots.analysis import DEPTHS
from zaria.club.accounts.models import Member
from zaria.club.matches.analysis import actions as analyses
from zaria.club.matches.analysis.decision_boards import DecisionBoard, decision_board
from zaria.club.matches.analysis.grades import of_matches
from zaria.club.matches.analysis.running_matches import silence_about
from zaria.club.matches.engine_access import silence_for
from zaria.club.progress import stored_sums
from zaria.club.progress.stored_sums import DearDecision, Part
from zaria.club.progress.titles import ACTS, QUESTIONS
from zaria.club.site.asgi import live_of


class DrillQuestion(NamedTuple):
    """A decision as a question: the board before it, what is asked, what was done and what is best.

    `board` is None where the analysis is no longer stored: then the replay alone shows it.
    """

    dear: DearDecision
    board: DecisionBoard | None
    question: Any
    played: Any
    best: Any


async def answerable(
    request: HttpRequest, game: str, decisions: Sequence[DearDecision]
) -> list[DearDecision]:
    """Return those of these decisions about which the engine may speak to the visitor now."""
    silence = await silence_for(request, game)
    if silence.whole_game:
        return []
    if not silence.boards:
        return list(decisions)
    return [row for row in decisions if not (await silence_about(request, row.match_id)).whole]


async def questions_of(request: HttpRequest, member: Member, game: str, part: Part) -> list[DearDecision]:
    """Return the decisions of a member that can be asked, the dearest first."""
    latest = await sync_to_async(stored_sums.latest_matches)(member, game)
    return await answerable(request, game, stored_sums.dear_decisions(latest, part))


async def question(request: HttpRequest, dear: DearDecision) -> DrillQuestion:
    """Return a decision with its board."""
    events = await live_of(request).record(dear.match_id)
    packed = await sync_to_async(_packed)(dear.match_id)
    board = None
    if events is not None and packed is not None:
        board = await sync_to_async(decision_board, thread_sensitive=False)(events, packed, dear.frame)
    if board is None:
        return DrillQuestion(dear, None, QUESTIONS["turn"], "", "")
    played, best = (ACTS.get(word, word) for word in (board.played, board.best))
    return DrillQuestion(dear, board, QUESTIONS[board.kind], played, best)


def _packed(match_id: str) -> bytes | None:
    """Return the analysis from which the grades of a match were made, if it is still stored."""
    row = next(iter(of_matches([match_id]).values()), None)
    return None if row is None else analyses.packed(match_id, DEPTHS[row.effort])
