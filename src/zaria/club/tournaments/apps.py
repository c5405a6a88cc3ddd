"""The tournaments, as Django knows them."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments, their entries and pairings."""

    name = "zaria.club.tournaments"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.tournaments import federation_parts, gains, signals, statistics_parts  # noqa: F401
