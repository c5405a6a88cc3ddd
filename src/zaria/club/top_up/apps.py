"""Top-ups, as Django knows them."""

from django.apps import AppConfig


class TopUpConfig(AppConfig):
    """Payments of members."""

    name = "zaria.club.top_up"
