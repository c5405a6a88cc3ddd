"""Offers of other terms, as Django knows them."""

from django.apps import AppConfig


class TableOffersConfig(AppConfig):
    """Offers of other terms at open tables."""

    name = "zaria.club.table_offers"
