"""Limits, pauses and conditions meet stakes and top-ups in both engines; two at once do not pass together."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tests.club.ledger.conftest import in_both_engines
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES, ISSUED, TransferKind, held_code, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.player_limits import actions, queries, sums
from zaria.club.player_limits.configuration import StakeConditions
from zaria.club.player_limits.models import Consent, ConsentKind, LimitKind, LimitSetting
from zaria.match.refusals import SENTENCES

Limited = LimitKind
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    for player in ("ann", "bob"):
        ledger.ensure_member(player)
    yield
    assert audit().faults == []


def hold(player: str, amount: int, match_id: str) -> Transfer:
    return ledger.hold(player, amount, f"match:{match_id}:hold:{player}", match_id=match_id)


def ms(ago: timedelta) -> int:
    return int((timezone.now() - ago).timestamp() * 1000)


def lose(player: str, winner: str, amount: int, match_id: str, ago: timedelta = HOUR) -> None:
    """`player` loses `amount` to `winner`, who pays a tenth of it."""
    held = hold(player, amount, match_id)
    fee = amount // 10
    shares = [
        Booking(
            f"match:{match_id}:win",
            TransferKind.WIN,
            "",
            member_code(winner),
            amount - fee,
            match_id=match_id,
        ),
        Booking(f"match:{match_id}:fee", TransferKind.FEE, "", FEES, fee, match_id=match_id),
    ]
    ledger.post_hold(held, shares, ms(ago))


def top_up(player: str, amount: int, ago: timedelta = HOUR) -> None:
    key = f"payment:{Transfer.objects.count()}"
    ledger.post([Booking(key, TransferKind.TOP_UP, "clearing:stripe", member_code(player), amount)], ms(ago))


def limit(player: str, kind: Limited, amount: int) -> None:
    actions.set_limit(player, kind, amount)


def test_a_member_without_limits_may_stake_and_top_up() -> None:
    assert queries.stake_objection("ann", 500_00) is None
    assert queries.deposit_objection("ann", 500_00) is None


def test_a_stake_is_at_most_the_highest() -> None:
    limit("ann", Limited.STAKE, 10_00)
    assert queries.stake_objection("ann", 10_00) is None
    assert queries.stake_objection("ann", 10_01) == "stake_limit"
    assert queries.stake_objection("bob", 10_01) is None


@in_both_engines
def test_a_loss_counts_stakes_lost_and_held_less_those_won() -> None:
    limit("ann", Limited.LOSS_DAY, 20_00)
    lose("ann", "bob", 12_00, "a")
    assert queries.stake_objection("ann", 8_00) is None
    assert queries.stake_objection("ann", 8_01) == "loss_limit"
    lose("bob", "ann", 10_00, "b")  # 9.00 come to ann
    assert sums.loss("ann", timezone.now() - 2 * HOUR) == 3_00
    hold("ann", 10_00, "c")
    assert queries.stake_objection("ann", 7_00) is None
    assert queries.stake_objection("ann", 7_01) == "loss_limit"


def test_losses_before_the_window_do_not_count() -> None:
    limit("ann", Limited.LOSS_DAY, 5_00)
    limit("ann", Limited.LOSS_WEEK, 20_00)
    lose("ann", "bob", 16_00, "a", timedelta(days=2))
    assert queries.stake_objection("ann", 4_00) is None
    assert queries.stake_objection("ann", 4_01) == "loss_limit"  # of the week
    lose("ann", "bob", 3_00, "b")
    assert queries.stake_objection("ann", 1_00) is None
    limit("ann", Limited.LOSS_DAY, 3_00)
    assert queries.stake_objection("ann", 1_00) == "loss_limit"


def test_gifts_and_goods_are_no_losses_and_a_voided_match_is_none_either() -> None:
    limit("ann", Limited.LOSS_DAY, 10_00)
    bookings = [
        Booking("gift:1", TransferKind.GIFT, ISSUED, member_code("ann"), 100_00),
        Booking("good:1", TransferKind.PURCHASE, member_code("ann"), "house:shop", 50_00),
        Booking("treat:1", TransferKind.PURCHASE, member_code("ann"), "house:shop", 15_00, match_id="a"),
    ]
    ledger.post(bookings)
    lose("ann", "bob", 10_00, "a")
    assert queries.stake_objection("ann", 1_00) == "loss_limit"
    back = [
        Booking(
            "void:a", TransferKind.CORRECTION, member_code("bob"), member_code("ann"), 9_00, match_id="a"
        ),
        Booking("void:a:fee", TransferKind.CORRECTION, FEES, member_code("ann"), 1_00, match_id="a"),
    ]
    ledger.post(back)
    assert sums.loss("ann", timezone.now() - 2 * HOUR) == 0
    assert sums.loss("bob", timezone.now() - 2 * HOUR) == 0
    assert queries.stake_objection("ann", 10_00) is None


def test_top_ups_are_limited_in_three_windows_with_those_that_wait() -> None:
    limit("ann", Limited.DEPOSIT_DAY, 20_00)
    limit("ann", Limited.DEPOSIT_WEEK, 30_00)
    limit("ann", Limited.DEPOSIT_MONTH, 40_00)
    top_up("ann", 15_00, timedelta(days=20))
    top_up("ann", 10_00, timedelta(days=3))
    assert queries.deposit_objection("ann", 15_00) is None
    assert queries.deposit_objection("ann", 15_01) == "deposit_limit"
    top_up("ann", 5_00)
    assert queries.deposit_objection("ann", 10_00) is None
    assert queries.deposit_objection("ann", 10_00, waiting=1) == "deposit_limit"
    assert queries.stake_objection("ann", 500_00) is None


@pytest.mark.parametrize(("pause", "code"), [(actions.pause, "paused"), (actions.exclude, "excluded")])
def test_a_pause_stops_stakes_and_top_ups_and_ends_alone(pause: Callable[..., object], code: str) -> None:
    days = {"paused": 7, "excluded": 183}[code]
    pause("ann", days)
    assert queries.stake_objection("ann", 1_00) == code
    assert queries.deposit_objection("ann", 1_00) == code
    assert queries.pause("ann", timezone.now() + timedelta(days=days)) is None


def test_a_pause_does_not_shorten_an_exclusion() -> None:
    end = actions.exclude("ann", 365).until
    actions.pause("ann", 1)
    actions.exclude("ann", 183)
    running = queries.pause("ann")
    assert running is not None
    assert (running.exclusion, running.until) == (True, end)


@pytest.mark.parametrize("days", [0, -1, 2, 31, 182])
def test_other_lengths_are_refused(days: int) -> None:
    for pause in (actions.pause, actions.exclude):
        with pytest.raises(ValueError, match=f"of {days} days"):
            pause("ann", days)
    assert queries.pause("ann") is None


def test_conditions_are_confirmed_once_and_again_when_they_change(settings: Any) -> None:
    settings.STAKE_CONDITIONS = StakeConditions(18, "2026-11")
    assert queries.stake_objection("ann", 1_00) == "age_declaration"
    actions.consent("ann", ConsentKind.AGE)
    assert queries.deposit_objection("ann", 1_00) == "stake_terms"
    for _ in range(2):
        actions.consent("ann", ConsentKind.TERMS)
    assert queries.stake_objection("ann", 1_00) is None
    settings.STAKE_CONDITIONS = StakeConditions(18, "2027-01")
    assert queries.stake_objection("ann", 1_00) == "stake_terms"
    assert Consent.objects.count() == 2


def test_lowering_holds_at_once_and_raising_a_day_later() -> None:
    now = timezone.now()
    assert actions.set_limit("ann", Limited.STAKE, 10_00, now) == now
    assert actions.set_limit("ann", Limited.STAKE, 5_00, now) == now
    begins = actions.set_limit("ann", Limited.STAKE, 50_00, now)
    assert begins == now + timedelta(days=1)
    assert actions.set_limit("ann", Limited.STAKE, 50_00, now + HOUR) == begins
    assert queries.limits("ann", now)[Limited.STAKE] == (5_00, 50_00, begins)
    assert queries.limits("ann", begins - timedelta(seconds=1))[Limited.STAKE].amount == 5_00
    assert queries.limits("ann", begins)[Limited.STAKE] == (50_00, None, None)


def test_a_pending_limit_is_taken_back_or_gives_way_to_a_lower_one() -> None:
    now = timezone.now()
    actions.set_limit("ann", Limited.STAKE, 5_00, now)
    actions.set_limit("ann", Limited.STAKE, None, now)
    assert actions.withdraw_limit("ann", Limited.STAKE, now + HOUR)
    assert not actions.withdraw_limit("ann", Limited.STAKE, now + HOUR)
    assert queries.limits("ann", now + timedelta(days=3))[Limited.STAKE] == (5_00, None, None)
    actions.set_limit("ann", Limited.STAKE, 9_00, now)
    actions.set_limit("ann", Limited.STAKE, 4_00, now)
    assert queries.limits("ann", now + timedelta(days=3))[Limited.STAKE] == (4_00, None, None)
    actions.set_limit("ann", Limited.STAKE, 9_00, now)
    assert actions.set_limit("ann", Limited.STAKE, 4_00, now) is None  # as it is: the raise is taken back
    assert queries.limits("ann", now + timedelta(days=3))[Limited.STAKE] == (4_00, None, None)


@in_both_engines
def test_of_two_tables_at_once_the_second_is_refused() -> None:
    limit("ann", Limited.LOSS_DAY, 10_00)
    start = Barrier(4)

    def stake(number: int) -> str | None:
        try:
            start.wait()
            with transaction.atomic():
                objection = queries.stake_objection("ann", 6_00)
                if objection is None:
                    hold("ann", 6_00, f"m{number}")
                return objection
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        objections = list(threads.map(stake, range(4)))
    assert sorted(objections, key=str) == [None, "loss_limit", "loss_limit", "loss_limit"]
    assert Transfer.objects.filter(credit__code=held_code("ann")).count() == 1


@in_both_engines
def test_of_two_changes_of_a_limit_at_once_one_holds() -> None:
    limit("ann", Limited.STAKE, 5_00)
    start = Barrier(2)

    def change(amount: int) -> None:
        try:
            start.wait()
            actions.set_limit("ann", Limited.STAKE, amount)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(change, (50_00, 60_00)))
    pending = LimitSetting.objects.filter(withdrawn_at=None, begins__gt=timezone.now())
    assert pending.count() == 1
    assert queries.limits("ann")[Limited.STAKE].amount == 5_00


def test_every_objection_has_a_sentence() -> None:
    codes = {"stake_limit", "loss_limit", "deposit_limit", "paused", "excluded"}
    assert codes | {"age_declaration", "stake_terms"} <= SENTENCES.keys()
