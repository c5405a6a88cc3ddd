"""Members of equal rating: bands with members enough, the whole club otherwise, and never one person."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support.club.rating_records import member
from zaria.club.accounts.models import Member
from zaria.club.progress import actions
from zaria.club.progress.models import MonthSum, PeerBand, PeerSum
from zaria.club.progress.peers import FEWEST, peers_of, store_peers
from zaria.club.progress.rates import ENOUGH
from zaria.club.ratings.models import Standing

pytestmark = pytest.mark.django_db


def player(
    number: int, rating: int | None, loss: int, decisions: int = ENOUGH, game: str = "tabla"
) -> Member:
    """A member whose decisions have lost so much each, in ten thousandths of a point."""
    row = member(number)
    month = datetime.now(UTC).strftime("%Y-%m")
    key: dict[str, Any] = {"member": row, "game": game, "month": month, "phase": "contact", "kind": "turn"}
    lost = {"loss": decisions * loss, "squares": decisions * loss**2}
    MonthSum.objects.create(**key, decisions=decisions, **lost)
    if rating is not None:
        Standing.objects.create(member=row, game=game, rating=rating, best=rating, at=1)
    return row


def test_a_band_has_its_quarters_and_its_mean_losses() -> None:
    members = [player(number, 1400 + number, 100 * number) for number in range(FEWEST)]
    store_peers()
    peers = peers_of(members[0], "tabla")
    assert peers is not None
    assert (peers.band, peers.members) == (1400, FEWEST)
    assert (peers.low, peers.middle, peers.high) == (5.0, 10.0, 15.0)
    assert peers.rates == {("contact", "turn"): 200.0}


def test_too_few_of_a_band_are_compared_with_the_club() -> None:
    members = [player(number, 1400, 100) for number in range(FEWEST - 1)]
    store_peers()
    assert peers_of(members[0], "tabla") is None
    stranger = player(FEWEST, 1900, 300)
    store_peers()
    peers = peers_of(stranger, "tabla")
    assert peers is not None
    assert (peers.band, peers.members) == (None, FEWEST)
    assert set(PeerBand.objects.values_list("band", flat=True)) == {PeerSum.EVERYBODY}


def test_who_compares_nothing_or_has_few_decisions_is_not_counted() -> None:
    members = [player(number, 1400, 100) for number in range(FEWEST)]
    player(FEWEST, 1400, 900, decisions=ENOUGH - 1)
    store_peers()
    peers = peers_of(members[0], "tabla")
    assert peers is not None
    assert peers.rates == {("contact", "turn"): 100.0}
    actions.set_switches(members[1], gathers=True, compares=False, in_background=False)
    store_peers()
    assert peers_of(members[0], "tabla") is None
    assert not PeerSum.objects.exists()


def test_old_months_and_games_no_longer_known_do_not_count() -> None:
    for number in range(FEWEST):
        player(number, 1400, 100, game="no-longer-known")
        player(number + FEWEST, 1400, 100)
    MonthSum.objects.filter(game="tabla").update(month="2001-01")
    store_peers()
    assert not PeerBand.objects.exists()


def test_a_kind_in_which_few_have_decided_tells_nothing_of_them() -> None:
    members = [player(number, 1400, 100) for number in range(FEWEST)]
    row = MonthSum.objects.get(member=members[0])
    MonthSum.objects.create(
        member=row.member,
        game="tabla",
        month=row.month,
        phase="race",
        kind="resign",
        decisions=40,
        loss=9,
        squares=9,
    )
    store_peers()
    peers = peers_of(members[1], "tabla")
    assert peers is not None
    assert set(peers.rates) == {("contact", "turn")}
