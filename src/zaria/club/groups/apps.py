"""The app of groups."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GroupsConfig(AppConfig):
    """Groups."""

    name = "zaria.club.groups"
    label = "groups"
    verbose_name = _("groups")
