"""Deletes the hashes of addresses of deleted accounts once nothing outlives the account."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from zaria.club.accounts import address_records
from zaria.club.ledger.kinds import member_code
from zaria.club.ledger.models import Account
from zaria.club.player_limits.models import Pause

LEAST_HOURS = 24
"""Hours after the end of an account for which its hashes stay: limits of a day hold for the next one."""


def forget_ended() -> None:
    """Delete the hashes of accounts that ended a day ago and left neither a pause nor a debt."""
    now = timezone.now()
    debtors = Account.objects.filter(balance__lt=0, code__startswith=member_code(""))
    needed = {code.removeprefix(member_code("")) for code in debtors.values_list("code", flat=True)}
    needed |= set(Pause.objects.filter(until__gt=now).values_list("player", flat=True))
    hours = max(LEAST_HOURS, settings.LEDGER.gift_hours)
    address_records.forget_ended(now - timedelta(hours=hours), needed)
