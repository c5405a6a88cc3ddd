"""Members, as Django knows them."""

from django.apps import AppConfig


class MembersConfig(AppConfig):
    """Hears who signs in and out."""

    name = "zaria.club.accounts"
    label = "members"  # tables, migrations and permissions carry this name

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.accounts import receivers  # noqa: F401
