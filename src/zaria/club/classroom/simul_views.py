"""The pages of simuls: a teacher plays by the day against all pupils of a group who accept."""

import msgspec
from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.classroom import pages, simul_tables
from zaria.club.classroom.simul_form import SimulForm
from zaria.club.games.catalogue import TITLES
from zaria.club.groups import queries, simuls
from zaria.club.groups.actions import RefusedGroupError
from zaria.club.groups.models import Simul
from zaria.club.groups.queries import GroupAccess
from zaria.club.groups.texts import sentence
from zaria.club.matches.replay.link_cards import length_text
from zaria.club.play.terms_text import clock_text
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.match.refusals import CommandRefusedError


@require_POST
@login_required
def create(request: HttpRequest, group_id: str) -> HttpResponse:
    """Announce a simul to a group."""
    group = pages.taught_or_404(request, group_id)
    form = SimulForm(request.POST)
    if form.is_valid():
        try:
            simul = simuls.create(group, form.cleaned_data["game"], msgspec.to_builtins(form.terms()))
        except RefusedGroupError as refusal:
            form.add_error(None, sentence(refusal))
        else:
            return HttpResponseRedirect(reverse("simul", args=[group.pk, simul.pk]))
    return pages.show_group(request, GroupAccess(group, True, None), simul_form=form)


@require_safe
@never_cache
async def simul_page(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Show a simul to its group: the terms, the pupils who have accepted, their boards and results."""
    member = member_of(request)
    if member is None:
        return redirect_to_login(request.get_full_path())
    access, simul = await sync_to_async(_read)(member, group_id, number)
    tables, terms = await simul_tables.tables_of(live_of(request), simul), simul_tables.terms_of(simul)
    own_table = next((table for table in tables if table.seat.member_id == member.pk), None)
    context = {
        "here": "groups",
        "group": access.group,
        "simul": simul,
        "title": TITLES.get(simul.game, simul.game),
        "length": length_text(terms.length),
        "clock": clock_text(terms.clock),
        "is_teacher": access.is_teacher,
        "tables": tables,
        "games": [simul.game],
        "own_table": own_table,
        "score": simul_tables.score_of(tables),
        "is_over": simul.begun_at is not None and all(table.result for table in tables),
        "is_incomplete": any(table.is_missing for table in tables),
        "own_turns": sum(table.row is not None and table.row.wait.is_own_turn for table in tables),
    }
    return render(request, "zaria/classroom/simul.html", context)


@require_POST
@login_required
def accept(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Give a pupil a seat in a simul, or take it back."""
    member = signed_in_member(request)
    access, simul = _read(member, group_id, number)
    if access.place is None:
        raise Http404
    change = simuls.withdraw if request.POST.get("act") == "withdraw" else simuls.accept
    try:
        change(simul, member)
    except RefusedGroupError as refusal:
        messages.error(request, sentence(refusal))
    return HttpResponseRedirect(reverse("simul", args=[group_id, number]))


@require_POST
async def begin(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Open the tables of all who have accepted; it may be repeated for those that are missing."""
    member = member_of(request)
    if member is None:
        return redirect_to_login(reverse("simul", args=[group_id, number]))
    access, simul = await sync_to_async(_read)(member, group_id, number)
    if not access.is_teacher:
        raise Http404
    try:
        seats = await sync_to_async(simuls.begin)(simul)
        await simul_tables.open_tables(live_of(request), simul, seats)
    except RefusedGroupError as refusal:
        await sync_to_async(messages.error)(request, sentence(refusal))
    except CommandRefusedError as refusal:
        await sync_to_async(messages.error)(request, i18n.sentence(refusal.code))
    else:
        text = _("The tables are open. Visit each of them once to sit down.")
        await sync_to_async(messages.success)(request, text)
    return HttpResponseRedirect(reverse("simul", args=[group_id, number]))


@require_POST
@login_required
def delete(request: HttpRequest, group_id: str, number: int) -> HttpResponse:
    """Delete a simul; its matches go on."""
    access, simul = _read(signed_in_member(request), group_id, number)
    if not access.is_teacher:
        raise Http404
    simuls.delete(simul)
    messages.success(request, _("The simul is deleted. Its matches go on."))
    return HttpResponseRedirect(reverse("group", args=[group_id]))


def _read(member: Member, group_id: str, number: int) -> tuple[GroupAccess, Simul]:
    """Return a simul of one of the member's groups, and their part in it; raises `Http404` for others."""
    access = queries.access(group_id, member)
    simul = Simul.objects.select_related("group__teacher").filter(group=group_id, pk=number).first()
    if access is None or simul is None:
        raise Http404
    return access, simul
