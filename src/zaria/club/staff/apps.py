"""The staff, as Django knows it."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StaffConfig(AppConfig):
    """Creates the groups of the ranks, and subscribes the audit log to acts in other rooms."""

    name = "zaria.club.staff"

    def ready(self) -> None:
        """Connect the signals; make the groups after the permissions, which Django makes after migrating."""
        from zaria.club.staff import federation_log, tournament_log  # noqa: F401

        post_migrate.connect(_groups, sender=self)


def _groups(**_: Any) -> None:
    from zaria.club.staff import roles

    roles.make_groups()
