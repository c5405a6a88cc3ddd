"""Matches are found by player, event, game, day and result over all collections that a reader may see."""

from typing import Any

import pytest

from tests.club.library.test_importing import MAT, collection, imported, member
from tests.support.club.random_matches import match as club_match
from tests.support.club.statistics_client import Browser
from zaria.club.accounts.models import Member
from zaria.club.library import actions, match_queries, match_words
from zaria.club.library.match_queries import PAGE, MatchPlaceInList, MatchTerms, find_matches
from zaria.club.library.models import Collection, ImportedMatch, PublicMatchWord
from zaria.club.site.clock import DAY_MS
from zaria.club.site.visibility import Visibility

pytestmark = pytest.mark.django_db


def add(target: Collection, number: int, **fields: Any) -> ImportedMatch:
    """Store a match without positions, with the words of a public one."""
    usual = {
        "key": f"k{number:011}",
        "digest": f"{number}",
        "game": "backgammon",
        "event": "Spring Open",
        "name0": "Ann Lee",
        "name1": "Bob",
        "length": 5,
        "score0": 5,
        "score1": 2,
        "won": 0,
        "played_at": number * DAY_MS,
        "is_over": True,
        "file_name": "",
        "added_at": 1,
        "record": b"",
    }
    row = ImportedMatch.objects.create(collection=target, owner=target.owner, **{**usual, **fields})
    if target.is_public:
        match_words.store([row])
    return row


def keys(terms: MatchTerms, reader: Member | None = None, **more: Any) -> list[int]:
    page = find_matches(terms, 0 if reader is None else reader.pk, **more)
    return [int(row.key[1:]) for row in page.matches]


@pytest.fixture
def public() -> Collection:
    """A public collection of the club."""
    return actions.create_collection(None, "Finals", Visibility.PUBLIC)


def test_each_term_leaves_its_matches(public: Collection) -> None:
    add(public, 1)
    add(public, 2, name0="Élodie", name1="ann", event="Autumn", won=1)
    add(public, 3, game="tabla", name0="Joann", name1="Leeann", won=None)
    assert keys(MatchTerms()) == [3, 2, 1]
    assert keys(MatchTerms(player="ann")) == [2, 1], "a word begins so"
    assert keys(MatchTerms(player="lee ANN")) == [1]
    assert keys(MatchTerms(player="elod")) == [2], "accents do not matter"
    assert keys(MatchTerms(player="ann", result="won")) == [2, 1]
    assert keys(MatchTerms(player="bob", result="lost")) == [1]
    assert keys(MatchTerms(player="joann", result="drawn")) == [3]
    assert keys(MatchTerms(event="spr")) == [3, 1]
    assert keys(MatchTerms(player="ann", event="open")) == [1]
    assert keys(MatchTerms(game="tabla")) == [3]
    assert keys(MatchTerms(game="chess")) == []
    assert keys(MatchTerms(since=2 * DAY_MS, until=3 * DAY_MS)) == [2]
    assert keys(MatchTerms(player="nobody")) == []


def test_a_private_match_is_found_by_its_owner_alone_and_a_public_one_by_all() -> None:
    owner, stranger = member(), member("Bob")
    target = collection(owner)
    imported(target, ("a.mat", MAT))
    name = ImportedMatch.objects.get().name0

    def readers() -> tuple[int, int, int]:
        pages = (find_matches(MatchTerms(player=name), reader) for reader in (owner.pk, stranger.pk, 0))
        first, second, third = (len(page.matches) for page in pages)
        return first, second, third

    assert readers() == (1, 0, 0)
    actions.change_collection(target, "Old", Visibility.PUBLIC)
    assert readers() == (1, 1, 1)
    assert keys_of_scope(owner, "own") == 1
    assert keys_of_scope(stranger, "own") == 0
    assert keys_of_scope(stranger, "public") == 1
    assert keys_of_scope(stranger, "club") == 0
    actions.change_collection(target, "Old", Visibility.UNLISTED)
    assert readers() == (1, 0, 0)
    assert not PublicMatchWord.objects.exists()
    actions.change_collection(target, "Old", Visibility.PUBLIC)
    actions.delete_collection(target)
    assert not PublicMatchWord.objects.exists()


def keys_of_scope(reader: Member, scope: Any) -> int:
    return len(find_matches(MatchTerms(), reader.pk, scope).matches)


def test_an_import_into_a_public_collection_is_found_at_once(public: Collection) -> None:
    imported(public, ("a.mat", MAT))
    assert len(find_matches(MatchTerms(player=ImportedMatch.objects.get().name1), 0).matches) == 1


def test_pages_follow_each_other_without_gaps(public: Collection) -> None:
    owner = member()
    target = collection(owner)
    for number in range(1, 2 * PAGE + 6):
        add(target if number % 3 == 0 else public, number)
    read: list[int] = []
    after: MatchPlaceInList | None = None
    while True:
        page = find_matches(MatchTerms(player="ann"), owner.pk, "all", after)
        read += [int(row.key[1:]) for row in page.matches]
        after = page.older
        if after is None:
            break
    assert read == list(range(2 * PAGE + 5, 0, -1))


def test_a_bound_on_what_is_read_leaves_the_rest_to_the_next_page(public: Collection) -> None:
    owner = member()
    many = match_queries.READ
    rows = [
        ImportedMatch(
            key=f"k{number:011}",
            digest=f"{number}",
            game="backgammon",
            length=1,
            collection=public,
            name0="Ann",
            name1="Bob",
            score0=1,
            score1=0,
            won=0,
            played_at=number * DAY_MS,
            is_over=True,
            file_name="",
            added_at=1,
            record=b"",
        )
        for number in range(2, many + 10)
    ]
    ImportedMatch.objects.bulk_create(rows)
    match_words.store(rows)
    add(collection(owner), 1, name0="Ann", name1="Bob", won=1, event="")
    first = find_matches(MatchTerms(player="ann", result="lost"), owner.pk)
    assert (first.matches, first.cut) == ([], True)
    second = find_matches(MatchTerms(player="ann", result="lost"), owner.pk, "all", first.older)
    assert [row.key for row in second.matches] == ["k00000000001"]
    assert (second.older, second.cut) == (None, False)


def test_the_page_lists_both_kinds_and_refuses_what_makes_no_sense(public: Collection) -> None:
    add(public, 1, name0="<Ann>")
    Member.objects.create(
        username="Marica",
        email="m@example.org",
        player="me",
        password="!",
        since="2026-01-01T00:00:00Z",
    )
    Member.objects.create(
        username="Stefan",
        email="s@example.org",
        player="m1",
        password="!",
        since="2026-01-01T00:00:00Z",
    )
    club_match(1, rated=True).save()
    browser = Browser(None)
    page = browser.get("/library/matches").text
    assert "&lt;Ann&gt;" in page
    assert "/t/m00001/replay" in page
    assert "/t/m00001/replay" in browser.get("/library/matches?player=marica").text
    assert "/t/m00001/replay" not in browser.get("/library/matches?player=marica&scope=public").text
    assert "/t/m00001/replay" not in browser.get("/library/matches?event=spring").text
    assert "No matches found." in browser.get("/library/matches?player=nobody").text
    for query in ("result=won", "game=bridge", "since=x", "since=2026-02-01&until=2026-01-01", "scope=x"):
        refused = browser.get(f"/library/matches?{query}")
        assert refused.status == 422, query
    assert browser.get("/library/matches?after=nonsense").status == 200
    assert browser.get(f"/library/matches?after={DAY_MS}-{10**14}&scope=own").status == 200
