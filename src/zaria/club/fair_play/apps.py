"""Fair play, as Django knows it."""

from django.apps import AppConfig


class FairPlayConfig(AppConfig):
    """Follows finished analyses, and results."""

    name = "zaria.club.fair_play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.fair_play import signals  # noqa: F401
