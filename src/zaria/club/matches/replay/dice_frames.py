"""The replay of a game with dice; see `presenter.FramePresenter`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from zaria import games
from zaria.club.matches.replay.narration import COMMON, Names, Sentence, Sentences, dice, unchanging, word
from zaria.club.matches.replay.presenter import ListedMove, MovePair, Options
from zaria.club.site import i18n
from zaria.games.registry import has_gammons
from zaria.records.openings import backgammon
from zaria.records.replay import Frame
from zaria.web.messages.table import WORDS

EXAMPLE = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"
"""A position as our own text has it."""


CUBE_SHOWN = {"yes": True, "no": False}
"""The values of `cube` in the address of a position."""


def shows_cube(game: str) -> bool:
    """Return whether a position of `game` shows a cube if its address says nothing about one."""
    return has_gammons(game)


def _opening(frame: Frame, who: str, names: Names) -> str:
    first, second = frame.opening
    thrown = f"{names[0]}: {first}, {names[1]}: {second}."
    outcome = word("opening_tie") if first == second else word("starts", name=names[frame.turn])
    return f"{thrown} {outcome}"


def _rolled(frame: Frame, who: str, names: Names) -> str:
    return word("says", name=who, text=dice(frame.thrown))


def _played(frame: Frame, who: str, names: Names) -> str:
    return word("says", name=who, text=f"{dice(frame.played)}: {frame.text or word('no_move')}")


def _offer(key: str) -> Sentence:
    return lambda frame, who, names: word(key, name=who, n=frame.value)


def _resigned(frame: Frame, who: str, names: Names) -> str:
    return word("resign_points", name=who, n=frame.points * frame.cube.value)


def _result_offered(frame: Frame, who: str, names: Names) -> str:
    points = word("points", n=frame.points * frame.cube.value)
    return word("result_offer", name=who, kind=points)


def _ended(frame: Frame, who: str, names: Names) -> str:
    if frame.how in ("stuck", "unfinished"):
        return word(frame.how)
    if frame.how in ("annulled", "void"):
        return f"{word(frame.how)}. {word(f'{frame.how}_long')}"
    if frame.side is None:
        return word("draw")
    points = word("points", n=frame.points)
    win = f"{i18n.word(frame.kind, frame.now)}, {points}" if frame.kind in WORDS else points
    return f"{word('won_game', name=who)}. {win}"


class DiceFrames:
    """The presenter of games with dice."""

    sentences: Sentences = {
        **COMMON,
        "opening": _opening,
        "rolled": _rolled,
        "played": _played,
        "doubled": _offer("double_offer"),
        "beavered": _offer("beaver_offer"),
        "raccooned": _offer("raccoon_offer"),
        "taken": unchanging("taken"),
        "dropped": unchanging("dropped"),
        "resign": _resigned,
        "yielded": unchanging("accepted"),
        "refused": unchanging("refused"),
        "resultoffer": _result_offered,
        "resultyes": unchanging("result_taken"),
        "resultno": unchanging("refused"),
        "resultheld": unchanging("result_held"),
        "ended": _ended,
    }

    @property
    def sides(self) -> Names:
        """Light and dark."""
        return _("Light"), _("Dark")

    def remaining(self, frame: Frame, names: Names) -> str:
        """The remaining stages of the roll, where they are more than the dice on the board."""
        parts = []
        if frame.rest:
            double = "_double" if len(set(frame.thrown)) == 1 else ""
            opponent = names[1 - frame.turn]
            parts.append(word(f"finishes_other{double}", name=names[frame.turn], other=opponent))
        if frame.later:
            parts.append(word("later", list=", ".join(map(dice, frame.later))))
        return " · ".join(parts)

    def squares(self, frame: Frame) -> None:
        """None: the board has points."""

    def borne_off(self, frame: Frame) -> tuple[int, int]:
        """The checkers that each side has borne off."""
        return frame.men[0][0], frame.men[1][0]

    def score(self, frame: Frame) -> tuple[int, int]:
        """The points of the match."""
        return frame.score

    def details(self, frames: Sequence[Frame]) -> list[dict[str, Any]]:
        """Nothing."""
        return [{} for _frame in frames]

    def opening(self, frames: Sequence[Frame]) -> ListedMove | None:
        """The names of the first two turns of a single game of backgammon; None in another match."""
        if sum(frame.t == "game" for frame in frames) != 1:
            return None
        played = [at for at, frame in enumerate(frames) if frame.t == "played"]
        # The last of their kind: a turn may have been taken back.
        first = [at for at in played if all(map(backgammon.stands_first, frames[at - 1].men))]
        named = [
            at for at in played if first and at >= first[-1] and self.turn_name(frames[at - 1], frames[at])
        ]
        if not named or named[0] != first[-1]:
            return None
        name = backgammon.game_name([frames[at].moves for at in (named[0], *named[1:][-1:])])
        return ListedMove(named[-1], name)

    def turn_name(self, before: Frame, frame: Frame) -> str:
        """The name that backgammon players have for a side's first turn."""
        if before.now != "backgammon" or frame.side is None:
            return ""
        return backgammon.turn_name(before.men[frame.side], before.men[1 - frame.side], frame.moves)

    def board(self, frames: Sequence[Frame], options: Options, *, mirror: bool, cube: bool) -> dict[str, Any]:
        """The numbering of the board of each game that is played, and how the board lies."""
        shown = {name: games.dice_game(name) for name in {frame.now for frame in frames}}
        kinds = {
            name: {
                "hand": not game.contact.shares_road,
                "parallel": game.parallel,
                "pins": game.contact.pins,
            }
            for name, game in shown.items()
        }
        return {"kinds": kinds, "mirror": mirror, "cube": cube}

    def query(self, frame: Frame, *, cube: bool) -> list[tuple[str, str]]:
        """The side on roll, which an XGID names itself, and whether there is a cube, if that is unusual."""
        side = [("side", "1")] if frame.turn and not frame.id.startswith("XGID") else []
        if cube == shows_cube(frame.now):
            return side
        return [*side, ("cube", "yes" if cube else "no")]

    def move_pairs(self, frames: Sequence[Frame], remarks: Mapping[int, str]) -> list[MovePair]:
        """None: turns are listed one by one, with their dice."""
        return []

    def example(self, frame: Frame) -> str:
        """A position as our own text has it, whatever the `frame`."""
        return EXAMPLE
