"""The app of the scribe."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScribeConfig(AppConfig):
    """The scribe."""

    name = "zaria.club.scribe"
    label = "scribe"
    verbose_name = _("score sheets")
