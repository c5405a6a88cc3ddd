"""Members and what they played, written straight into the tables."""

from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played

START = 1_760_000_000_000
DAY = 24 * 3600 * 1000


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
