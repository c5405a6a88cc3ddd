"""The data of the replay and position pages."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.games.glossary.notes import script_words
from zaria.club.matches.replay.board_frames import BoardFrames
from zaria.club.matches.replay.dice_frames import DiceFrames
from zaria.club.matches.replay.narration import Names, ahead_words, dice, sentence
from zaria.club.matches.replay.presenter import FramePresenter, MovePair, Options
from zaria.club.site import i18n
from zaria.games.protocols import GameKind
from zaria.match.events import Player
from zaria.match.match import Match
from zaria.records.replay import Frame, Replay

COLOURS = ("lt", "dk")

_PRESENTERS: dict[GameKind, FramePresenter] = {"dice": DiceFrames(), "board": BoardFrames()}

Start = tuple[str, int]
"""The text of a position from which a game begins, and the side on roll."""


class MoveRow(NamedTuple):
    """A row of the list of turns: its frame, colour, dice, the turn or a remark, and the name of a turn.

    `ahead` says why nobody gave a turn then, "" if somebody did.
    """

    at: int
    colour: str
    dice: str
    text: str
    name: str = ""
    ahead: str = ""


class GameMoves(NamedTuple):
    """A game in that list: as lines, or in a board game as rows."""

    number: int
    title: Any
    at: int
    end: int
    lines: list[MoveRow]
    rows: list[MovePair]
    score: tuple[int, int]


def presenter_of(game: str) -> FramePresenter:
    """The presenter of the frames of a game."""
    return _PRESENTERS[games.get(game).kind]


def replay_context(shown: Replay, at: int, address: str, you: int | None = None) -> dict[str, Any]:
    """The page of a record, at one of its frames.

    `address` is "" where there is none to come back to; `you` is the side that the visitor played.
    """
    match, frames = shown.match, shown.frames
    names, presenter = player_names(match), presenter_of(match.terms.game)
    at = max(0, min(at, len(frames) - 1))
    parts, stops = _parts(presenter, frames, names), turn_stops(frames)
    return {
        "title": TITLES[match.terms.game],
        "length": match.terms.length,
        "address": address,
        "opening": presenter.opening(frames),
        "parts": parts,
        "part": next(part for part in parts if part.at <= at <= part.end),
        "at": at,
        "last": len(frames) - 1,
        "before": max((stop for stop in stops if stop < at), default=0),
        "after": min((stop for stop in stops if stop > at), default=len(frames) - 1),
        "library": library_address(position_address(frames[at], match.terms.options, cube=match.terms.cube)),
        **_facts(presenter, frames[at], names, match.terms.options, cube=match.terms.cube),
        "data": script(
            _data(presenter, frames, names, match, address)
            | {"at": at, "near": 0, "you": you, "stops": stops}
        ),
        "near": 0,
        "words": i18n.words(),
    }


def position_context(frame: Frame, near: int, options: Options, *, cube: bool = True) -> dict[str, Any]:
    """The page of one position; `options` are those agreed on, and whether there is a `cube`."""
    presenter = presenter_of(frame.now)
    names = presenter.sides
    data = {
        "frames": _frames_data(presenter, [frame], names, {}),
        "address": "",
        "at": 0,
        "near": near,
        "stops": [0],
        **presenter.board([frame], options, mirror=False, cube=cube),
    }
    return {
        **_facts(presenter, frame, names, {}),
        "near": near,
        "data": script(data),
        "words": i18n.of_game(i18n.position_words() | script_words("equity"), frame.now),
        "example": presenter.example(frame),
    }


def line_context(
    frames: Sequence[Frame], at: int, near: int, names: Names, options: Options, *, cube: bool
) -> dict[str, Any]:
    """The page of a line of positions that belongs to no match, at one of its frames."""
    presenter = presenter_of(frames[0].now)
    stops = turn_stops(frames)
    return {
        "parts": True,
        "at": at,
        "last": len(frames) - 1,
        "before": max((stop for stop in stops if stop < at), default=0),
        "after": min((stop for stop in stops if stop > at), default=len(frames) - 1),
        **_facts(presenter, frames[at], names, options, cube=cube),
        "near": near,
        "data": script(line_data(frames, names, options, cube=cube) | {"at": at, "near": near}),
    }


def line_data(frames: Sequence[Frame], names: Names, options: Options, *, cube: bool) -> dict[str, Any]:
    """The frames of such a line as its page has them, and how to draw their board."""
    presenter = presenter_of(frames[0].now)
    return {
        "frames": _frames_data(presenter, frames, names, options, cube=cube),
        "stops": turn_stops(frames),
        "address": "",
        **presenter.board(frames, options, mirror=False, cube=cube),
    }


def frames_data(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Return frames of a game without players as a page has them."""
    presenter = presenter_of(frames[0].now)
    return _frames_data(presenter, frames, presenter.sides, {})


def turn_stops(frames: Sequence[Frame]) -> list[int]:
    """The frames between which a whole turn is one step: all but the rolls that a turn follows."""
    last = len(frames) - 1
    return [at for at, frame in enumerate(frames) if at == last or frame.t not in ("opening", "rolled")]


def player_names(match: Match) -> Names:
    """The players' names on pages."""
    return names_of(match.players)


def names_of(seats: tuple[Player | None, Player | None]) -> Names:
    """The names of two players on pages."""
    first, second = (
        _("Open seat") if player is None else programs.name(player.bot) if player.bot else player.name
        for player in seats
    )
    return first, second


def script(data: object) -> SafeString:
    """JSON for a script element, which is raw text: nothing in it may look like its end."""
    return mark_safe(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def position_address(frame: Frame, options: Options, *, cube: bool = True) -> str:
    """Address of the page of a frame's position; `options` and `cube` are those of its match."""
    query = [("p", frame.id), ("near", "0")]
    if not frame.id.startswith("XGID"):
        choices = dict(games.get(frame.now).choices)
        query += [("set", f"{name}={value}") for name, value in options.items() if name in choices]
    query += presenter_of(frame.now).query(frame, cube=cube)
    return f"{reverse('position', args=[frame.now])}?{urlencode(query, safe=':=;,/')}"


def library_address(link: str) -> str:
    """Address of what was played in the position of a page of positions."""
    path, _, query = link.partition("?")
    return f"{reverse('library')}?game={path.rpartition('/')[2]}{query and '&'}{query}"


def new_game_address(game: str, start: Start, settings: Sequence[str]) -> str:
    """The options page of a game that begins from a position."""
    return f"{reverse('options', args=[game])}?{_query('position', start, settings)}"


def start_address(game: str, start: Start, settings: Sequence[str]) -> str:
    """Address of the page of a game's starting position."""
    return f"{reverse('position', args=[game])}?{_query('p', start, settings)}"


def _query(name: str, start: Start, settings: Sequence[str]) -> str:
    text, side = start
    query = [(name, text), *(("set", setting) for setting in settings), *([("side", "1")] if side else [])]
    return urlencode(query, safe=":=;,/")


def _facts(
    presenter: FramePresenter, frame: Frame, names: Names, options: Options, *, cube: bool = True
) -> dict[str, Any]:
    """Facts of a frame, for readers who cannot see the board."""
    borne_off, score = presenter.borne_off(frame), presenter.score(frame)
    return {
        "frame": frame,
        "board": presenter.squares(frame),
        "names": names,
        "say": sentence(presenter.sentences, frame, names),
        "due": presenter.remaining(frame, names),
        "dice": dice(frame.dice),
        "link": position_address(frame, options, cube=cube),
        "sides": [
            {
                "side": side,
                "colour": COLOURS[side],
                "name": names[side],
                "pips": frame.pips[side],
                "off": borne_off[side],
                "score": score[side],
                "turn": frame.turn == side and frame.t != "ended",
            }
            for side in (1, 0)
        ],
    }


def _data(
    presenter: FramePresenter, frames: Sequence[Frame], names: Names, match: Match, address: str
) -> dict[str, Any]:
    terms = match.terms
    return {
        "frames": _frames_data(presenter, frames, names, terms.options, cube=terms.cube),
        "address": address,
        **presenter.board(frames, terms.options, mirror=terms.mirror, cube=terms.cube),
    }


def _frames_data(
    presenter: FramePresenter, frames: Sequence[Frame], names: Names, options: Options, *, cube: bool = True
) -> list[dict[str, Any]]:
    """The frames with their sentences and their addresses."""
    details = presenter.details(frames)
    return [
        {
            **_fields(frame),
            **more,
            "say": sentence(presenter.sentences, frame, names),
            "due": presenter.remaining(frame, names),
            "link": position_address(frame, options, cube=cube),
        }
        for frame, more in zip(frames, details, strict=True)
    ]


def _fields(frame: Frame) -> dict[str, Any]:
    """The fields of a frame that the script draws."""
    fields: dict[str, Any] = msgspec.to_builtins(frame)
    for name in ("id", "text", "how", "kind", "why", "points", "value", "ahead"):
        fields.pop(name, None)
    return fields


def _parts(presenter: FramePresenter, frames: Sequence[Frame], names: Names) -> list[GameMoves]:
    starts = [at for at, frame in enumerate(frames) if frame.t in ("game", "restarted")] or [0]
    parts = []
    for start, following in zip(starts, [*starts[1:], len(frames)], strict=True):
        shown = (_line(presenter, at, frames, names) for at in range(start, following))
        lines = [line for line in shown if line is not None]
        first, last = frames[start], frames[following - 1]
        rows = presenter.move_pairs(frames, {line.at: line.text for line in lines})
        parts.append(GameMoves(first.game, TITLES[first.now], start, following - 1, lines, rows, last.score))
    return parts


_BY_THEMSELVES = ("game", "opening", "rolled", "restarted", "moved")


def _line(presenter: FramePresenter, at: int, frames: Sequence[Frame], names: Names) -> MoveRow | None:
    frame = frames[at]
    colour = COLOURS[frame.side] if frame.side is not None else ""
    if frame.t == "played":
        name = presenter.turn_name(frames[at - 1], frame)
        return MoveRow(at, colour, dice(frame.played), frame.text, name, ahead_words(frame))
    if frame.t in _BY_THEMSELVES:
        return None
    return MoveRow(at, colour, "", sentence(presenter.sentences, frame, names))
