"""Notifications, as Django knows them."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    """Notices to members, and the switches of each kind."""

    name = "zaria.club.notifications"
