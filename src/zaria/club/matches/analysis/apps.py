"""Deletes the analyses of a match together with its result."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete
from django.utils.translation import gettext_lazy as _


class AnalysisConfig(AppConfig):
    """The analyses."""

    name = "zaria.club.matches.analysis"
    verbose_name = _("analyses")

    def ready(self) -> None:
        """Listen to what is deleted."""
        from zaria.club.matches.results.models import Played

        post_delete.connect(_deleted, sender=Played, dispatch_uid="analysis")


def _deleted(instance: Any, **more: Any) -> None:
    from zaria.club.matches.analysis import actions

    actions.forget(instance.match_id)
