"""The visitors' pages of tournaments."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any
from urllib.parse import quote

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.ledger import queries as ledger
from zaria.club.play import terms_text
from zaria.club.play.limits import limited
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.clock import now_ms
from zaria.club.site.http import errors
from zaria.club.site.http.frames import for_any_frame, oembed_address
from zaria.club.site.i18n import activate_language
from zaria.club.stakes import newcomers
from zaria.club.stakes.refusals import refusal_text, standing_refusal
from zaria.club.tournaments import (
    actions,
    conditions,
    history,
    offers,
    page_parts,
    queries,
    refusals,
    roles,
    texts,
)
from zaria.club.tournaments.export.files import KINDS
from zaria.club.tournaments.models import Entry, Tournament
from zaria.club.tournaments.pages import live_part, live_part_cache, own_panel
from zaria.club.tournaments.pages.meetings import MeetingInList
from zaria.club.tournaments.pages.shapes import shape
from zaria.live.sockets.protocol.cards import Card
from zaria.tournaments import commands as cmd
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.state import TournamentState
from zaria.tournaments.trf import has_report

REFUSED = 422

View = Callable[..., Coroutine[Any, Any, HttpResponse]]


@require_safe
def lists(request: HttpRequest) -> HttpResponse:
    """Show one of the four lists."""
    name = request.GET.get("list", "")
    name = name if name in queries.LISTS else "nearest"
    member = member_of(request)
    player = member.player if member is not None else ""
    tabs = queries.tabs(player, name)
    (size,) = (tab.size for tab in tabs if tab.is_current)
    context = {
        "here": "tournaments",
        "about": _("Tournaments of tabla, nardy, draughts and chess, with a draw that anyone can check."),
        "tabs": tabs,
        "list": name,
        "page": queries.page(name, player, live_part.place_of(request.GET).page, size, _list_address(name)),
        "member": member,
        "may_set_up": member is not None and roles.setup_objection(member) is None,
    }
    return render(request, "zaria/tournaments/lists.html", context)


@require_safe
def own_tournaments(request: HttpRequest) -> HttpResponse:
    """Show a member's own tournaments."""
    member = member_of(request)
    context: dict[str, Any] = {"here": "tournaments", "member": member}
    if member is not None:
        number = live_part.place_of(request.GET).page
        context |= {
            "entered": queries.current(member.player, Tournament.Phase.OPEN),
            "running": queries.current(member.player, Tournament.Phase.PLAYING),
            "page": queries.finished(member.player, number, f"{reverse('own_tournaments')}?page={{}}".format),
            "cancelled": queries.cancelled(member.player),
            "tally": queries.tally(member.player),
        }
    return render(request, "zaria/tournaments/mine.html", context)


@require_safe
async def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show a tournament."""
    row = await sync_to_async(find_readable)(request, tournament_id)
    if row is None:
        return unknown(request)
    part = await sync_to_async(live_part.part)(row, live_part.place_of(request.GET))
    return await sync_to_async(_page)(request, part, _cards(request, part.running), joined=_joined(request))


@require_safe
async def live_part_page(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Send the part that changes while the tournament is played; 304 where the reader has it."""
    row = await sync_to_async(find_readable)(request, tournament_id)
    if row is None:
        raise Http404
    if (language := request.GET.get("lang", "")) in dict(settings.LANGUAGES):
        activate_language(request, language)
    part = await sync_to_async(live_part.part)(row, live_part.place_of(request.GET))
    cards = _cards(request, part.running)
    assert isinstance(request, ASGIRequest)
    if (seen := request.scope.get(live_part_cache.SCOPE)) is not None:
        seen |= {"events": row.events, "boards": bool(cards)}
    tag = part.tag(cards)
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(await sync_to_async(live_part.html)(part, cards))
    response["ETag"] = tag
    return response


@require_safe
async def own(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Send the reader's own panel."""
    joined = _joined(request)
    return await sync_to_async(_own)(request, tournament_id, joined=joined)


@require_http_methods(["GET", "HEAD", "POST"])
@limited
def enter(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Ask a member whether to enter, with the fee and their balance; enter them when they say so."""
    row, member = find_readable(request, tournament_id), member_of(request)
    if row is None:
        return unknown(request)
    if member is None:
        return _sign_in(request)
    if request.method != "POST":
        return _entry_page(request, row, member)
    code = request.POST.get("code", "").strip()
    try:
        actions.enter(row.pk, member, code, request.POST.get("draw_nonce", ""))
    except TournamentRefusedError as refused:
        return _entry_page(request, row, member, refused.code, REFUSED)
    page_parts.forget(member.player)
    messages.success(request, _("You have entered {title}.").format(title=queries.title_of(row)))
    return HttpResponseRedirect(reverse("tournament", args=[row.pk]))


@require_http_methods(["GET", "HEAD", "POST"])
@limited
def withdraw(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Ask a member whether to withdraw; withdraw them when they say so."""
    row, member = find_readable(request, tournament_id), member_of(request)
    if row is None:
        return unknown(request)
    if member is None:
        return _sign_in(request)
    if request.method != "POST":
        return _withdrawal_page(request, row, member)
    try:
        actions.withdraw(row.pk, member.player)
    except TournamentRefusedError as refused:
        return _withdrawal_page(request, row, member, refused.code, REFUSED)
    messages.success(request, _("You have withdrawn: {title}.").format(title=queries.title_of(row)))
    return HttpResponseRedirect(reverse("tournament", args=[row.pk]))


@require_POST
@limited
def check_in(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Note that a member is here before the start."""
    return _act(request, tournament_id, lambda player: actions.execute(tournament_id, cmd.CheckIn(player)))


@require_POST
@limited
def ready(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Note that a member wants to play their match of a league now."""
    return _act(request, tournament_id, lambda player: actions.say_ready(tournament_id, player))


@require_safe
@for_any_frame
def embed(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Show a tournament for a frame in a foreign page: no cookies, no head, no buttons."""
    row = find_readable(request, tournament_id)
    if row is None:
        raise Http404
    if (language := request.GET.get("lang", "")) in dict(settings.LANGUAGES):
        activate_language(request, language)
    part = live_part.part(row, live_part.place_of(request.GET))
    context = live_part.facts(row, part.state) | {"live": live_part.html(part, ())}
    return render(request, "zaria/tournaments/embed.html", context)


def unknown(request: HttpRequest) -> HttpResponse:
    """Answer 404 with a link to the lists."""
    text = _("The link may be old or incomplete.")
    if member_of(request) is None:
        private = _("Some private tournaments are visible only when you are signed in.")
        text = f"{text} {private}"
    return errors.page(request, 404, _("There is no such tournament"), text)


def _page(
    request: HttpRequest, part: live_part.LivePart, cards: Sequence[Card], *, joined: bool
) -> HttpResponse:
    row, state, member = part.row, part.state, member_of(request)
    context = live_part.facts(row, state)
    context |= _panel(request, row, state, joined=joined)
    may_direct = member is not None and roles.may_direct(member, row)
    context |= {
        "here": "tournaments",
        "about": f"{context['title']}: {context['game']}, {context['format']}",
        "live": live_part.html(part, cards),
        "query": request.GET.urlencode(),
        "may_direct": may_direct,
        "oembed": oembed_address(request),
        "files": _files(row, state, takes_part=may_direct or context["own"].entry is not None),
        "details": list(terms_text.terms_details(state.terms.match)),
    }
    return render(request, "zaria/tournaments/tournament.html", context)


def _files(row: Tournament, state: TournamentState, *, takes_part: bool) -> list[str]:
    """Return the kinds of files for a reader; those of a private tournament are for its players."""
    if row.private and not takes_part:
        return []
    return [kind for kind in KINDS if kind != "trf" or has_report(state)]


def _panel(request: HttpRequest, row: Tournament, state: TournamentState, *, joined: bool) -> dict[str, Any]:
    """Context of the reader's own panel."""
    member = member_of(request)
    player = member.player if member is not None else ""
    panel = own_panel.panel(row, state, player, joined=joined)
    context: dict[str, Any] = {
        "own": panel,
        "member": member,
        "row": row,
        "terms": state.terms,
        "state": state,
    }
    if state.phase == "open":
        context |= {"shape": shape(row, state), "starts_in": row.starts_at - now_ms()}
    if panel.current is not None:
        context["score"] = _score(request, panel.current.game)
    if state.phase in ("over", "cancelled"):
        context["next_tournament"] = queries.next_of_series(row)
    context["offer"] = None if panel.entry is not None and panel.entry.active else offers.find(row, player)
    context["fee"] = texts.money(state.terms.fee, state.terms.unit) if state.terms.fee else ""
    context["first_match"] = texts.first_match(state.terms.absent_ms)
    if panel.may_enter and member is not None:
        context["objection"] = _objection(row, state, member)
        if state.terms.fee and not member.robot:
            context["balance"] = texts.money(ledger.balance(member.player).available, state.terms.unit)
    return context


def _score(request: HttpRequest, game: MeetingInList) -> tuple[int, int] | None:
    """Return the points of a running match, in the order of the meeting; None without a card."""
    if not game.match_id:
        return None
    for card in _cards(request, [game.match_id]):
        is_turned = card.players[1] is not None and card.players[1].name == game.people[0].name
        return card.score[::-1] if is_turned else card.score
    return None


def _objection(row: Tournament, state: TournamentState, member: Member) -> str:
    """Return the sentence that keeps a member from entering, as far as it is known before, or ""."""
    if len(state.ratings) >= state.terms.most and member.player not in state.ratings:
        return refusals.sentence("full")
    code = conditions.entry_objection(row, state.terms, member, "")
    if code is not None and code != "wrong_code":
        return refusals.sentence(code)
    return standing_refusal(member.player, state.terms.fee) if state.terms.fee else ""


def _own(request: HttpRequest, tournament_id: str, *, joined: bool) -> HttpResponse:
    row = find_readable(request, tournament_id)
    if row is None:
        raise Http404
    context = _panel(request, row, history.state(row), joined=joined)
    response = render(request, "zaria/tournaments/_own.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _entry_page(
    request: HttpRequest, row: Tournament, member: Member, code: str = "", status: int = 200
) -> HttpResponse:
    state = history.state(row)
    context = live_part.facts(row, state) | {"here": "tournaments"}
    panel = own_panel.panel(row, state, member.player, joined=False)
    if code == newcomers.CODE:
        refusal = refusal_text(code, member.player)
    else:
        refusal = refusals.sentence(code) if code else _known_objection(row, state, member, panel)
    context |= {
        "refusal": refusal,
        "code": code,
        "own": panel,
        "may_enter": panel.may_enter and (code == "wrong_code" or not refusal),
    }
    if state.terms.fee and not member.robot:
        balance = ledger.balance(member.player)
        remaining = balance.available - state.terms.fee
        context |= {
            "balance": balance.available,
            "rest": remaining,
            "lacks": remaining < 0 or code == "not_enough_credits",
        }
        context["may_enter"] = context["may_enter"] and remaining >= 0
    return render(request, "zaria/tournaments/enter.html", context, status=status)


def _known_objection(
    row: Tournament, state: TournamentState, member: Member, panel: own_panel.OwnPanel
) -> str:
    if panel.may_enter:
        return _objection(row, state, member)
    entered = panel.entry is not None and panel.entry.active
    return refusals.sentence("entered" if entered else "closed")


def _withdrawal_page(
    request: HttpRequest, row: Tournament, member: Member, code: str = "", status: int = 200
) -> HttpResponse:
    state = history.state(row)
    entered = Entry.objects.filter(tournament=row, player=member.player, active=True).exists()
    if not code and not (entered and state.phase in ("open", "playing")):
        code = "closed" if entered else "not_entered"
    context = live_part.facts(row, state) | {"here": "tournaments"}
    context |= {"refusal": refusals.sentence(code) if code else "", "begun": state.phase != "open"}
    return render(request, "zaria/tournaments/withdraw.html", context, status=status)


def _act(request: HttpRequest, tournament_id: str, act: Callable[[str], object]) -> HttpResponse:
    """Carry out an act of a member, and redirect to the page, which shows a refusal at its top."""
    row, member = find_readable(request, tournament_id), member_of(request)
    if row is None:
        return unknown(request)
    if member is None:
        return _sign_in(request, reverse("tournament", args=[row.pk]))
    try:
        act(member.player)
    except TournamentRefusedError as refused:
        messages.warning(request, refusals.sentence(refused.code))
    return HttpResponseRedirect(reverse("tournament", args=[row.pk]))


def _sign_in(request: HttpRequest, then: str = "") -> HttpResponse:
    return HttpResponseRedirect(f"{reverse('account_login')}?next={quote(then or request.path)}")


def _cards(request: HttpRequest, running: Sequence[str]) -> list[Card]:
    """Return the cards of running matches, from memory."""
    if not has_live(request) or not running:
        return []
    index = live_of(request).lobby.lists.index
    entries = (index.get(match_id) for match_id in running)
    return [entry.card() for entry in entries if entry is not None]


def _joined(request: HttpRequest) -> bool:
    """Return whether no table of a tournament waits for the reader."""
    player = players.of(request)
    if player is None or not has_live(request):
        return False
    return not live_of(request).lobby.lists.tournament_tables(player.id)


def _list_address(name: str) -> Callable[[int], str]:
    path = reverse("tournaments")
    return lambda number: f"{path}?list={name}&page={number}"


def find_readable(request: HttpRequest, tournament_id: str) -> Tournament | None:
    """Return the tournament, if the reader may see it."""
    row = Tournament.objects.filter(pk=tournament_id).first()
    return row if row is not None and roles.may_open(member_of(request), row) else None
