"""The pages on which members set up tournaments."""

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.site.http import errors
from zaria.club.tournaments import roles
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.director import presets
from zaria.club.tournaments.series import actions as series
from zaria.club.tournaments.setup.forms import TournamentForm
from zaria.club.tournaments.setup.match_form import FixedMatch
from zaria.club.tournaments.setup.refusals import sentence
from zaria.club.tournaments.setup.summary import repetition, summary
from zaria.club.tournaments.texts import percent

STARTS_SHOWN = 3
"""Starts of a series in its summary."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Choose a template, then fill in the form; posted to, announce the tournament.

    The page first shows its summary; `read` carries the one that the director saw.
    """
    member = signed_in_member(request)
    objection = roles.setup_objection(member)
    if objection is not None:
        title, text = _("You can't set up a tournament now"), sentence(objection)
        return errors.page(request, 403, title, text)
    if request.method == "POST":
        return _post(request, member)
    preset = presets.find(request.GET.get("as", ""))
    if preset is None:
        context = {"presets": presets.PRESETS, "series": roles.rights(member).public}
        return render(request, "zaria/tournaments/new_choose.html", context)
    form = TournamentForm(roles.rights(member), initial=preset.initial(timezone.now()))
    return _page(request, form)


def _post(request: HttpRequest, member: Member) -> HttpResponse:
    rights, act = roles.rights(member), request.POST.get("act", "")
    if act == "change":
        return _page(request, TournamentForm(rights, initial=request.POST.dict()))
    form = TournamentForm(rights, request.POST)
    if act == "summary":
        context = {"summary": _summary(form)}
        return render(request, "zaria/tournaments/new_summary.html", context)
    if not form.is_valid():
        return _page(request, form, status=422)
    if request.POST.get("read") != _summary(form):
        return _page(request, form)
    nonce = request.POST.get("nonce", "")[:40]
    if form.is_repeated:
        return _set_up_series(request, member, form, nonce)
    row = director_actions.set_up(member, form.terms(), form.code_of_entry, nonce)
    messages.success(request, _("Tournament announced."))
    return HttpResponseRedirect(reverse("tournament_director", args=[row.pk]))


def _set_up_series(request: HttpRequest, member: Member, form: TournamentForm, nonce: str) -> HttpResponse:
    zone = form.cleaned_data["zone"]
    try:
        series.set_up(member, form.terms(), form.rule, zone, form.days_before, form.code_of_entry, nonce)
    except series.TooManySeriesError:
        form.add_error("repeat", sentence("too_many_series"))
        return _page(request, form, status=422)
    messages.success(request, _("Series created."))
    return HttpResponseRedirect(reverse("tournament_series"))


def _summary(form: TournamentForm) -> str:
    """Return the summary of a valid form, or ""."""
    if not form.is_valid():
        return ""
    zone = form.cleaned_data["zone"]
    if not form.is_repeated:
        return summary(form.terms(), zone)
    first, *later = form.starts(STARTS_SHOWN)
    terms = msgspec.structs.replace(form.terms(), starts_at=first)
    return f"{summary(terms, zone)} {repetition([first, *later], zone, form.days_before)}"


def _parts(form: TournamentForm) -> list[Iterable[BoundField]]:
    return [form] if isinstance(form.match, FixedMatch) else [form, form.match]


def _first_summary(form: TournamentForm) -> str:
    """Return the summary of a form before it is sent, with or without a title."""
    values = {field.html_name: field.value() for part in _parts(form) for field in part}
    data = QueryDict(mutable=True)
    data.update({name: str(value) for name, value in values.items() if value not in (None, "")})
    data.setdefault("title", "-")
    return _summary(TournamentForm(form.rights, data))


def _page(request: HttpRequest, form: TournamentForm, status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "match": form.match,
        "summary": _summary(form) if form.is_bound else _first_summary(form),
        "changed": form.is_bound and not form.errors,
        "nonce": request.POST.get("nonce") or secrets.token_urlsafe(12),
        "house_rate": percent(settings.LEDGER.tournament_rate),
        "currency": settings.LEDGER.currency,
    }
    return render(request, "zaria/tournaments/new.html", context, status=status)
