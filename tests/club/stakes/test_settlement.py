"""Stakes as the ledger holds, pays and returns them, in both engines."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES
from zaria.club.ledger.models import Account, Transfer
from zaria.club.ledger.queries import Balance, balance
from zaria.club.stakes import actions
from zaria.club.stakes.actions import Outcome
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.stakes import Settlement, Stakes, settle

STAKES = Stakes(2_00, 5_00, "pot", unit="credits", rate=5_00)
WON = settle(STAKES, 3, 1)


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    yield
    assert audit().faults == []


def hold(match_id: str, *players: str) -> None:
    actions.hold(match_id, STAKES, 1, players)


def outcome(match_id: str, settlement: Settlement | None = WON) -> Outcome:
    return Outcome(match_id, settlement, "ann", "bob")


def balances(*players: str) -> list[Balance]:
    return [balance(player) for player in players]


def test_the_example_of_the_rules() -> None:
    hold("m", "ann", "bob")
    assert actions.settle([outcome("m")]) == ["ann", "bob"]
    assert balances("ann", "bob") == [Balance(1004_50, 0), Balance(995_00, 0)]
    assert Account.objects.get(code=FEES).balance == 50


def test_a_match_is_settled_once() -> None:
    hold("m", "ann", "bob")
    assert actions.settle([outcome("m")])
    assert actions.settle([outcome("m")]) == []
    assert actions.settle([outcome("m", None)]) == []
    assert balances("ann", "bob") == [Balance(1004_50, 0), Balance(995_00, 0)]


def test_another_hold_does_not_keep_the_winner_from_being_paid() -> None:
    """A third player asked for the seat, and nothing came of it: the loser still pays."""
    hold("m", "ann", "bob")
    hold("m", "eve")
    assert actions.settle([outcome("m")]) == ["ann", "bob", "eve"]
    assert balances("ann", "bob", "eve") == [Balance(1004_50, 0), Balance(995_00, 0), Balance(1000_00, 0)]


def test_matches_are_settled_together() -> None:
    """The same two win and lose in one transaction; one match is a draw, one misses a hold."""
    for name in ("a", "b", "c"):
        hold(name, "ann", "bob")
    hold("d", "ann")
    back = Outcome("b", WON, "bob", "ann")
    actions.settle([outcome("a"), back, outcome("c", None), outcome("d")])
    assert balances("ann", "bob") == [Balance(999_50, 0), Balance(999_50, 0)]
    assert Account.objects.get(code=FEES).balance == 1_00


@pytest.mark.parametrize("missing", [("ann",), ("bob",), ()])
def test_without_both_holds_nobody_pays(missing: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    for player in missing:
        hold("m", player)
    with caplog.at_level(logging.ERROR):
        assert actions.settle([outcome("m")]) == list(missing)
    assert "match m: its stakes cannot be paid" in caplog.text
    assert balances("ann", "bob") == [Balance(1000_00, 0)] * 2


def test_a_fee_may_take_all_that_is_won() -> None:
    """Half of both stakes, the highest rate that an operator may set, is the whole of one."""
    hold("m", "ann", "bob")
    settlement = settle(Stakes(2_00, 5_00, "pot", unit="credits", rate=50_00), 3, 1)
    assert settlement.won == 0
    actions.settle([outcome("m", settlement)])
    assert balances("ann", "bob") == [Balance(1000_00, 0), Balance(995_00, 0)]


def test_a_club_that_changes_its_unit_still_settles_in_the_old_one(settings: Any) -> None:
    hold("m", "ann", "bob")
    hold("n", "ann", "bob")
    hold("o", "ann")
    settings.LEDGER = settings.LEDGER._replace(unit="EUR", welcome=0)
    assert actions.settle([outcome("m"), outcome("n", None)]) == ["ann", "bob"]
    assert actions.release_all("o") == ["ann"]
    assert actions.void_settlement("m", "staff", "a mistake") == ["ann", "bob"]
    assert balances("ann", "bob") == [Balance(0, 0)] * 2
    settings.LEDGER = settings.LEDGER._replace(unit="credits")
    assert balances("ann", "bob") == [Balance(1000_00, 0)] * 2


def test_a_seat_that_was_refused_returns_its_stake_unless_it_was_asked_for_again() -> None:
    (first,) = actions.hold("m", STAKES, 1, ["ann"])
    (second,) = actions.hold("m", STAKES, 1, ["ann"])
    assert (first.new, second.new) == (True, False)
    assert second.until > first.until
    assert not actions.release("m", "ann", first)
    assert not actions.release("m", "ann", second), "the first request may have been granted"
    assert balance("ann") == Balance(995_00, 5_00)
    (hold,) = actions.hold("n", STAKES, 1, ["ann"])
    assert actions.release("n", "ann", hold)
    assert not actions.release("n", "ann", hold)
    assert balance("ann") == Balance(995_00, 5_00)


def test_stakes_of_two_are_held_for_both_or_neither() -> None:
    ledger.hold("bob", 996_00, "spent")
    with pytest.raises(StakeRefusedError) as refused:
        hold("m", "ann", "bob")
    assert (refused.value.code, refused.value.player) == ("not_enough_credits", "bob")
    assert balances("ann", "bob") == [Balance(1000_00, 0), Balance(4_00, 996_00)]


def test_a_question_about_a_stake_holds_nothing() -> None:
    actions.check(STAKES, 1, "ann")
    assert not Transfer.objects.filter(kind="hold").exists()
    with pytest.raises(StakeRefusedError):
        actions.check(Stakes(1000_01, 1000_01, unit=settings.LEDGER.unit), 1, "ann")
