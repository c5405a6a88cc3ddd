"""New members stake little of the welcome and of gifts, whatever way credits leave them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from tests.club.ledger.conftest import in_both_engines
from tests.support.club.rating_records import DAY, played
from tests.support.club.tournament_terms import terms
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from tests.support.scripts import LANGUAGES
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger import queries as balances
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.amounts import with_unit
from zaria.club.ledger.check import audit
from zaria.club.ledger.configuration import LedgerConfig, from_environment
from zaria.club.ledger.kinds import ISSUED, TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.play import treats
from zaria.club.shop import actions as shop
from zaria.club.shop import goods
from zaria.club.site.clock import now_ms
from zaria.club.stakes import actions, newcomers
from zaria.club.stakes.newcomers import FreeCredits
from zaria.club.stakes.refusals import refusal_text, standing_refusal
from zaria.club.tournaments import actions as tournaments
from zaria.live.matches.escrow import StakeRefusedError
from zaria.match.refusals import SENTENCES
from zaria.match.stakes import Stakes
from zaria.tournaments.decide import TournamentRefusedError

__all__ = ["plain_files"]

TEA = goods.price(goods.TREATS["tea"])
numbers = count()


@pytest.fixture(autouse=True)
def _bound(settings: Any) -> None:
    settings.LEDGER = settings.LEDGER._replace(newcomer=100_00)


def member(login: str) -> Member:
    """A new member with the welcome credits."""
    row = Member.objects.create(
        username=login, email=f"{login}@example.org", password="!", since=timezone.now()
    )
    ledger.ensure_member(row.player)
    return row


def sit(who: Member, amount: int) -> None:
    """Open a table, sit down at one, or agree on a rematch: all hold the stake so."""
    actions.hold(f"m{next(numbers)}", Stakes(amount, amount, unit="credits"), 1, [who.player])


def fill_in(who: Member, amount: int) -> None:
    """Send the form of a new table: nothing is held, but as much as may be must be possible."""
    actions.check(Stakes(amount, amount, unit="credits"), 1, who.player)


def enter(who: Member, amount: int) -> None:
    """Enter a tournament with a fee."""
    tournaments.enter(tournaments.create(terms("knockout", fee=amount), "director").pk, who)


def treat(who: Member, amount: int) -> None:
    """Send treats for this amount, at least."""
    receiver = Member.objects.filter(username="Receiver").first() or member("Receiver")
    for _ in range(-(-amount // TEA)):
        wanted = treats.Wanted("tea", "Receiver", "", f"{next(numbers):032x}")
        async_to_sync(treats._send)(who.as_player(), receiver, wanted)


WAYS: tuple[Callable[[Member, int], None], ...] = (sit, fill_in, enter, treat)
each_way = pytest.mark.parametrize("way", WAYS)


def refusal(way: Callable[[Member, int], None], who: Member, amount: int) -> str:
    """The code with which a stake is refused; "" if it is not."""
    try:
        way(who, amount)
    except (StakeRefusedError, TournamentRefusedError, treats.TreatRefusedError) as refused:
        return refused.code
    return ""


def prove(who: Member, opponents: int = 3, days: int = 2, matches: int = 5, **fields: Any) -> None:
    """Finish rated matches against so many members on so many days."""
    for number in range(matches):
        sides = (who.player, f"p{number % opponents}")
        at = now_ms() - number % days * DAY
        played(f"r{next(numbers)}", at, sides if number % 2 else sides[::-1], **fields).save()


def lose(who: Member, amount: int) -> None:
    """Lose a staked match to somebody else."""
    match_id = f"m{next(numbers)}"
    held = ledger.hold(who.player, amount, match_id, match_id=match_id)
    win = Booking(f"{match_id}:win", TransferKind.WIN, "", member_code("winner"), amount, match_id=match_id)
    ledger.post_hold(held, [win])


@pytest.fixture
def ann(club_in_sqlite: None) -> Member:
    """A new member."""
    return member("Ann")


@each_way
def test_the_ways_share_the_limit_of_a_day(ann: Member, way: Callable[[Member, int], None]) -> None:
    assert refusal(sit, ann, 100_01) == newcomers.CODE
    sit(ann, 60_00)
    enter(ann, 37_00)
    assert refusal(way, ann, 4_00) == newcomers.CODE
    if way is not treat:  # the cheapest one costs more
        assert not refusal(way, ann, 3_00)
    assert audit().faults == []


@each_way
def test_a_refusal_names_what_may_still_be_staked(ann: Member, way: Callable[[Member, int], None]) -> None:
    sit(ann, 70_00)
    assert refusal(way, ann, 40_00) == newcomers.CODE
    room = newcomers.room_left(ann.player)
    assert room is not None
    assert room == 30_00 or (way is treat and room < TEA)
    for language in LANGUAGES:
        with translation.override(language):
            text = refusal_text(newcomers.CODE, ann.player)
            assert with_unit(room) in text
            assert standing_refusal(ann.player, room + 1) == text
            assert standing_refusal(ann.player, room) == standing_refusal(ann.player) == ""
    prove(ann)
    assert newcomers.room_left(ann.player) is None
    assert standing_refusal(ann.player, 40_00) == ""


@pytest.mark.usefixtures("plain_files")
def test_the_pages_that_refuse_name_what_may_still_be_staked(ann: Member) -> None:
    sit(ann, 97_00)
    client, text = Client(headers={"accept-language": "en"}), "you can stake 3.00 credits more"
    client.force_login(ann)
    row = tournaments.create(terms("knockout", fee=5_00, starts_at=now_ms() + 3_600_000), "director")
    page = html_of(client.get(f"/tournaments/{row.pk}/enter"))
    assert text in page
    assert "Enter for" not in page
    member("Receiver")
    sent = {"kind": "tea", "to": "Receiver", "nonce": "a" * 32}
    assert text in html_of(client.post("/treats", sent))


@each_way
def test_a_proven_member_is_not_bound(ann: Member, way: Callable[[Member, int], None]) -> None:
    sit(ann, 100_00)
    assert refusal(way, ann, 5_00) == newcomers.CODE
    prove(ann)
    assert not refusal(way, ann, 5_00)


@pytest.mark.parametrize(
    "fields",
    [
        {"matches": 4},
        {"opponents": 2},
        {"days": 1},
        {"rated": False},
        {"void": True},
        {"voided": True},
        {"early": True},
    ],
)
def test_a_member_proves_themselves_in_full(ann: Member, fields: dict[str, Any]) -> None:
    prove(ann, **fields)
    assert not newcomers.has_proven(ann.player)


@pytest.mark.parametrize(
    "kind", [TransferKind.GRANT, TransferKind.TOP_UP, TransferKind.WIN, TransferKind.PRIZE]
)
def test_credits_from_elsewhere_are_not_bound(ann: Member, kind: TransferKind) -> None:
    ledger.post([Booking("own", kind, ISSUED, member_code(ann.player), 500_00)])
    sit(ann, 600_00)
    assert refusal(sit, ann, 1_00) == newcomers.CODE


def test_gifts_are_bound_as_the_welcome_is(ann: Member) -> None:
    shop.take_gift(ann.player)
    sit(ann, 100_00)
    assert refusal(sit, ann, 1_00) == newcomers.CODE


def test_a_stake_that_came_back_counts_no_more(ann: Member) -> None:
    for _ in range(3):
        sit(ann, 100_00)
        match_id = Transfer.objects.filter(kind=TransferKind.HOLD).latest("pk").match_id
        actions.release_all(match_id)


def test_what_is_lost_counts_for_a_day(ann: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    lose(ann, 100_00)
    assert refusal(sit, ann, 1_00) == newcomers.CODE
    tomorrow = timezone.now() + newcomers.WINDOW
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    sit(ann, 100_00)
    assert refusal(sit, ann, 1_00) == newcomers.CODE


def test_winnings_may_be_staked_again() -> None:
    won = FreeCredits(gifts=1000_00, available=895_00, staked=200_00, spent_before=0)
    assert won.free_staked == 105_00
    lost_before = FreeCredits(gifts=1000_00, available=800_00, staked=600_00, spent_before=100_00)
    assert lost_before.free_staked == 100_00  # 500.00 of it was bought after the loss


@in_both_engines
def test_many_tables_at_once_stay_within_the_limit(club: None) -> None:
    ann, start = member("Ann"), Barrier(4)

    def press(_: int) -> str:
        try:
            start.wait()
            return refusal(sit, ann, 40_00)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        codes = list(threads.map(press, range(4)))
    assert sorted(codes) == ["", "", newcomers.CODE, newcomers.CODE]
    assert balances.balance(ann.player).held == 80_00


def test_the_operator_sets_or_lifts_the_limit(
    ann: Member, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LedgerConfig().newcomer == 100_00
    for text, amount in (("", 100_00), ("25.50", 25_50), ("off", None)):
        monkeypatch.setenv("ZARIA_NEWCOMER_STAKES", text)
        assert from_environment().newcomer == amount
    settings.LEDGER = settings.LEDGER._replace(newcomer=None)
    sit(ann, 1000_00)
    assert newcomers.CODE in SENTENCES
