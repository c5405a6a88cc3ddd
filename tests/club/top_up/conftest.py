"""localstripe, and the site's database in both engines."""

from tests.club.ledger.conftest import club
from tests.support.club.local_stripe import local_stripe

__all__ = ["club", "local_stripe"]
