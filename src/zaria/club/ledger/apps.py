"""The ledger, as Django knows it."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Accounts and transfers."""

    name = "zaria.club.ledger"

    def ready(self) -> None:
        """Connect the signals."""
        from zaria.club.ledger import receivers  # noqa: F401
