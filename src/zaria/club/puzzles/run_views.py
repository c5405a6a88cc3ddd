"""The pages of a run of three minutes."""

import random

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.analysis.engine_questions import NoAnswerError, answer_in_json, refusal
from zaria.club.matches.engine_access import Silence, silence_for
from zaria.club.puzzles import actions, catalogue, grading, pages, queries, run
from zaria.club.puzzles.grading import Continuation
from zaria.club.puzzles.run import Run
from zaria.club.site.clock import now_ms
from zaria.puzzles.puzzle import Puzzle

_rng = random.SystemRandom()


@require_safe
@never_cache
def run_page(request: HttpRequest) -> HttpResponse:
    """Begin a run, or show what came of one (`run`); the games are those of the address (`game`)."""
    token, member = request.GET.get("run", ""), member_of(request)
    if "start" in request.GET:
        return HttpResponseRedirect(_next_address(request, Run(now_ms())))
    finished = run.run_of(token) if token else None
    every_game = catalogue.games_with_puzzles()
    context = {
        "here": "puzzles",
        "run": finished,
        "best": queries.settings_of(member).best_run,
        "is_member": member is not None,
        "missed": _cards(finished.missed) if finished is not None else [],
        "titles": [(name, TITLES[name]) for name in every_game],
        "game": request.GET.get("game", ""),
    }
    return render(request, "zaria/puzzles/run.html", context)


def _cards(puzzle_ids: tuple[str, ...]) -> list[dict[str, object]]:
    puzzles = [puzzle for puzzle_id in puzzle_ids if (puzzle := catalogue.find(puzzle_id)) is not None]
    hidden = queries.hidden({puzzle.game for puzzle in puzzles})
    return [pages.card_of(puzzle, TITLES[puzzle.game]) for puzzle in puzzles if puzzle.id not in hidden]


@require_POST
async def run_answer(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Judge an answer in a run by what the puzzle lists, and say where the run goes on."""
    puzzle = await sync_to_async(catalogue.find)(puzzle_id)
    current = run.run_of(request.POST.get("run", ""))
    if puzzle is None or current is None or current.puzzle != puzzle_id:
        raise Http404
    silence = await silence_for(request, puzzle.game)
    return await sync_to_async(_go_on)(request, puzzle, current, silence)


def _go_on(request: HttpRequest, puzzle: Puzzle, current: Run, silence: Silence) -> HttpResponse:
    try:
        graded = grading.grade_listed(puzzle, request.POST, silence)
    except NoAnswerError as none:
        return refusal(none)
    if isinstance(graded, Continuation):
        return answer_in_json(pages.continuation(puzzle, graded))
    is_in_time = current.left_ms(now_ms()) > 0
    after = current.answered(is_solved=graded >= 1) if is_in_time else current
    member = member_of(request)
    if member is not None:  # what the page of the end shows is not stored: anybody may open it
        actions.save_run(member, len(after.solved), now_ms())
    return answer_in_json({"next": _next_address(request, after), "is_solved": graded >= 1})


def _next_address(request: HttpRequest, current: Run) -> str:
    """Return the address of the next puzzle of a run, or of its end."""
    values = request.POST if request.method == "POST" else request.GET
    game = pages.choice_of_games(values)
    names = pages.games_named(game, member_of(request))
    fields = {"game": game} if game else {}
    entry = None
    if current.left_ms(now_ms()):
        entry = run.choose(current, names, queries.hidden(names), queries.present_ratings(names), _rng)
    if entry is None:
        return f"{reverse('puzzle_run')}?{urlencode({**fields, 'run': run.token_of(current)})}"
    token = run.token_of(current._replace(puzzle=entry.id))
    return f"{reverse('puzzle', args=[entry.id])}?{urlencode({**fields, 'run': token})}"
