"""Ratings, as Django knows them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Subscribes ratings to results."""

    name = "zaria.club.ratings"

    def ready(self) -> None:
        """Connect the signals, and guard the engine."""
        from zaria.club.matches import engine_access
        from zaria.club.ratings import engine_guard, signals  # noqa: F401

        engine_access.add_guard(engine_guard.plays_rated)
