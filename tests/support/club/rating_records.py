"""Members and what they played, written straight into the tables."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.ratings.models import Change, Season, Standing
from zaria.club.ratings.system import RatingState

START = 1_760_000_000_000
DAY = 24 * 3600 * 1000
CHANGE_FIELDS = [
    field.attname for field in Change._meta.concrete_fields if field.attname not in ("id", "member_id")
]


def member(number: int) -> Member:
    """A member with a login and an id of their own."""
    return Member.objects.create(
        username=f"Member{number}", email=f"m{number}@example.org", player=f"p{number}", password="!"
    )


def played(
    name: str,
    at: int = START,
    players: tuple[str, str] = ("p0", "p1"),
    won: int | None = 0,
    score: tuple[int, int] = (1, 0),
    game: str = "tabla",
    **fields: object,
) -> Played:
    """A rated match of two members; not stored."""
    columns = {
        "match_id": name,
        "game": game,
        "began": at - 1000,
        "ended": at,
        "length": 1,
        "speed": "fast",
        "player0": players[0],
        "player1": players[1],
        "name0": players[0],
        "name1": players[1],
        "member0": True,
        "member1": True,
        "won": won,
        "score0": score[0],
        "score1": score[1],
        "how": "played",
        "rated": True,
        **fields,
    }
    return Played(**columns)


def everything() -> tuple[list[Any], dict[Any, Any], dict[Any, Any]]:
    """All that ratings consist of."""
    changes = list(Change.objects.order_by("at", "match", "game", "player", "id").values_list(*CHANGE_FIELDS))
    standings = {
        (row.member.player, row.game): tuple(getattr(row, name) for name in RatingState._fields)
        for row in Standing.objects.select_related("member")
    }
    seasons = {
        (row.member.player, row.game, row.period): (row.rating, row.played, row.won, row.lost, row.winnings)
        for row in Season.objects.select_related("member")
    }
    return changes, standings, seasons
