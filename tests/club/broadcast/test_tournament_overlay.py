"""A tournament's layer: it follows the director's table while that is played."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker

from tests.support.club.entrants import connected
from tests.support.club.tournament_club import PATIENCE_S, TournamentClub
from tests.support.club.tournament_terms import TABLA
from tests.support.http_client import Visitor
from zaria.club.accounts.models import Member
from zaria.club.broadcast import actions
from zaria.club.tournaments.models import Pairing

LONG = replace(TABLA, length=15)


@pytest.fixture
def club(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[TournamentClub]:
    """A club of four members."""
    club = TournamentClub(tmp_path, django_db_blocker, 4)
    yield club
    club.close()


async def _until(club: TournamentClub, address: str, wanted: Any) -> str:
    """The match of the layer, once it is as wanted."""
    end = time.monotonic() + PATIENCE_S
    while True:
        page = await asyncio.to_thread(Visitor(club.server.url).get, address)
        match: str = json.loads(page.text)["match"]
        if wanted(match):
            return match
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


async def test_it_follows_the_table_of_the_director(club: TournamentClub) -> None:
    tournament_id = await asyncio.to_thread(club.announce, "knockout", 4, match=LONG)
    address, page = f"/tournaments/{tournament_id}/overlay.json", f"/tournaments/{tournament_id}/broadcast"
    director, player = club.members[0], club.members[1]
    staff = Member.objects.filter(player=director.player.id)
    assert await club.ask(lambda: staff.update(is_staff=True, is_superuser=True)) == 1
    async with connected(club.server.url, club.cookies(4)):
        shown = await _until(club, address, bool)
        pairings = Pairing.objects.filter(tournament=tournament_id).exclude(match_id=shown)
        second = (await club.ask(pairings.get)).match_id
        assert second
        await _choose(club, player, page, second, status=403)
        await _choose(club, director, page, "no-such-match", status=302)
        assert await club.ask(actions.featured, tournament_id) == ""
        await _choose(club, director, page, second, status=302)
        assert await _until(club, address, lambda match: match != shown) == second
        layer = await asyncio.to_thread(Visitor(club.server.url).get, f"/tournaments/{tournament_id}/overlay")
        assert f'data-match="{second}"' in layer.text
        assert f'data-follows="{address}"' in layer.text


async def _choose(club: TournamentClub, member: Any, page: str, match: str, *, status: int) -> None:
    visitor = member.visit(club.server.url)
    form = await asyncio.to_thread(visitor.get, page)
    data = {"csrfmiddlewaretoken": form.token, "match": match}
    answer = await asyncio.to_thread(visitor.send, "POST", f"{page}/table", data=data)
    assert answer.status == status
    assert ('name="match"' in form.text) == (status == 302)


def test_a_choice_is_forgotten_with_an_empty_one(db: None) -> None:
    actions.feature("t1", "m1")
    actions.feature("t1", "m2")
    assert actions.featured("t1") == "m2"
    actions.feature("t1", "")
    assert actions.featured("t1") == ""
