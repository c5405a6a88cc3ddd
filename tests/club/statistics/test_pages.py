"""The pages of one's own statistics, as members and guests see them."""

import re
from decimal import Decimal

import pytest

from tests.support.by_day import by_day
from tests.support.club.page_queries import queries_of
from tests.support.club.random_matches import ME, match, some
from tests.support.club.rating_records import DAY, START
from tests.support.club.statistics_client import Browser, marica
from tests.support.scripts import LANGUAGES
from zaria.club.accounts.models import Member
from zaria.club.accounts.registry import registry
from zaria.club.ratings.models import OVERALL, Change, Standing
from zaria.club.statistics.filters import Filters, page_of
from zaria.club.statistics.match_list import PAGE

pytestmark = pytest.mark.django_db

PAGES = ("/me/stats", "/me/stats/games", "/me/stats/ratings", "/me/stats/credits")


@pytest.fixture
def me() -> Member:
    return marica()


def change(
    member: Member | None, match_id: str, at: int, before: str, after: str, game: str = OVERALL
) -> None:
    Change.objects.create(
        member=member, player=ME, game=game, match=match_id, at=at,
        before=Decimal(before), after=Decimal(after), best=Decimal(after),
    )  # fmt: skip


def stand(member: Member, game: str, rating: int, played: int) -> None:
    Standing.objects.create(
        member=member, game=game, rating=rating, best=rating + 9, played=played, won=1, at=START
    )


def listed(page: str) -> list[str]:
    """The matches in a list, by the links to their replays."""
    return re.findall(r'class="what" href="/t/(\w+)/replay"', page)


@pytest.mark.parametrize("language", by_day(("el",), LANGUAGES))
def test_every_page_in_every_language_with_no_style_in_it(me: Member, language: str) -> None:
    for row in some(60):
        change(me, row.match_id, row.ended, "500", "510")
    stand(me, OVERALL, 510, 60)
    browser = Browser(me, language=language)
    for path in PAGES:
        page = browser.get(path)
        assert page.status == 200
        assert f'<html lang="{language}"' in page.text
        main = page.text[page.text.index("<main") :]
        assert " style=" not in main
        assert "<script" not in main
        assert "None" not in main


def test_the_overview_tells_what_was_played(me: Member) -> None:
    match(1, dice0=[30] * 6 + [88, 15], dice1=[40, 40, 40, 40, 40, 40, 110, 20]).save()
    match(2, side=1, kind="computer", won=0, game="backgammon", games=[[0, 3, "koks", "played"]]).save()
    match(3, kind="guest", void=True, won=None).save()
    page = Browser(me).get("/me/stats").text
    for text in ("1 more match doesn't count.", "Backgammon", ">Backgammon</button>", "Your opponents"):
        assert text in page
    assert page.index('id="all-in-all"') < page.index('id="credits"'), "games come before credits"
    assert "Of fewer than 100 rolls nothing can be said" not in page, "180 dice are enough for their faces"
    assert "The faces are more even than in 999 of 1000" in page
    assert "The number of doublets is usual for fair dice." in page, "of theirs"
    # 180 faces in 88 rolls: mine has four dice of openings, theirs 240 faces in 110 rolls.
    for dice in (4, 20):
        assert f"{dice} opening dice count only among the faces" in page
    assert '<a href="/me/stats/games?against=computer">The computer</a>' in page
    form = re.findall(r'<i class="mark-checker (\w+)"></i>\s*<span class="sr">', page)
    assert form == ["lost", "won"], "the last match first"


def test_opponents_lead_to_their_pages_while_they_have_one(me: Member) -> None:
    match(1).save()
    match(2, name1="Walnut-Heron 42").save()
    match(3, kind="guest").save()
    match(4, kind="robot").save()
    page = Browser(me).get("/me/stats/games").text
    assert re.findall(r'<span class="stats-who">(.*?)</span>', page) == [
        '<a href="/@Robby">Robby</a>',
        "=Amber-Fox 42",
        "Walnut-Heron 42",
        '<a href="/@Stefan">Stefan</a>',
    ]


def test_nobody_sees_the_matches_of_others(me: Member) -> None:
    for row in some(5):
        change(me, row.match_id, row.ended, "500", "510")
    stand(me, OVERALL, 510, 5)
    stranger = Browser(Member.objects.create(username="Stefan", email="s@example.org", player="stranger"))
    for path in (*PAGES, "/me/stats?player=me", "/me/stats/games?name=Marica"):
        page = stranger.get(path)
        assert page.status == 200
        assert listed(page.text) == []
        assert re.search(r"\b510\b", re.sub(r"<[^>]*>", " ", page.text)) is None
    assert stranger.get("/me/stats/games.csv").text.count("\n") == 1


def test_a_guest_sees_own_statistics_and_how_to_keep_them() -> None:
    match(1, player0="visitor", member0=False).save()
    page = Browser(guest="visitor").get("/me/stats/games")
    assert listed(page.text) == ["m00001"]
    assert "/account/signup/" in page.text
    assert "Only members are rated." in Browser(guest="visitor").get("/me/stats/ratings").text
    assert "m00001" in Browser(guest="visitor").get("/me/stats/games.csv").text


def test_a_guest_by_a_members_id_is_nobody(me: Member) -> None:
    """A cookie from before the guest became a member, or a stolen one."""
    match(1).save()
    registry.guest_became_member(me.player)
    assert listed(Browser(guest=ME).get("/me/stats/games").text) == []


def test_a_stranger_learns_how_to_come_in() -> None:
    for path in PAGES:
        page = Browser().get(path)
        assert page.status == 200
        assert "/account/signup/" in page.text
    assert Browser().get("/me/stats/games.csv").text.count("\n") == 1


FILTERS: dict[str, list[int]] = {
    "": [9, 8, 7, 6, 5, 4, 3, 2, 1],
    "?game=chess": [3, 2],
    "?result=won": [9, 4, 1],
    "?result=drawn": [3],
    "?result=lost": [7, 6, 5, 2],
    "?result=void": [8],
    "?against=member": [9, 8, 7, 3, 1],
    "?against=guest": [2],
    "?against=computer": [5, 4],
    "?against=robot": [6],
    "?rated=yes": [9, 7],
    "?rated=no": [8, 6, 5, 4, 3, 2, 1],
    "?name=stefan": [9, 8, 7, 3, 1],
    "?name=Nobody": [],
    "?since=2025-10-10": [9, 8, 7, 6, 5, 4, 3],
    "?until=2025-10-09": [2, 1],
    "?since=2025-10-10&until=2025-10-10": [6, 5, 4, 3],
    "?game=tabla&result=lost&against=member&rated=yes": [7],
    "?game=&result=&unknown=x": [9, 8, 7, 6, 5, 4, 3, 2, 1],
}


@pytest.fixture
def nine(me: Member) -> Member:
    """Matches for `FILTERS`; START is the morning of 9 October 2025, four matches a day."""
    match(1).save()
    match(2, kind="guest", game="chess", won=1).save()
    match(3, game="chess", won=None).save()
    match(4, side=1, kind="computer", won=1).save()
    match(5, side=1, kind="computer", won=0).save()
    match(6, side=1, kind="robot", won=0).save()
    match(7, rated=True, won=1).save()
    match(8, voided=True).save()
    match(9, rated=True).save()
    return me


def test_filters(nine: Member) -> None:
    browser = Browser(nine)
    for query, numbers in FILTERS.items():
        expected = [f"m{number:05}" for number in numbers]
        assert listed(browser.get(f"/me/stats/games{query}").text) == expected, query
        rows = browser.get(f"/me/stats/games.csv{query}").text.splitlines()[1:]
        assert [row.partition(",")[0] for row in rows] == expected, query


def test_training_is_marked_found_and_in_the_file(me: Member) -> None:
    for number, training in enumerate((False, True, False)):
        match(number, kind="computer", training=training).save()
    browser = Browser(me)
    page = browser.get("/me/stats/games?rated=training").text
    assert listed(page) == ["m00001"]
    assert "<small>training</small>" in page
    assert browser.get("/me/stats/games").text.count("<small>training</small>") == 1
    lines = browser.get("/me/stats/games.csv").text.splitlines()
    assert [line.split(",")[-3] for line in lines] == ["training", "no", "yes", "no"]


@pytest.mark.parametrize("path", by_day(("/me/stats/games",), ("/me/stats/games", "/me/stats/games.csv")))
def test_what_no_filter_can_mean_is_said(nine: Member, path: str) -> None:
    browser = Browser(nine)
    for query in (
        "game=nope", "game=%00", "result=WON", "against=x", "rated=1", "name=%00", "name=" + "x" * 41,
        "since=2025-13-01", "since=yesterday", "until=10000-01-01", "since=2025-10-10&until=2025-10-09",
        "since=%F0%9F%8E%B2", "until=-1",
    ):  # fmt: skip
        page = browser.get(f"{path}?{query}")
        assert page.status == 422, query
        assert 'role="alert"' in page.text
        assert listed(page.text) == []


def test_what_can_be_meant_is_answered(nine: Member) -> None:
    browser = Browser(nine)
    for query in ("since=0001-01-01", "until=9999-12-31", "page=0", "page=-3", "page=x", "page="):
        assert len(listed(browser.get(f"/me/stats/games?{query}").text)) == 9, query


def test_pages_keep_the_filters(me: Member) -> None:
    rows = some(PAGE * 2 + 10)
    browser = Browser(me)
    seen: list[str] = []
    path = "/me/stats/games?since=2025-10-01"
    while path:
        page = browser.get(path).text
        seen += listed(page)
        path = (re.findall(r'href="([^"]+)" rel="next"', page) or [""])[0].replace("&amp;", "&")
        assert not path or "since=2025-10-01" in path
    assert seen == [row.match_id for row in reversed(rows)]
    assert "page 3" in browser.get("/me/stats/games?page=99999").text.lower(), "beyond the end is the end"


def test_an_address_says_what_is_shown() -> None:
    filters = Filters({"game": "tabla", "name": " a&b ", "since": "2025-10-10", "page": "7", "rated": ""})
    assert filters.is_valid()
    assert filters.address() == "?game=tabla&name=a%26b&since=2025-10-10"
    assert filters.page_address(2).endswith("&page=2")
    assert [page_of({"page": text}) for text in ("3", "٣", "", "9" * 50)] == [3, 1, 1, 999_999]


def test_ratings_by_game_with_their_steps(me: Member) -> None:
    for number in (1, 2, 3):
        match(number, rated=True, game="tabla").save()
    at = START + DAY
    for game, first in ((OVERALL, 500), ("tabla", 600)):
        stand(me, game, first + 20, 3)
        change(me, "m00001", at, f"{first}.00", f"{first + 10}.00", game)
        change(me, "m00002", at + DAY, f"{first + 10}.00", f"{first + 3}.57", game)
        change(me, "", at + 2 * DAY, f"{first + 3}.57", f"{first + 20}.00", game)
    page = Browser(me).get("/me/stats/ratings?game=tabla").text
    assert listed(page) == ["m00002", "m00001"], "the last first"
    assert re.findall(r'class="by \w+">([+−]\d+\.\d)', page) == ["+16.4", "−6.4", "+10.0"]
    assert "Corrected by the staff" in page
    assert "From 610 on 10 October 2025 to 620 on 12 October 2025; lowest 604, highest 620." in page
    assert '<a href="/me/stats/ratings?game=tabla" aria-current="page">' in page
    games = Browser(me).get("/me/stats/games").text
    assert "600 → 610" in games, "the rating of the game itself"
    assert ",600.00,610.00,500.00,510.00" in Browser(me).get("/me/stats/games.csv").text


@pytest.mark.parametrize("query", ["game=nope", "game=%00", "game=" + "x" * 3000])
def test_there_is_no_such_rating(me: Member, query: str) -> None:
    page = Browser(me).get(f"/me/stats/ratings?{query}")
    assert (page.status, "There is no such game." in page.text) == (422, True)


def test_every_list_of_rating_changes_explains_early_matches(me: Member) -> None:
    """A match won early, one lost early and an early draw, which changes no rating, lead to the rules."""
    stand(me, OVERALL, 491, 2)
    stand(me, "tabla", 491, 2)
    for number, (won, after) in enumerate(((0, "501"), (1, "491"), (None, ""))):
        row = match(number, rated=True, early=True, early_gain=100, won=won)
        row.save()
        for game in (OVERALL, "tabla") if after else ():
            change(me, row.match_id, row.ended, "500", after, game)
    browser, explained = Browser(me), 'class="early" href="/rules/ratings#early"'
    for path, matches in (("/me/stats/games", 3), ("/me/stats/ratings", 2), ("/@Marica", 3)):
        assert browser.get(path).text.count(explained) == matches, path
    header, *lines = browser.get("/me/stats/games.csv").text.splitlines()
    assert header.endswith(",early,tournament")
    assert [line.split(",")[-2] for line in lines] == ["yes"] * 3


@pytest.mark.parametrize("path", ["/ranking", "/me/stats/ratings", "/@Marica", "/rules", "/manual", "/faq"])
def test_pages_with_ratings_lead_to_how_they_are_computed(me: Member, path: str) -> None:
    stand(me, OVERALL, 510, 1)
    assert 'href="/rules/ratings"' in Browser(me).get(path).text


def test_a_rating_that_has_no_match_yet(me: Member) -> None:
    assert "No rated matches yet." in Browser(me).get("/me/stats/ratings?game=chess").text


@pytest.mark.parametrize("path", PAGES)
def test_a_page_takes_few_queries(me: Member, path: str) -> None:
    for row in some(80):
        change(me, row.match_id, row.ended, "500", "510")
    stand(me, OVERALL, 510, 80)
    browser = Browser(me)
    most = {"/me/stats": 15, "/me/stats/credits": 15, "/me/stats/games": 11}
    browser.get(path)  # warms what stays in memory
    assert len(queries_of(lambda: browser.get(path))) <= most.get(path, 10)


def test_the_tab_of_a_member_leads_to_their_games_and_that_of_a_guest_to_the_settings(me: Member) -> None:
    def tab(page: str) -> tuple[str, str]:
        bar = page[page.index('<nav class="tab-bar"') :]
        link = re.search(r'<a href="(/me[^"]*)"\s*(aria-current)?', bar)
        assert link is not None
        return link[1], link[2] or ""

    assert tab(Browser(me).get("/me/stats").text) == ("/me/stats", "aria-current")
    assert tab(Browser(None).get("/rules").text) == ("/me", "")
