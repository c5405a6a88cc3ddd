"""The migration that records the addresses of members who were there before."""

import pytest
from django.utils import timezone

from tests.support.club.older_tables import migrate, set_back
from zaria.club.accounts.address_records import fingerprint
from zaria.club.accounts.models import AccountAddress
from zaria.club.ledger.models import WelcomedAddress


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("club_in_sqlite")
def test_members_of_before_have_their_addresses_and_their_welcome() -> None:
    old = set_back(("members", "0016_favourites"), ("ledger", "0004_holds_without_match"))
    members, accounts = old.get_model("members", "Member"), old.get_model("ledger", "Account")
    for number, since in enumerate((timezone.now(), timezone.now(), None)):
        address = f"Ann{number}@example.org"
        members.objects.create(username=f"Ann{number}", email=address, player=f"p{number}", since=since)
    issued = accounts.objects.create(code="house:issued", unit="credits", guarded=False)
    ann = accounts.objects.create(code="member:p0", unit="credits", guarded=True)
    old.get_model("ledger", "Transfer").objects.create(
        key="welcome:credits:p0",
        kind="welcome",
        at=1,
        debit=issued,
        credit=ann,
        amount=1000_00,
        debit_after=-1000_00,
        credit_after=1000_00,
    )
    migrate("members", "ledger")
    assert set(AccountAddress.objects.values_list("fingerprint", "player", "ended_at")) == {
        (fingerprint(f"ann{number}@example.org"), f"p{number}", None) for number in (0, 1)
    }
    assert list(WelcomedAddress.objects.values_list("fingerprint", "unit")) == [
        (fingerprint("ann0@example.org"), "credits")
    ]
