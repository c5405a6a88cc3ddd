"""The site's decisions about matches, and its news of them."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, NamedTuple

from zaria.live.matches.day_limits import DayLimits, NoDayLimits
from zaria.live.matches.day_policy import DayPolicy, NoStandstills
from zaria.live.matches.escrow import Escrow, NoStakes
from zaria.live.matches.pairing_policy import EverybodyPlays, PairingPolicy
from zaria.live.matches.rating_policy import EveryMatchIsRated, RatingPolicy
from zaria.live.matches.timeouts import Timeouts
from zaria.match.player_info import PlayerInfo


class RematchReport(NamedTuple):
    """A rematch of `match_id`, which `by` offers to the member with the id `to` until a time (ms)."""

    match_id: str
    to: str
    by: PlayerInfo
    game: str
    until: int
    state: Literal["offered", "over", "taken"] = "offered"


ReportRematches = Callable[[Sequence[RematchReport]], Awaitable[None]]
"""Takes the last state of each offer that has changed."""


class MatchHooks(NamedTuple):
    """The site's part in matches. No field has a default, so that none is forgotten."""

    rating: RatingPolicy
    """Decides which matches are rated."""
    pairing: PairingPolicy
    """Decides who may play each other."""
    escrow: Escrow
    """Holds the stakes."""
    rematches: ReportRematches | None
    """Takes the rematches offered to members who are not at the table; None: nobody is notified."""
    days: DayPolicy
    """Knows when the clocks of matches by the day stood, and what players have agreed to."""
    day_limits: DayLimits
    """Decides who may begin another match by the day."""


NO_SITE = MatchHooks(EveryMatchIsRated(), EverybodyPlays(), NoStakes(), None, NoStandstills(), NoDayLimits())
"""Every match with the term `rated` is rated, any two may play, there are no stakes and no notices."""


class HostConfig(NamedTuple):
    """The needs of a host besides its journal, bus, clock and programs."""

    times: Timeouts = Timeouts()
    hooks: MatchHooks = NO_SITE
