"""The staff's page of fair play: planted cheats in stored matches are on it, honest members are not."""

import re
import time
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.club.staff.conftest import People, SignIn
from tests.support import fair_play, fair_play_analyses
from tests.support.club.page_queries import page_queries
from tests.support.club.rating_records import DAY, member, played
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.fair_play.models import Agreement
from zaria.club.fair_play.queries import ranked
from zaria.club.staff.models import Act

PATH = "/staff/fair-play"
GAME = "backgammon"
MATCHES = 5
"""Matches of each pair, of 40 decisions by each side."""
CHEATS = {0: 0.5, 1: 1.0}
"""Shares of their decisions that the master takes, by number."""
HONEST = 10


@pytest.fixture
def members(people: People) -> list[Member]:
    """Two cheats and ten honest members, of all strengths, whose rated matches are analysed."""
    rows = [member(number) for number in range(len(CHEATS) + HONEST)]
    chance = Random("members")
    errors = [0.15, 0.12, *(fair_play.strength("points", chance) for _ in range(HONEST))]
    at = int(time.time() * 1000) - DAY
    for first in range(0, len(rows), 2):
        # Neither cheat meets the other.
        pair = (first, first + 1) if first > 1 else (first, len(CHEATS))
        pairs = [pair, (1, 3)] if first == 0 else [pair]
        for sides in pairs:
            for number in range(MATCHES):
                name = f"m{sides[0]}x{sides[1]}x{number}"
                played(name, at, (rows[sides[0]].player, rows[sides[1]].player), game=GAME).save()
                decisions = [
                    fair_play.member(GAME, errors[side], CHEATS.get(side, 0.0), 40, chance) for side in sides
                ]
                fair_play_analyses.store_analysis(fair_play_analyses.analysis_of(name, GAME, decisions))
    return rows


def names(page: str) -> list[str]:
    return re.findall(r'<a href="/staff/members/member/\d+/change/">([^<]+)</a>', page)


def test_planted_cheats_are_on_the_page_and_honest_members_are_not(
    people: People, members: list[Member], sign_in: SignIn
) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Member, Act)]
    client = sign_in(people["moder"])
    page = html_of(client.get(PATH))
    assert names(page) == ["Member1", "Member0"]
    assert page.count("number striking") == 2
    assert f'/staff/results/played/?q={members[0].player}"' in page
    assert 'href="/staff/flows"' in page
    everybody = html_of(client.get(PATH, {"list": "all", "game": GAME}))
    assert set(names(everybody)) == {suspect.username for suspect in members}
    assert names(everybody)[:2] == ["Member1", "Member0"]
    assert everybody.count("number striking") == 2
    assert "Nobody stands out." in html_of(client.get(PATH, {"list": "all", "game": "chess"}))
    assert names(html_of(client.get(PATH, {"list": "x", "game": "x", "page": "x"}))) == ["Member1", "Member0"]
    after = [list(model.objects.order_by("pk").values()) for model in (Member, Act)]
    assert [[{**row, "seen_at": 0, "last_login": 0} for row in rows] for rows in after] == [
        [{**row, "seen_at": 0, "last_login": 0} for row in rows] for rows in before
    ]


def agree(suspect: Member, game: str = GAME, **fields: Any) -> None:
    numbers = {"matches": 3, "decisions": 200, "rate": 10, "agreement": 0.5, "share": 0, "score": 0, **fields}
    Agreement.objects.create(member=suspect, game=game, **numbers)


def test_the_population_is_shown_with_mean_and_spread(people: People, sign_in: SignIn) -> None:
    for number, rate in enumerate((10, 20, 30)):
        agree(member(number), rate=rate, score=4 if rate == 10 else 0)
    agree(member(9), rate=500, decisions=10)  # too few decisions to be one of the population
    page = html_of(sign_in(people["admin"]).get(PATH))
    assert "20.00 ± 8.16" in " ".join(page.split())
    assert names(page) == ["Member0"]
    assert "99.99" in page


def test_a_member_of_many_games_needs_more_evidence(people: People, sign_in: SignIn) -> None:
    suspect = member(0)
    for number in range(10):
        agree(suspect, game=f"game{number}", score=3.5)
    client = sign_in(people["admin"])
    assert names(html_of(client.get(PATH))) == []
    Agreement.objects.filter(game="game3").update(score=4.1)
    assert names(html_of(client.get(PATH))) == ["Member0"]


def test_the_page_of_a_member_has_the_numbers(people: People, sign_in: SignIn) -> None:
    agree(people["ann"], score=4.2, decisions=217)
    pages = [
        html_of(sign_in(people["moder"]).get(f"/staff/members/member/{people[name].pk}/change/"))
        for name in ("ann", "bob")
    ]
    assert "217" in pages[0]
    assert [page.count("number striking") for page in pages] == [1, 0]


def test_the_page_says_what_is_analysed(
    people: People, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in(people["admin"])
    assert "ZARIA_FAIR_PLAY_MINUTES" in html_of(client.get(PATH))
    monkeypatch.setattr(settings, "FAIR_PLAY_MINUTES", 30)
    assert "for 30 minutes a day" in html_of(client.get(PATH))


def test_more_members_take_no_more_queries(people: People, sign_in: SignIn) -> None:
    client, counts = sign_in(people["admin"]), []
    agree(member(100), score=5)
    client.get(PATH)
    for numbers in ((0, 1), range(2, 40)):
        for number in numbers:
            agree(member(number), score=5)
            agree(Member.objects.get(player=f"p{number}"), game="chess")
        queries = page_queries(client, PATH, list="all")
        agreement_queries = [query for query in queries if "fair_play_agreement" in query]
        counts.append((len(queries), len(agreement_queries)))
    assert counts[0] == counts[1]
    assert counts[0][1] == 3  # how many, those of the page, the populations


def test_the_list_of_named_members_ends_in_the_index_of_scores(people: People) -> None:
    agree(people["ann"], score=5)
    agree(people["bob"], score=1)
    named = ranked(all_members=False)
    assert [row.member for row in named] == [people["ann"]]
    assert "agreements_by_score (score>?)" in named.explain()


def test_strangers_do_not_see_it(people: People, sign_in: SignIn) -> None:
    assert Client().get(PATH).status_code == 302
    assert sign_in(people["ann"]).get(PATH).status_code == 302
    assert f'href="{PATH}"' in html_of(sign_in(people["moder"]).get("/staff/"))
