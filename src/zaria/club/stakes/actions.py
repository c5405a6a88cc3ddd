"""Writes of stakes: holds for seats, the settlement of results, returns. Call them in a thread."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet

from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError, now_ms
from zaria.club.ledger.kinds import FEES, Kind, held_code, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.player_limits.queries import stake_objection
from zaria.club.stakes.terms import are_current
from zaria.live.matches.escrow import Held, StakeRefusedError
from zaria.match.stakes import Settlement, Stakes

SEAT_WITHIN = 20_000
"""Milliseconds within which a player whose stake is held must be seated."""
MARGIN = 100_000
"""Milliseconds after that for which a command may still be on its way to the journal."""


@transaction.atomic
def hold(match_id: str, stakes: Stakes, length: int, players: Collection[str]) -> list[Held]:
    """Hold the stake of each of these players, or of none; raises `StakeRefusedError`.

    A stake that is held already is held longer.
    """
    if not are_current(stakes):
        raise StakeRefusedError("stakes_off", min(players))
    for player in players:
        ledger.ensure_member(player)
    _locked(match_id)
    ledger.lock_accounts([code(player) for player in players for code in (member_code, held_code)])
    return [_hold(match_id, stakes.held(length), player) for player in players]


def check(stakes: Stakes, length: int, player: str) -> None:
    """Raise `StakeRefusedError` if the stake of a player could not be held now."""
    with transaction.atomic():
        hold("check", stakes, length, [player])
        transaction.set_rollback(True)


@transaction.atomic
def release(match_id: str, player: str, held: Held) -> bool:
    """Return a stake whose seat was refused, unless a later request has prolonged the hold."""
    found = _pending(match_id).filter(debit__code=member_code(player), until=held.until).first()
    if not held.new or found is None:
        return False
    ledger.void_hold(found)
    return True


@transaction.atomic
def release_all(match_id: str, but: Collection[str] = (), before: int | None = None) -> list[str]:
    """Return all stakes of a match except those of the players `but`; the players who got theirs back.

    With `before` (ms) only those whose seat had to be taken before that moment.
    """
    spared = {member_code(player) for player in but}
    found = [
        held
        for held in _locked(match_id)
        if held.debit.code not in spared and (before is None or (held.until or 0) < before)
    ]
    for held in found:
        ledger.void_hold(held)
    return [_player(held) for held in found]


@transaction.atomic
def settle(match_id: str, settlement: Settlement, winner: str, loser: str) -> bool:
    """Pay the winner out of the loser's hold and return the rest; False if it was settled before.

    Raises `LedgerError` if one of the holds is missing.
    """
    holds = {_player(held): held for held in _locked(match_id)}
    if not holds:
        return False
    if set(holds) != {winner, loser}:
        raise ledger.LedgerError(f"match {match_id}: only {sorted(holds)} have a hold")
    shares = [
        Booking(f"match:{match_id}:win", Kind.WIN, "", member_code(winner), settlement.won, match_id=match_id)
    ]
    if settlement.fee:
        shares.append(Booking(f"match:{match_id}:fee", Kind.FEE, "", FEES, settlement.fee, match_id=match_id))
    ledger.resolve_holds([(holds[loser], shares), (holds[winner], [])])
    return True


@transaction.atomic
def reverse(match_id: str, by: str, note: str) -> list[str]:
    """Book the settlement of a match back, or again if it was booked back; the players concerned.

    A balance may become a debt. A match without a settlement has none to reverse.
    """
    made = list(
        Transfer.objects.filter(match_id=match_id)
        .filter(kind__in=(Kind.WIN, Kind.FEE, Kind.CORRECTION))
        .select_related("debit", "credit", "hold__debit")
        .order_by("pk")
    )
    paid = [one for one in made if one.kind != Kind.CORRECTION]
    turn, undone = divmod(sum(one.kind == Kind.CORRECTION for one in made), max(1, len(paid)))
    if not paid or undone:
        return []
    bookings = [_correction(one, turn, by, note) for one in paid]
    ledger.post(bookings)
    codes = {code for booking in bookings for code in (booking.debit, booking.credit)}
    return [code.removeprefix("member:") for code in sorted(codes) if code.startswith("member:")]


def _correction(paid: Transfer, turn: int, by: str, note: str) -> Booking:
    """The booking of a transfer in the opposite direction; every other time in its own."""
    assert paid.hold is not None
    loser, receiver = paid.hold.debit.code, paid.credit.code
    back = turn % 2 == 0
    return Booking(
        f"{paid.key}:correction:{turn}",
        Kind.CORRECTION,
        receiver if back else loser,
        loser if back else receiver,
        paid.amount,
        match_id=paid.match_id,
        note=note,
        by=by,
    )


def _hold(match_id: str, amount: int, player: str) -> Held:
    """Hold a stake; the caller has locked the player's account."""
    until = now_ms() + SEAT_WITHIN
    mine = Transfer.objects.filter(match_id=match_id, kind=Kind.HOLD, debit__code=member_code(player))
    found = mine.filter(state=ledger.PENDING).first()
    if found is not None:
        until = max(until, (found.until or 0) + 1)
        Transfer.objects.filter(pk=found.pk).update(until=until)
        return Held(until, new=False)
    objection = stake_objection(player, amount)
    if objection is not None:
        raise StakeRefusedError(objection, player)
    try:
        ledger.hold(player, amount, _key(match_id, player, mine.count()), match_id=match_id, until=until)
    except NotEnoughCreditsError as error:
        raise StakeRefusedError("not_enough_credits", player) from error
    return Held(until, new=True)


def _key(match_id: str, player: str, earlier: int) -> str:
    again = f":{earlier}" if earlier else ""
    return f"match:{match_id}:hold:{player}{again}"


def _pending(match_id: str) -> "QuerySet[Transfer]":
    return Transfer.objects.filter(match_id=match_id, state=ledger.PENDING)


def _locked(match_id: str) -> Sequence[Transfer]:
    return list(_pending(match_id).select_for_update(of=("self",)).select_related("debit", "credit"))


def _player(held: Transfer) -> str:
    return held.debit.code.removeprefix("member:")
