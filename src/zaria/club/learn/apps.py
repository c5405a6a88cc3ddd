"""The app of lessons."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LearnConfig(AppConfig):
    """The lessons."""

    name = "zaria.club.learn"
    label = "learn"
    verbose_name = _("lessons")
