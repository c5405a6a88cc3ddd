"""Tournaments as the API shows them: players by login, amounts as strings, and no player's id."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from django.db.models import Q
from django.urls import reverse

from zaria.club.accounts.models import Member
from zaria.club.ledger.amounts import amount_string
from zaria.club.tournaments import history, queries
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.tournaments.field import Meeting, Round, Standing
from zaria.tournaments.state import TournamentState, live_standings
from zaria.tournaments.terms import TournamentTerms

SIZE = 50
"""Tournaments, players or meetings of a page."""

Phase = Tournament.Phase

LISTS: Mapping[str, tuple[str, str]] = {
    "nearest": (Phase.OPEN, "starts_at"),
    "ongoing": (Phase.PLAYING, "-starts_at"),
    "completed": (Phase.OVER, "-ended_at"),
    "cancelled": (Phase.CANCELLED, "-ended_at"),
}
"""The four lists: phase and order."""

_terms_decoder = msgspec.json.Decoder(TournamentTerms)


def listed(name: str, reader: Member | None, number: int) -> dict[str, Any]:
    """A page of a list, or its last one. Private tournaments are for their players and their director."""
    phase, order = LISTS[name]
    shown = Q(private=False)
    if reader is not None:
        entered = Entry.objects.filter(player=reader.player, active=True).values("tournament")
        shown |= Q(pk__in=entered) | Q(director=reader.player)
    rows = Tournament.objects.filter(shown, phase=phase).order_by(order, "pk")
    page, part = _part(number, queries.sizes(reader.player if reader else "").get(phase, 0))
    tournaments = list(rows[part])
    entries = Entry.objects.filter(tournament__in=[row.pk for row in tournaments], place=1)
    winners = {entry.tournament_id: entry.player for entry in entries}
    names = _names(entries, winners.values())
    return {
        "what": name,
        **page,
        "tournaments": [_facts(row, names.get(winners.get(row.pk, ""))) for row in tournaments],
    }


def detail(row: Tournament, reader: Member | None, number: int) -> dict[str, Any]:
    """A tournament with a page of its players."""
    state = history.state(row)
    entries = Entry.objects.filter(tournament=row)
    lines = live_standings(state) if state.field.entrants else []
    order: Sequence[str] = state.standings or [line.player for line in lines]
    if not order:
        order = list(entries.filter(active=True).order_by("at", "pk").values_list("player", flat=True))
    page, part = _part(number, len(order))
    shown = order[part]
    by_player = {entry.player: entry for entry in entries.filter(player__in=shown)}
    names = _names(entries, [*shown, row.winner])
    points = {line.player: line for line in lines}
    return {
        **_facts(row, names.get(row.winner)),
        "events": row.events,
        "paused": state.paused,
        "entered": reader is not None and entries.filter(player=reader.player, active=True).exists(),
        "terms": msgspec.to_builtins(state.terms),
        "seal": state.seal,
        "secret": state.secret.hex() if state.phase in (Phase.OVER, Phase.CANCELLED) else "",
        "rounds": state.number,
        **page,
        "entrants": [
            _entrant(place, by_player[player], names[player], points.get(player), state)
            for place, player in enumerate(shown, start=part.start + 1)
        ],
    }


def round_of(row: Tournament, number: int, at: int) -> dict[str, Any] | None:
    """A page of the meetings of a round, from 1; None if there is no such round."""
    state = history.state(row)
    rounds: list[Round] = [*state.field.rounds, *([state.current] if state.current else [])]
    if not 0 < number <= len(rounds):
        return None
    meetings = rounds[number - 1]
    page, part = _part(at, len(meetings))
    shown = meetings[part]
    players = [player for meeting in shown for player in meeting.players if player is not None]
    names = _names(Entry.objects.filter(tournament=row), players)
    pairings = Pairing.objects.filter(
        tournament=row, number=number, place__gte=part.start, place__lt=part.start + SIZE
    ).order_by("attempt")
    last = {pairing.place: pairing for pairing in pairings}
    return {
        "tournament": row.pk,
        "number": number,
        **page,
        "meetings": [
            _meeting(place, meeting, names, last.get(place))
            for place, meeting in enumerate(shown, start=part.start)
        ],
    }


def own_entry(row: Tournament, reader: Member) -> dict[str, Any]:
    """The state of the reader's own entry."""
    entered = Entry.objects.filter(tournament=row, player=reader.player, active=True).exists()
    return {"tournament": row.pk, "entered": entered, "starts_at": row.starts_at}


def has_fee(row: Tournament) -> bool:
    """Return whether players pay."""
    return _terms_decoder.decode(row.terms).fee > 0


def _part(number: int, total: int) -> tuple[dict[str, int], slice]:
    """The fields of a page, and its part of the list; the last page in place of later ones."""
    pages = max(1, -(-total // SIZE))
    number = min(number, pages)
    return {"page": number, "pages": pages, "total": total}, slice((number - 1) * SIZE, number * SIZE)


def _names(entries: Any, players: Collection[str]) -> dict[str | None, str]:
    """The logins of members, and the names by which others entered."""
    wanted = set(players)
    entry_names: dict[str | None, str] = dict(entries.filter(player__in=wanted).values_list("player", "name"))
    members = Member.objects.filter(player__in=wanted, is_active=True)
    return entry_names | dict(members.values_list("player", "username"))


def _facts(row: Tournament, winner: str | None) -> dict[str, Any]:
    terms = _terms_decoder.decode(row.terms)
    return {
        "id": row.pk,
        "title": row.title,
        "game": row.game,
        "format": row.format,
        "phase": row.phase,
        "starts_at": row.starts_at,
        "ended_at": row.ended_at,
        "players": row.players,
        "most": terms.most,
        "fee": amount_string(terms.fee),
        "club_rate": terms.house_rate / 100,
        "federation_rate": terms.federation_rate / 100,
        "bonus": amount_string(terms.bonus),
        "rated": terms.match.rated,
        "pause_ms": terms.pause_ms,
        "robots": terms.robots,
        "access": terms.access,
        "federation": row.federation,
        "private": row.private,
        "round": row.round,
        "winner": winner,
        "document": reverse("tournament_json", args=[row.pk]),
    }


def _entrant(
    place: int, entry: Entry, login: str, line: Standing | None, state: TournamentState
) -> dict[str, Any]:
    """A player; `line` is theirs in the standings, once there are any."""
    points = None
    fraction = state.terms.info.fraction
    if line is not None and fraction:
        points = line.points / fraction
    return {
        "place": place if line is not None else None,
        "login": login,
        "rating": entry.rating,
        "points": points,
        "active": entry.active,
        "prize": amount_string(entry.prize),
    }


def _meeting(
    place: int, meeting: Meeting, names: Mapping[str | None, str], pairing: Pairing | None
) -> dict[str, Any]:
    result = meeting.result
    has_table = pairing is not None and (pairing.opened_at is not None or pairing.how in ("played", "lot"))
    return {
        "place": place + 1,
        "players": [names.get(player) for player in meeting.players],
        "points": None if result is None else [half / 2 for half in result.points],
        "how": pairing.how if pairing is not None else "",
        "match": pairing.match_id if pairing is not None and has_table else None,
    }
