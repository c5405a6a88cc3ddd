"""The site, as Django knows it."""

from django.apps import AppConfig
from django.core import checks
from django.utils.module_loading import autodiscover_modules


class SiteConfig(AppConfig):
    """Keeps the list of forbidden words."""

    name = "zaria.club.site"

    def ready(self) -> None:
        """Connect the receivers and parts of pages of all rooms; check the database before `migrate`."""
        from zaria.club.site.database import migration_history

        autodiscover_modules("receivers")  # in the order of INSTALLED_APPS
        checks.register(migration_history.check_history, checks.Tags.database)
        autodiscover_modules("page_parts")
