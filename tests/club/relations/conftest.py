"""The site's database, in a file and in both engines."""

from tests.club.conversations.conftest import database_file  # noqa: F401  fixture
from tests.club.ledger.conftest import club  # noqa: F401  fixture
