"""Ratings, as Django knows them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Subscribes ratings to results."""

    name = "zaria.club.ratings"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.ratings import signals  # noqa: F401
