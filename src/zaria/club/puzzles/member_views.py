"""The acts of members beside answering: votes, reports, repetition, settings."""

import random
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import signed_in_member
from zaria.club.puzzles import actions, catalogue, pages, queries, repeat
from zaria.club.site.clock import now_ms
from zaria.puzzles.scores import verdict

_VOTES = {"like": 1, "dislike": -1, "no_vote": 0}
_rng = random.SystemRandom()


@require_POST
@login_required
def acts(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """Vote on a puzzle, report it, or repeat it; the answer is the part of the page with the buttons."""
    member, puzzle, act = signed_in_member(request), catalogue.find(puzzle_id), request.POST.get("act", "")
    attempt = queries.attempt_at(member, puzzle_id)
    if puzzle is None or attempt is None:
        raise Http404
    if act in _VOTES:
        actions.vote(member, puzzle, _VOTES[act])
    elif act == "report":
        actions.report(member, puzzle, now_ms())
    elif act == "repeat":
        repeat.begin(member, puzzle_id, verdict(attempt.score), now_ms())
    elif act == "no_repeat":
        repeat.end(member, puzzle_id)
    return render(request, "zaria/puzzles/_acts.html", pages.acts_context(member, puzzle))


@require_safe
@never_cache
@login_required
def next_repeat(request: HttpRequest) -> HttpResponse:
    """Lead to a puzzle that the member repeats now."""
    puzzle_id = repeat.next_puzzle(signed_in_member(request), now_ms(), _rng)
    if puzzle_id is None or catalogue.find(puzzle_id) is None:
        return HttpResponseRedirect(f"{reverse('puzzles')}?{urlencode({'repeated': 'yes'})}")
    return HttpResponseRedirect(f"{reverse('puzzle', args=[puzzle_id])}?repeat=yes")


@require_POST
@login_required
def save_settings(request: HttpRequest) -> HttpResponse:
    """Store how the member likes puzzles."""
    actions.save_settings(
        signed_in_member(request),
        hides_rating="rating" not in request.POST,
        hides_repeat="repeat" not in request.POST,
        shares_matches="matches" in request.POST,
    )
    return HttpResponseRedirect(reverse("puzzles"))
