"""The app of the library."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LibraryConfig(AppConfig):
    """The library."""

    name = "zaria.club.library"
    label = "library"
    verbose_name = _("library")
