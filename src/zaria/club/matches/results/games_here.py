"""The games that people play in this club now."""

from collections import defaultdict
from collections.abc import Sequence

from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.site.database.recent_answer import RecentAnswer

LOOK_BACK_MS = 28 * DAY_MS
"""Age of the oldest matches that count."""

LEAST = 4
"""People who have played a game, from which on it is one that is played here."""

MOST = 5000
"""The most matches that are read: the latest ones."""

LASTS_S = 600.0
"""Seconds after which a process reads them anew."""


def read() -> Sequence[str]:
    """The games that people have played with each other lately, those of most people first.

    A person counts once for each game, so that two who play all night move nothing.
    """
    recent = Played.objects.filter(
        ended__gte=now_ms() - LOOK_BACK_MS, void=False, voided=False, bot0="", bot1=""
    ).order_by("-ended")
    people: defaultdict[str, set[str]] = defaultdict(set)
    for game, *players in recent.values_list("game", "player0", "player1")[:MOST]:
        people[game].update(players)
    played = [game for game, players in people.items() if len(players) >= LEAST]
    return sorted(played, key=lambda game: (-len(people[game]), game))


games_here: RecentAnswer[Sequence[str]] = RecentAnswer(read, (), LASTS_S)
"""The games that people play in this club now. One for each process."""
