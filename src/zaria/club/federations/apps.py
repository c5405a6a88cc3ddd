"""The federations, as Django knows them."""

from django.apps import AppConfig


class FederationsConfig(AppConfig):
    """Federations, their members and titles."""

    name = "zaria.club.federations"

    def ready(self) -> None:
        """Connect the receivers of the pages."""
        from zaria.club.federations import statistics_part  # noqa: F401
