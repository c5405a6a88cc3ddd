"""The site's database in both engines, for tests of tournaments."""

from tests.club.ledger.conftest import club_in_sqlite as club  # noqa: F401  fixture
