"""The tournaments, as Django knows them."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, their entries and pairings."""

    name = "zaria.club.tournaments"

    def ready(self) -> None:
        """Connect the receivers of the pages."""
        from zaria.club.tournaments.pages import (  # noqa: F401
            decisions,
            federation_parts,
            gains,
            statistics_parts,
            table_part,
        )
