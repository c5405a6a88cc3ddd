"""Members as everybody may see them, their matches and ratings, and the lists of the best."""

from typing import Annotated, Any, Literal

from asgiref.sync import sync_to_async
from django.db.models import Q
from django.http import HttpRequest
from ninja import Query, Router

from zaria.club.accounts.models import Member
from zaria.club.api import authentication, schemas
from zaria.club.api.games import known
from zaria.club.api.problems import ProblemError
from zaria.club.profile import privacy
from zaria.club.ratings import ranking
from zaria.club.ratings.keys import is_rating
from zaria.club.ratings.models import OVERALL, Change, Standing
from zaria.club.ratings.system import rating_system
from zaria.club.statistics import overview, player_matches
from zaria.club.statistics.match_keys import MatchKey

router = Router(tags=["Members"])

PAGE = 25
MOST_POINTS = 1000
"""The number of latest changes of a rating that are returned."""

Game = Annotated[str, Query(max_length=40)]


@router.get("members/{login}", response=schemas.Profile, exclude_none=True, summary="Member profile")
async def profile(request: HttpRequest, login: str) -> dict[str, Any]:
    """The public profile of a member. `login` is not case-sensitive."""
    member = await _named(login)
    facts = {
        "login": member.username,
        "robot": member.robot,
        "country": member.country if privacy.shows(member, "country") else "",
        "since": int(member.since.timestamp() * 1000) if member.since else 0,
        "face": f"/face/{member.username}",
        "page": f"/@{member.username}",
    }
    if _sees_games(request, member):
        facts |= await sync_to_async(_numbers)(member)
    return facts


@router.get("members/{login}/matches", response=schemas.PlayedPage, summary="A member's matches")
async def matches(
    request: HttpRequest,
    login: str,
    game: Game = "",
    cursor: Annotated[str, Query(max_length=60)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = PAGE,
) -> dict[str, Any]:
    """Finished matches, latest first. `game` filters them; `cursor` continues after a page."""
    if game:
        known(game)
    member = await _shown(request, login)
    rows = player_matches.of(member.player).filter(_beyond(cursor))
    rows = rows.filter(game=game) if game else rows
    played = await sync_to_async(lambda: player_matches.matches(rows[: limit + 1], member.player))()
    page = played[:limit]
    shown = await sync_to_async(player_matches.without_pupils)(page)
    return {
        "matches": [_played(match) for match in shown],
        "cursor": MatchKey(page[-1].ended, page[-1].id).text if len(played) > limit else None,
    }


@router.get("members/{login}/ratings", response=list[schemas.Point], summary="Rating history")
async def history(request: HttpRequest, login: str, game: Game = "") -> list[dict[str, Any]]:
    """A member's rating in a game after each of the last 1000 changes; without `game`, over all games.

    Games by the day have a rating of their own: "tabla.days" is that of tabla.
    """
    _require_rating(game)
    member = await _shown(request, login)
    changes = Change.objects.filter(member=member, game=game or OVERALL).order_by("-at", "-id")
    last = [point async for point in changes.values_list("at", "after")[:MOST_POINTS]]
    return [{"at": at, "rating": float(after)} for at, after in reversed(last)]


@router.get("ranking", response=schemas.Ranking, summary="Leaderboard")
async def best(
    request: HttpRequest,
    game: Game = "",
    by: Literal["rating", "won", "winnings"] = "rating",
    period: Literal["", "year", "month"] = "",
    country: Annotated[str, Query(max_length=2)] = "",
    page: Annotated[int, Query(ge=1, le=ranking.MOST_PAGES)] = 1,
) -> dict[str, Any]:
    """A page of 50 members: in one game or all, by rating, matches won or winnings.

    `period` is all time, the current year or the current month. "tabla.days" ranks tabla by the day, which
    does not count over all games.
    """
    _require_rating(game)
    parameters = {"game": game, "by": by, "period": period, "country": country.upper(), "page": str(page)}
    query = ranking.Query.read(parameters)
    if country and query.country != country.upper():
        raise ProblemError("bad_field", what="country")
    leaderboard = await sync_to_async(ranking.page)(query, None)
    return {
        **query._asdict(),
        "page": min(page, leaderboard.pages),
        "pages": leaderboard.pages,
        "total": leaderboard.total,
        "members": [_ranked(row) for row in leaderboard.rows],
    }


def _require_rating(key: str) -> None:
    """Raise `ProblemError` unless there is such a rating."""
    if not is_rating(key):
        raise ProblemError("unknown_game")


async def _named(login: str) -> Member:
    if not login.isalnum():  # PostgreSQL does not even look for some signs
        raise ProblemError("unknown_member")
    members = Member.objects.by_login(login[:30]).filter(is_active=True, since__isnull=False, is_pupil=False)
    member = await members.afirst()
    if member is None:
        raise ProblemError("unknown_member")
    return member


async def _shown(request: HttpRequest, login: str) -> Member:
    """The member, if the caller may see their games."""
    member = await _named(login)
    if not _sees_games(request, member):
        raise ProblemError("hidden")
    return member


def _sees_games(request: HttpRequest, member: Member) -> bool:
    asker = authentication.member(request)
    return privacy.shows(member, "games") or (asker is not None and asker.pk == member.pk)


def _numbers(member: Member) -> dict[str, Any]:
    counted = overview.of(member.player)
    rows = Standing.objects.filter(member=member, played__gt=0).order_by("game")
    return {
        "ratings": [_rating(row) for row in rows],
        "matches": {
            **{name: getattr(counted.total, name) for name in ("won", "drawn", "lost")},
            "void": counted.void,
        },
    }


def _rating(row: Any) -> dict[str, Any]:
    whole = {name: getattr(row, name) for name in ("game", "played", "won", "lost", "winnings")}
    return whole | {"rating": float(rating_system().display(row)), "best": float(row.best)}


def _ranked(row: ranking.RankingRow) -> dict[str, Any]:
    whole = {name: getattr(row.totals, name) for name in ("played", "won", "lost", "winnings")}
    return whole | {
        "place": row.place,
        "login": row.member.username,
        "country": row.country,
        "rating": float(rating_system().display(row.totals)),
    }


def _played(match: player_matches.Match) -> dict[str, Any]:
    return {**match._asdict(), "opponent_is": match.kind}


def _beyond(cursor: str) -> Q:
    """The matches after the one that a page ended with."""
    if not cursor:
        return Q()
    try:
        return MatchKey.read(cursor).older()
    except ValueError as error:
        raise ProblemError("bad_cursor") from error
