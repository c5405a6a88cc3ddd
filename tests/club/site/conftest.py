"""Static files of the tests' own, and the site's database in both engines."""

from tests.club.ledger.conftest import club
from tests.support.club.uncollected_files import source_folder

__all__ = ["club", "source_folder"]
