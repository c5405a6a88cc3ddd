"""Subscribes the audit log to tournaments: it records the acts of staff as directors."""

from typing import Any

from django.dispatch import receiver

from zaria.club.accounts.models import Member
from zaria.club.staff import roles
from zaria.club.staff.models import Act, ActKind
from zaria.club.tournaments.models import Tournament, TournamentSeries
from zaria.club.tournaments.signals import director_acted, series_changed


@receiver(director_acted)
def log_director(tournament: Tournament, by: Member, act: str, reason: str, **_kwargs: Any) -> None:
    """Record an act of the staff, in its transaction."""
    if not roles.has(by, "tournaments"):
        return
    Act.objects.create(
        by=by,
        by_name=by.username,
        kind=ActKind.DIRECT,
        reason=reason.strip(),
        details={"before": None, "after": {"tournament": tournament.pk, "act": act}},
    )


@receiver(series_changed)
def log_series(series: TournamentSeries, by: Member, act: str, **_kwargs: Any) -> None:
    """Record an act of the staff on a series, in its transaction."""
    if not roles.has(by, "tournaments"):
        return
    after = {"series": series.pk, "title": series.title, "act": act}
    Act.objects.create(
        by=by, by_name=by.username, kind=ActKind.DIRECT, details={"before": None, "after": after}
    )
