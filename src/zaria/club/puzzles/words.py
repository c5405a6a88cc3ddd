"""Puzzles in words: situations, themes and reasons, in the visitor's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.bots.teaching.reasons import Reason
from zaria.club.games.answer_words import ACTS
from zaria.club.matches.replay.frames import presenter_of
from zaria.club.matches.replay.narration import dice
from zaria.club.puzzles.catalogue import SQUARES, TABLES
from zaria.club.puzzles.stream import Difficulty
from zaria.club.site import i18n
from zaria.puzzles.puzzle import Puzzle

THEMES: Mapping[str, Any] = {
    "opening": pgettext_lazy("theme of puzzles", "Opening"),
    "hit": pgettext_lazy("theme of puzzles", "Hit"),
    "no-hit": pgettext_lazy("theme of puzzles", "Don't hit"),
    "pin": pgettext_lazy("theme of puzzles", "Pin"),
    "entry": pgettext_lazy("theme of puzzles", "Entering"),
    "escape": pgettext_lazy("theme of puzzles", "Escape"),
    "point": pgettext_lazy("theme of puzzles", "Make a point"),
    "anchor": pgettext_lazy("theme of puzzles", "Anchor"),
    "prime": pgettext_lazy("theme of puzzles", "Prime"),
    "block-of-six": pgettext_lazy("theme of puzzles", "Six in a row"),
    "head": pgettext_lazy("theme of puzzles", "The head"),
    "mother": pgettext_lazy("theme of puzzles", "The mother"),
    "safety": pgettext_lazy("theme of puzzles", "Play safe"),
    "race": pgettext_lazy("theme of puzzles", "Race"),
    "bear-off": pgettext_lazy("theme of puzzles", "Bearing off"),
    "doubling": pgettext_lazy("theme of puzzles", "Doubling"),
    "too-good": pgettext_lazy("theme of puzzles", "Too good to double"),
    "capture": pgettext_lazy("theme of puzzles", "Capture"),
    "sacrifice": pgettext_lazy("theme of puzzles", "Sacrifice"),
    "quiet": pgettext_lazy("theme of puzzles", "Quiet move"),
    "breakthrough": pgettext_lazy("theme of puzzles", "Breakthrough"),
    "mate": pgettext_lazy("theme of puzzles", "Mate"),
    "ending": pgettext_lazy("theme of puzzles", "Ending"),
    "defence": pgettext_lazy("theme of puzzles", "Defence"),
    "long": pgettext_lazy("theme of puzzles", "Long"),
}
"""The name of each theme (`zaria.puzzles.themes`)."""

DIFFICULTY_TITLES: Mapping[Difficulty, Any] = {
    "easiest": pgettext_lazy("puzzles", "Easiest"),
    "easier": pgettext_lazy("puzzles", "Easier"),
    "normal": pgettext_lazy("puzzles", "My strength"),
    "harder": pgettext_lazy("puzzles", "Harder"),
    "hardest": pgettext_lazy("puzzles", "Hardest"),
}

LIST_TITLES: Mapping[str, Any] = {
    TABLES: gettext_lazy("Games with dice"),
    SQUARES: gettext_lazy("Draughts & chess"),
}
"""The names of the lists of puzzles of the day that are not a game's."""


def side_name(puzzle: Puzzle) -> str:
    """Return what the side to act is called."""
    return presenter_of(puzzle.game).sides[puzzle.side]


def situation(puzzle: Puzzle) -> str:
    """Return whose decision a puzzle is: "Light to play 6-4"."""
    side = side_name(puzzle)
    if puzzle.question == "take":
        return _("{side} is offered the cube").format(side=side)
    if puzzle.question == "double":
        return _("{side} is to roll").format(side=side)
    if puzzle.question == "move":
        return _("{side} to move").format(side=side)
    return _("{side} to play {dice}").format(side=side, dice=dice(puzzle.dice))


def go_on(reply: str) -> str:
    """Return what is asked after a right move that does not end the solution."""
    return _("Right. The reply is {move}. Find the next move.").format(move=reply)


def answer_text(puzzle: Puzzle, answer: str) -> str:
    """Return an answer as one reads it."""
    return str(ACTS[answer]) if answer in ACTS else answer.replace("hand/", "→")


def reason_text(reason: Reason, game: str) -> str:
    """Return a reason of the teaching room as a sentence."""
    digits = 0 if float(reason.n).is_integer() else 1
    text = i18n.word(f"train_why_{reason.code}", game, int(reason.n))
    for name, value in (
        ("n", number_format(reason.n, digits)),
        ("m", number_format(reason.m, 0)),
        ("line", reason.line),
    ):
        text = text.replace(f"{{{name}}}", value)
    return text
