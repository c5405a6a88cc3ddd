"""The shop, as Django knows it."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    """Purchases, gifts and treats."""

    name = "zaria.club.shop"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.shop import receivers  # noqa: F401
