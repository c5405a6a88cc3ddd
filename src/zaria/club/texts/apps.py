"""The club's texts, as Django knows them."""

from django.apps import AppConfig


class TextsConfig(AppConfig):
    """Stores the consent of new members."""

    name = "zaria.club.texts"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.texts import signals  # noqa: F401
