"""Purchases, gifts and treats: each is paid once, in both engines, however many ask at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.db import connection

from zaria.club.ledger import queries as ledger
from zaria.club.ledger.actions import NotEnoughCreditsError
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import SHOP, TransferKind
from zaria.club.ledger.models import Account, Transfer
from zaria.club.shop import actions, goods, queries
from zaria.club.shop.actions import GiftNotReadyError, TooManyTreatsError
from zaria.club.shop.models import GiftClock, Purchase, Treat

T = TypeVar("T")

LAPIS, MOSAIC, GOLD = (goods.GOODS[code] for code in ("board-lapis", "board-mosaic", "men-gold"))
NOW = 1_800_000_000_000
TOGETHER = 6


@pytest.fixture(autouse=True)
def balanced(club: None) -> Iterator[None]:
    """The ledger balances after every test."""
    yield
    assert audit().faults == []


def at_once(act: Callable[[], T]) -> list[T | Exception]:
    """The results of several threads that all act in the same moment."""
    barrier = Barrier(TOGETHER)

    def one(_: int) -> T | Exception:
        barrier.wait()
        try:
            return act()
        except (GiftNotReadyError, NotEnoughCreditsError) as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(TOGETHER) as threads:
        return list(threads.map(one, range(TOGETHER)))


def available(player: str) -> int:
    return ledger.balance(player).available


def test_a_good_is_paid_to_the_house_and_is_the_members() -> None:
    actions.buy("ann", LAPIS)
    assert available("ann") == 500_00
    assert Account.objects.get(code=SHOP).balance == 500_00
    bought = Transfer.objects.get(kind=TransferKind.PURCHASE)
    assert (bought.key, bought.subject) == ("shop:board-lapis:ann", "board-lapis")
    assert queries.shopper("ann").goods == {"board-lapis"}
    assert queries.shopper("bob").goods == set()


def test_a_good_is_paid_once() -> None:
    assert actions.buy("ann", LAPIS).pk == actions.buy("ann", LAPIS).pk
    assert available("ann") == 500_00


def test_many_who_buy_the_same_at_once_pay_once() -> None:
    at_once(lambda: actions.buy("ann", LAPIS))
    assert available("ann") == 500_00
    assert Purchase.objects.count() == 1


def test_two_goods_at_once_for_the_money_of_one() -> None:
    wanted = iter([MOSAIC, GOLD] * TOGETHER)
    at_once(lambda: actions.buy("ann", next(wanted)))
    assert Purchase.objects.count() == 1
    assert available("ann") in (100_00, 200_00)


def test_nobody_buys_for_more_than_they_have() -> None:
    actions.buy("ann", MOSAIC)
    with pytest.raises(NotEnoughCreditsError) as refused:
        actions.buy("ann", LAPIS)
    assert (refused.value.available, refused.value.needed) == (100_00, 500_00)
    assert queries.shopper("ann").goods == {"board-mosaic"}


def test_prices_in_a_currency_are_a_hundredth_of_the_number(settings: Any) -> None:
    assert LAPIS.price == 500_00
    settings.LEDGER = settings.LEDGER._replace(unit="EUR", welcome=10_00, gift=0)
    assert LAPIS.price == 5_00
    actions.buy("ann", LAPIS)
    assert available("ann") == 5_00


def test_a_gift_every_period() -> None:
    assert queries.shopper("ann").gift_at == 0
    assert actions.take_gift("ann", NOW) == 100_00
    day = 24 * 3_600_000
    for at in (NOW, NOW + day - 1):
        with pytest.raises(GiftNotReadyError) as refused:
            actions.take_gift("ann", at)
        assert refused.value.at == NOW + day
    assert queries.shopper("ann").gift_at == NOW + day
    actions.take_gift("ann", NOW + day)
    assert available("ann") == 1200_00
    assert [gift.key for gift in Transfer.objects.filter(kind=TransferKind.GIFT)] == [
        "gift:ann:1",
        "gift:ann:2",
    ]


def test_many_who_take_one_gift_at_once_get_one() -> None:
    amounts = at_once(lambda: actions.take_gift("ann"))
    assert amounts.count(100_00) == 1
    assert available("ann") == 1100_00
    assert GiftClock.objects.get().number == 1


def test_a_club_without_gifts_gives_none(settings: Any) -> None:
    settings.LEDGER = settings.LEDGER._replace(gift=0)
    assert queries.shopper("ann").gift_at is None
    with pytest.raises(GiftNotReadyError):
        actions.take_gift("ann")
    assert available("ann") == 1000_00


def test_a_treat_is_paid_and_sent_once() -> None:
    at_once(lambda: actions.send_treat("tea", ("ann", "Ann"), "bob", "1" * 32, "m"))
    treat = Treat.objects.get()
    assert (treat.kind, treat.name, treat.receiver, treat.until - treat.at) == (
        "tea",
        "Ann",
        "bob",
        3_600_000,
    )
    assert available("ann") == 995_00


def test_treats_have_a_limit() -> None:
    for number in range(actions.TREATS_AN_HOUR):
        actions.send_treat("coffee", ("ann", "Ann"), "bob", f"{number:032}")
    with pytest.raises(TooManyTreatsError):
        actions.send_treat("coffee", ("ann", "Ann"), "bob", "f" * 32)
    assert available("ann") == 1000_00 - actions.TREATS_AN_HOUR * 8_00


async def test_the_latest_treat_is_shown_until_its_hour_is_over() -> None:
    from asgiref.sync import sync_to_async

    send = sync_to_async(actions.send_treat)
    await send("tea", ("ann", "Ann"), "bob", "1" * 32)
    await send("baklava", ("cleo", "Cleo"), "bob", "2" * 32)
    await send("tea", ("cleo", "Cleo"), "dan", "3" * 32)
    await Treat.objects.filter(receiver="dan").aupdate(until=NOW - 10**12)
    shown = await queries.treats_of(["bob", "dan"])
    assert [(key, treat.kind, treat.name) for key, treat in shown.items()] == [("bob", "baklava", "Cleo")]


def test_the_shop_forgets_a_member_and_the_ledger_does_not() -> None:
    actions.buy("ann", LAPIS)
    actions.take_gift("ann")
    actions.send_treat("tea", ("ann", "Ann"), "bob", "1" * 32)
    actions.send_treat("tea", ("bob", "Bob"), "ann", "2" * 32)
    actions.forget("ann")
    assert queries.shopper("ann").goods == set()
    assert [(treat.name, treat.until) for treat in Treat.objects.all()] == [("", 0)]
    assert Transfer.objects.filter(kind=TransferKind.PURCHASE).count() == 3
