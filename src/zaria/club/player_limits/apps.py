"""Limits of members, as Django knows them."""

from django.apps import AppConfig


class PlayerLimitsConfig(AppConfig):
    """Limits, pauses and consents."""

    name = "zaria.club.player_limits"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.player_limits import receivers  # noqa: F401
