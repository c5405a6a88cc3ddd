"""The board of the front page: a match that is being played, else one that is over, else a first position."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from zaria.club.games import pictures
from zaria.club.games.catalogue import TEXTS, TITLES
from zaria.club.games.positions import present_position
from zaria.club.lobby.watch import WatchRow
from zaria.club.matches.results.last_matches import LastMatch, last_matches
from zaria.club.play import terms_text
from zaria.club.site.bounded_cache import BoundedCache
from zaria.live.app import Live

FRESH_S = 5.0
"""Seconds for which all readers get the same first picture of a match; the page's script goes on with it."""


MOST_ROWS = 3
"""Friends and results below the board, which end about where the search beside them does."""


class StageSide(NamedTuple):
    """A player beside the board."""

    name: str
    points: int
    rating: int | None = None
    is_winner: bool = False


class Stage(NamedTuple):
    """A board and its facts. `state`: `live`, `over` or `start`, which has no `sides`, light and dark.

    `latest`: matches that ended last, without the one on the board.
    """

    state: str
    board: SafeString
    title: Any
    terms: str
    match_id: str = ""
    game: str = ""
    sides: tuple[StageSide, ...] = ()
    spectators: str = ""
    latest: Sequence[LastMatch] = ()

    @property
    def label(self) -> str:
        """The subject of the board, in words."""
        if self.state == "live":
            return pgettext("matches", "Being played now")
        return _("Played last") if self.state == "over" else str(self.title)

    @property
    def address(self) -> str:
        """The page to which the board leads: the table, the replay, or the rules."""
        if self.state == "start":
            return f"/rules/{self.game}"
        return f"/t/{self.match_id}" if self.state == "live" else f"/t/{self.match_id}/replay"

    @property
    def link_label(self) -> str:
        """The target of the board's link, in words."""
        if self.state == "start":
            step, target = _("How to play"), str(self.title)
        else:
            step = _("Watch") if self.state == "live" else _("Replay")
            target = " – ".join(side.name for side in self.sides)
        return f"{step}: {target}"


_boards: BoundedCache[str, SafeString] = BoundedCache(16, FRESH_S)
"""Boards of running matches, by id."""


async def stage(live: Live, featured: WatchRow | None, game: str) -> Stage:
    """Choose the board; `featured` is a running match that the reader may watch, `game` the one they play."""
    finished = await last_matches.get(live)
    if featured is not None:
        board = await _live_board(live, featured.card.id, featured.card.game)
        return with_latest(running(featured, board), finished)
    return with_latest(over(finished[0]) if finished else start(game), finished)


def running(row: WatchRow, board: SafeString) -> Stage:
    """The board of a match that is being played."""
    card = row.card
    sides = zip(row.names, card.score, row.ratings, strict=True)
    return Stage(
        state="live",
        board=board,
        title=row.title,
        terms=terms_text.card_summary(card),
        match_id=card.id,
        game=card.game,
        sides=tuple(StageSide(*side) for side in sides),
        spectators=row.spectators,
    )


def over(match: LastMatch) -> Stage:
    """The last position of a match that is over."""
    sides = zip(match.names, match.score, (0, 1), strict=True)
    return Stage(
        state="over",
        board=match.board,
        title=match.title,
        terms=match.length_text,
        match_id=match.id,
        game=match.game,
        sides=tuple(StageSide(name, points, is_winner=match.won == side) for name, points, side in sides),
    )


def start(game: str) -> Stage:
    """The first position of a game, with the sign of what it is."""
    return Stage("start", pictures.board(game), TITLES[game], str(TEXTS[game]), game=game)


def with_latest(shown: Stage, finished: Sequence[LastMatch]) -> Stage:
    """The same board above the other matches that ended last."""
    return shown._replace(latest=[match for match in finished if match.id != shown.match_id])


def beside_friends(shown: Stage, friends: int) -> Stage:
    """The same board above so many friends who are online, and the results for which they leave room."""
    return shown._replace(latest=shown.latest[: max(0, MOST_ROWS - friends)])


async def _live_board(live: Live, match_id: str, game: str) -> SafeString:
    """The present position; spectators of a delayed match see it later, and here the empty board."""
    board = _boards.get(match_id)
    if board is None:
        match = await live.match(match_id)
        if match is None or match.terms.delayed:
            board = pictures.blank_board(game)
        else:
            board = pictures.position_board(game, present_position(match))
        _boards.put(match_id, board)
    return board
