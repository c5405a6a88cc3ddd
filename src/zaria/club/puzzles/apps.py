"""The app of puzzles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    """The puzzles."""

    name = "zaria.club.puzzles"
    verbose_name = _("puzzles")

    def ready(self) -> None:
        """Follow sign-ins."""
        from zaria.club.puzzles import guest_tries  # noqa: F401
