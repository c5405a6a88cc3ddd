"""The tournament of a match at its table: its round, and at the end the place, the podium, the next one."""

from typing import Any

from django.db import Error
from django.db.models import Q
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.play.signals import table_tournament
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import conditions, history, queries, texts
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.club.tournaments.page_parts import countdowns
from zaria.club.tournaments.pages import brackets
from zaria.club.tournaments.pages.people import people
from zaria.club.tournaments.pages.place_words import place_words
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.tournament import Decision, NextTournament, PodiumPlace, TableTournament
from zaria.tournaments import events as ev
from zaria.tournaments.field import LOSS, WIN
from zaria.tournaments.state import TournamentState

PODIUM = 3
"""Places on the podium."""

MOST_OFFERED = 20
"""Tournaments that are looked at for one that the reader can enter."""

_DECISIONS = ("decided", "reopened", "corrected", "cancelled")
"""Kinds of events by which a director ends a match."""


@require_safe
def tournament_of_table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the `TableTournament` of a match, for a table that is open while the match ends."""
    tournament = find(match_id, players.someone(request).id)
    if tournament is None:
        raise Http404
    response = HttpResponse(encode(tournament), content_type="application/json")
    response["Cache-Control"] = "private, no-store"
    return response


@receiver(table_tournament)
def answer_table(match_id: str, reader: str, **_kwargs: Any) -> TableTournament | None:
    """Return the tournament of a match; None while the database cannot be read."""
    try:
        return find(match_id, reader)
    except Error:
        return None


def find(match_id: str, reader: str) -> TableTournament | None:
    """Return the tournament of a match as `reader` sees it at the table; None if it belongs to none."""
    pairing = Pairing.objects.filter(match_id=match_id).select_related("tournament").first()
    if pairing is None:
        return None
    row = pairing.tournament
    state = history.state(row)
    title, name = queries.title_of(row), _round_name(state, pairing)
    if not pairing.how:
        return TableTournament(row.pk, title, name)
    decision, reason = _decision(pairing, reader)
    podium = _podium(row) if row.phase == Tournament.Phase.OVER else []
    if reader not in (pairing.player0, pairing.player1):
        return TableTournament(row.pk, title, name, decision, reason, podium=podium)
    prize = Entry.objects.filter(tournament=row, player=reader).values_list("prize", flat=True).first()
    return TableTournament(
        row.pk,
        title,
        name,
        decision,
        reason,
        standing=place_words(row, state, reader),
        won=row.winner == reader and _is_last(pairing, reader),
        prize=texts.money(prize, state.terms.unit) if prize else "",
        podium=podium,
        next=_next(row, reader),
        next_at=_next_match(row.pk, reader),
    )


def _next_match(tournament_id: str, reader: str) -> int:
    """Return the moment (ms) at which the next match of the reader opens; 0 without a pause before it."""
    waits = countdowns([reader]).get(reader, [])
    return next((wait.at for wait in waits if (wait.id, wait.kind) == (tournament_id, "next")), 0)


def _is_last(pairing: Pairing, player: str) -> bool:
    """Return whether a player met nobody in the tournament after this match."""
    later = Pairing.objects.filter(tournament=pairing.tournament_id, number__gt=pairing.number)
    return not later.filter(Q(player0=player) | Q(player1=player)).exists()


def _round_name(state: TournamentState, pairing: Pairing) -> str:
    """Return the name of the round of a match; "" in an arena."""
    if state.terms.info.continuous:
        return ""
    for bracket in brackets.brackets(state):
        for column in bracket.columns:
            if any((slot.number, slot.place) == (pairing.number, pairing.place) for slot in column.slots):
                name = texts.bracket_match(len(column.slots)) if not bracket.title else column.title
                return " · ".join(filter(None, dict.fromkeys((bracket.title, name))))
    return texts.round_name(pairing.number)


def _decision(pairing: Pairing, reader: str) -> tuple[Decision, str]:
    """Return what a director made of a match, for the reader or its first side, and the reason."""
    if pairing.how not in ("repeated", "cancelled", "director"):
        return "", ""
    event = _ending(pairing)
    reason = "" if event is None else event.reason
    if pairing.how == "cancelled":
        return "cancelled", reason
    if pairing.how == "repeated":
        return "deleted" if isinstance(event, ev.Corrected) else "again", reason
    points = (pairing.points0, pairing.points1)
    if points == (LOSS, LOSS):
        return "both_lost", reason
    points_of_reader = points[reader == pairing.player1]
    decision: Decision = "won" if points_of_reader == WIN else "lost" if points_of_reader == LOSS else "draw"
    return decision, reason


def _ending(pairing: Pairing) -> ev.AnyEvent | None:
    """Return the event by which a director ended a match, or None."""
    history_rows = TournamentEvent.objects.filter(tournament=pairing.tournament_id, kind__in=_DECISIONS)
    for body in history_rows.order_by("-number").values_list("body", flat=True).iterator():
        event = ev.decode(body)
        meeting = (getattr(event, "number", None), getattr(event, "place", None))
        if isinstance(event, ev.Cancelled) or (event.by and meeting == (pairing.number, pairing.place)):
            return event
        if isinstance(event, ev.Corrected) and _deletes(event, pairing):
            return event
    return None


def _deletes(event: ev.Corrected, pairing: Pairing) -> bool:
    """Return whether a correction has deleted a match."""
    return any(
        (deleted.number, deleted.place) == (pairing.number, pairing.place)
        and set(deleted.players) == {pairing.player0, pairing.player1}
        for deleted in event.deleted
    )


def _podium(row: Tournament) -> list[PodiumPlace]:
    entries = list(Entry.objects.filter(tournament=row, place__lte=PODIUM).order_by("place"))
    names = people(row.pk, [entry.player for entry in entries])
    return [PodiumPlace(entry.place or 0, names[entry.player].name) for entry in entries]


def _next(row: Tournament, reader: str) -> NextTournament | None:
    """Return the next tournament of the series, or else the next public one, that the reader can enter."""
    member = Member.objects.filter(player=reader, is_active=True).first()
    if member is None or row.phase != Tournament.Phase.OVER:
        return None
    entered = Entry.objects.filter(player=reader, active=True).values("tournament")
    public = Tournament.objects.filter(phase=Tournament.Phase.OPEN, private=False, starts_at__gt=now_ms())
    rows = list(public.exclude(pk__in=entered).order_by("starts_at")[:MOST_OFFERED])
    of_series = queries.next_of_series(row)
    rows.sort(key=lambda later: of_series is None or later.pk != of_series.pk)
    for later in rows:
        terms = queries.terms_of(later)
        is_full = queries.has_limit(terms) and later.players >= terms.most
        if not is_full and conditions.entry_objection(later, terms, member, "") is None:
            return NextTournament(later.pk, queries.title_of(later), later.starts_at)
    return None
