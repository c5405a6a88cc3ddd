"""Compares the stakes of matches with the journal: what is held, what was paid, what is owed.

What a running club has begun and not ended looks like a fault for a moment, so a match is looked at twice,
and a difference counts if it is there both times. Holds of requests on their way count once they are late,
and results that the projector has yet to store do not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet

from zaria.club.ledger.actions import PENDING
from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.discrepancies import CORRECT, REPAIRABLE, Discrepancy
from zaria.club.ledger.kinds import FEES, TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now_ms
from zaria.club.stakes import actions
from zaria.club.stakes.actions import Outcome
from zaria.club.stakes.players import entitled, seated
from zaria.live.journal.base import Stored
from zaria.live.matches.live_match import LiveMatch

Load = Callable[[str], Stored | None]
"""Reads a match of the journal."""

MOVED = (TransferKind.WIN, TransferKind.FEE, TransferKind.CORRECTION)
"""Kinds of transfers by which a match changes what somebody has."""


class Comparison(NamedTuple):
    """The number of matches that were looked at, and what is wrong with some."""

    matches: int
    discrepancies: list[Discrepancy]


def compare(load: Load, running: Iterable[str]) -> Comparison:
    """Compare the matches that concern money with the journal; `running` are those in play there."""
    matches = _concerned(running)
    suspects = [match_id for match_id in matches if any(_differences(match_id, load(match_id)))]
    return Comparison(
        len(matches),
        [difference for match_id in suspects for difference in _differences(match_id, load(match_id))],
    )


def _concerned(running: Iterable[str]) -> list[str]:
    """The matches with a stake or a transfer, and those in play."""
    transfers = Transfer.objects.filter(match_id__gt="").order_by().values_list("match_id", flat=True)
    if not settings.LEDGER.stakes and not transfers.exists():
        return []
    staked = Played.objects.filter(stake__isnull=False).values_list("match_id", flat=True)
    return sorted({*transfers.distinct().iterator(), *staked.iterator(), *running})


def _differences(match_id: str, stored: Stored | None) -> Iterator[Discrepancy]:
    subject = f"match {match_id}"
    if stored is None:
        yield from _of_unknown(subject, match_id)
        return
    live_match = LiveMatch(match_id, stored.secret, stored.places)
    for row in stored.rows:
        live_match.take(row)
    if live_match.match.phase == "over":
        yield from _of_result(subject, match_id, [row.body for row in stored.rows])
    else:
        yield from _of_seats(subject, live_match)


def _of_unknown(subject: str, match_id: str) -> Iterator[Discrepancy]:
    if _late_holds(match_id).exists():
        yield Discrepancy(
            subject,
            "stakes are held for a table that was never opened",
            REPAIRABLE,
            partial(actions.release_all, match_id, before=now_ms() - actions.MARGIN),
        )
    if _moved(match_id).exists():
        yield Discrepancy(
            subject,
            "it was paid, and the journal does not have it",
            "restore both files from one backup (zaria restore)",
        )


def _of_seats(subject: str, live_match: LiveMatch) -> Iterator[Discrepancy]:
    """Compare a match that is open or in play: who sits has put the stake aside, and nothing is paid yet."""
    match = live_match.match
    stakes = match.terms.stakes
    if stakes is None or not stakes.paid:
        return
    if _moved(live_match.id).exists():
        yield Discrepancy(subject, "it was paid before its end", CORRECT)
    amount = stakes.held(match.terms.length)
    for player in sorted(set(seated(match)) - _players(_holds(live_match.id))):
        yield Discrepancy(
            subject,
            f"{player} plays, and the stake of {amount_string(amount)} is not held",
            f"{REPAIRABLE}, which holds it if they have it",
            partial(actions.hold_late, live_match.id, player, amount),
        )
    players = entitled(live_match) if match.phase == "open" else seated(match)
    if absent := _players(_late_holds(live_match.id)) - set(players):
        yield Discrepancy(
            subject,
            f"a stake is held of {', '.join(sorted(absent))}, who do not play there",
            REPAIRABLE,
            partial(actions.release_all, live_match.id, players, before=now_ms() - actions.MARGIN),
        )


def _of_result(subject: str, match_id: str, record: list[bytes]) -> Iterator[Discrepancy]:
    result = results.result(match_id, record)
    if result is None:
        return  # it is not readable, and the projector has said so
    match, terms = result
    if terms.stakes is None or not terms.stakes.paid:
        return
    if match is None:
        yield from _of_outcome(subject, Outcome(match_id))
        return
    stored = Played.objects.filter(match_id=match_id).first()
    if stored is not None:
        voided = Outcome(match_id) if stored.voided else None
        yield from _of_outcome(subject, voided or actions.outcome(match, terms.stakes, terms.length))
    elif (match.ended, match_id) <= results.mark():  # else the projector will store and settle it
        repair = partial(results.write, {match_id: record})
        yield Discrepancy(subject, "it is over, and has no result", REPAIRABLE, repair)


def _of_outcome(subject: str, outcome: Outcome) -> Iterator[Discrepancy]:
    """Compare what was paid with what the result asks for."""
    match_id, settlement = outcome.match_id, outcome.settlement
    paid, due = _net(match_id), _due(outcome)
    if paid == due:
        if _holds(match_id).exists():
            repair = partial(actions.release_all, match_id)
            yield Discrepancy(subject, "it is over, and stakes are still held", REPAIRABLE, repair)
    elif settlement is not None and not _moved(match_id).exists():
        yield Discrepancy(
            subject,
            f"it is over and unpaid: {outcome.loser} owes {amount_string(settlement.lost)}",
            f"{REPAIRABLE}, which takes it if they have it; else grant it to {outcome.winner}",
            partial(actions.pay_late, outcome),
        )
    else:
        fault = f"paid were {_sentence(paid)}, and its result asks for {_sentence(due)}"
        yield Discrepancy(subject, fault, CORRECT)


def _due(outcome: Outcome) -> "Counter[str]":
    """The amounts that an outcome adds to each account, or takes."""
    settlement = outcome.settlement
    if settlement is None:
        return Counter()
    shares = {
        member_code(outcome.loser): -settlement.lost,
        member_code(outcome.winner): settlement.won,
        FEES: settlement.fee,
    }
    return Counter({code: amount for code, amount in shares.items() if amount})


def _net(match_id: str) -> "Counter[str]":
    """The amounts that a match has added to each account, or taken: by its holds, shares and corrections."""
    net: Counter[str] = Counter()
    moved = Transfer.objects.filter(match_id=match_id, kind__in=MOVED)
    for transfer in moved.select_related("debit", "credit", "hold__debit"):
        payer = transfer.debit if transfer.hold is None else transfer.hold.debit
        net[payer.code] -= transfer.amount
        net[transfer.credit.code] += transfer.amount
    return Counter({code: amount for code, amount in net.items() if amount})


def _sentence(amounts: "Counter[str]") -> str:
    parts = [f"{amount_string(amount)} to {code}" for code, amount in sorted(amounts.items()) if amount > 0]
    return ", ".join(parts) or "nothing"


def _moved(match_id: str) -> "QuerySet[Transfer]":
    return Transfer.objects.filter(match_id=match_id, kind__in=MOVED)


def _holds(match_id: str) -> "QuerySet[Transfer]":
    return Transfer.objects.filter(match_id=match_id, state=PENDING)


def _late_holds(match_id: str) -> "QuerySet[Transfer]":
    """The holds of a match for which every request has ended."""
    return _holds(match_id).filter(Q(until=None) | Q(until__lt=now_ms() - actions.MARGIN))


def _players(holds: "QuerySet[Transfer]") -> set[str]:
    return {code.removeprefix("member:") for code in holds.values_list("debit__code", flat=True)}
