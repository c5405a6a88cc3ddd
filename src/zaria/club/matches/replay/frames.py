"""The data of the replay and position pages."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.replay import board_frames
from zaria.club.matches.replay.narration import Names, dice, remaining_stages, sentence
from zaria.club.site import i18n
from zaria.games.protocols import Option
from zaria.match.match import Match
from zaria.records.replay import Frame, Replay

COLOURS = ("lt", "dk")

Options = Mapping[str, Option]
"""Options on which the players agreed."""


Start = tuple[str, int]
"""The text of a position from which a game begins, and the side on roll."""


class MoveRow(NamedTuple):
    """A row of the list of turns: its frame, colour, dice, and the turn or a remark."""

    at: int
    colour: str
    dice: str
    text: str


class GameMoves(NamedTuple):
    """A game in that list: as lines, or on squares as rows."""

    number: int
    title: Any
    at: int
    end: int
    lines: list[MoveRow]
    rows: list[board_frames.Row]
    score: tuple[int, int]


def replay_context(shown: Replay, at: int, address: str, you: int | None = None) -> dict[str, Any]:
    """The page of a record, at one of its frames.

    `address` is "" where there is none to come back to; `you` is the side that the visitor played.
    """
    match, frames = shown.match, shown.frames
    names = player_names(match)
    at = max(0, min(at, len(frames) - 1))
    parts, stops = _parts(frames, names), turn_stops(frames)
    return {
        "title": TITLES[match.terms.game],
        "length": match.terms.length,
        "address": address,
        "parts": parts,
        "part": next(part for part in parts if part.at <= at <= part.end),
        "at": at,
        "last": len(frames) - 1,
        "before": max((stop for stop in stops if stop < at), default=0),
        "after": min((stop for stop in stops if stop > at), default=len(frames) - 1),
        **_facts(frames[at], names, match.terms.options, match.terms.cube),
        "data": script(
            _data(frames, names, match, address) | {"at": at, "near": 0, "you": you, "stops": stops}
        ),
        "near": 0,
        "words": i18n.words(),
    }


def position_context(frame: Frame, near: int, options: Options, cube: bool = True) -> dict[str, Any]:
    """The page of one position; `options` are those agreed on, and whether there is a `cube`."""
    names: Names = (_("Light"), _("Dark")) if frame.squares is None else (_("White"), _("Black"))
    data = {"frames": [_dressed(frame, names, {})], "address": "", "at": 0, "near": near, "stops": [0]}
    if frame.squares is not None:
        data |= board_frames.board(frame.now, options)
    else:
        data |= {"kinds": _kinds([frame]), "mirror": False, "cube": cube}
    return {**_facts(frame, names, {}), "near": near, "data": script(data), "words": i18n.words()}


def turn_stops(frames: Sequence[Frame]) -> list[int]:
    """The frames between which a whole turn is one step: all but the rolls that a turn follows."""
    last = len(frames) - 1
    return [at for at, frame in enumerate(frames) if at == last or frame.t not in ("opening", "rolled")]


def player_names(match: Match) -> Names:
    """The players' names on pages."""
    one, two = (
        _("Open seat") if player is None else programs.name(player.bot) if player.bot else player.name
        for player in match.players
    )
    return one, two


def script(data: object) -> SafeString:
    """JSON for a script element, which is raw text: nothing in it may look like its end."""
    return mark_safe(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def position_address(frame: Frame, options: Options, cube: bool = True) -> str:
    """Address of the page of a frame's position; `options` and `cube` are those of its match."""
    query = [("p", frame.id), ("near", "0")]
    if not frame.id.startswith("XGID"):
        known = dict(games.get(frame.now).choices)
        query += [("set", f"{name}={value}") for name, value in options.items() if name in known]
        if frame.turn and frame.squares is None:
            query.append(("side", "1"))
    if not cube and frame.squares is None:
        query.append(("cube", "no"))
    return f"{reverse('position', args=[frame.now])}?{urlencode(query, safe=':=;,/')}"


def new_game_address(game: str, start: Start, settings: Sequence[str]) -> str:
    """The options page of a game of training that begins from a position."""
    return f"{reverse('options', args=[game])}?{_query('position', start, settings)}"


def start_address(game: str, start: Start, settings: Sequence[str]) -> str:
    """Address of the page of a game's starting position."""
    return f"{reverse('position', args=[game])}?{_query('p', start, settings)}"


def _query(name: str, start: Start, settings: Sequence[str]) -> str:
    text, side = start
    query = [(name, text), *(("set", setting) for setting in settings), *([("side", "1")] if side else [])]
    return urlencode(query, safe=":=;,/")


def _facts(frame: Frame, names: Names, options: Options, cube: bool = True) -> dict[str, Any]:
    """Facts of a frame, for readers who cannot see the board."""
    return {
        "frame": frame,
        "board": board_frames.board(frame.now) if frame.squares is not None else None,
        "names": names,
        "say": sentence(frame, names) if frame.t else "",
        "due": remaining_stages(frame, names),
        "dice": dice(frame.dice),
        "link": position_address(frame, options, cube),
        "sides": [
            {
                "side": side,
                "colour": COLOURS[side],
                "name": names[side],
                "pips": frame.pips[side],
                "off": frame.men[side][0] if frame.squares is None else 0,
                "score": frame.score[side] if frame.squares is None else board_frames.marks(frame)[side],
                "turn": frame.turn == side and frame.t != "ended",
            }
            for side in (1, 0)
        ],
    }


def _data(frames: Sequence[Frame], names: Names, match: Match, address: str) -> dict[str, Any]:
    made = [_dressed(frame, names, match.terms.options, match.terms.cube) for frame in frames]
    if frames[0].squares is not None:
        for frame, check in zip(made, board_frames.checks(frames), strict=True):
            frame["check"] = check
        return {"frames": made, "address": address} | board_frames.board(
            match.terms.game, match.terms.options
        )
    return {
        "frames": made,
        "kinds": _kinds(frames),
        "mirror": match.terms.mirror,
        "cube": match.terms.cube,
        "address": address,
    }


def _dressed(frame: Frame, names: Names, options: Options, cube: bool = True) -> dict[str, Any]:
    """A frame with its sentences and its address."""
    made: dict[str, Any] = msgspec.to_builtins(frame)
    del made["id"]
    for name in ("text", "how", "kind", "why", "points", "value"):
        made.pop(name, None)
    if frame.squares is not None:
        made |= {"marks": board_frames.marks(frame)}
    return made | {
        "say": sentence(frame, names) if frame.t else "",
        "due": remaining_stages(frame, names),
        "link": position_address(frame, options, cube),
    }


def _kinds(frames: Sequence[Frame]) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for name in {frame.now for frame in frames}:
        game = games.dice_game(name)
        found[name] = {"contact": game.contact.value, "parallel": game.parallel}
    return found


def _parts(frames: Sequence[Frame], names: Names) -> list[GameMoves]:
    starts = [at for at, frame in enumerate(frames) if frame.t in ("game", "restarted")] or [0]
    parts = []
    for start, following in zip(starts, [*starts[1:], len(frames)], strict=True):
        lines = [line for at in range(start, following) if (line := _line(at, frames[at], names)) is not None]
        first, last = frames[start], frames[following - 1]
        rows = []
        if first.squares is not None:
            rows = board_frames.rows(frames, {line.at: line.text for line in lines})
        parts.append(GameMoves(first.game, TITLES[first.now], start, following - 1, lines, rows, last.score))
    return parts


_BY_THEMSELVES = ("game", "opening", "rolled", "restarted", "moved")


def _line(at: int, frame: Frame, names: Names) -> MoveRow | None:
    colour = COLOURS[frame.side] if frame.side is not None else ""
    if frame.t == "played":
        return MoveRow(at, colour, dice(frame.played), frame.text)
    if frame.t in _BY_THEMSELVES:
        return None
    return MoveRow(at, colour, "", sentence(frame, names))
