"""Sums of the credits that members win and lose in staked matches, as the ranking by winnings shows them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tests.support.club.rating_records import member, played
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.matches.results.models import Played
from zaria.club.ratings import comparison, ranking, seasons, stake_totals
from zaria.club.ratings.actions import recompute
from zaria.club.ratings.models import StakeTotal
from zaria.club.ratings.ranking import Query
from zaria.club.staff.actions import matches
from zaria.club.stakes import actions
from zaria.club.stakes.actions import Outcome
from zaria.match.stakes import Stakes, settle

__all__ = ["plain_files"]
pytestmark = pytest.mark.django_db

STAKES = Stakes(100_00, 100_00, "pot", unit="credits", rate=500)
WON = settle(STAKES, 1, 1)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def pair() -> tuple[Member, Member]:
    """Two members who were here today."""
    pair = member(0), member(1)
    Member.objects.update(seen_at=timezone.now())
    return pair


def recorded(name: str, **fields: Any) -> Played:
    """A rated match that ended just now."""
    now = int(timezone.now().timestamp() * 1000)
    row = played(name, **fields)
    row.ended, row.rated = now, True
    row.save()
    return row


def stake(name: str, winner: Member, loser: Member, **fields: Any) -> Played:
    """A staked match of the two, settled."""
    row = recorded(name, **fields)
    actions.hold(row.pk, STAKES, 1, [winner.player, loser.player])
    actions.settle([Outcome(row.pk, WON, winner.player, loser.player)])
    return row


def sums(who: Member) -> set[tuple[str, str, int]]:
    """The game, period and amount of each total of a member."""
    rows = StakeTotal.objects.filter(member=who, unit="credits")
    return set(rows.values_list("game", "period", "amount"))


def everywhere(amount: int, game: str = "tabla") -> set[tuple[str, str, int]]:
    """The totals of a member who has this from matches of one game of today."""
    now = int(timezone.now().timestamp() * 1000)
    return {(name, period, amount) for name in (game, "") for period in (*seasons.periods(now), "")}


def test_settlements_and_their_corrections_count(pair: tuple[Member, Member]) -> None:
    ann, bob = pair
    row = stake("m1", ann, bob)
    assert (sums(ann), sums(bob)) == (everywhere(90_00), everywhere(-100_00))
    matches.void(None, row, "Arranged")
    assert (sums(ann), sums(bob)) == (everywhere(0), everywhere(0))
    matches.restore(None, row, "It was not")
    stake("m2", ann, bob)
    assert (sums(ann), sums(bob)) == (everywhere(180_00), everywhere(-200_00))


def test_a_match_that_is_paid_late_counts(pair: tuple[Member, Member]) -> None:
    ann, bob = pair
    row = recorded("m1")
    actions.pay_late(Outcome(row.pk, WON, ann.player, bob.player))
    actions.pay_late(Outcome(row.pk, WON, ann.player, bob.player))
    assert (sums(ann), sums(bob)) == (everywhere(90_00), everywhere(-100_00))


def test_a_check_compares_them_with_the_ledger(pair: tuple[Member, Member]) -> None:
    ann, bob = pair
    matches.void(None, stake("m1", ann, bob), "Arranged")
    stake("m2", ann, bob)
    stake("m3", bob, ann, game="chess")
    before = sums(ann), sums(bob)
    assert comparison.compare() == []
    StakeTotal.objects.filter(member=ann, game="tabla", period="").update(amount=7)
    StakeTotal.objects.filter(member=bob, game="chess").delete()
    assert [str(fault) for fault in comparison.compare()] == [
        "member:p0: 0.07 stand in the ranking of tabla (ever), and staked matches have brought 90.00;"
        " run zaria manage ledger repair",
        "member:p1: 0.00 stand in the ranking of chess (ever), and staked matches have brought 90.00;"
        " run zaria manage ledger repair",
    ]
    with pytest.raises(CommandError, match="the journal does not have it"):  # after the repair
        call_command("ledger", "repair")
    assert comparison.compare() == []
    assert {total for total in sums(ann) if total[2]} == {total for total in before[0] if total[2]}
    assert {total for total in sums(bob) if total[2]} == {total for total in before[1] if total[2]}


def test_the_ranking_by_winnings_shows_them(pair: tuple[Member, Member], settings: Any) -> None:
    ann, bob = pair
    stake("m1", ann, bob)
    recompute((0, ""))

    def credits_of(**query: Any) -> dict[str, int | None]:
        return {row.member.username: row.credits for row in ranking.page(Query(**query), None).rows}

    both = {ann.username: 90_00, bob.username: -100_00}
    for more in ({}, {"game": "tabla"}, {"period": "month"}, {"period": "year", "game": "tabla"}):
        assert credits_of(by="winnings", **more) == both, more
    nobody = dict.fromkeys(both)
    assert credits_of(by="rating") == credits_of(by="won") == nobody
    Member.objects.filter(pk=bob.pk).update(settings={"show_games": False})
    assert credits_of(by="winnings") == {**both, bob.username: None}
    settings.LEDGER = LedgerConfig(stakes=False)
    assert credits_of(by="winnings") == nobody


def test_the_page_has_a_column_for_them(
    pair: tuple[Member, Member], client: Client, plain_files: None
) -> None:
    stake("m1", *pair)
    recompute((0, ""))
    page = html_of(client.get("/ranking?by=winnings"))
    assert re.findall(r'<td class="credits">([^<]*)</td>', page) == ["+90.00", "−100.00"]
    assert 'class="credits"' not in html_of(client.get("/ranking"))


def test_a_page_asks_for_them_once(pair: tuple[Member, Member], django_assert_num_queries: Any) -> None:
    stake("m1", *pair)
    with django_assert_num_queries(1):
        assert stake_totals.totals([player.pk for player in pair], "", "")[pair[0].pk] == 90_00
