"""The site's database in both engines."""

from tests.club.ledger.conftest import club

__all__ = ["club"]
