"""The app of members' notes."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotesConfig(AppConfig):
    """The notes."""

    name = "zaria.club.matches.notes"
    label = "notes"
    verbose_name = _("notes")
