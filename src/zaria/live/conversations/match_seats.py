"""The seats at a match whose conversations are read here: who may read and write which of them."""

from collections.abc import Callable

from zaria.live.bus import Bus
from zaria.live.matches.event_frames import Ids, PublishedEvent, side_of
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.match_service import MatchService
from zaria.match.events import MatchEnded, Player

TABLE, ONLOOKERS = "table", "onlookers"
_END = MatchEnded.__struct_config__.tag


def reading_refusal(kind: str, user: Player | None, *, plays: bool, is_over: bool, is_rated: bool) -> str:
    """Return the code with which a user may not read a conversation of a match, or "".

    The spectators' conversation is closed to the players until the end. Of a rated match it is closed to
    guests, too: in another browser a player is a guest, and would read advice there.
    """
    if kind == TABLE:
        return "" if plays else "not_allowed"
    if is_over:
        return ""
    if plays:
        return "not_allowed"
    return "members_only" if is_rated and (user is None or not user.member) else ""


class MatchSeats:
    """The players' ids of a match, and whether it is over; follows the match until `close`."""

    def __init__(
        self, match_id: str, bus: Bus, match_service: MatchService, changed: Callable[[], None]
    ) -> None:
        """`changed` is called whenever other players sit at the match, or it is over."""
        self.ids: Ids = (None, None)
        self.over = False
        self._rated = False
        self._match_id = match_id
        self._bus = bus
        self._match_service = match_service
        self._changed = changed
        self._loaded = False
        self._last = -1
        bus.subscribe(match_id, self._receive)

    def load(self, then: Callable[[bool], None]) -> None:
        """Call `then` once the seats are known: False if there is no such match."""
        if self._loaded:
            then(True)
            return

        def found(live_match: LiveMatch | None) -> None:
            if live_match is not None:
                self._loaded = True
                self._rated = live_match.match.terms.rated
                if live_match.seq > self._last:
                    self._last = live_match.seq
                    self.ids, self.over = live_match.ids, live_match.match.phase == "over"
            then(live_match is not None)

        self._match_service.use(self._match_id, found)

    def close(self) -> None:
        """Follow the match no more."""
        self._bus.unsubscribe(self._match_id, self._receive)
        self._match_service.release(self._match_id)

    def side(self, player: str | None) -> int | None:
        """The side on which a player plays."""
        return side_of(self.ids, player)

    def peer(self, player: str) -> str | None:
        """The opponent of a player; None while a seat is free."""
        side = self.side(player)
        return None if side is None else self.ids[1 - side]

    def refusal(self, kind: str, user: Player | None) -> str:
        """Return the code with which a user may not read this kind of conversation, or ""."""
        plays = self.side(None if user is None else user.id) is not None
        return reading_refusal(kind, user, plays=plays, is_over=self.over, is_rated=self._rated)

    def _receive(self, message: object) -> None:
        # an event from before the match was read may arrive after it
        if not isinstance(message, PublishedEvent) or message.n <= self._last:
            return
        self._last = message.n
        over = self.over or message.kind == _END
        if (message.ids, over) != (self.ids, self.over):
            self.ids, self.over, self._loaded = message.ids, over, True
            self._changed()
