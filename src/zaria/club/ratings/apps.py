"""Ratings, as Django knows them."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Subscribes ratings to results."""

    name = "zaria.club.ratings"

    def ready(self) -> None:
        """Guard the engine, and give the page about ratings its numbers."""
        from zaria.club.games.rules_pages import articles
        from zaria.club.matches import engine_access
        from zaria.club.ratings import article_values, engine_guard, gains  # noqa: F401

        articles.provide_values(articles.RATINGS, article_values.values)

        engine_access.add_guard(engine_guard.silence_of_rated)
