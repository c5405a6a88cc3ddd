"""The site's database, in a file and in both engines."""

from tests.club.conversations.conftest import club, database_file  # noqa: F401  fixtures
