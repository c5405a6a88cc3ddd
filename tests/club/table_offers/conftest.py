"""The site's database in both engines, for tests of offers."""

from tests.club.ledger.conftest import club as offers_database  # noqa: F401  a fixture
