"""The site's answers to the lobby, and its news of it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from zaria.live.bus import ALONE
from zaria.live.lobby.calls import CallNotices
from zaria.live.lobby.meetings import RecentMeetings
from zaria.live.lobby.member_batches import Ratings, Report
from zaria.live.lobby.search_stakes import NoSearchStakes, SearchStakes
from zaria.live.lobby.tournament_readers import LastEvent
from zaria.live.matches.pairing_policy import EverybodyPlays, PairingPolicy


class FoundSearch(NamedTuple):
    """A search for a game that has found an opponent after a time (ms)."""

    game: str
    waited: int


ReportSearches = Callable[[Sequence[FoundSearch]], Awaitable[None]]


class LobbyHooks(NamedTuple):
    """The site's part in the lobby. No field has a default, so that none is forgotten."""

    pairing: PairingPolicy
    """Asked about each pair of seekers before their table is set."""
    search_stakes: SearchStakes
    """Decides on the stakes of searches."""
    recent_meetings: RecentMeetings | None
    """Loads who has played whom before this process started; None: nobody has."""
    last_tournament_event: LastEvent | None
    """Answers the readers of a tournament, on the event loop; None: they are sent changes alone."""
    ratings: Ratings | None
    """Loads the ratings of members; None: the lists show none."""
    invitations: CallNotices | None
    """Takes the invitations that stand and those that are answered."""
    arrivals: Report | None
    """Takes members who come online."""
    connections: Report | None
    """Takes members with a new socket: of a page that was loaded, or that had lost its connection."""
    searches: ReportSearches | None
    """Takes searches that find an opponent, but for those that answer another: they do not wait."""


NO_SITE = LobbyHooks(EverybodyPlays(), NoSearchStakes(), None, None, None, None, None, None, None)
"""Any two may play, nobody plays for stakes, and nothing is reported."""


class LobbyProcess(NamedTuple):
    """This process, as its lobby knows it."""

    key: bytes
    """Makes the handles of users; the same in all processes."""
    name: str = ALONE
    """The name of the process, where there are several."""
    pairs: Callable[[], bool] = lambda: True
    """Returns whether this process pairs seekers and removes tables whose owner has disconnected."""
