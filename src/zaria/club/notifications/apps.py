"""Notifications, as Django knows them."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class NotificationsConfig(AppConfig):
    """Notices to members, and the switches of each kind."""

    name = "zaria.club.notifications"

    def ready(self) -> None:
        """Register the kinds of notices of all rooms."""
        autodiscover_modules("notice_kinds")
