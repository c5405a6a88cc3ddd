"""The page on which members limit their own play for stakes."""

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.player_limits import actions, play_time, queries, sums
from zaria.club.player_limits.forms import ConsentForm, ExclusionForm, LimitsForm, PauseForm, ReminderForm
from zaria.club.player_limits.models import ConsentKind, LimitKind, Reminder


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """Show the limits; posted to, change them."""
    player = _player(request)
    form = LimitsForm(queries.limits(player), request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, player, limits=form)
    begins = [actions.set_limit(player, kind, amount) for kind, amount in form.wishes().items()]
    later = [moment for moment in begins if moment is not None and moment > timezone.now()]
    messages.success(request, _("Saved."))
    if later:
        text = _("Higher limits apply from %(date)s (UTC). You can cancel the change until then.")
        messages.info(request, text % {"date": date_format(max(later), "DATETIME_FORMAT")})
    return _back()


@require_POST
@login_required
def withdraw(request: HttpRequest) -> HttpResponse:
    """Take back a limit that has not begun."""
    kind = request.POST.get("kind", "")
    if kind not in LimitKind:
        raise Http404
    if actions.withdraw_limit(_player(request), LimitKind(kind)):
        messages.success(request, _("Change cancelled. Your current limit stays."))
    return _back()


@require_POST
@never_cache
@login_required
def pause(request: HttpRequest) -> HttpResponse:
    """Begin a pause."""
    player, form = _player(request), PauseForm(request.POST)
    if not form.is_valid():
        return _page(request, player, pause=form)
    actions.pause(player, form.cleaned_data["days"])
    return _back()


@require_POST
@never_cache
@login_required
def exclude(request: HttpRequest) -> HttpResponse:
    """Begin a self-exclusion."""
    player, form = _player(request), ExclusionForm(request.POST)
    if not form.is_valid():
        return _page(request, player, exclusion=form)
    actions.exclude(player, form.cleaned_data["length"])
    return _back()


@require_POST
@never_cache
@login_required
def consent(request: HttpRequest, kind: str) -> HttpResponse:
    """Confirm a condition of the operator."""
    if kind not in ConsentKind:
        raise Http404
    player, form = _player(request), ConsentForm(ConsentKind(kind), request.POST)
    if not form.is_valid():
        return _page(request, player, consents=[form])
    actions.consent(player, form.kind)
    messages.success(request, _("Saved."))
    return _back()


@require_POST
@never_cache
@login_required
def reminder(request: HttpRequest) -> HttpResponse:
    """Choose when to be reminded of the time."""
    player, form = _player(request), ReminderForm(request.POST)
    if not form.is_valid():
        return _page(request, player, reminder=form)
    actions.set_reminder(player, form.cleaned_data["minutes"])
    messages.success(request, _("Saved."))
    return _back()


@require_POST
@login_required
def confirm_reminder(request: HttpRequest) -> HttpResponse:
    """Hide the reminder until its time comes again."""
    actions.confirm_reminder(_player(request))
    after = request.POST.get("next", "")
    return HttpResponseRedirect(after if url_has_allowed_host_and_scheme(after, None) else "/")


def _player(request: HttpRequest) -> str:
    """The id of the member in the ledger; bots have no credits."""
    member: Member = signed_in_member(request)
    if member.robot:
        raise Http404
    return member.player


def _back() -> HttpResponse:
    return HttpResponseRedirect(reverse("player_limits"))


def _page(
    request: HttpRequest, player: str, consents: list[ConsentForm] | None = None, **bound: Form
) -> HttpResponse:
    """The page, with the form that was sent in place of its fresh one."""
    now = timezone.now()
    minutes = Reminder.objects.filter(player=player).values_list("minutes", flat=True).first()
    forms: dict[str, Form] = {
        "limits": LimitsForm(queries.limits(player, now)),
        "reminder": ReminderForm(initial={"minutes": play_time.USUAL if minutes is None else minutes}),
        "pause": PauseForm(),
        "exclusion": ExclusionForm(),
    }
    sent = {form.kind: form for form in consents or ()}
    context = {
        "here": "me",
        "forms": {**forms, **bound},
        "consents": [sent.get(kind, ConsentForm(kind)) for kind in queries.missing_consents(player)],
        "terms_address": settings.STAKE_CONDITIONS.terms_address,
        "running": queries.pause(player, now),
        "played": play_time.played(play_time.matches(player, now), now - play_time.DAY),
        "results": [-sums.loss(player, now - timedelta(days=days)) for days in (1, 7)],
        "deposits": sums.deposits(player, now - timedelta(days=30)),
    }
    wrong = bool(consents) or any(form.errors for form in bound.values())
    return render(request, "zaria/limits.html", context, status=422 if wrong else 200)
