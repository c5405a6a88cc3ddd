"""Writes of members about their own play for stakes. Each is one transaction, under a lock on their account.

A lower limit holds at once; a higher one, or none, begins after `DELAY` and can be taken back till then. No
function ends a pause: neither a member nor the staff can.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from zaria.club.ledger.actions import ensure_member, lock_accounts
from zaria.club.ledger.kinds import member_code
from zaria.club.player_limits import play_time, queries
from zaria.club.player_limits.models import Consent, ConsentKind, LimitKind, LimitSetting, Pause, Reminder

DELAY = timedelta(hours=24)
"""The time after which a higher limit holds."""
PAUSE_DAYS = (1, 7, 30)
EXCLUSION_DAYS = (183, 365, 5 * 365 + 1)
REMINDER_MINUTES = (30, 60, 120, 0)
"""The choices of members; 0: no reminder."""


@transaction.atomic
def set_limit(
    player: str, kind: LimitKind, amount: int | None, now: datetime | None = None
) -> datetime | None:
    """Set a limit (hundredths; None: none) in place of the present one, and of a pending one.

    Return when it begins; None if the present one stays as it is. A pending limit that is set again begins
    when it would have.
    """
    now = now or timezone.now()
    _lock(player)
    present = queries.limits(player, now)[kind]
    if present.begins is not None and amount == present.next_amount:
        return present.begins
    _withdraw(player, kind, now)
    if amount == present.amount:
        return None
    lower = amount is not None and (present.amount is None or amount < present.amount)
    begins = now if lower else now + DELAY
    LimitSetting.objects.create(player=player, kind=kind, amount=amount, made_at=now, begins=begins)
    return begins


@transaction.atomic
def withdraw_limit(player: str, kind: LimitKind, now: datetime | None = None) -> bool:
    """Take back a limit that has not begun; return whether there was one."""
    _lock(player)
    return _withdraw(player, kind, now or timezone.now())


def pause(player: str, days: int, now: datetime | None = None) -> Pause:
    """Pause play for stakes and top-ups for one of `PAUSE_DAYS`."""
    if days not in PAUSE_DAYS:
        raise ValueError(f"no pause of {days} days")
    return _add_pause(player, days, exclusion=False, now=now or timezone.now())


def exclude(player: str, days: int, now: datetime | None = None) -> Pause:
    """Exclude a member from stakes and top-ups for one of `EXCLUSION_DAYS`."""
    if days not in EXCLUSION_DAYS:
        raise ValueError(f"no exclusion of {days} days")
    return _add_pause(player, days, exclusion=True, now=now or timezone.now())


def consent(player: str, kind: ConsentKind) -> None:
    """Store that a member confirms the operator's condition of this kind, as it is now."""
    conditions = settings.STAKE_CONDITIONS
    text = {ConsentKind.AGE: str(conditions.age or ""), ConsentKind.TERMS: conditions.terms}[kind]
    if text:
        Consent.objects.get_or_create(player=player, kind=kind, text=text, defaults={"at": timezone.now()})


def set_reminder(player: str, minutes: int) -> None:
    """Set after how many minutes of play a member is reminded of the time: one of `REMINDER_MINUTES`."""
    if minutes not in REMINDER_MINUTES:
        raise ValueError(f"no reminder after {minutes} minutes")
    Reminder.objects.update_or_create(player=player, defaults={"minutes": minutes})


def confirm_reminder(player: str) -> None:
    """Store that a member has read a reminder; the time to the next one begins."""
    now = timezone.now()
    Reminder.objects.update_or_create(
        player=player,
        defaults={"seen_at": now},
        create_defaults={"minutes": play_time.USUAL, "seen_at": now},
    )


def forget(player: str) -> None:
    """Delete the choices of a member who ends their account; pauses stay, because nobody ends one."""
    for model in (LimitSetting, Consent, Reminder):
        model.objects.filter(player=player).delete()


def _add_pause(player: str, days: int, *, exclusion: bool, now: datetime) -> Pause:
    return Pause.objects.create(
        player=player, exclusion=exclusion, made_at=now, until=now + timedelta(days=days)
    )


def _withdraw(player: str, kind: LimitKind, now: datetime) -> bool:
    pending = LimitSetting.objects.filter(player=player, kind=kind, begins__gt=now, withdrawn_at=None)
    return pending.update(withdrawn_at=now) > 0


def _lock(player: str) -> None:
    ensure_member(player)
    lock_accounts([member_code(player)])
