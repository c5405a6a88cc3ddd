"""Stakes of a match that the staff voids, and of one that counts again."""

from typing import Any

import pytest

from tests.support.club.rating_records import member, played
from zaria.club.ledger import queries
from zaria.club.ledger.actions import Booking, post
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import SHOP, TransferKind, member_code
from zaria.club.staff.actions import matches
from zaria.club.stakes import actions
from zaria.club.stakes.actions import Outcome
from zaria.match.stakes import Stakes, settle

STAKES = Stakes(100_00, 100_00, "pot", unit="credits", rate=500)


def balances(*players: str) -> list[int]:
    return [queries.balance(player).available for player in players]


@pytest.mark.django_db
def test_a_void_returns_the_stakes_and_its_lifting_books_them_again(member_pair: Any) -> None:
    ann, bob, result = member_pair
    actions.hold(result.pk, STAKES, 1, [ann, bob])
    actions.settle([Outcome(result.pk, settle(STAKES, 1, 1), ann, bob)])
    assert balances(ann, bob) == [1090_00, 900_00]
    matches.void(None, result, "Arranged")
    assert balances(ann, bob) == [1000_00, 1000_00]
    matches.restore(None, result, "It was not")
    assert balances(ann, bob) == [1090_00, 900_00]
    matches.void(None, result, "It was")
    assert balances(ann, bob) == [1000_00, 1000_00]
    assert audit().faults == []


@pytest.mark.django_db
def test_a_winner_who_has_spent_the_stake_is_in_debt_after_a_void(member_pair: Any) -> None:
    ann, bob, result = member_pair
    actions.hold(result.pk, STAKES, 1, [ann, bob])
    actions.settle([Outcome(result.pk, settle(STAKES, 1, 1), ann, bob)])
    post([Booking("shop:all", TransferKind.PURCHASE, member_code(ann), SHOP, 1050_00)])
    matches.void(None, result, "Arranged")
    assert balances(ann, bob) == [-50_00, 1000_00]
    assert audit().faults == []


@pytest.mark.django_db
def test_a_settlement_is_voided_once_and_restored_once(member_pair: Any) -> None:
    """Two members of the staff who send the same form do not undo each other."""
    ann, bob, result = member_pair
    actions.hold(result.pk, STAKES, 1, [ann, bob])
    actions.settle([Outcome(result.pk, settle(STAKES, 1, 1), ann, bob)])
    assert actions.restore_settlement(result.pk, "staff", "never voided") == []
    for _ in range(2):
        assert actions.void_settlement(result.pk, "staff", "arranged") == sorted([ann, bob])
        assert actions.void_settlement(result.pk, "other", "arranged") == []
        assert balances(ann, bob) == [1000_00, 1000_00]
        assert actions.restore_settlement(result.pk, "staff", "it was not") == sorted([ann, bob])
        assert actions.restore_settlement(result.pk, "other", "it was not") == []
        assert balances(ann, bob) == [1090_00, 900_00]
    assert audit().faults == []


@pytest.mark.django_db
def test_a_match_without_stakes_moves_nothing(member_pair: Any) -> None:
    ann, bob, result = member_pair
    matches.void(None, result, "Arranged")
    assert balances(ann, bob) == [1000_00, 1000_00]


@pytest.fixture
def member_pair() -> tuple[str, str, Any]:
    """The ids of two members, and the result of a match that the first has won."""
    winner, loser, result = member(0), member(1), played("m1")
    result.save()
    return winner.player, loser.player, result
