"""Stakes, as Django knows them."""

from django.apps import AppConfig


class StakesConfig(AppConfig):
    """Subscribes stakes to results."""

    name = "zaria.club.stakes"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.stakes import signals  # noqa: F401
