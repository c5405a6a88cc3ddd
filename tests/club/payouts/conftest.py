"""A club that pays out, with its staff and members."""

from typing import Any

import pytest

from tests.club.ledger.conftest import club_in_sqlite as club
from tests.club.staff.conftest import _language, _plain_files, people, plain_files, sign_in
from zaria.club.payouts.configuration import PayoutSettings

__all__ = ["_language", "_plain_files", "club", "people", "plain_files", "sign_in"]


@pytest.fixture(autouse=True)
def _allowed(settings: Any) -> None:
    """Members may ask for 5.00 and more."""
    settings.PAYOUTS = PayoutSettings(allowed=True, least=5_00)
