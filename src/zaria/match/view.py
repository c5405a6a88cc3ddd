"""The visible state of a match, in plain types ready for JSON.

The browser knows no rules: whatever it shows or allows, it reads here (and in the tree of steps).
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import astuple

from zaria.games.protocols import GameKind
from zaria.match import events as ev
from zaria.match.match import Match, Result
from zaria.match.moment import Moment
from zaria.match.player_info import PlayerInfo
from zaria.match.plays import play_of
from zaria.match.scoring import classes
from zaria.match.stakes import Settlement, Stakes, settle
from zaria.match.terms import ClockTerms

Family: TypeAlias = Literal["tables", "squares"]
"""The kind of a game in frames, pages and their addresses."""

FAMILIES: Mapping[GameKind, Family] = {"dice": "tables", "board": "squares"}


class SeatView(PlayerInfo, frozen=True):
    """A player at the table; `bot` is sent even where it is None, as pages of earlier versions expect."""

    bot: str | None


class View(Moment, frozen=True, kw_only=True):
    """The whole table now.

    `game` and `title` are what was agreed, `now` the game that is played (three-games plays one after
    another, its `rotation`), and `contact`, `parallel`, `hand` and `classes` are those of that one. `hand`:
    each side moves on its own half, and from 25, its hand, a checker goes to the point of the die. `classes`
    are the wins there can be, points and kind: a side may resign for each of them that is no less than its
    least (if there is none it may not). `result` is that of the last finished game. When the match is over
    `secret` is shown, and `settlement` where it was won for stakes. `until` (ms) is when a table that waits
    for players is cancelled; at one that is `delayed` onlookers see each move when the next one is made, and
    at one that is `rated` only members sit, and at one for `training` turns can be taken back. `unrated`:
    why a match is not rated that was to be ("pair": the two have played all `a_day` rated matches of a day).
    `tournament` is the id of the tournament that the match belongs to. `local`: two people share one device,
    and one player acts for both. `from_position`: the game begins from a chosen position. `start_score` is
    the handicap: the points before the first game.

    `size` (squares along an edge, 0 on other boards), `coordinates`, `light_below` (as onlookers see the
    board) and `first` (the side that begins) are those of a game on squares. `coordinates`: squares have
    "letters", or "numbers" from dark's left; "plain": letters on a board of one colour; "mirror",
    "mirror-light": numbers from dark's or light's right, the corner at the right being dark.
    """

    id: str
    game: str
    now: str
    rotation: tuple[str, ...]
    title: str
    options: dict[str, str | int | bool]
    length: int
    cube_on: bool
    crawford_rule: bool
    mirror: bool
    contact: str
    parallel: bool
    family: Family
    size: int
    coordinates: str
    light_below: bool
    first: int
    clock_terms: ClockTerms | None
    beaver: bool
    raccoon: bool
    jacoby: bool
    auto_doubles: int
    raises: str
    stakes: Stakes | None
    players: tuple[SeatView | None, SeatView | None]
    seal: str
    seeds: tuple[str | None, str | None]
    secret: str | None
    game_no: int
    crawford: bool
    score: tuple[int, int]
    starter: int | None
    classes: tuple[tuple[int, str], ...]
    result: Result | None
    winner: int | None
    until: int | None
    delayed: bool
    settlement: Settlement | None
    rated: bool
    training: bool = False
    unrated: Literal["", "pair"] = ""
    a_day: int = 0
    hand: bool = False
    tournament: str = ""
    local: bool = False
    from_position: bool = False
    start_score: tuple[int, int] | None = None


def _options(match: Match) -> dict[str, str | int | bool]:
    """The options of the match, with the number of its starting position once it is drawn."""
    number = match.terms.same_start if match.start_number is None else match.start_number
    return match.terms.options if number is None else {**match.terms.options, "start_number": number}


_WITHIN_A_GAME = {
    ev.Rolled,
    ev.TurnPlayed,
    ev.Doubled,
    ev.Beavered,
    ev.Raccooned,
    ev.Taken,
    ev.Dropped,
    ev.ResignOffered,
    ev.ResignAccepted,
    ev.ResignRejected,
    ev.Moved,
    ev.Resigned,
    ev.Aborted,
    ev.DrawOffered,
    ev.DrawAccepted,
    ev.DrawDeclined,
    ev.Flagged,
    ev.Claimed,
    ev.Finished,
    ev.Annulled,
    ev.ClockCredited,
    ev.ClockStood,
    ev.TakebackRequested,
    ev.TakebackDeclined,
    ev.ResultOffered,
    ev.ResultAccepted,
    ev.ResultDeclined,
    ev.ResultHeld,
}
"""Events that change nothing but the moment."""


def after(match: Match, event: ev.Event) -> Moment | View:
    """The changes by `event` for a client that saw the table before it; `match` is the one after it."""
    if type(event) in _WITHIN_A_GAME and not (match.terms.jacoby and isinstance(event, ev.Taken)):
        return moment(match)
    return view(match)


def moment(match: Match) -> Moment:
    """The visible state of the game."""
    return play_of(match).moment(match)


def view(match: Match) -> View:
    """The visible state of `match`: no player's id, and no secret before the end."""
    terms, game = match.terms, match.position.game
    return View(
        **msgspec.structs.asdict(moment(match)),
        id=match.id,
        game=terms.game,
        now=game.id,
        rotation=tuple(rules.id for rules in match.game.rotation),
        title=match.game.title,
        options=_options(match),
        length=terms.length,
        cube_on=terms.cube,
        crawford_rule=terms.crawford,
        mirror=terms.mirror,
        family=FAMILIES[match.game.kind],
        **play_of(match).board_shape(match)._asdict(),
        clock_terms=terms.clock,
        beaver=terms.beaver,
        raccoon=terms.raccoon,
        jacoby=terms.jacoby,
        auto_doubles=terms.auto_doubles,
        raises=terms.raises,
        stakes=terms.stakes,
        players=(_seat(match, 0), _seat(match, 1)),
        seal=match.seal,
        seeds=match.seeds,
        secret=match.secret,
        game_no=match.game_no,
        crawford=match.crawford,
        score=match.score,
        starter=match.starter,
        classes=classes(match),
        result=match.result,
        winner=match.winner,
        until=match.until,
        delayed=terms.delayed,
        rated=terms.rated,
        training=terms.training,
        unrated=terms.unrated,
        a_day=0 if terms.rating_terms is None else terms.rating_terms.a_day,
        tournament=terms.tournament,
        local=terms.local is not None,
        from_position=bool(terms.position),
        start_score=terms.start_score,
        settlement=_settlement(match),
    )


def _settlement(match: Match) -> Settlement | None:
    if match.winner is None or match.terms.stakes is None or match.result is None:
        return None
    return settle(match.terms.stakes, match.result.points, match.terms.length)


def _seat(match: Match, side: int) -> SeatView | None:
    player = match.players[side]
    if player is None:
        return None
    return SeatView(*astuple(player.info))
