"""The shop, as Django knows it."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """Purchases, gifts and treats."""

    name = "zaria.club.shop"
