"""The pages of a director: the tools that apply to a tournament, a decision, the pairs of a round."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.requests import signed_in_member
from zaria.club.site.http import errors
from zaria.club.tournaments import history, roles
from zaria.club.tournaments.actions import MovedOnError
from zaria.club.tournaments.director import queries
from zaria.club.tournaments.director.decisions import corrections, decisions, deleted_names
from zaria.club.tournaments.director.forms import (
    TOOLS,
    DecideForm,
    EditForm,
    PairForm,
    RecallForm,
    ReplaceForm,
    ToolForm,
    UndoForm,
    WithdrawForm,
)
from zaria.club.tournaments.director.pair_rows import pair_rows, swapped
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.pages.people import people
from zaria.club.tournaments.pages.steps import name_of_round
from zaria.club.tournaments.setup.refusals import sentence
from zaria.club.tournaments.setup.summary import summary
from zaria.club.tournaments.texts import round_name
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.tournament import TournamentState

SEARCH = 40
"""Characters of a search."""
MOST_DIGITS = 3
"""Digits of the number of a round."""
_OF_A_ROW = ("decide", "withdraw", "replace")


@require_http_methods(["GET", "HEAD"])
@never_cache
@login_required
def decide(request: HttpRequest, tournament_id: str, number: int, place: int) -> HttpResponse:
    """Show the decisions about a meeting, or the corrections of one of an earlier round (`number` from 1)."""
    row = _find(tournament_id)
    if not roles.may_direct(signed_in_member(request), row):
        return _refused(request)
    state = history.state(row)
    if not 0 < number <= state.number or "decide" not in queries.tools(state, state.terms.access):
        messages.info(request, sentence("moved_on"))
        return HttpResponseRedirect(_address(row, request))
    form = DecideForm(state, row.events, number=number, place=place)
    return _decide_page(request, row, state, form)


@require_http_methods(["GET", "HEAD"])
@never_cache
@login_required
def pairs(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the pairs of the next round, which can be changed during a pause."""
    row = _find(tournament_id)
    if not roles.may_direct(signed_in_member(request), row):
        return _refused(request)
    state = history.state(row)
    if "pair" not in queries.tools(state, state.terms.access):
        messages.info(request, sentence("moved_on"))
        return HttpResponseRedirect(_address(row, request))
    form = PairForm(state, row.events, pairs=queries.suggested_pairs(row, state))
    return _pairs_page(request, row, state, form)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def director(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show the tools; posted to, use one. An act that comes too late changes nothing."""
    member, row = signed_in_member(request), _find(tournament_id)
    if not roles.may_direct(member, row):
        return _refused(request)
    if request.method != "POST":
        return _page(request, row)
    kind = TOOLS.get(request.POST.get("tool", ""))
    if kind is None:
        raise Http404
    form = _bound(kind, row, request)
    if isinstance(form, PairForm) and request.POST.get("act") == "swap":
        values = {name: request.POST.get(name, "") for name in ("pairs", "first", "second", "reason")}
        text = swapped(values["pairs"], values["first"], values["second"])
        form = PairForm(form.state, row.events, pairs=text, reason=values["reason"])
        return _pairs_page(request, row, form.state, form)
    status = 422
    if form.is_valid():
        try:
            form.act(row, member)
        except MovedOnError:
            form.add_error(None, sentence("moved_on"))
            status = 409
        except TournamentRefusedError as refused:
            form.add_error(None, sentence(refused.code))
        except PermissionDenied:
            return _refused(request)
        else:
            messages.success(request, form.done)
            return HttpResponseRedirect(_address(row, request))
    return _page(request, _find(tournament_id), form, status)


def _find(tournament_id: str) -> Tournament:
    row = Tournament.objects.filter(pk=tournament_id).first()
    if row is None:
        raise Http404
    return row


def _refused(request: HttpRequest) -> HttpResponse:
    text = _("Only its organiser, the federation's administrators and the staff can do this.")
    return errors.page(request, 403, _("You are not a director of this tournament"), text)


def _bound(kind: type[ToolForm], row: Tournament, request: HttpRequest) -> ToolForm:
    state = history.state(row)
    key = ""
    if kind.tool in _OF_A_ROW:
        key = request.POST.get("place") or request.POST.get("player", "")
    return kind(state, row.events, request.POST, key)


def _address(row: Tournament, request: HttpRequest) -> str:
    address = reverse("tournament_director", args=[row.pk])
    return f"{address}?{request.GET.urlencode()}" if request.GET else address


def _page(
    request: HttpRequest, row: Tournament, sent: ToolForm | None = None, status: int = 200
) -> HttpResponse:
    """The page, with the form that was sent in place of its fresh one."""
    state, wanted = history.state(row), request.GET.get("q", "")[:SEARCH].strip()
    shown_round = _shown_round(request, state)
    tools = queries.tools(state, state.terms.access)
    if sent is not None:
        sent.fresh(row.events)
        if isinstance(sent, DecideForm) and "decide" in tools and _meeting(row, state, sent) is not None:
            return _decide_page(request, row, state, sent, status)
        if isinstance(sent, PairForm) and "pair" in tools:
            return _pairs_page(request, row, state, sent, status)
    act = queries.last_act(row, state)
    forms = _forms(row, state, tools, act, sent)
    if offered := queries.offered(row):
        forms["recall"] = RecallForm(state, row.events, offered=offered)
    players = _players(row, state, wanted, sent)
    shown = [*forms.values(), *(form for player in players for form in player["forms"].values())]
    context: dict[str, Any] = {
        "row": row,
        "state": state,
        "format": FORMAT_WORDS[row.format].title,
        "summary": summary(state.terms, "UTC"),
        "forms": forms,
        "act": act and act[1],
        "may_pair": "pair" in tools,
        "meetings": queries.meeting_rows(row, state, shown_round, wanted) if "decide" in tools else [],
        "rounds": [(number, name_of_round(state, number)) for number in range(1, state.number + 1)],
        "shown_round": shown_round,
        "query": request.GET.urlencode(),
        "players": players,
        "undecided": len(state.waiting()),
        "lacking": max(0, state.terms.least - row.players) if state.phase == "open" else 0,
        "offered": offered,
        "invited": queries.invited_names(row, state) if "invite" in tools else [],
        "wanted": wanted,
        "most_rows": queries.MOST_ROWS,
        "sent": sent,
        "sent_is_shown": sent in shown,
        "address": request.build_absolute_uri(f"/tournaments/{row.pk}"),
    }
    return render(request, "zaria/tournaments/director.html", context, status=status)


def _meeting(row: Tournament, state: TournamentState, form: DecideForm) -> queries.MeetingRow | None:
    """Return the meeting that a form is about; None if there is none."""
    if form.meeting is None or not 0 < form.meeting[0] <= state.number:
        return None
    return queries.meeting_row(row, state, *form.meeting)


def _shown_round(request: HttpRequest, state: TournamentState) -> int:
    """Return the round whose matches are shown: the one in the address, or the current one."""
    number = request.GET.get("round", "")[:MOST_DIGITS]
    return int(number) if number.isdecimal() and 0 < int(number) < state.number else state.number


def _decide_page(
    request: HttpRequest, row: Tournament, state: TournamentState, form: DecideForm, status: int = 200
) -> HttpResponse:
    """Show the decisions about a meeting, or its corrections; raises `Http404` if there is none."""
    meeting = _meeting(row, state, form)
    if meeting is None:
        raise Http404
    number = int(form["number"].value())
    persons = people(row.pk, state.ratings)
    if form.is_correction:
        choices = corrections(state, number, meeting.place, meeting.people, persons)
    else:
        at_table = bool(meeting.match_id) and not meeting.decided
        choices = decisions(state, meeting.place, meeting.people, at_table=at_table)
    context = {
        "row": row,
        "form": form,
        "meeting": meeting,
        "round": name_of_round(state, number),
        "heading": _("Correct a result") if form.is_correction else _("Decide a match"),
        "decisions": choices,
        "begun": deleted_names(state, form.plan.begun, persons) if form.plan is not None else [],
        "back": _address(row, request),
    }
    return render(request, "zaria/tournaments/decide.html", context, status=status)


def _pairs_page(
    request: HttpRequest, row: Tournament, state: TournamentState, form: PairForm, status: int = 200
) -> HttpResponse:
    """Show the pairs of the form."""
    context = {
        "row": row,
        "form": form,
        "round": round_name(state.number + 1),
        "pairs": pair_rows(row, state, form["pairs"].value() or ""),
        "back": _address(row, request),
    }
    return render(request, "zaria/tournaments/pairs.html", context, status=status)


def _forms(
    row: Tournament,
    state: TournamentState,
    tools: frozenset[str],
    act: tuple[int, str] | None,
    sent: ToolForm | None,
) -> dict[str, ToolForm]:
    """The forms of the tools that apply to the whole tournament, by name."""
    forms: dict[str, ToolForm] = {}
    for name in tools - {*_OF_A_ROW, "pair"}:
        if sent is not None and sent.tool == name:
            forms[name] = sent
        elif name == "undo" and act is not None:
            forms[name] = UndoForm(state, row.events, number=act[0])
        elif name == "edit":
            forms[name] = EditForm(state, row.events)
        else:
            forms[name] = TOOLS[name](state, row.events)
    return forms


def _players(
    row: Tournament, state: TournamentState, wanted: str, sent: ToolForm | None
) -> list[dict[str, Any]]:
    rows = []
    for player in queries.player_rows(row, state, wanted):
        forms: dict[str, ToolForm] = {}
        for kind, applies in ((WithdrawForm, player.can_withdraw), (ReplaceForm, player.can_replace)):
            if isinstance(sent, kind) and sent["player"].value() == player.player:
                forms[kind.tool] = sent
            elif applies:
                forms[kind.tool] = kind(state, row.events, None, player.player, player=player.player)
        is_wrong = any(form.errors for form in forms.values())
        rows.append({"player": player, "forms": forms, "form_is_wrong": is_wrong})
    return rows
