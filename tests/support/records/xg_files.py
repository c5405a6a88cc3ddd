"""Files of eXtreme Gammon, written for tests by the published layout of the format."""

import struct
import zlib
from collections.abc import Sequence
from datetime import date

from zaria.match.events import Event
from zaria.records.export import export
from zaria.records.formats.variation import first_checkers
from zaria.records.transcript import GameTranscript, Transcript, TranscriptEntry

RECORD = 2560
PLAYERS = (1, -1)
START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
"""The board at the start, as player 1 sees it."""
VARIATIONS = {"": 0, "nackgammon": 1, "hypergammon": 2, "longgammon": 3}


def xg_file(events: Sequence[Event], **container: object) -> bytes:
    """A match as a file of eXtreme Gammon; `container` are the arguments of `packed`."""
    return packed(b"".join(xg_records(export(events))), **container)  # type: ignore[arg-type]


def packed(
    content: bytes, *, name: str = "temp.xg", picture: bytes = b"\xff\xd8", compressed: bool = True
) -> bytes:
    """The container with one file in it."""
    head = struct.pack("<4sIIqI", b"RGMH", 1, 8232, 8232, len(picture)).ljust(8232, b"\0") + picture
    data = zlib.compress(content) if compressed else content
    entry = _short(name, 256) + bytes(256)
    entry += struct.pack("<iiiIBBxx", len(content), len(data), 0, zlib.crc32(content), not compressed, 6)
    register = zlib.compress(entry) if compressed else entry
    checksum = zlib.crc32(data + register)
    foot = struct.pack("<IiiiiI12x", checksum, 1, 1, len(register), len(data), compressed)
    return head + data + register + foot


def xg_records(script: Transcript) -> list[bytes]:
    """The records of a match."""
    records = [_match(script)]
    for number, game in enumerate(script.games, 1):
        records.append(_game(script, game, number))
        acts = list(game.acts)
        while acts:
            records.append(_act(acts))
        if game.winner is not None:
            how = 1 if game.ended else 101
            score = tuple(
                points + (side == game.winner) * game.points for side, points in enumerate(game.score)
            )
            records.append(
                _record(4, {12: ("<ii", *score), 24: ("<iii", PLAYERS[game.winner], game.points, how)})
            )
    return records


def _match(script: Transcript) -> bytes:
    fields: dict[int, tuple[object, ...]] = {
        9: ("41s", _short(script.names[0], 41)),
        50: ("41s", _short(script.names[1], 41)),
        92: ("<ii", script.length or 99_999, VARIATIONS[script.variation]),
        100: ("<???", bool(script.crawford), script.jacoby, script.beaver),
        552: ("<i4s", 30, b"DMLI"),
        612: ("<i", 1 if script.cubeless else 1024),
        880: ("258s", script.names[0].encode("utf-16-le")),
        1138: ("258s", script.names[1].encode("utf-16-le")),
    }
    if script.day is not None:
        fields[128] = ("<d", (date(*script.day) - date(1899, 12, 30)).days + 0.75)
    return _record(0, fields)


def _game(script: Transcript, game: GameTranscript, number: int) -> bytes:
    checkers = game.checkers or first_checkers(script.variation)
    board: tuple[int, ...] = START
    if checkers is not None:
        first, second = checkers
        board = tuple(
            (first[point] if point else 0) - (second[25 - point] if point < 25 else 0) for point in range(26)
        )
    return _record(1, {12: ("<ii?26b", *game.score, False, *board), 48: ("<i", number)})


def _act(acts: list[TranscriptEntry]) -> bytes:
    """The record of the next action; a double takes its answers with it."""
    act = acts.pop(0)
    player = PLAYERS[act.side]
    if act.kind == "move":
        moves = [-1] * 8
        for place, (src, dst) in enumerate(act.pairs):
            moves[2 * place : 2 * place + 2] = src - 1, dst - 1 if dst else -2
        return _record(3, {64: ("<11i", player, *moves, *act.dice), 2308: ("<?", bool(act.pairs))})
    answers = [-1, -1, -1]
    for place in range(3):
        if not acts or acts[0].kind not in ("take", "drop", "beaver", "raccoon"):
            break
        answers[place] = {"drop": 0, "take": 1, "beaver": 2, "raccoon": 2}[acts.pop(0).kind]
        if answers[place] != 2:
            break
    return _record(2, {12: ("<5i", player, 1, *answers)})


def _record(kind: int, fields: dict[int, tuple[object, ...]]) -> bytes:
    record = bytearray(RECORD)
    record[8] = kind
    for place, (form, *values) in fields.items():
        struct.pack_into(str(form), record, place, *values)
    return bytes(record)


def _short(text: str, size: int) -> bytes:
    body = text.encode("cp1252", "replace")[: size - 1]
    return (bytes([len(body)]) + body).ljust(size, b"\0")
