"""Writes simuls and the pupils who accept them. Each function is one transaction."""

import secrets
from typing import Any

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.groups.actions import RefusedGroupError
from zaria.club.groups.models import Group, Pupil, Simul, SimulSeat
from zaria.club.site.clock import now_ms

MOST_SIMULS = 10
"""Simuls of a group."""
_ID_LENGTH = 10


def create(group: Group, game: str, terms: dict[str, Any]) -> Simul:
    """Create a simul that the pupils of a group may accept."""
    with transaction.atomic():
        Group.objects.select_for_update(no_key=True).get(pk=group.pk)
        if Simul.objects.filter(group=group).count() >= MOST_SIMULS:
            raise RefusedGroupError("too_many_simuls")
        return Simul.objects.create(group=group, game=game, terms=terms, created=now_ms())


def accept(simul: Simul, member: Member) -> None:
    """Give a pupil of the group a seat; it may be repeated."""
    with transaction.atomic():
        row = _locked(simul)
        if row.begun_at is not None:
            raise RefusedGroupError("simul_begun")
        if not Pupil.objects.filter(group=row.group_id, member=member).exists():
            raise RefusedGroupError("apart")
        SimulSeat.objects.get_or_create(simul=row, member=member, defaults={"accepted": now_ms()})


def withdraw(simul: Simul, member: Member) -> None:
    """Take the seat of a pupil back, before the simul has begun."""
    with transaction.atomic():
        row = _locked(simul)
        if row.begun_at is not None:
            raise RefusedGroupError("simul_begun")
        SimulSeat.objects.filter(simul=row, member=member).delete()


def begin(simul: Simul) -> list[SimulSeat]:
    """Note the table of each pupil who has accepted, and return their seats; it may be repeated."""
    with transaction.atomic():
        row = _locked(simul)
        seats = list(SimulSeat.objects.filter(simul=row).select_related("member").order_by("pk"))
        if not seats:
            raise RefusedGroupError("nobody_accepted")
        if row.begun_at is None:
            row.begun_at = now_ms()
            row.save(update_fields=["begun_at"])
        for seat in seats:
            if not seat.match_id:
                seat.match_id = secrets.token_urlsafe(_ID_LENGTH)[:_ID_LENGTH]
                seat.save(update_fields=["match_id"])
        return seats


def delete(simul: Simul) -> None:
    """Delete a simul; its matches stay, and go on."""
    Simul.objects.filter(pk=simul.pk).delete()


def _locked(simul: Simul) -> Simul:
    return Simul.objects.select_for_update(no_key=True).get(pk=simul.pk)
