"""Limits of members, as Django knows them."""

from django.apps import AppConfig


class PlayerLimitsConfig(AppConfig):
    """Limits, pauses and consents."""

    name = "zaria.club.player_limits"
