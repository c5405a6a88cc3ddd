"""Stores and deletes agreements. Call these functions in a thread."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

import msgspec
from django.db.models import Exists, OuterRef
from django.utils import timezone
from msgspec.structs import replace

from zaria.club.agreements.models import SealedActs
from zaria.club.agreements.own_table import AgreementRefusedError, OwnTable, check
from zaria.club.matches.results.models import Played
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates
from zaria.match.ahead import NOTHING, AgreedActs

CHANGES_A_MINUTE = 20


@cache
def rates() -> Rates:
    """Of the agreements that players change."""
    return SharedRates("agreements", CHANGES_A_MINUTE)


def agree(table: OwnTable, acts: AgreedActs, now: int) -> AgreedActs:
    """Store what a player agrees to from now (ms) on, in place of all before; return it as stored.

    Raises `AgreementRefusedError`.
    """
    if not rates().take(table.player, now):
        raise AgreementRefusedError("too_fast")
    check(table, acts)
    if acts.lines:
        acts = replace(acts, lines=tuple(dict.fromkeys(acts.lines)), backs=table.match.backs)
    else:
        acts = replace(acts, plies=0, backs=0)
    if acts == NOTHING:
        SealedActs.objects.filter(match_id=table.match.id, player=table.player).delete()
        return NOTHING
    values = {"acts": msgspec.to_builtins(acts), "at": timezone.now()}
    SealedActs.objects.update_or_create(match_id=table.match.id, player=table.player, defaults=values)
    return acts


def delete_of_matches(match_ids: Iterable[str]) -> None:
    """Delete the agreements of matches that are over."""
    SealedActs.objects.filter(match_id__in=list(match_ids)).delete()


def delete_left_over(moment: datetime, most: int) -> int:
    """Delete at most so many agreements from before a moment that were written while their match ended."""
    over = Exists(Played.objects.filter(match_id=OuterRef("match_id")))
    rows = SealedActs.objects.filter(over, at__lt=moment).order_by("at")
    keys = list(rows.values_list("pk", flat=True)[:most])
    SealedActs.objects.filter(pk__in=keys).delete()
    return len(keys)


def forget(player: str) -> None:
    """Delete the agreements of a player who ends their account."""
    SealedActs.objects.filter(player=player).delete()
