"""The lobby's view of a match. Pure: the host calls it whenever an event changes the card.

A card is stored in the same transaction as its event, so the lobby never disagrees with the journal. `Card.n`
is the number of that event: of two cards of a match the one with the higher number holds.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from zaria import games
from zaria.live.journal.base import Listing
from zaria.live.matches.live_match import LiveMatch, Places
from zaria.live.sockets.protocol.cards import Card
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.player_info import PlayerInfo
from zaria.match.terms import Terms, speed

HIDDEN, OPEN, PLAYING, OVER = range(4)
"""Values of `Listing.shown`: a hidden match is visible to its players only, or cannot be joined."""

CHANGES = (ev.Opened, ev.Seated, ev.GameStarted, ev.GameEnded, ev.MatchEnded, ev.Cancelled)
"""The events that change the card of a match."""


def listing(
    match: Match, places: Places, *, public: bool, since: int, n: int, by: int | None = None
) -> Listing:
    """The listing of `match` after its event `n`.

    `public`: everybody may see it. `since` is the result of `start_time`. `by` is the side whose player set
    the table. A public table is hidden while both seats are reserved: nobody could join it. So are a match of
    an unlisted player, and a running match by the day, of which there are too many for the lists. A finished
    match is listed nowhere: its card has no names, so that no name is stored again after a player was erased.
    """
    match_card = card(match, places, since, n, by)
    if match_card.state == "over":
        match_card = replace(match_card, players=(None, None))
    return Listing(
        _shown(match_card, match, places, public=public and not _is_unlisted(match, places)),
        msgspec.json.encode(match_card),
        player_ids(match, places),
    )


def current_listing(live_match: LiveMatch) -> Listing:
    """The listing of a match as it is now."""
    since = start_time(live_match.events)
    return listing(
        live_match.match,
        live_match.places,
        public=live_match.public,
        since=since,
        n=live_match.seq,
        by=live_match.by,
    )


def card(match: Match, places: Places, since: int, n: int, by: int | None = None) -> Card:
    """The card of `match` after its event `n`; the arguments are those of `listing`."""
    terms = match.terms
    return Card(
        id=match.id,
        n=n,
        game=terms.game,
        state=_state(match),
        since=since,
        players=(_player(match, places, 0), _player(match, places, 1)),
        speed=speed(terms.clock),
        length=terms.length,
        clock=terms.clock,
        cube=terms.cube,
        options=_unusual(terms.game, terms.options),
        stakes=terms.stakes,
        score=match.score,
        until=match.until if match.phase == "open" else None,
        by=by,
        rated=terms.rated,
        more=_more(terms),
        seated=(match.players[0] is not None, match.players[1] is not None),
        tournament=terms.tournament,
    )


def start_time(events: Sequence[ev.Event]) -> int:
    """The start of the match (ms since the epoch): its first game or, before that, its opening."""
    started = (event.at for event in events if isinstance(event, ev.GameStarted))
    return next(started, events[0].at)


def _state(match: Match) -> Literal["open", "playing", "over"]:
    return match.phase if match.phase == "open" or match.phase == "over" else "playing"


def _shown(match_card: Card, match: Match, places: Places, *, public: bool) -> int:
    if match_card.state == "over":
        return OVER
    if not public or (match.terms.by_day and match_card.state == "playing"):
        return HIDDEN
    if match_card.state == "playing":
        return PLAYING
    free = any(match.players[side] is None and places[side] is None for side in (0, 1))
    return OPEN if free else HIDDEN


def _is_unlisted(match: Match, places: Places) -> bool:
    players = (_someone(match, places, side) for side in (0, 1))
    return any(player is not None and player.unlisted for player in players)


def _someone(match: Match, places: Places, side: int) -> ev.Player | None:
    """The player on a side, seated or expected."""
    return match.players[side] or places[side]


def player_ids(match: Match, places: Places) -> tuple[str | None, str | None]:
    """The ids of the two players, seated or expected."""
    first, second = (_someone(match, places, side) for side in (0, 1))
    return first.id if first else None, second.id if second else None


def _player(match: Match, places: Places, side: int) -> PlayerInfo | None:
    player = _someone(match, places, side)
    return None if player is None else player.info


def _more(terms: Terms) -> bool:
    """Return whether the terms have something for which a card has no field."""
    of_the_cube = terms.beaver or terms.jacoby or terms.auto_doubles or terms.raises != "double"
    return bool(
        (terms.delayed and terms.stakes is None)
        or terms.start_score is not None
        or of_the_cube
        or (terms.cube and not terms.crawford)
    )


def _unusual(game: str, options: dict[str, str | int | bool]) -> dict[str, str | int | bool]:
    """The options that differ from the game's defaults."""
    usual = {name: values[0] for name, values in games.get(game).choices}
    return {name: value for name, value in options.items() if usual.get(name) != value}
