"""A member's file of data has their account of credits; the ledger outlives the account without a name."""

import json

import pytest

from tests.support.club.statistics_client import marica
from zaria.club.ledger import actions, queries
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import ISSUED, TransferKind, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.personal_data import deletion, export

pytestmark = pytest.mark.django_db


def test_the_file_has_every_entry_of_the_member_and_of_nobody_else() -> None:
    me = marica()
    actions.ensure_member("stranger")
    actions.hold(me.player, 12_50, "match:m1:hold", match_id="m1")
    grant = Booking("grant:1", TransferKind.GRANT, ISSUED, member_code(me.player), 100, note="a prize")
    actions.post([grant])
    file = json.loads(json.dumps(export.of(me)["transfers"]))
    assert [(entry["account"], entry["kind"], entry["amount"], entry["balance"]) for entry in file] == [
        ("member", "grant", "1.00", "988.50"),
        ("member", "hold", "-12.50", "987.50"),
        ("member", "welcome", "1000.00", "1000.00"),
        ("held", "hold", "12.50", "12.50"),
    ]
    assert file[0]["note"] == "a prize"
    assert {entry["unit"] for entry in file} == {"credits"}


def test_the_ledger_stays_under_the_number_of_the_player() -> None:
    me = marica()
    login, player = me.username, me.player
    actions.ensure_member(player)
    deletion.delete(me, "Amber-Fox 42")
    assert queries.balance(player).available == 1000_00
    assert audit().faults == []
    assert login not in repr(list(Account.objects.values()) + list(Transfer.objects.values()))


def test_a_member_without_an_account_has_no_entries() -> None:
    assert export.of(marica())["transfers"] == []
    assert Account.objects.count() == 0
