"""A board game as PDN and PGN hold it, made from events and turned into events.

It keeps the players, the day, every move, the result, and whether time or leaving decided it; clocks and
declined offers are left out. A file is played by the rules: each move must be legal. Drawing rules differ
from place to place, so a game may go on after a draw by our rules, and a draw that our rules do not see
counts as agreed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, NoReturn

from zaria import games
from zaria.games.board_games import DRAW, WIN, BoardPosition
from zaria.games.protocols import InvalidPositionError, Option
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.terms import Terms
from zaria.match.versions import RULES_VERSION
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.formats.movetext import Claim, Movetext, Word, escaped
from zaria.records.main_line import without_takebacks
from zaria.records.occasion import UNKNOWN, Occasion

TIME, LEFT = "time forfeit", "abandoned"
NO_RESULT = ("void", "annulled", "unfinished")
"""Values of the tag Termination that add to the result; any other is taken as a normal end."""

_TERMINATIONS = {
    "time": TIME,
    "void": LEFT,
    "left": LEFT,
    "annulled": "unterminated",
    "unfinished": "unterminated",
}

Finder = Callable[[BoardPosition, str], Sequence[str]]
"""From a word of the file to the moves (`BoardMove.move`) that it can denote.

Raises `ValueError`, whose text is the reason.
"""

_AMBIGUOUS = "ambiguous move"
_MOST_TRIED = 2_000
"""Moves that are tried beyond the length of the game, where words can denote several."""

IMPORTED = "imported"
"""The id of a match read from a file: its clock is unknown."""

_COLOURS = ("#b8862f", "#4a6fa5")
_YEAR_3000 = 32_503_680_000_000
_RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


class PlayedMove(NamedTuple):
    """A move and the position it was made in."""

    before: BoardPosition
    move: str


@dataclass(frozen=True)
class ScoreSheet:
    """One game: the match in its final state and its moves."""

    match: Match
    moves: tuple[PlayedMove, ...]
    at: int

    def tags(self, first: int = 0, *, site: str = "", occasion: Occasion = UNKNOWN) -> dict[str, str]:
        """The seven standard tags in their order, then the optional ones.

        `1-0` is a win of side `first`; `site` is the address of the match, "" where it has none. A place that
        the occasion names stands instead of it.
        """
        match = self.match
        white, black = (escaped(player.name) if player else "?" for player in match.players)
        day = f"{datetime.fromtimestamp(self.at / 1000, UTC):%Y.%m.%d}" if 0 < self.at < _YEAR_3000 else ""
        tags = {
            "Event": escaped(occasion.event or "Zaria"),
            "Site": escaped(occasion.place or site),
            "Date": day or "????.??.??",
            "Round": escaped(occasion.round or "-"),
            "White": white,
            "Black": black,
            "Result": self.result(first),
        }
        if time_control := _time_control(match):
            tags["TimeControl"] = time_control
        tags["Termination"] = self._termination()
        return tags

    def result(self, first: int = 0) -> str:
        """The result token that ends the file; `1-0` is a win of side `first`."""
        ended = self.match.result
        if ended is None or ended.how in NO_RESULT:
            return "*"
        return _RESULTS[ended.winner if ended.winner is None else ended.winner ^ first]

    def _termination(self) -> str:
        ended = self.match.result
        if ended is None:
            return "unterminated"
        return _TERMINATIONS.get(ended.how, "normal")


def score_sheet(events: Sequence[ev.Event]) -> ScoreSheet:
    """The score sheet of a match; raises `UnsupportedRecordError` where it is not a board game."""
    match: Match | None = None
    moves = []
    at = 0
    for event in without_takebacks(events):
        if isinstance(event, ev.Moved) and match is not None:
            moves.append(PlayedMove(match.board_position(), event.move))
        elif isinstance(event, ev.Seated):
            at = event.at
        elif isinstance(event, ev.Cancelled):
            raise UnsupportedRecordError("no game was played")
        match = evolve(match, event)
    if match is None:
        raise UnsupportedRecordError("no game was played")
    try:
        match.board_game()
    except BrokenHistoryError as error:
        raise UnsupportedRecordError("the format holds games on squares only") from error
    return ScoreSheet(match, tuple(moves), at)


def first_position(text: Movetext, name: str) -> str:
    """The position of the tag FEN from which a game begins, "" where it is the usual one.

    Raises `InvalidRecordError`.
    """
    fen = text.tag("FEN")
    if not fen:
        return ""
    game = games.board_game(name)
    try:
        position = game.parse(fen)
    except InvalidPositionError as error:
        raise InvalidRecordError(f"FEN: {error}", text.line_of("FEN")) from error
    if position.to_text().split()[:4] == game.start().to_text().split()[:4]:
        return ""
    if not position.legal_moves():
        raise InvalidRecordError("the game is over in the position that was set up", text.line_of("FEN"))
    return position.to_text()


def build(
    text: Movetext, game: str, options: dict[str, Option] | None, find: Finder, position: str = ""
) -> list[ev.Event]:
    """The events of a game in a file, played as `game` from `position`; raises `InvalidRecordError`."""
    return _Builder(text, Terms(game, options=_agreed(game, options), position=position), find).events


def resolved(start: BoardPosition, words: Sequence[Word], find: Finder) -> list[str]:
    """The moves that the words denote, one each; raises `InvalidRecordError`.

    A word that can denote several moves is the one with which the game can go on to its end.
    """
    lines = _Lines(start, words, find)
    line = lines.next_line()
    if line is None:
        assert lines.error is not None
        raise lines.error
    if lines.branches and (second := lines.next_line(go_back=True)) is not None:
        ply = next(ply for ply, move in enumerate(line) if move != second[ply])
        raise InvalidRecordError(f"{_AMBIGUOUS}: {source_text.quoted(words[ply].text)}", words[ply].line)
    return line


class _Lines:
    """The lines of moves that the words of a game can denote, one after another."""

    def __init__(self, start: BoardPosition, words: Sequence[Word], find: Finder) -> None:
        self.words = words
        self.find = find
        self.positions = [start]
        self.moves: list[str] = []
        self.branches: list[tuple[int, list[str]]] = []
        """Plies at which other moves are left to try, and these moves."""
        self.error: InvalidRecordError | None = None
        self.deepest = -1
        self.most = len(words) + _MOST_TRIED

    def next_line(self, *, go_back: bool = False) -> list[str] | None:
        """The next line to the end of the words, from the last branch if `go_back`; None if there is none."""
        if go_back and not self._go_back():
            return None
        while len(self.moves) < len(self.words):
            self.most -= 1
            choices = self._choices()
            if choices:
                if len(choices) > 1:
                    self.branches.append((len(self.moves), choices[1:]))
                self._push(choices[0])
            elif not self._go_back():
                return None
        return list(self.moves)

    def _choices(self) -> list[str]:
        word = self.words[len(self.moves)]
        try:
            choices = list(self.find(self.positions[-1], word.text))
            if self.most < 0:
                raise ValueError(_AMBIGUOUS)
        except ValueError as error:
            if len(self.moves) > self.deepest:
                self.deepest = len(self.moves)
                self.error = InvalidRecordError(f"{error}: {source_text.quoted(word.text)}", word.line)
            return []
        return choices

    def _push(self, move: str) -> None:
        self.positions.append(self.positions[-1].move(move))
        self.moves.append(move)

    def _go_back(self) -> bool:
        if not self.branches:
            return False
        ply, choices = self.branches.pop()
        del self.positions[ply + 1 :], self.moves[ply:]
        if len(choices) > 1:
            self.branches.append((ply, choices[1:]))
        self._push(choices[0])
        return True


class _Builder:
    """Plays the moves of a file and collects its `events`."""

    def __init__(self, text: Movetext, terms: Terms, find: Finder) -> None:
        self.text = text
        self.at = _moment(text)
        opened = ev.Opened(at=self.at, version=RULES_VERSION, id=IMPORTED, terms=terms, seal="")
        self.events: list[ev.Event] = [opened]
        self.match = evolve(None, opened)
        for side, tag in enumerate(("White", "Black")):
            name = source_text.name(text.tag(tag)) or f"Player {side + 1}"
            self._add(
                ev.Seated(at=self.at, side=side, player=ev.Player(str(side), name, _COLOURS[side]), seed="")
            )
        starter = self.match.board_position().turn
        self._add(ev.GameStarted(at=self.at, number=1, crawford=False, starter=starter))
        for move in resolved(self.match.board_position(), text.moves, find):
            position = self.match.board_position()
            self._add(ev.Moved(at=self.at, side=position.turn, move=move, text=position.notation(move)))
        self._end(text.claim)

    def _end(self, claim: Claim | None) -> None:
        position = self.match.board_position()
        outcome = position.outcome() if self.text.moves else None
        termination = self.text.tag("Termination").lower()
        if outcome is not None and (claim is None or claim.winner == outcome.winner):
            self._ended(outcome.winner, "played", position.reason())
        elif outcome is not None and not position.legal_moves():
            if claim is not None and claim.certain:
                self._contradicted(outcome.winner, claim)
            self._ended(outcome.winner, "played", position.reason())
        elif claim is None:
            if termination == LEFT:
                self._add(ev.Aborted(at=self.at, side=position.turn))
                self._ended(None, "void")
        elif claim.winner is None:
            self._drawn(position.turn, termination)
        elif termination == TIME:
            self._add(ev.Flagged(at=self.at, side=1 - claim.winner))
            self._ended(claim.winner, "time")
        elif termination == LEFT:
            self._add(ev.Claimed(at=self.at, side=claim.winner, what="win"))
            self._ended(claim.winner, "left")
        else:
            self._add(ev.Resigned(at=self.at, side=1 - claim.winner))
            self._ended(claim.winner, "resigned")

    def _drawn(self, turn: int, termination: str) -> None:
        if termination == LEFT:
            self._add(ev.Claimed(at=self.at, side=1 - turn, what="draw"))
            self._ended(None, "left")
            return
        self._add(ev.DrawOffered(at=self.at, side=1 - turn))
        self._add(ev.DrawAccepted(at=self.at, side=turn))
        self._ended(None, "draw")

    def _contradicted(self, winner: int | None, claim: Claim | None) -> NoReturn:
        reason = "this game was a draw" if winner is None else "the other player has won this game"
        raise InvalidRecordError(reason, claim and claim.line)

    def _ended(self, winner: int | None, how: str, why: str = "") -> None:
        kind = "" if how == "void" else DRAW.kind if winner is None else WIN
        points = 0 if winner is None else 1
        score = (int(winner == 0), int(winner == 1))
        self._add(ev.GameEnded(at=self.at, winner=winner, points=points, kind=kind, how=how, why=why))
        self._add(ev.MatchEnded(at=self.at, winner=winner, score=score, secret=""))

    def _add(self, event: ev.Event) -> None:
        try:
            self.match = evolve(self.match, event)
        except BrokenHistoryError as error:
            raise InvalidRecordError(str(error)) from error
        self.events.append(event)


def _agreed(game: str, options: dict[str, Option] | None) -> dict[str, Option]:
    return games.get(game).agreed(options) if options else {}


def _moment(text: Movetext) -> int:
    """The day of the game in milliseconds; 0 if unknown."""
    day = source_text.day(text.tag("Date"))
    return max(0, int(datetime(*day, tzinfo=UTC).timestamp() * 1000)) if day else 0


def _time_control(match: Match) -> str:
    """The tag TimeControl: seconds for the game, and the increment; "-" without a clock, "" if unknown.

    The standard has no word for a delay.
    """
    clock = match.terms.clock
    if clock is None:
        return "" if match.id == IMPORTED else "-"
    if clock.delay:
        return ""
    more = f"+{clock.increment // 1000}" if clock.increment else ""
    return f"{clock.bank // 1000}{more}"
