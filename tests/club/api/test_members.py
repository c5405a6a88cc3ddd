"""The API's answers about members match their pages, and show no more."""

from typing import Any

import pytest
from django.test import AsyncClient
from django.utils import timezone

from tests.support.club.rating_records import START
from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import token_hash
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions, recompute

pytestmark = pytest.mark.django_db(transaction=True)

MATCHES = 7


def member(name: str, **more: Any) -> Member:
    now = timezone.now()
    return Member.objects.create(
        username=name, email=f"{name}@example.org", player=f"p-{name}", since=now, seen_at=now, **more
    )


@pytest.fixture
def marica() -> Member:
    """A winner of every second rated match with Boris; two of them end at the same moment."""
    marica, boris = member("Marica", country="BG"), member("Boris")
    for number in range(MATCHES):
        Played.objects.create(
            match_id=f"match-{number}",
            game="tabla" if number % 2 else "tapa",
            began=START + number,
            ended=START + 1000 * (number // 2),
            length=3,
            speed="normal",
            player0=marica.player,
            player1=boris.player,
            name0=marica.username,
            name1=boris.username,
            member0=True,
            member1=True,
            won=number % 2,
            score0=3 - number % 2,
            score1=number % 2 * 3,
            how="played",
            rated=True,
        )
    actions.mark_due(START)
    while recompute.step(100) is not None:
        pass
    return marica


async def ask(path: str, token: str = "") -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await AsyncClient().get(f"/api/v1/{path}", headers=headers)
    return answer.status_code, answer.json()


async def bearer(of: Member) -> str:
    """A token of the member."""
    secret = f"zaria_{of.username}"
    await Token.objects.acreate(owner=of, name="One", hash=token_hash(secret), start="zaria_")
    return secret


async def test_a_profile(marica: Member) -> None:
    status, answer = await ask("members/marica")
    assert status == 200
    assert (answer["login"], answer["robot"], answer["country"]) == ("Marica", False, "BG")
    assert answer["matches"] == {"won": 4, "drawn": 0, "lost": 3, "void": 0}
    assert {rating["game"]: rating["played"] for rating in answer["ratings"]} == {
        "": 7,
        "tapa": 4,
        "tabla": 3,
    }
    assert "email" not in answer
    assert marica.player not in repr(answer)  # members sit at tables under it, and nobody else may


async def test_matches_page_by_page(marica: Member) -> None:
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        status, answer = await ask(f"members/Marica/matches?limit=2&cursor={cursor}")
        assert status == 200
        seen += [match["id"] for match in answer["matches"]]
        cursor = answer["cursor"]
    assert seen == [f"match-{number}" for number in reversed(range(MATCHES))]
    _, answer = await ask("members/Marica/matches?game=tabla")
    assert [match["result"] for match in answer["matches"]] == ["lost"] * 3
    assert answer["matches"][0]["score"] == [2, 3]
    assert (answer["matches"][0]["opponent"], answer["matches"][0]["opponent_is"]) == ("Boris", "member")


async def test_the_search_in_finished_matches(marica: Member) -> None:
    status, answer = await ask("matches?player=marica&result=lost&game=tabla")
    assert (status, answer["cursor"]) == (200, None)
    assert len(answer["matches"]) == 3
    match = answer["matches"][0]
    assert {side["name"] for side in match["sides"]} == {"Marica", "Boris"}
    assert match["sides"][match["won"]]["name"] == "Boris"
    for query in ("player=nobody", "result=won", "since=tomorrow", "game=bridge"):
        status, answer = await ask(f"matches?{query}")
        assert (status, answer["code"]) == (422, "bad_field")
    status, answer = await ask("matches?cursor=x")
    assert (status, answer["code"]) == (422, "bad_cursor")


async def test_a_place_that_no_list_has_named(marica: Member) -> None:
    for cursor in ("x", "1", "-", "1-", "²-a", "9999999999999999-a", "-1-a", "1-a%00"):
        status, answer = await ask(f"members/Marica/matches?cursor={cursor}")
        assert (status, answer["code"]) == (422, "bad_cursor")


async def test_how_a_rating_went(marica: Member) -> None:
    _, tabla_ratings = await ask("members/Marica/ratings?game=tabla")
    _, whole = await ask("members/Marica/ratings")
    _, profile = await ask("members/Marica")
    assert (len(tabla_ratings), len(whole)) == (3, 7)
    now = {rating["game"]: rating["rating"] for rating in profile["ratings"]}
    assert (tabla_ratings[-1]["rating"], whole[-1]["rating"]) == (now["tabla"], now[""])
    assert [point["at"] for point in whole] == sorted(point["at"] for point in whole)


async def test_the_best(marica: Member) -> None:
    _, answer = await ask("ranking?game=tapa")
    assert [(line["place"], line["login"]) for line in answer["members"]] == [(1, "Marica"), (2, "Boris")]
    _, answer = await ask("ranking?by=won")
    assert [(line["login"], line["won"]) for line in answer["members"]] == sorted(
        ((line["login"], line["won"]) for line in answer["members"]), key=lambda line: -line[1]
    )
    assert (answer["by"], len(answer["members"])) == ("won", 2)
    _, answer = await ask("ranking?by=winnings&country=bg")
    assert [line["login"] for line in answer["members"]] == ["Marica"]
    assert (answer["country"], answer["total"], answer["page"], answer["pages"]) == ("BG", 1, 1, 1)


async def test_a_member_may_hide_all_games(marica: Member) -> None:
    marica.settings = {"show_games": False, "show_country": False}
    await marica.asave()
    boris = await Member.objects.aget(username="Boris")
    for token in ("", await bearer(boris)):
        _, profile = await ask("members/Marica", token)
        assert profile["country"] == ""
        assert not {"ratings", "matches"} & profile.keys()
        for path in ("matches", "ratings", "matches?cursor=1-a"):
            status, answer = await ask(f"members/Marica/{path}", token)
            assert (status, answer["code"]) == (403, "hidden")
    own_token = await bearer(marica)
    assert "ratings" in (await ask("members/Marica", own_token))[1]
    assert len((await ask("members/Marica/matches", own_token))[1]["matches"]) == MATCHES


@pytest.mark.parametrize("gone", [{"is_active": False}, {"blocked_until": "2999-01-01T00:00:00Z"}])
async def test_a_member_who_is_shut_out_is_nobody(marica: Member, gone: dict[str, Any]) -> None:
    secret = await bearer(marica)
    assert (await ask("members/Boris", secret))[0] == 200
    await Member.objects.filter(pk=marica.pk).aupdate(**gone)
    status, answer = await ask("members/Boris", secret)
    assert (status, answer["code"]) == (401, "bad_token")


async def test_members_who_never_came_are_not_there(marica: Member) -> None:
    await Member.objects.filter(pk=marica.pk).aupdate(since=None)
    assert (await ask("members/Marica"))[0] == 404


async def test_it_is_known_when_a_token_was_used(marica: Member) -> None:
    secret = await bearer(marica)
    await ask("games", secret)
    token = await Token.objects.aget(hash=token_hash(secret))
    assert token.used_at is not None
