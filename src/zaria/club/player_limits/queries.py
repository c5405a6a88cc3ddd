"""Limits, pauses and conditions in force, and objections to stakes and top-ups."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import ensure_member, lock_accounts
from zaria.club.ledger.kinds import member_code
from zaria.club.player_limits import sums
from zaria.club.player_limits.models import Consent, ConsentKind, LimitKind, LimitSetting, Pause
from zaria.club.site.i18n import sentence

Kind = LimitKind

LOSSES = (Kind.LOSS_DAY, Kind.LOSS_WEEK)
DEPOSITS = (Kind.DEPOSIT_DAY, Kind.DEPOSIT_WEEK, Kind.DEPOSIT_MONTH)


class Limit(NamedTuple):
    """A limit in force (hundredths; None: none), and the one that takes its place at `begins`, if any."""

    amount: int | None = None
    next_amount: int | None = None
    begins: datetime | None = None


def limits(player: str, now: datetime | None = None) -> dict[Kind, Limit]:
    """All limits of a member, by kind."""
    now = now or timezone.now()
    by_kind = {kind: Limit() for kind in Kind}
    for row in LimitSetting.objects.filter(player=player, withdrawn_at=None).order_by("begins", "pk"):
        kind = Kind(row.kind)
        if row.begins <= now:
            by_kind[kind] = Limit(row.amount)
        else:
            by_kind[kind] = Limit(by_kind[kind].amount, row.amount, row.begins)
    return by_kind


def pause(player: str, now: datetime | None = None) -> Pause | None:
    """The pause in force that ends last; a self-exclusion comes before other pauses."""
    running = Pause.objects.filter(player=player, until__gt=now or timezone.now())
    return running.order_by("-exclusion", "-until").first()


def missing_consents(player: str) -> list[ConsentKind]:
    """The operator's conditions that a member has not confirmed yet."""
    wanted = {ConsentKind.AGE: str(settings.STAKE_CONDITIONS.age or "")}
    wanted[ConsentKind.TERMS] = settings.STAKE_CONDITIONS.terms
    wanted = {kind: text for kind, text in wanted.items() if text}
    if not wanted:
        return []
    confirmed = set(Consent.objects.filter(player=player).values_list("kind", "text"))
    return [kind for kind, text in wanted.items() if (kind.value, text) not in confirmed]


@transaction.atomic
def stake_objection(player: str, amount: int) -> str | None:
    """Return why a member may not stake an amount (hundredths): a code of `SENTENCES`; None: they may.

    Call it in the transaction that holds the amount. It locks the member's account where they limit their
    losses, so that of two tables at once the second sees what the first has held.
    """
    if objection := standing_objection(player, amount):
        return objection
    member_limits = limits(player)
    return "loss_limit" if _reached(player, member_limits, LOSSES, sums.loss, amount) else None


@transaction.atomic
def deposit_objection(player: str, amount: int, waiting: int = 0) -> str | None:
    """Return why a member may not top up by an amount (hundredths): a code of `SENTENCES`; None: they may.

    `waiting`: the sum of the payments that they have begun and that may still succeed. Call it in the
    transaction that begins the payment; it locks the member's account where they limit their top-ups.
    """
    if objection := standing_objection(player):
        return objection
    member_limits = limits(player)
    return (
        "deposit_limit"
        if _reached(player, member_limits, DEPOSITS, sums.deposits, amount + waiting)
        else None
    )


def standing_objection(player: str, stake: int = 0) -> str | None:
    """Return why a member may neither stake nor top up, or not stake so much; None: they may.

    Pages ask for it before they offer a button. It takes no lock, so it leaves out the limits of losses.
    """
    if Member.objects.filter(player=player, is_pupil=True).exists():
        return "pupil_account"
    if (running := pause(player)) is not None:
        return "excluded" if running.exclusion else "paused"
    codes = {ConsentKind.AGE: "age_declaration", ConsentKind.TERMS: "stake_terms"}
    objection = next((codes[kind] for kind in missing_consents(player)), None)
    if objection is None and stake and _exceeds(limits(player)[Kind.STAKE], stake):
        return "stake_limit"
    return objection


def standing_refusal(player: str, stake: int = 0) -> str:
    """Return the objection as a sentence in the language of the reader, "" without one."""
    code = standing_objection(player, stake)
    return "" if code is None else sentence(code)


def _reached(
    player: str,
    member_limits: dict[Kind, Limit],
    kinds: Iterable[Kind],
    measure: Callable[[str, datetime], int],
    amount: int,
) -> bool:
    """Return whether an amount on top of what `measure` finds is more than one of these limits."""
    kinds = [kind for kind in kinds if member_limits[kind].amount is not None]
    if not kinds:
        return False
    ensure_member(player)
    lock_accounts([member_code(player)])
    now = timezone.now()
    return any(
        _exceeds(member_limits[kind], measure(player, now - timedelta(days=LimitSetting.DAYS[kind])) + amount)
        for kind in kinds
    )


def _exceeds(limit: Limit, amount: int) -> bool:
    return limit.amount is not None and amount > limit.amount
