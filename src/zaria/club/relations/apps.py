"""Relations, as Django knows them."""

from django.apps import AppConfig


class RelationsConfig(AppConfig):
    """Following and blocking."""

    name = "zaria.club.relations"
