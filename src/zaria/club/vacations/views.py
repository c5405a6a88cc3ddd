"""The page on which members begin and end their vacation from games by the day."""

from datetime import UTC, datetime

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import DAY_MS, play_ms
from zaria.club.vacations import actions, queries
from zaria.club.vacations.allowance import balance
from zaria.club.vacations.automatic import flags_of
from zaria.club.vacations.forms import SwitchForm, VacationForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
async def page(request: HttpRequest) -> HttpResponse:
    """Show the days of vacation; posted to, begin one."""
    member = await sync_to_async(_member)(request)
    if request.method != "POST":
        return await sync_to_async(_page)(request, member, VacationForm(initial={"days": 1}))
    flags = await flags_of(live_of(request), member.player)
    return await sync_to_async(_begin)(request, member, flags)


@require_POST
@login_required
async def end(request: HttpRequest) -> HttpResponse:
    """End the vacation, or give the planned one up."""
    member = await sync_to_async(_member)(request)
    if await sync_to_async(actions.end)(member, play_ms()):
        await flags_of(live_of(request), member.player)
        messages.success(request, _("Your vacation has ended."))
    return HttpResponseRedirect(reverse("vacation"))


@require_POST
@login_required
def switch(request: HttpRequest) -> HttpResponse:
    """Set whether vacations begin by themselves."""
    form = SwitchForm(request.POST)
    form.full_clean()
    actions.switch(_member(request).player, automatic=form.cleaned_data["automatic"])
    messages.success(request, _("Saved."))
    return HttpResponseRedirect(reverse("vacation"))


def _member(request: HttpRequest) -> Member:
    member: Member = signed_in_member(request)
    if member.robot:
        raise Http404
    return member


def _begin(request: HttpRequest, member: Member, flags: list[int]) -> HttpResponse:
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _page(request, member, form)
    try:
        actions.plan(member, form.cleaned_data["days"], play_ms(), flags, form.begin())
    except actions.VacationRefusedError as refused:
        form.refuse(actions.REFUSALS[refused.code])
        return _page(request, member, form)
    messages.success(request, _("Your vacation is noted. Your clocks by the day stand while it lasts."))
    return HttpResponseRedirect(reverse("vacation"))


def _page(request: HttpRequest, member: Member, form: VacationForm) -> HttpResponse:
    now = play_ms()
    present = queries.present_vacation(member.player, now)
    planned = None if present else queries.next_vacation(member.player, now)
    since = actions.member_since(member)
    context = {
        "here": "me",
        "form": form,
        "days_left": balance(since, queries.vacations(member.player), now) / DAY_MS,
        "ends_at": _moment(present.ends_at) if present else None,
        "planned": (_moment(planned.begins_at), _moment(planned.ends_at)) if planned else None,
        "switch": SwitchForm(initial={"automatic": queries.is_automatic(member.player)}),
    }
    return render(request, "zaria/vacation.html", context, status=422 if form.errors else 200)


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
