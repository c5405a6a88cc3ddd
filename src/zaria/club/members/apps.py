"""Members, as Django knows them."""

from django.apps import AppConfig


class MembersConfig(AppConfig):
    """Hears who signs in and out."""

    name = "zaria.club.members"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.members import signals  # noqa: F401
