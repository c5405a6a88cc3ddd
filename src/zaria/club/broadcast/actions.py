"""The choice of the table that a tournament's broadcast shows."""

from zaria.club.broadcast.models import FeaturedTable


def feature(tournament_id: str, match_id: str) -> None:
    """Show this match while it is being played; "" leaves the choice to the club."""
    if match_id:
        FeaturedTable.objects.update_or_create(pk=tournament_id, defaults={"match_id": match_id})
    else:
        FeaturedTable.objects.filter(pk=tournament_id).delete()


def featured(tournament_id: str) -> str:
    """Return the match that the director chose, "" if none."""
    row = FeaturedTable.objects.filter(pk=tournament_id).first()
    return "" if row is None else row.match_id
