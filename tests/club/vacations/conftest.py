"""The site's database for tests of matches by the day."""

from tests.club.ledger.conftest import club_in_sqlite  # noqa: F401  fixtures
