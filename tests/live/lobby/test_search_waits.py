"""The waits of searches that find an opponent are reported to the site."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from tests.live.lobby.conftest import Club, serving
from tests.live.lobby.test_seeks import seek
from tests.support.live.page_sessions import Page
from tests.support.patience import PATIENCE
from zaria.live.lobby.hooks import FoundSearch


@pytest.fixture
def reported() -> "asyncio.Queue[Sequence[FoundSearch]]":
    """The reports of a club."""
    return asyncio.Queue()


@pytest.fixture
async def club(tmp_path: Path, reported: "asyncio.Queue[Sequence[FoundSearch]]") -> AsyncIterator[Club]:
    async with serving(tmp_path, searches=reported.put) as club:
        yield club


async def test_both_searches_of_a_pair_are_reported(
    club: Club, reported: "asyncio.Queue[Sequence[FoundSearch]]"
) -> None:
    for name in ("ann", "bob"):
        seek(Page(club.live, name))
    first, second = await asyncio.wait_for(reported.get(), PATIENCE)
    assert (first.game, second.game) == ("chess", "chess")
    assert min(first.waited, second.waited) >= 0


async def test_who_answers_a_search_has_not_waited(
    club: Club, reported: "asyncio.Queue[Sequence[FoundSearch]]"
) -> None:
    reader, ann, bob = (Page(club.live, name) for name in (None, "ann", "bob"))
    reader.tell(t="hall", what="open")
    seek(ann)
    (listed,) = (await reader.heard(lambda message: bool(message.get("seeks"))))["seeks"]
    seek(bob, to=listed["id"])
    assert len(await asyncio.wait_for(reported.get(), PATIENCE)) == 1


async def test_pairs_are_made_although_the_report_fails(tmp_path: Path) -> None:
    async def fail(searches: Sequence[FoundSearch]) -> None:
        raise OSError("the database is away")

    async with serving(tmp_path, searches=fail) as club:
        ann, bob = Page(club.live, "ann"), Page(club.live, "bob")
        for page in (ann, bob):
            seek(page)
        for page in (ann, bob):
            await page.heard(lambda message: message["t"] == "go")
