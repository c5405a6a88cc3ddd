"""Pauses, debts and gifts hold for the next account with an address, and end with their reason."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed
from django.conf import settings
from django.test import override_settings
from django.utils import timezone

from zaria.club.accounts import address_records
from zaria.club.accounts.models import AccountAddress, Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger import queries as balances
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES, TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.personal_data import address_records as retention
from zaria.club.personal_data import deletion, export
from zaria.club.player_limits import actions as limits
from zaria.club.player_limits import queries
from zaria.club.player_limits.models import Pause
from zaria.club.shop import actions as shop
from zaria.club.shop.actions import GiftNotReadyError, TooManyTreatsError
from zaria.club.site.clock import now_ms

pytestmark = pytest.mark.django_db
ADDRESS = "ann.lee@example.org"


def admit(login: str, address: str = ADDRESS) -> Member:
    """A member who has confirmed an address and signed in."""
    member = Member.objects.create(username=login, email=address, password="!", since=timezone.now())
    EmailAddress.objects.create(user=member, email=address, verified=True, primary=True)
    address_records.record_addresses(member)
    ledger.ensure_member(member.player)
    return member


def move(member: Member, address: str) -> None:
    """Change the address of a member, as allauth announces it."""
    EmailAddress.objects.filter(user=member).update(email=address)
    member.email = address
    member.save()
    email_changed.send(Member, request=None, user=member, from_email_address=None, to_email_address=None)


def register_again(member: Member) -> Member:
    """Delete an account, and register its address once more, in another spelling."""
    deletion.delete(member, "Nobody")
    return admit("Again", "Ann.Lee+club@Example.org")


def change_address(member: Member) -> Member:
    """Delete an account, and give its address to one that had another."""
    deletion.delete(member, "Nobody")
    successor = admit("Again", "other@example.org")
    move(successor, ADDRESS)
    return successor


def take_a_detour(member: Member) -> Member:
    """Delete an account, give its address to another, delete that one, and register its first address."""
    deletion.delete(change_address(member), "Nobody")
    return admit("Third", "other@example.org")


WAYS: tuple[Callable[[Member], Member], ...] = (register_again, change_address, take_a_detour)
again = pytest.mark.parametrize("again", WAYS)


@again
def test_a_self_exclusion_and_a_pause_hold_for_the_next_account(again: Callable[[Member], Member]) -> None:
    member = admit("Ann")
    limits.pause(member.player, 1)
    exclusion = limits.exclude(member.player, 183)
    successor = again(member)
    assert queries.stake_objection(successor.player, 1_00) == "excluded"
    assert queries.deposit_objection(successor.player, 1_00) == "excluded"
    pause = queries.pause(successor.player)
    assert pause is not None
    assert pause.until == exclusion.until
    assert Pause.objects.filter(player=successor.player).count() == 2


@again
def test_a_debt_is_the_debt_of_the_next_account(again: Callable[[Member], Member]) -> None:
    member = admit("Ann")
    ledger.post([Booking("c", TransferKind.CORRECTION, member_code(member.player), FEES, 4310_00)])
    successor = again(member)
    before = 0 if again is register_again else 1000_00  # the other address had its own welcome
    assert balances.balance(successor.player).available == before - 3310_00
    assert balances.balance(member.player).available == 0
    assert audit().faults == []


@again
def test_the_welcome_is_paid_once_an_address(again: Callable[[Member], Member]) -> None:
    member = admit("Ann")
    assert balances.balance(member.player).available == settings.LEDGER.welcome
    again(member)
    addresses = 2 if again is not register_again else 1
    assert Transfer.objects.filter(kind=TransferKind.WELCOME).count() == addresses


def test_an_address_that_was_left_gets_no_other_welcome() -> None:
    member = admit("Ann")
    for number in range(3):
        move(member, f"new{number}@example.org")
    deletion.delete(member, "Nobody")
    for number in range(3):
        successor = admit(f"Again{number}", f"new{number}@example.org")
        assert balances.balance(successor.player).available == 0


@again
def test_a_gift_and_treats_count_for_the_next_account(again: Callable[[Member], Member]) -> None:
    member = admit("Ann")
    shop.take_gift(member.player)
    for number in range(shop.TREATS_AN_HOUR):
        shop.send_treat("tea", (member.player, "Ann"), "bob", f"{number}")
    ledger.post([Booking("g", TransferKind.GRANT, "house:issued", member_code(member.player), 1_00)])
    successor = again(member)
    ledger.post([Booking("h", TransferKind.GRANT, "house:issued", member_code(successor.player), 500_00)])
    with pytest.raises(GiftNotReadyError):
        shop.take_gift(successor.player)
    with pytest.raises(TooManyTreatsError):
        shop.send_treat("tea", (successor.player, "Again"), "bob", "new")
    shop.take_gift(successor.player, now_ms() + shop.gift_period())


def test_others_are_not_concerned() -> None:
    member = admit("Ann")
    limits.exclude(member.player, 183)
    deletion.delete(member, "Nobody")
    bob = admit("Bob", "ann.lee@example.com")
    assert queries.stake_objection(bob.player, 1_00) is None
    assert balances.balance(bob.player).available == settings.LEDGER.welcome


def test_hashes_end_with_their_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, excluded, debtor = admit("Ann"), admit("Bob", "b@example.org"), admit("Cid", "c@example.org")
    limits.exclude(excluded.player, 183)
    ledger.post([Booking("c", TransferKind.CORRECTION, member_code(debtor.player), FEES, 4310_00)])
    for member in (plain, excluded, debtor):
        deletion.delete(member, "Nobody")
    assert AccountAddress.objects.count() == 3
    now = timezone.now()

    def recorded(after: timedelta) -> set[str]:
        monkeypatch.setattr(timezone, "now", lambda: now + after)
        retention.forget_ended()
        return set(AccountAddress.objects.values_list("player", flat=True))

    assert recorded(timedelta(days=2)) == {excluded.player, debtor.player}
    ledger.post([Booking("d", TransferKind.CORRECTION, FEES, member_code(debtor.player), 3310_00)])
    assert recorded(timedelta(days=182)) == {excluded.player}
    assert recorded(timedelta(days=184)) == set()


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Ann@Example.org", "ann@example.ORG", True),
        ("ann+one@example.org", "ann@example.org", True),
        ("a.n.n@gmail.com", "ann@googlemail.com", True),
        ("a.nn@example.org", "ann@example.org", False),
        ("+ann@example.org", "+bob@example.org", False),
        ("ann@example.org", "ann@example.com", False),
    ],
)
def test_spellings_of_a_mailbox_are_one_address(first: str, second: str, same: bool) -> None:
    assert (address_records.fingerprint(first) == address_records.fingerprint(second)) is same


def test_no_address_is_kept_and_the_export_names_the_hash() -> None:
    member = admit("Ann")
    (hash_,) = export.of(member)["address_hashes"]
    assert "ann" not in hash_
    with override_settings(SECRET_KEY="another key"):
        assert address_records.fingerprint(ADDRESS) != hash_
