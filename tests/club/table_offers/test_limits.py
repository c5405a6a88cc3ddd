"""Offers that are refused: of members kept apart, too many at a table, too many in a minute."""

import random
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from tests.support.club.staked_club import at_once
from zaria.club.accounts.models import Member
from zaria.club.relations.models import Relation
from zaria.club.table_offers import actions
from zaria.club.table_offers.actions import MOST_A_MINUTE, MOST_AT_TABLE, OfferedTable, OfferRefusedError
from zaria.club.table_offers.models import TableOffer

pytestmark = pytest.mark.usefixtures("offers_database")


def members(number: int) -> list[Member]:
    return [
        Member.objects.create(username=f"Trader{place}", email=f"trader{place}@example.org", agreed=0)
        for place in range(number)
    ]


def offer(owner: Member, reader: Member, match_id: str = "table", **more: object) -> str:
    """Offer; return the code of a refusal or "stored"."""
    table = OfferedTable(match_id, owner.player, 0, public=True, game="tabla")
    fields = {"seen": 0, "by_owner": False, **more}
    try:
        actions.offer(table, reader.player, {"game": "tabla"}, **fields)  # type: ignore[arg-type]
    except OfferRefusedError as refused:
        return refused.code
    finally:
        connection.close()
    return "stored"


def test_readers_at_once_fill_a_table_to_the_limit() -> None:
    owner, *readers = members(MOST_AT_TABLE + 4)
    answers = at_once([partial(offer, owner, reader) for reader in readers], random.Random(1))
    assert Counter(answers) == {"stored": MOST_AT_TABLE, "offers_full": 3}
    taken_back = TableOffer.objects.filter(state="open").first()
    assert taken_back is not None
    actions.close(taken_back.pk, "table", 1, by_owner=False)
    refused = readers[answers.index("offers_full")]
    assert offer(owner, refused) == "stored"


def test_one_reader_makes_so_many_offers_in_a_minute_over_all_tables() -> None:
    reader, *owners = members(MOST_A_MINUTE + 4)
    works = [partial(offer, owner, reader, f"table{place}") for place, owner in enumerate(owners)]
    assert Counter(at_once(works, random.Random(2))) == {"stored": MOST_A_MINUTE, "too_many": 3}
    TableOffer.objects.update(at=timezone.now() - timedelta(seconds=61))
    assert offer(owners[0], reader, "another") == "stored"


def test_an_offer_that_is_sent_twice_is_stored_once() -> None:
    owner, reader = members(2)
    answers = at_once([partial(offer, owner, reader)] * 3, random.Random(3))
    assert Counter(answers) == {"stored": 1, "offer_changed": 2}


def test_two_who_offer_to_each_other_do_not_wait_for_each_other() -> None:
    first, second = members(2)
    for number in range(4):
        works = [
            partial(offer, first, second, f"of first {number}"),
            partial(offer, second, first, f"of second {number}"),
        ]
        assert at_once(works, random.Random(number)) == ["stored", "stored"]


@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_ends_the_talk_at_each_step(blocker: int) -> None:
    owner, reader = pair = members(2)
    assert offer(owner, reader) == "stored"
    row = TableOffer.objects.get()
    Relation.objects.create(member=pair[blocker], other=pair[1 - blocker], blocks=True)
    assert offer(owner, reader, "another") == "kept_apart"
    assert offer(owner, reader, seen=1, by_owner=True) == "kept_apart"
    with pytest.raises(OfferRefusedError, match="kept_apart"):
        actions.begin(row.pk, "table", 1, by_owner=True)
    assert TableOffer.objects.get().state == "open"
    assert actions.close(row.pk, "table", 1, by_owner=True).state == "declined"


def test_only_one_of_two_offers_is_accepted() -> None:
    owner, *readers = members(3)
    assert [offer(owner, reader) for reader in readers] == ["stored", "stored"]

    def begin(pk: int) -> str:
        try:
            actions.begin(pk, "table", 1, by_owner=True)
        except OfferRefusedError as refused:
            return refused.code
        finally:
            connection.close()
        return "begun"

    rows = TableOffer.objects.order_by("pk").values_list("pk", flat=True)
    answers = at_once([partial(begin, pk) for pk in rows], random.Random(4))
    assert Counter(answers) == {"begun": 1, "offer_gone": 1}
