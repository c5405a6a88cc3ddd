"""Compares the money of tournaments with their entries: fees held, the pool, the prizes."""

from collections.abc import Iterator
from functools import partial

from django.db import transaction
from django.db.models import Sum

from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.discrepancies import CORRECT, REPAIRABLE, Discrepancy
from zaria.club.ledger.kinds import TransferKind, member_code, pool_code
from zaria.club.ledger.models import Transfer
from zaria.club.tournaments import actions, history, money
from zaria.club.tournaments.models import Entry, Tournament
from zaria.club.tournaments.queries import terms_of

Phase = Tournament.Phase


def compare() -> list[Discrepancy]:
    """Compare all tournaments with money, each under its lock."""
    rows = Tournament.objects.order_by("pk").values_list("pk", "terms")
    return [
        discrepancy
        for tournament_id, terms in rows.iterator()
        if '"fee"' in terms or '"bonus"' in terms
        for discrepancy in _locked_differences(tournament_id)
    ]


@transaction.atomic
def _locked_differences(tournament_id: str) -> list[Discrepancy]:
    row = _lock(tournament_id)
    terms = terms_of(row)
    if not terms.fee and not terms.bonus:
        return []
    if row.phase in (Phase.OPEN, Phase.PLAYING):
        return list(_of_fees(row, terms.fee)) if terms.fee else []
    return list(_of_ended(row))


def _of_fees(row: Tournament, fee: int) -> Iterator[Discrepancy]:
    """Compare the fees: each player's is held before the start, and in the pool afterwards."""
    subject = f"tournament {row.pk}"
    paid = money.payers(row)
    for player in Entry.objects.filter(tournament=row, active=True).values_list("player", flat=True):
        if player not in paid:
            yield Discrepancy(
                subject,
                f"{player} is entered, and the fee of {amount_string(fee)} is not paid",
                f"{REPAIRABLE}, which takes it if they have it; else let the director withdraw them",
                partial(_take_fee, row.pk, player, fee),
            )
    if row.phase == Phase.PLAYING and money.has_holds(row):
        yield Discrepancy(
            subject, "it has begun, and fees are still held", REPAIRABLE, partial(_collect, row.pk)
        )


def _of_ended(row: Tournament) -> Iterator[Discrepancy]:
    """Compare a tournament that is over: pool and holds are empty, and each prize is paid once."""
    subject = f"tournament {row.pk}"
    balance = money.pool(row)
    if balance:
        fault = "it is over, and its prizes are not paid" if row.phase == Phase.OVER else "it was cancelled"
        yield Discrepancy(
            subject, f"{fault}: {amount_string(balance)} are left", REPAIRABLE, partial(_resolve, row.pk)
        )
        return
    transfers = Transfer.objects.filter(debit__code=pool_code(row.pk), kind=TransferKind.PRIZE)
    paid = dict(transfers.values_list("credit__code").annotate(sum=Sum("amount")))
    entries = Entry.objects.filter(tournament=row, prize__gt=0).values_list("player", "prize")
    if paid != {member_code(player): prize for player, prize in entries}:
        yield Discrepancy(subject, "the prizes that were paid are not those of its places", CORRECT)


@transaction.atomic
def _take_fee(tournament_id: str, player: str, fee: int) -> None:
    """Hold the missing fee of an entrant, and collect it if the tournament has begun."""
    row = _lock(tournament_id)
    if row.phase in (Phase.OPEN, Phase.PLAYING) and player not in money.payers(row):
        money.hold_late(row, player, fee)
        if row.phase == Phase.PLAYING:
            money.collect_fees(row)


@transaction.atomic
def _collect(tournament_id: str) -> None:
    row = _lock(tournament_id)
    if row.phase == Phase.PLAYING:
        money.collect_fees(row)


@transaction.atomic
def _resolve(tournament_id: str) -> None:
    """Pay the prizes of a finished tournament, or return the money of a cancelled one."""
    row = _lock(tournament_id)
    if row.phase == Phase.CANCELLED:
        money.release_fees(row)
        money.return_pool(row)
    else:
        actions.pay_prizes(row, terms_of(row), history.replayed(tournament_id))


def _lock(tournament_id: str) -> Tournament:
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
