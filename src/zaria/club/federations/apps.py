"""Federations, as Django knows them."""

from django.apps import AppConfig


class FederationsConfig(AppConfig):
    """Federations, contracts, memberships and titles."""

    name = "zaria.club.federations"
