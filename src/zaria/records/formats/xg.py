"""eXtreme Gammon's `.xg` and `.xgp`: matches, sessions and positions, with moves and cube.

Inside [the container](xg_archive.py) lies the file “temp.xg”: records of 2560 bytes, each of one type. A
match has one header; a game has a header, a record for each decision about the cube and for each roll, and a
footer.

Player 1 is side 0. A move is a list of pairs from, to by the mover's own points less one: 24 is the bar, and
a negative target is off. The position from which a game begins is player 1's: 0 is the opponent's bar, 25
player 1's, and the opponent's checkers are negative. The format holds evaluations, rollouts and comments
too; they are not read. The maker publishes it: https://www.extremegammon.com/xgformat.aspx.
"""

import math
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from zaria.games.protocols import Option
from zaria.match.events import Event
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import variation, xg_archive
from zaria.records.importer import MOST_ACTS, build
from zaria.records.transcript import GameTranscript, Kind, Pair, Transcript, TranscriptEntry

MAGIC = xg_archive.MAGIC

RECORD_BYTES = 2560
_TYPE = 8
"""The place of the type in a record."""
_MATCH, _GAME, _CUBE, _MOVE, _GAME_END = range(5)
_MAGIC = b"DMLI"

_LENGTH = struct.Struct("<ii4?")
"""Length of the match, variation; Crawford, Jacoby, beavers, automatic doubles."""
_DAY = struct.Struct("<d")
_VERSION = struct.Struct("<i4s")
_GAME_HEAD = struct.Struct("<ii?26b")
_AUTO_DOUBLES = struct.Struct("<i")
_CUBE_ACT = struct.Struct("<5i")
_MOVE_ACT = struct.Struct("<11i")
_END = struct.Struct("<3i")
_CUBE_LIMIT = struct.Struct("<i")

_UNLIMITED = 99_999
_RESIGNED = 100
"""The least code of an end that was given up or settled."""
_WIDE = 129
"""Letters of a name in UTF-16, the zero at its end included."""
_WIDE_NAMES, _OLD_NAMES = (880, 1138), (9, 50)
_WITH_WIDE_NAMES, _WITH_CUBE_LIMIT, _WITH_AUTO_DOUBLES = 24, 8, 26
"""The versions of the format since which a field is written."""
_FIRST_DAY = datetime(1899, 12, 30, tzinfo=UTC)
_VARIATIONS = ("", "nackgammon", "hypergammon", "longgammon")
_SIDES = {1: 0, -1: 1}
_ANSWERS: dict[int, Kind] = {0: "drop", 1: "take"}
_ANSWERED_BY_OFFER = 2


def load(body: bytes, game: str = "backgammon", options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a file of eXtreme Gammon, played as `game`; raises `InvalidRecordError`."""
    script = parse(body)
    try:
        return build(script, variation.played_as(script.variation, game, script.line), options)
    except InvalidRecordError as error:
        raise _placed(script, error) from error


def parse(body: bytes) -> Transcript:
    """Parse a file of eXtreme Gammon; raises `InvalidRecordError`.

    The `line` of an entry is the number of its record.
    """
    script: Transcript | None = None
    version = 0
    for number, record in enumerate(
        xg_archive.records(body, "temp.xg", RECORD_BYTES, 2 * MOST_ACTS), start=1
    ):
        kind = record[_TYPE]
        if script is None:
            if kind != _MATCH:
                raise xg_archive.damaged()
            script, version = _match(record)
        elif kind == _GAME:
            script.games.append(_game(record, script, version, number))
        elif kind in (_CUBE, _MOVE, _GAME_END):
            if not script.games:
                raise xg_archive.damaged()
            _add(script.games[-1], kind, record, number)
    if script is None or not script.games:
        raise InvalidRecordError("a match without a game")
    if not script.length:
        _count_from_nothing(script)
    return script


def _placed(script: Transcript, error: InvalidRecordError) -> InvalidRecordError:
    """The same error with the game and the turn instead of the number of a record."""
    if not error.line:
        return InvalidRecordError(error.reason)
    number = sum(game.line <= error.line for game in script.games)
    acts = script.games[max(0, number - 1)].acts
    turn = sum(act.kind == "move" and act.line <= error.line for act in acts)
    return InvalidRecordError(f"game {max(1, number)}, turn {turn}: {error.reason}")


def _match(record: bytes) -> tuple[Transcript, int]:
    length, kind, crawford, jacoby, beaver, _ = _LENGTH.unpack_from(record, 92)
    version, magic = _VERSION.unpack_from(record, 552)
    if magic != _MAGIC:
        raise xg_archive.damaged()
    length = 0 if length == _UNLIMITED else length
    names = [_wide(record, place) for place in _WIDE_NAMES] if version >= _WITH_WIDE_NAMES else ["", ""]
    old_names = [_short(record, place) for place in _OLD_NAMES]
    limit = _CUBE_LIMIT.unpack_from(record, 612)[0] if version >= _WITH_CUBE_LIMIT else 0
    script = Transcript(
        length,
        names=(source_text.name(names[0] or old_names[0]), source_text.name(names[1] or old_names[1])),
        crawford=None if crawford else False,
        jacoby=jacoby and not length,
        beaver=beaver and not length,
        cube=False if limit == 1 else None,
        day=_day(_DAY.unpack_from(record, 128)[0]),
        variation=variation.named(_VARIATIONS[kind], None) if 0 <= kind < len(_VARIATIONS) else "",
    )
    return script, version


def _wide(record: bytes, place: int) -> str:
    text = record[place : place + 2 * _WIDE].decode("utf-16-le", "replace")
    return text.partition("\0")[0]


def _short(record: bytes, place: int) -> str:
    length = min(record[place], 40)
    return record[place + 1 : place + 1 + length].decode("cp1252", "replace")


def _day(days: float) -> tuple[int, int, int] | None:
    if not math.isfinite(days) or not 1 <= days < 400_000:
        return None
    date = _FIRST_DAY + timedelta(days=int(days))
    return date.year, date.month, date.day


def _game(record: bytes, script: Transcript, version: int, number: int) -> GameTranscript:
    first, second, _, *points = _GAME_HEAD.unpack_from(record, 12)
    if version >= _WITH_AUTO_DOUBLES and _AUTO_DOUBLES.unpack_from(record, 64)[0] > 0:
        raise InvalidRecordError("a cube that was turned before the game is not supported")
    game = GameTranscript((first, second), line=number)
    checkers = _checkers(points)
    usual = variation.first_checkers(script.variation or "backgammon")
    if any(points) and checkers != usual:
        game.checkers = checkers
    return game


def _checkers(points: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both sides' checkers by their own points; those that are not on the board are off."""
    first = [max(0, count) for count in points]
    second = [max(0, -count) for count in reversed(points)]
    for side in (first, second):
        side[0] = 0
        side[0] = max(0, 15 - sum(side))
    return tuple(first), tuple(second)


def _add(game: GameTranscript, kind: int, record: bytes, number: int) -> None:
    """Add what one record says to its game."""
    if kind == _CUBE:
        game.acts += _cube(game, record, number)
    elif kind == _MOVE:
        game.acts += _turn(record, number)
    else:
        winner, points, how = _END.unpack_from(record, 24)
        game.winner = _SIDES.get(winner)
        game.points = points if game.winner is not None else 0
        game.ended = how < _RESIGNED
        game.end_line = number
        if game.winner is not None and points < 1:
            raise xg_archive.damaged()
    if game.checkers is not None and game.starter is None and kind != _GAME_END:
        game.starter = _side(record, 12 if kind == _CUBE else 64)


def _side(record: bytes, place: int) -> int:
    side = _SIDES.get(struct.unpack_from("<i", record, place)[0])
    if side is None:
        raise xg_archive.damaged()
    return side


def _cube(game: GameTranscript, record: bytes, number: int) -> Iterator[TranscriptEntry]:
    """The double of a record and its answers; most records of the cube hold none."""
    _, doubles, *answers = _CUBE_ACT.unpack_from(record, 12)
    if doubles != 1:
        return
    side = _side(record, 12)
    yield TranscriptEntry(side, "double", line=number)
    offers: list[Kind] = ["beaver", "raccoon"]
    for answer in answers:
        side = 1 - side
        if answer == _ANSWERED_BY_OFFER and offers:
            yield TranscriptEntry(side, offers.pop(0), line=number)
            continue
        if answer in _ANSWERS:
            yield TranscriptEntry(side, _ANSWERS[answer], line=number)
        return


def _turn(record: bytes, number: int) -> Iterator[TranscriptEntry]:
    """The turn of a record; none where the dice were not thrown."""
    _, *moves, first, second = _MOVE_ACT.unpack_from(record, 64)
    if not (1 <= first <= 6 and 1 <= second <= 6):
        return
    pairs: list[Pair] = []
    for place in range(0, len(moves), 2):
        if moves[place] < 0:
            break
        src, dst = moves[place] + 1, max(-1, moves[place + 1]) + 1
        if not dst < src <= 25:
            raise InvalidRecordError(f"a move backwards: {src}/{dst}")
        pairs.append((src, dst))
    yield TranscriptEntry(_side(record, 64), "move", (first, second), tuple(pairs), line=number)


def _count_from_nothing(script: Transcript) -> None:
    """Let a session begin at 0 : 0: the program counts on from earlier sessions of the two."""
    before = script.games[0].score
    for game in script.games:
        game.score = game.score[0] - before[0], game.score[1] - before[1]
