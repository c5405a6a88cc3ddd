"""The site's database in both engines, for tests of stakes."""

from tests.club.ledger.conftest import club, club_in_sqlite  # noqa: F401  fixtures
