"""The pages of a member's progress. They show the member's own numbers, and to nobody else."""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.games.catalogue import TITLES
from zaria.club.progress import actions, csv_export, drills
from zaria.club.progress import page as pages
from zaria.club.progress.forms import SwitchesForm
from zaria.club.progress.page import ProgressOverview
from zaria.club.site.http.file_parts import read_parts
from zaria.club.statistics.filters import page_of


@require_safe
@never_cache
@login_required
async def page(request: HttpRequest) -> HttpResponse:
    """Show the progress in the game that the address names, or in the one with the most matches."""
    member = await sync_to_async(_member)(request)
    progress = await sync_to_async(pages.overview)(member, request.GET.get("game", ""))
    if progress.page is not None:
        game, costs = progress.page.game, progress.page.costs
        dear = [decision for cost in costs for decision in cost.dear]
        shown = set(await drills.answerable(request, game, dear)) if dear else set()
        answered = [cost._replace(dear=[row for row in cost.dear if row in shown]) for cost in costs]
        progress = progress._replace(page=progress.page._replace(costs=answered))
    return await sync_to_async(_render)(request, member, progress)


@require_safe
@never_cache
@login_required
async def drill(request: HttpRequest, game: str, phase: str, kind: str) -> HttpResponse:
    """Ask one of the member's own decisions of a phase and a kind; `?page=2` is the second of them."""
    member = await sync_to_async(_member)(request)
    title = pages.part_title((phase, kind))
    if game not in TITLES or not title:
        raise Http404
    decisions = await drills.questions_of(request, member, game, (phase, kind))
    number = min(page_of(request.GET), max(1, len(decisions)))
    question = await drills.question(request, decisions[number - 1]) if decisions else None
    context: dict[str, Any] = {
        "here": "stats",
        "tab": "progress",
        "member": member,
        "game": game,
        "game_title": TITLES[game],
        "title": title,
        "question": question,
        "number": number,
        "total": len(decisions),
        "back": f"{reverse('progress')}?game={game}",
    }
    return await sync_to_async(render)(request, "zaria/progress/drill.html", context)


@require_POST
@login_required
def switches(request: HttpRequest) -> HttpResponse:
    """Store the member's wishes."""
    form = SwitchesForm(request.POST)
    form.full_clean()
    actions.set_switches(_member(request), **form.cleaned_data)
    messages.success(request, _("Saved."))
    return HttpResponseRedirect(reverse("progress"))


@require_safe
@login_required
def months_file(request: HttpRequest) -> HttpResponseBase:
    """All months as a file."""
    parts = csv_export.parts(_member(request))
    response = StreamingHttpResponse(read_parts(parts), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="zaria-progress.csv"'
    response["Cache-Control"] = "private, no-store"
    return response


def _member(request: HttpRequest) -> Member:
    member: Member = signed_in_member(request)
    if member.robot:
        raise Http404
    return member


def _render(request: HttpRequest, member: Member, progress: ProgressOverview) -> HttpResponse:
    stored = actions.switches_of(member)
    wishes = {name: getattr(stored, name) for name in SwitchesForm.base_fields}
    context = {
        "here": "stats",
        "tab": "progress",
        "member": member,
        "games": progress.games,
        "progress": progress.page,
        "gathers": stored.gathers,
        "is_gathering": stored.gathers_before is not None,
        "form": SwitchesForm(initial=wishes),
    }
    return render(request, "zaria/progress/page.html", context)
