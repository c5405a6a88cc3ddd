"""The replay of a board game; see `presenter.FramePresenter`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from zaria import games
from zaria.club.matches.replay.narration import COMMON, Names, Sentences, ahead_words, unchanging, word
from zaria.club.matches.replay.presenter import ListedMove, MovePair, Options
from zaria.games.registry import CHESS_GAMES
from zaria.records.openings import chess as openings
from zaria.records.replay import Frame
from zaria.web.messages.table import WORDS

HALF = "½"

LONG_COUNT, TELLING = 20, 0.4
"""Counters are shown from this fraction of their limit on, as at the table."""

_NO_OPTIONS: Options = {}


def _moved(frame: Frame, who: str, names: Names) -> str:
    return word("says", name=who, text=frame.text)


def _aborted(frame: Frame, who: str, names: Names) -> str:
    return word("void")


def _ended(frame: Frame, who: str, names: Names) -> str:
    if frame.how == "unfinished":
        return word("unfinished")
    if frame.how == "void":
        return f"{word('void')}. {word('void_long')}"
    if frame.how == "annulled":
        return f"{word('annulled')}. {word('annulled_long')}"
    ending = word("draw") if frame.side is None else word("won_game", name=who)
    # Resigning, running out of time and leaving are shown by the frame before.
    by = {"played": f"why_{frame.why}", "draw": "by_agreement"}.get(frame.how, "")
    return f"{ending}. {word(by)}" if by in WORDS else ending


class BoardFrames:
    """The presenter of board games."""

    sentences: Sentences = {
        **COMMON,
        "moved": _moved,
        "resigned": unchanging("resigned"),
        "aborted": _aborted,
        "drawoffer": unchanging("draw_offered"),
        "drawyes": unchanging("draw_accepted"),
        "drawno": unchanging("draw_refused"),
        "ended": _ended,
    }

    @property
    def sides(self) -> Names:
        """White and black."""
        return _("White"), _("Black")

    def remaining(self, frame: Frame, names: Names) -> str:
        """Moves that are counted towards an end; a long count only when it has come some way."""
        return " · ".join(
            word("counter", name=word(f"count_{name}"), now=now, of=of)
            for name, now, of in frame.board_squares().counters
            if of < LONG_COUNT or now >= of * TELLING
        )

    def squares(self, frame: Frame) -> dict[str, Any]:
        """The board with its usual options."""
        return _board(frame.now, _NO_OPTIONS)

    def borne_off(self, frame: Frame) -> tuple[int, int]:
        """None."""
        return 0, 0

    def score(self, frame: Frame) -> tuple[str, str]:
        """Score of each side if the game is over, else nothing."""
        if frame.t != "ended" or frame.how in ("void", "annulled", "unfinished"):
            return "", ""
        if frame.side is None:
            return HALF, HALF
        return str(int(frame.side == 0)), str(int(frame.side == 1))

    def details(self, frames: Sequence[Frame]) -> list[dict[str, Any]]:
        """The score, and whether the king of the side on turn is in check."""
        details: list[dict[str, Any]] = []
        check = False
        for frame in frames:
            if frame.t == "moved":
                check = frame.now in CHESS_GAMES and frame.text.endswith(("+", "#"))
            details.append({"marks": self.score(frame), "check": check})
        return details

    def opening(self, frames: Sequence[Frame]) -> ListedMove | None:
        """The name that chess players have for it, if the game begins from the usual position."""
        first = frames[0]
        if first.now != "chess" or first.id != games.board_game(first.now).start().to_text():
            return None
        line: list[tuple[int, str]] = []
        for at, frame in enumerate(frames):
            if frame.t == "moved":
                ply = frame.board_squares().plies
                line[ply - 1 :] = [(at, frame.id)]
        named = openings.of_positions([fen for _at, fen in line])
        return None if named is None else ListedMove(line[named.plies - 1][0], named.title)

    def turn_name(self, before: Frame, frame: Frame) -> str:
        """Nothing: the position has the name."""
        return ""

    def board(self, frames: Sequence[Frame], options: Options, *, mirror: bool, cube: bool) -> dict[str, Any]:
        """The game, and the squares and houses of its board."""
        return _board(frames[0].now, options)

    def query(self, frame: Frame, *, cube: bool) -> list[tuple[str, str]]:
        """Nothing: the text of the position says who moves."""
        return []

    def move_pairs(self, frames: Sequence[Frame], remarks: Mapping[int, str]) -> list[MovePair]:
        """The list of moves; `remarks` are the sentences of other frames by their numbers.

        A side that must pass (ugolki) leaves its place empty. Behind a turn that was taken back the numbers
        go on from where it was made.
        """
        first = games.board_game(frames[0].now).first
        pairs: list[MovePair] = []
        numbers = {0: (0, 1)}
        for at, frame in enumerate(frames):
            if frame.t == "moved":
                move, place = ListedMove(at, frame.text, ahead_words(frame)), int(frame.side != first)
                plies = frame.board_squares().plies
                number, before = numbers.get(plies - 1, (0, 1))
                number += not (place and not before)
                numbers[plies] = number, place
                if place and pairs and pairs[-1].moves and pairs[-1].moves[1] is None:
                    pairs[-1] = pairs[-1]._replace(moves=(pairs[-1].moves[0], move))
                else:
                    pairs.append(MovePair(number, (None, move) if place else (move, None)))
            elif at in remarks:
                pairs.append(MovePair(0, (), at, remarks[at]))
        return pairs

    def example(self, frame: Frame) -> str:
        """The position itself."""
        return frame.id


def _board(name: str, options: Options) -> dict[str, Any]:
    game = games.board_game(name, **options)
    return {
        "game": name,
        "size": game.size,
        "coordinates": game.coordinates,
        "house": getattr(game.options, "house", ""),
    }
