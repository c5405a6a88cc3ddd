"""Other players on the front page: a match that one can watch, and robots that are online."""

from collections.abc import Collection
from itertools import islice

from zaria.club.lobby.watch import WatchRow, best_matches
from zaria.live.app import Live
from zaria.live.lobby.groups import person
from zaria.live.lobby.sessions import LobbySessions
from zaria.live.sockets.protocol.cards import Person

NEWEST = 20
"""Public matches among which the featured one is chosen."""

MOST_ROBOTS = 3
MOST_PEOPLE = 200
"""Users online among whom robots are looked for."""


def featured(live: Live, own_matches: Collection[str]) -> WatchRow | None:
    """Choose the match for the front page: the most watched, then the strongest.

    `own_matches` are the reader's: a player who watches their own match would count as present at its table.
    """
    return next((row for row in best_matches(live, NEWEST) if row.card.id not in own_matches), None)


def robots(sessions: LobbySessions) -> list[Person]:
    """Some accounts of programs that are online and play nowhere in public."""
    online = sessions.online.users.part(0, MOST_PEOPLE)
    people = (person(sessions.lists, handle, user) for handle, user in online if user.robot)
    return list(islice((robot for robot in people if robot.table is None), MOST_ROBOTS))
