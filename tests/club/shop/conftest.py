"""Members with their browsers, and the shop's database in both engines."""

from tests.club.ledger.conftest import club
from tests.club.profile.conftest import _plain_files, browser, make, marica
from tests.support.club.uncollected_files import plain_files

__all__ = ["_plain_files", "browser", "club", "make", "marica", "plain_files"]
