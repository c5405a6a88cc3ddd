"""The pages of puzzles: the choice, the stream, a puzzle, its answer."""

import random
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.link_pictures.preview import preview
from zaria.club.matches.analysis.engine_questions import NoAnswerError, answer_in_json, refusal
from zaria.club.puzzles import (
    actions,
    catalogue,
    daily,
    guest_tries,
    pages,
    queries,
    repeat,
    run,
    streaks,
    stream,
    words,
)
from zaria.club.puzzles.actions import GradedAnswer
from zaria.club.puzzles.daily_views import daily_card
from zaria.club.puzzles.grading import Continuation, GradedTurn, grade_answer
from zaria.club.puzzles.models import PuzzleAttempt
from zaria.club.puzzles.run import Run
from zaria.club.puzzles.stream import DIFFICULTIES, Offer, PuzzleChoice
from zaria.club.site.clock import now, now_ms
from zaria.club.site.http.frames import frame_code, oembed_address
from zaria.puzzles.puzzle import Puzzle

_rng = random.SystemRandom()


@require_safe
@never_cache
def puzzles(request: HttpRequest) -> HttpResponse:
    """The choice of puzzles: a game or all of one's own, a theme, a difficulty; with one's ratings."""
    member, every_game = member_of(request), catalogue.games_with_puzzles()
    preferences = queries.settings_of(member)
    today = now().date()
    context: dict[str, Any] = {
        "here": "puzzles",
        "games": [(name, TITLES[name], len(catalogue.entries(name))) for name in every_game],
        "game": request.GET.get("game", ""),
        "themes": [(theme, words.THEMES[theme]) for theme in catalogue.themes_of(every_game)],
        "difficulties": [(name, words.DIFFICULTY_TITLES[name]) for name in DIFFICULTIES],
        "theme": request.GET.get("theme", ""),
        "difficulty": request.GET.get("difficulty", "") or "normal",
        "is_all_solved": "done" in request.GET,
        "is_none_there": "none" in request.GET,
        "is_repeated": "repeated" in request.GET,
        "is_member": member is not None,
        "settings": preferences,
        "ratings": [],
        "daily": [card for name in daily.CLUB_LISTS if (card := daily_card(name, today)) is not None],
    }
    if member is not None:
        context["streak"] = streaks.streak_of(member, now_ms())
        context["repeats"] = 0 if preferences.hides_repeat else queries.number_of_repeats(member, now_ms())
        if not preferences.hides_rating:
            context["ratings"] = [
                (TITLES[row.game], round(row.rating), row.count)
                for row in queries.rating_rows(member)
                if row.game in TITLES
            ]
    return render(request, "zaria/puzzles/choice.html", context)


@require_safe
@never_cache
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Lead to a puzzle of the choice in the address, near the solver's rating."""
    member = member_of(request)
    theme, difficulty = request.GET.get("theme", ""), request.GET.get("difficulty", "")
    game = pages.choice_of_games(request.GET)
    choice = PuzzleChoice(
        pages.games_named(game, member),
        theme if theme in words.THEMES else "",
        difficulty if difficulty in DIFFICULTIES else "normal",
    )
    seen = guest_tries.seen(request) if member is None else queries.attempted(member, choice.games)
    entry = stream.choose(
        choice,
        seen | queries.hidden(choice.games),
        queries.ratings_of(member, choice.games),
        queries.present_ratings(choice.games),
        _rng,
    )
    if entry is None:
        wish = {name: request.GET.get(name, "") for name in ("game", "theme", "difficulty")}
        why = "done" if stream.candidates(choice) else "none"
        query = urlencode({why: "yes", **{name: text for name, text in wish.items() if text}})
        return HttpResponseRedirect(f"{reverse('puzzles')}?{query}")
    solver = member.player if member is not None else guest_tries.solver_of(request, begin=True)
    offer = Offer(entry.id, solver, game, choice.theme, choice.difficulty)
    address = reverse("puzzle", args=[entry.id])
    return HttpResponseRedirect(f"{address}?{urlencode({'offer': stream.token_of(offer)})}")


def _solver(request: HttpRequest) -> str:
    """Return the id of a member, or the name of a guest in offers."""
    member = member_of(request)
    return member.player if member is not None else guest_tries.solver_of(request)


@require_safe
@never_cache
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """A puzzle on the board."""
    shown, member = pages.puzzle_or_404(puzzle_id), member_of(request)
    if queries.is_hidden(puzzle_id):
        return pages.hidden_page(request)
    token = request.GET.get("offer", "")
    offer = stream.offer_of(token, puzzle_id, _solver(request)) if token else None
    word = _("Puzzle")
    is_repeat = member is not None and "repeat" in request.GET
    context = pages.puzzle_context(shown, queries.state_of(puzzle_id))
    running = run.run_of(request.GET["run"]) if "run" in request.GET else None
    if running is not None and running.puzzle == puzzle_id:
        context |= _run_context(request, running)
    context |= {
        "action": reverse("puzzle_run_answer" if "run" in context else "puzzle_answer", args=[puzzle_id]),
        "offer": token if offer is not None else "",
        "next": reverse("next_repeat") if is_repeat else pages.next_address(shown, offer),
        "is_repeat": is_repeat,
        "is_rated": offer is not None and not _has_answered(request, member, puzzle_id),
        "settings": queries.settings_of(member),
        "frame_code": frame_code(request, request.path, ""),
        "oembed": oembed_address(request),
        "preview": preview(request, f"{word}: {TITLES[shown.game]}", context["situation"]),
    }
    return render(request, "zaria/puzzles/puzzle.html", context)


def _run_context(request: HttpRequest, running: Run) -> dict[str, Any]:
    """Return what the page of a puzzle says of the run to which it belongs."""
    token, game = run.token_of(running), pages.choice_of_games(request.GET)
    return {
        "run": token,
        "run_game": game,
        "run_solved": len(running.solved),
        "run_left_ms": running.left_ms(now_ms()),
        "run_end": f"{reverse('puzzle_run')}?{urlencode({'game': game, 'run': token})}",
    }


def _has_answered(request: HttpRequest, member: Member | None, puzzle_id: str) -> bool:
    if member is None:
        return puzzle_id in guest_tries.seen(request)
    return queries.attempt_at(member, puzzle_id) is not None


@require_POST
async def answer(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Judge an answer: the verdict as a part of the page, or how a solution of several moves goes on."""
    shown = await sync_to_async(pages.puzzle_or_404)(puzzle_id)
    try:
        graded = await grade_answer(request, shown, request.POST)
    except NoAnswerError as none:
        return refusal(none)
    if isinstance(graded, Continuation):
        reply = await sync_to_async(pages.continuation, thread_sensitive=False)(shown, graded)
        return answer_in_json(reply)
    return answer_in_json(await sync_to_async(_verdict)(request, shown, graded))


def _verdict(request: HttpRequest, shown: Puzzle, graded: GradedTurn) -> dict[str, Any]:
    """Store an answer, and return its verdict for the script of the page."""
    member, token = member_of(request), request.POST.get("offer", "")
    offer = stream.offer_of(token, shown.id, _solver(request)) if token else None
    attempt, is_first = _store(request, member, shown, graded, offer)
    preferences = queries.settings_of(member)
    context = pages.verdict_context(shown, graded) | {
        "change": None if preferences.hides_rating or not is_first else pages.rating_change(attempt),
        "is_member": member is not None,
        "is_again": not is_first,
    }
    if member is not None:
        context |= pages.acts_context(member, shown)
    return {
        "verdict": graded.verdict,
        "said": context["verdict"],
        "html": render_to_string("zaria/puzzles/_verdict.html", context, request).strip(),
        **pages.compared(shown, graded),
    }


def _store(
    request: HttpRequest, member: Member | None, shown: Puzzle, graded: GradedTurn, offer: Offer | None
) -> tuple[PuzzleAttempt | None, bool]:
    """Store a first answer; return the attempt of a member, and whether it was the first."""
    stored = GradedAnswer(
        graded.answer,
        graded.loss,
        graded.score,
        is_offered=offer is not None,
        is_theme_known=offer is not None and bool(offer.theme),
    )
    if member is None:
        return None, guest_tries.remember(request, shown.id, stored, now_ms())
    is_first = queries.attempt_at(member, shown.id) is None
    if request.POST.get("repeat"):
        repeat.answered(member, shown.id, graded.verdict, now_ms())
    return actions.record_answer(member, shown, stored, now_ms()), is_first
