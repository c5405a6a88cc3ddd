"""The app of studies."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StudiesConfig(AppConfig):
    """The studies."""

    name = "zaria.club.studies"
    label = "studies"
    verbose_name = _("studies")
