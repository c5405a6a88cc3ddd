"""Matches that count nowhere, or count again."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions as ratings
from zaria.club.staff.actions.recording import ActionRefusedError, notify, record, require_power
from zaria.club.staff.models import Act, ActKind
from zaria.club.stakes import actions as stakes


@transaction.atomic
def void(by: Member | None, match: Played, reason: str) -> Act:
    """Void a match: it counts nowhere from now on; ratings follow, and stakes are booked back."""
    return _set_voided(by, ActKind.VOID, match, reason, voided=True)


@transaction.atomic
def restore(by: Member | None, match: Played, reason: str) -> Act:
    """Let a voided match count again; ratings follow, and stakes are booked again."""
    return _set_voided(by, ActKind.RESTORE, match, reason, voided=False)


def _set_voided(by: Member | None, kind: ActKind, match: Played, reason: str, *, voided: bool) -> Act:
    sides = (match.player0, match.player1)
    players = list(Member.objects.select_for_update(no_key=True).filter(player__in=sides).order_by("pk"))
    match = Played.objects.select_for_update(no_key=True).get(pk=match.pk)
    require_power(by, "void", *players)
    if match.voided == voided:
        raise ActionRefusedError(_("Nothing would change."))
    match.voided = voided
    match.save(update_fields=["voided"])
    if match.rated:
        ratings.mark_due(match.ended)
    correct = stakes.void_settlement if voided else stakes.restore_settlement
    correct(match.pk, by.player if by is not None else "", reason)
    names = [match.name0, match.name1]
    before, after = {"voided": not voided}, {"voided": voided, "players": names, "game": match.game}
    act = record(by, kind, reason, None, before, after, match=match.pk)
    notify(act, players)
    return act
