"""The site's database in both engines."""

from tests.club.ledger.conftest import club_in_sqlite as club

__all__ = ["club"]
