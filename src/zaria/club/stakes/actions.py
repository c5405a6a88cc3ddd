"""Writes of stakes: holds for seats, the settlement of results, returns. Call them in a thread."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import Signal

from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError
from zaria.club.ledger.kinds import FEES, TransferKind, held_code, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results.models import Played
from zaria.club.player_limits.queries import stake_objection
from zaria.club.site import clock
from zaria.club.site.clock import now_ms
from zaria.club.stakes import newcomers
from zaria.club.stakes.terms import are_current
from zaria.live.matches.escrow import Held, StakeRefusedError
from zaria.match.stakes import Settlement, Stakes
from zaria.match.stakes import settle as settlement_of

log = logging.getLogger(__name__)

stakes_booked = Signal()
"""`match_id`, `gains` (by player, in hundredths of `unit`): a settlement, or a correction of one, was booked.

Receivers run in the transaction of the booking.
"""

SEAT_WITHIN = 20_000
"""Milliseconds between the hold of a stake and the last moment for the seat."""
MARGIN = 100_000
"""Milliseconds after that for which a command may still be on its way to the journal."""


def hold(match_id: str, stakes: Stakes, length: int, players: Collection[str]) -> list[Held]:
    """Hold the stake of each of these players, or of none; raises `StakeRefusedError`.

    A stake that is held already is held longer. The seats are to be taken in time by the clock of live play,
    which the host compares with; the ledger has the wall's time.
    """
    if not are_current(stakes):
        raise StakeRefusedError("stakes_off", min(players))
    for player in players:
        ledger.ensure_member(player)  # in its own transaction: it locks an account of the house
    with transaction.atomic():
        list(_locked(match_id))
        ledger.lock_accounts([code(player) for player in players for code in (member_code, held_code)])
        return [_hold(match_id, stakes.held(length), player) for player in players]


def check(stakes: Stakes, length: int, player: str) -> None:
    """Raise `StakeRefusedError` if the stake of a player could not be held now."""
    with transaction.atomic():
        hold("check", stakes, length, [player])
        transaction.set_rollback(True)


@transaction.atomic
def release(match_id: str, player: str, held: Held) -> bool:
    """Return the stake for a refused seat, unless a later request has prolonged the hold."""
    if not held.new:
        return False
    holds = _locked(match_id).filter(debit__code=member_code(player), until=held.booked)
    return bool(_void(holds))


@transaction.atomic
def release_all(match_id: str, but: Collection[str] = (), before: int | None = None) -> list[str]:
    """Return all stakes of a match except those of the players `but`; the players who got theirs back.

    With `before` (ms) only those for seats that had to be taken before that moment.
    """
    holds = _locked(match_id).exclude(debit__code__in=[member_code(player) for player in but])
    return _void(holds if before is None else holds.filter(until__lt=before))


def hold_late(match_id: str, player: str, amount: int) -> None:
    """Hold the stake of a player who sits without one; raises `NotEnoughCreditsError`.

    The limits of the player were asked when they sat down.
    """
    ledger.ensure_member(player)
    with transaction.atomic():
        list(_locked(match_id))
        ledger.lock_accounts([member_code(player), held_code(player)])
        holds = Transfer.objects.filter(
            match_id=match_id, kind=TransferKind.HOLD, debit__code=member_code(player)
        )
        if not holds.filter(state=ledger.PENDING).exists():
            ledger.hold(player, amount, _key(match_id, player, holds.count()), match_id=match_id)


class Outcome(NamedTuple):
    """The end of a staked match; without a settlement the stakes go back."""

    match_id: str
    settlement: Settlement | None = None
    winner: str = ""
    loser: str = ""


@transaction.atomic
def settle(outcomes: Sequence[Outcome]) -> list[str]:
    """Pay each winner out of the loser's hold and return all other holds; the players concerned.

    A match that was settled before stays as it is. Where one of the two has no hold nobody is paid.
    The holds and accounts of all matches are locked in one order, before the first of them is changed.
    """
    by_match: defaultdict[str, dict[str, Transfer]] = defaultdict(dict)
    for held in _locked(*(outcome.match_id for outcome in outcomes)):
        by_match[held.match_id][_player(held)] = held
    paid = [outcome for outcome in outcomes if _pays(outcome, by_match[outcome.match_id])]
    losers = {(outcome.match_id, outcome.loser): outcome for outcome in paid}
    ledger.resolve_holds(
        [
            (held, _shares(losers[match_id, player]) if (match_id, player) in losers else [])
            for match_id, holds in by_match.items()
            for player, held in holds.items()
        ]
    )
    for outcome in paid:
        _announce_settlement(outcome, by_match[outcome.match_id][outcome.loser].debit.unit)
    return sorted({player for holds in by_match.values() for player in holds})


def pay_late(outcome: Outcome) -> None:
    """Pay a match that ended without a stake to pay it from; raises `NotEnoughCreditsError`.

    What is still held of it goes back first; then the loser pays from their balance, by a hold as ever.
    """
    assert outcome.settlement is not None
    match_id, loser = outcome.match_id, outcome.loser
    for player in (loser, outcome.winner):
        ledger.ensure_member(player)  # in its own transaction: it locks an account of the house
    with transaction.atomic():
        _void(_locked(match_id))
        if not Transfer.objects.filter(
            match_id=match_id, kind__in=(TransferKind.WIN, TransferKind.FEE)
        ).exists():
            hold_late(match_id, loser, outcome.settlement.lost)
            holds = list(_locked(match_id))
            ledger.resolve_holds([(held, _shares(outcome)) for held in holds])
            _announce_settlement(outcome, holds[0].debit.unit)


def _announce_settlement(outcome: Outcome, unit: str) -> None:
    assert outcome.settlement is not None
    gains = {outcome.winner: outcome.settlement.won, outcome.loser: -outcome.settlement.lost}
    stakes_booked.send(Transfer, match_id=outcome.match_id, gains=gains, unit=unit)


def outcome(match: Played, stakes: Stakes, length: int) -> Outcome:
    """The outcome of a match that is over; nobody pays for a draw or a void match."""
    if match.won is None or match.void:
        return Outcome(match.match_id)
    sides = (match.player0, match.player1)
    settlement = settlement_of(stakes, match.games[-1][1], length)
    return Outcome(match.match_id, settlement, sides[match.won], sides[1 - match.won])


def void_settlement(match_id: str, by: str, note: str) -> list[str]:
    """Book the settlement of a match back; the players concerned.

    A balance may become a debt. Nobody is concerned without a settlement, or if it is booked back already.
    """
    return _correct(match_id, by, note, back=True)


def restore_settlement(match_id: str, by: str, note: str) -> list[str]:
    """Book a settlement again that was booked back, as `void_settlement` does."""
    return _correct(match_id, by, note, back=False)


@transaction.atomic
def _correct(match_id: str, by: str, note: str, *, back: bool) -> list[str]:
    """Correct a settlement in one direction, if the last correction was in the other one."""
    transfers = list(
        Transfer.objects.filter(match_id=match_id)
        .filter(kind__in=(TransferKind.WIN, TransferKind.FEE, TransferKind.CORRECTION))
        .select_related("debit", "credit", "hold__debit")
        .order_by("pk")
    )
    paid = [transfer for transfer in transfers if transfer.kind != TransferKind.CORRECTION]
    turn = len(transfers) // len(paid) - 1 if paid else 0
    if not paid or back is (turn % 2 == 1):
        return []
    bookings = [_correction(transfer, turn, by, note) for transfer in paid]
    unit = transfers[0].debit.unit
    ledger.post(bookings, unit=unit)
    gains: Counter[str] = Counter()
    for booking in bookings:
        gains[booking.debit] -= booking.amount
        gains[booking.credit] += booking.amount
    of_players = {code.removeprefix("member:"): gain for code, gain in gains.items() if code != FEES}
    stakes_booked.send(Transfer, match_id=match_id, gains=of_players, unit=unit)
    codes = {code for booking in bookings for code in (booking.debit, booking.credit)}
    return [code.removeprefix("member:") for code in sorted(codes) if code.startswith("member:")]


def _correction(paid: Transfer, turn: int, by: str, note: str) -> Booking:
    """The booking of a transfer in the opposite direction; every other time in its own."""
    assert paid.hold is not None
    loser, receiver = paid.hold.debit.code, paid.credit.code
    back = turn % 2 == 0
    return Booking(
        f"{paid.key}:correction:{turn}",
        TransferKind.CORRECTION,
        receiver if back else loser,
        loser if back else receiver,
        paid.amount,
        match_id=paid.match_id,
        note=note,
        by=by,
    )


def _hold(match_id: str, amount: int, player: str) -> Held:
    """Hold a stake; the caller has locked the player's account."""
    until, seat_until = now_ms() + SEAT_WITHIN, clock.play_ms() + SEAT_WITHIN
    holds = Transfer.objects.filter(
        match_id=match_id, kind=TransferKind.HOLD, debit__code=member_code(player)
    )
    pending = holds.filter(state=ledger.PENDING).first()
    if pending is not None:
        until = max(until, (pending.until or 0) + 1)
        Transfer.objects.filter(pk=pending.pk).update(until=until)
        return Held(seat_until, new=False, booked=until)
    objection = stake_objection(player, amount)
    if objection is not None:
        raise StakeRefusedError(objection, player)
    try:
        ledger.hold(player, amount, _key(match_id, player, holds.count()), match_id=match_id, until=until)
    except NotEnoughCreditsError as error:
        raise StakeRefusedError("not_enough_credits", player) from error
    if newcomers.exceeds_limit(player):
        raise StakeRefusedError(newcomers.CODE, player)
    return Held(seat_until, new=True, booked=until)


def _key(match_id: str, player: str, earlier: int) -> str:
    again = f":{earlier}" if earlier else ""
    return f"match:{match_id}:hold:{player}{again}"


def _pays(outcome: Outcome, holds: Mapping[str, Transfer]) -> bool:
    """Return whether a settlement can be paid out of these holds."""
    if outcome.settlement is None:
        return False
    paying, receiving = holds.get(outcome.loser), holds.get(outcome.winner)
    if paying is not None and receiving is not None and paying.amount >= outcome.settlement.lost:
        return True
    payments = Transfer.objects.filter(
        match_id=outcome.match_id, kind__in=(TransferKind.WIN, TransferKind.FEE)
    )
    if holds or not payments.exists():
        log.error("match %s: its stakes cannot be paid: held from %s", outcome.match_id, sorted(holds))
    return False


def _shares(outcome: Outcome) -> list[Booking]:
    """The bookings that the loser's hold pays."""
    match_id, settlement = outcome.match_id, outcome.settlement
    assert settlement is not None
    parts = (
        (TransferKind.WIN, member_code(outcome.winner), settlement.won),
        (TransferKind.FEE, FEES, settlement.fee),
    )
    return [
        Booking(f"match:{match_id}:{kind}", kind, "", credit, amount, match_id=match_id)
        for kind, credit, amount in parts
        if amount
    ]


def _void(holds: "QuerySet[Transfer]") -> list[str]:
    """Return these holds to their players."""
    transfers = list(holds)
    ledger.resolve_holds([(held, []) for held in transfers])
    return [_player(held) for held in transfers]


def _locked(*match_ids: str) -> "QuerySet[Transfer]":
    """The pending holds of matches, locked."""
    return ledger.lock_holds(match_id__in=match_ids)


def _player(held: Transfer) -> str:
    return held.debit.code.removeprefix("member:")
