"""The running match by the day of a player, and what they may agree to there."""

from collections.abc import Iterable
from typing import NamedTuple

from zaria.games.board_games import BoardPosition
from zaria.live.app import Live
from zaria.live.matches.event_frames import ids_of, side_of
from zaria.match.ahead import AgreedActs, moves_made, open_lines
from zaria.match.match import Match


class AgreementRefusedError(Exception):
    """The agreement was not changed; `code` names the sentence in `texts.REFUSED`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class OwnTable(NamedTuple):
    """A running match by the day on whose `side` the player (an id) plays; `moves` are those of squares."""

    match: Match
    player: str
    side: int
    moves: list[str]

    @property
    def may_agree_to_lines(self) -> bool:
        """True while the opponent is to make a move on squares: lines begin with it."""
        return self.match.game.is_board and self.match.phase == "move" and self.match.to_act() != self.side

    def open_lines(self, acts: AgreedActs) -> list[tuple[str, ...]]:
        """Return what still lies ahead of the agreed lines."""
        return open_lines(acts, self.moves, self.match.backs)


async def find_own_table(live: Live, match_id: str, player: str) -> OwnTable | None:
    """Return the running match by the day of a player; None: they play none with this id."""
    match = await live.match(match_id)
    if match is None or not match.terms.by_day or match.phase in ("open", "over"):
        return None
    side = side_of(ids_of(match), player)
    if side is None:
        return None
    events = (await live.record(match_id, player) or []) if match.game.is_board else []
    return OwnTable(match, player, side, moves_made(events))


def check(table: OwnTable, acts: AgreedActs) -> None:
    """Raise `AgreementRefusedError` unless the terms and the rules allow these acts.

    Lines are those from the present position on: the opponent is to move there.
    """
    match = table.match
    on_cube, on_board = match.terms.cube, match.game.is_board
    if (acts.roll or acts.take or acts.drop) and not on_cube:
        raise AgreementRefusedError("not_agreed_on")
    if acts.accept and (on_board or acts.accept > match.position.game.classes[-1][0]):
        raise AgreementRefusedError("not_agreed_on")
    if not acts.lines:
        return
    if not on_board:
        raise AgreementRefusedError("not_agreed_on")
    if not table.may_agree_to_lines or acts.plies != len(table.moves):
        raise AgreementRefusedError("gone_on")
    _check_lines(match.board_position(), acts.lines)


def _check_lines(position: BoardPosition, lines: tuple[tuple[str, ...], ...]) -> None:
    """Raise `AgreementRefusedError` unless each line is legal and ends with a reply, always the same one."""
    replies = dict[tuple[str, ...], str]()
    for line in lines:
        if len(line) % 2:
            raise AgreementRefusedError("no_reply")
        for ply in range(1, len(line), 2):
            if replies.setdefault(line[:ply], line[ply]) != line[ply]:
                raise AgreementRefusedError("two_replies")
        play(position, line)


def play(position: BoardPosition, line: Iterable[str]) -> BoardPosition:
    """Return the position after the moves of a line; raises `AgreementRefusedError`."""
    for move in line:
        legal = [] if position.outcome() is not None else [way.move for way in position.legal_moves()]
        if move not in legal:
            raise AgreementRefusedError("illegal_line")
        position = position.move(move)
    return position
