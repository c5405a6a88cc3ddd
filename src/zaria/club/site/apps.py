"""The site, as Django knows it."""

from django.apps import AppConfig
from django.core import checks


class SiteConfig(AppConfig):
    """Keeps the list of forbidden words."""

    name = "zaria.club.site"

    def ready(self) -> None:
        """Check the database before Django's command `migrate`."""
        from zaria.club.site.database import migration_history

        checks.register(migration_history.check_history, checks.Tags.database)
