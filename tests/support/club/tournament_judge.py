"""The judge of a tournament: rows, money and results by its stored events, with no code of the club.

It reads the events and what `zaria.tournaments` makes of them, and compares everything else with that.
"""

from collections import Counter

from django.db.models import Sum

from zaria.club.ledger.models import Account, Transfer
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.tournaments import events as ev
from zaria.tournaments.corrections import paired_rounds
from zaria.tournaments.field import Meeting
from zaria.tournaments.state import DELETED, TournamentState
from zaria.tournaments.tournament import evolve, replay

DECIDED = ("played", "absent", "lot", "director", "unfinished")


def stored(tournament_id: str) -> list[ev.AnyEvent]:
    """The events of a tournament; their numbers have no gap."""
    rows = TournamentEvent.objects.filter(tournament=tournament_id).order_by("number")
    assert [row.number for row in rows] == list(range(len(rows)))
    return [ev.decode(row.body) for row in rows]


def judge(tournament_id: str) -> TournamentState:
    """Compare all that is stored of a tournament."""
    row = Tournament.objects.get(pk=tournament_id)
    events = stored(tournament_id)
    state = replay(events)
    assert row.events == len(events) == state.version
    assert row.phase == state.phase, (row.phase, state.phase)
    assert row.format == state.terms.format
    _judge_entries(row, state)
    _judge_pairings(row, state)
    _judge_rounds(state, events)
    _judge_money(row, state, events)
    return state


def _judge_entries(row: Tournament, state: TournamentState) -> None:
    entries = {entry.player: entry for entry in Entry.objects.filter(tournament=row)}
    entrants = set(state.ratings) - state.field.withdrawn
    assert {player for player, entry in entries.items() if entry.active} == entrants
    assert set(state.ratings) <= set(entries)
    assert row.players == len(entrants)
    places = {player: entry.place for player, entry in entries.items() if entry.place is not None}
    if state.phase == "over":
        assert sorted(places, key=places.__getitem__) == list(state.standings)
        assert sorted(places.values()) == list(range(1, len(state.ratings) + 1))
        assert row.winner == state.standings[0]
    else:
        assert not places
        assert not row.winner


def _judge_pairings(row: Tournament, state: TournamentState) -> None:
    """Each meeting has one row that counts, the one of its last attempt; the earlier ones do not."""
    rounds = [paired.meetings for paired in paired_rounds(state)]
    pairings_by_place: dict[tuple[int, int], list[Pairing]] = {}
    for pairing in Pairing.objects.filter(tournament=row).order_by("attempt"):
        pairings_by_place.setdefault((pairing.number, pairing.place), []).append(pairing)
    if state.phase != "cancelled":  # the round that is broken off counts no more
        assert set(pairings_by_place) == {
            (number, place)
            for number, meetings in enumerate(rounds, start=1)
            for place in range(len(meetings))
        }
    for number, meetings in enumerate(rounds, start=1):
        for place, meeting in enumerate(meetings):
            *earlier, last = pairings_by_place[number, place]
            if meeting == DELETED:
                assert last.how == "repeated"
                continue
            assert [pairing.how for pairing in earlier] == ["repeated"] * len(earlier)
            _judge_pairing(last, meeting, current=state.phase == "playing" and number >= state.number)
    for pairings in pairings_by_place.values():
        assert [pairing.attempt for pairing in pairings] == list(range(len(pairings)))


def _judge_pairing(pairing: Pairing, meeting: Meeting, current: bool) -> None:
    sides, about = (pairing.player0, pairing.player1), (str(pairing), pairing.how, meeting)
    assert set(sides) == {player or "" for player in meeting.players}, (*about, sides)
    if None in meeting.players:
        assert pairing.how == "bye", about
        assert pairing.match_id is None, about
    elif meeting.result is None:
        assert current, about
        assert pairing.how == "", about
        assert (pairing.points0, pairing.points1) == (None, None), about
        assert pairing.match_id, about
    else:  # without a match where one of the two had withdrawn before
        assert pairing.how in (DECIDED if pairing.match_id else ("walkover", "director")), about
        points = dict(zip(meeting.players, meeting.result.points, strict=True))
        assert (pairing.points0, pairing.points1) == tuple(points[side] for side in sides), about
        if pairing.how == "absent":
            assert not meeting.result.played, about
        if pairing.how in ("played", "lot"):
            assert meeting.result.played or pairing.how == "lot", about


def _judge_rounds(state: TournamentState, events: list[ev.AnyEvent]) -> None:
    """Nobody is in a round twice, nor plays two matches at once; a round begins when the last one is over."""
    for meetings in (*state.field.rounds, state.current):
        there = Counter(player for meeting in meetings for player in meeting.players if player is not None)
        waiting = Counter(
            player for meeting in meetings for player in meeting.players if meeting.result is None
        )
        most = waiting if state.terms.format == "arena" else there
        assert not most or max(most.values()) == 1, most
        assert all(
            meeting.players[0] != meeting.players[1] or meeting.players[0] is None for meeting in meetings
        )
    for meetings in state.field.rounds:
        assert all(meeting.result is not None for meeting in meetings)
    before = None
    for event in events:
        if before is not None and isinstance(event, ev.RoundPaired | ev.Ended):
            assert not before.waiting()
        before = evolve(before, event)


def payers(events: list[ev.AnyEvent]) -> set[str]:
    """Those whose fee is due: all who are in, and after the start those who were in, too."""
    paid: set[str] = set()
    began = False
    history: dict[int, set[str]] = {}
    for number, event in enumerate(events):
        history[number] = set(paid)
        match event:
            case ev.Entered():
                paid.add(event.player)
            case ev.Withdrawn() if not began:
                paid.discard(event.player)
            case ev.Replaced():
                paid = paid - {event.player} | {event.other}
            case ev.Begun():
                began = True
            case ev.Undone():
                paid = _undone(paid, events[event.number], history[event.number], began)
    return paid


def _undone(paid: set[str], act: ev.AnyEvent, before: set[str], began: bool) -> set[str]:
    match act:
        case ev.Entered():
            return paid if act.player in before else paid - {act.player}
        case ev.Withdrawn() if not began:
            return paid | {act.player}
        case ev.Replaced():
            return paid - {act.other} | {act.player}
    return paid


def _judge_money(row: Tournament, state: TournamentState, events: list[ev.AnyEvent]) -> None:
    """The holds and the pool are the amounts due; in the end all of it is paid, or given back."""
    terms, due = state.terms, payers(events)
    subject, code = f"tournament:{row.pk}", f"pool:{row.pk}"
    pool = sum(Account.objects.filter(code=code).values_list("balance", flat=True))
    moved = Transfer.objects.filter(subject=subject)
    pending = moved.filter(kind="hold", state="pending")
    held = Counter(pending.values_list("debit__code", flat=True))
    fees, bonus = terms.fee * len(due), terms.bonus
    if state.phase == "open":
        assert pool == 0
        assert held == Counter({f"member:{player}": 1 for player in due} if terms.fee else {})
        assert set(pending.values_list("amount", flat=True)) <= {terms.fee}
    else:
        assert not held
    if state.phase == "playing":
        assert pool == fees + bonus, (pool, fees, bonus)
    if state.phase in ("over", "cancelled"):
        assert pool == 0, pool
    paid_out = moved.filter(debit__code=code)
    if state.phase == "over":
        prizes = paid_out.filter(kind="prize").aggregate(sum=Sum("amount"))["sum"] or 0
        shares = paid_out.filter(kind="fee").aggregate(sum=Sum("amount"))["sum"] or 0
        assert prizes + shares == fees + bonus
        assert prizes == sum(Entry.objects.filter(tournament=row).values_list("prize", flat=True))
        ranking = [Entry.objects.get(tournament=row, player=player).prize for player in state.standings]
        assert ranking == sorted(ranking, reverse=True)
    if state.phase == "cancelled":
        assert not paid_out.filter(kind__in=("prize", "fee"))
