"""A puzzle for a frame in a page of somebody else's: playable and unrated.

A browser sends no cookies from such a frame, so nothing is stored; where it does, on pages of the club
itself, the puzzle no longer rates its member, who has then seen the solution.
"""

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.matches.analysis.engine_questions import NoAnswerError, answer_in_json, refusal
from zaria.club.matches.replay.views import speak
from zaria.club.puzzles import actions, pages, queries
from zaria.club.puzzles.grading import Continuation, GradedTurn, grade_answer
from zaria.club.site.clock import now_ms
from zaria.club.site.http.frames import for_any_frame
from zaria.puzzles.puzzle import Puzzle


@require_safe
@for_any_frame
def puzzle_frame(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """A puzzle in a frame."""
    speak(request)
    shown = pages.puzzle_or_404(puzzle_id)
    if queries.is_hidden(puzzle_id):
        return pages.hidden_page(request)
    context = pages.puzzle_context(shown, None)
    context |= {
        "action": reverse("puzzle_frame_answer", args=[puzzle_id]),
        "page": reverse("puzzle", args=[puzzle_id]),
        "next": reverse("puzzles"),
    }
    return render(request, "zaria/puzzles/frame.html", context)


@csrf_exempt  # a frame of another site has no cookies
@require_POST
async def frame_answer(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Grade an answer sent from a frame."""
    await sync_to_async(speak)(request)
    shown = await sync_to_async(pages.puzzle_or_404)(puzzle_id)
    try:
        graded = await grade_answer(request, shown, request.POST)
    except NoAnswerError as none:
        return refusal(none)
    if isinstance(graded, Continuation):
        return answer_in_json(await sync_to_async(pages.continuation, thread_sensitive=False)(shown, graded))
    await sync_to_async(_remember)(request, shown, graded)
    context = pages.verdict_context(shown, graded) | {"is_framed": True}
    html = await sync_to_async(render_to_string)("zaria/puzzles/_verdict.html", context, request)
    reply = {"verdict": graded.verdict, "said": context["verdict"], "html": html.strip()}
    return answer_in_json(reply | pages.compared(shown, graded))


def _remember(request: HttpRequest, shown: Puzzle, graded: GradedTurn) -> None:
    member = member_of(request)
    if member is not None:
        actions.record_unrated(member, shown, graded, now_ms())
