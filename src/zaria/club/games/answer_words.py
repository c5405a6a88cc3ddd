"""Questions about the best answer, and what an answer is worth, in the visitor's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.site import i18n
from zaria.puzzles.puzzle import Question
from zaria.puzzles.scores import Verdict

QUESTIONS: Mapping[Question, Any] = {
    "turn": gettext_lazy("Find the best turn."),
    "avoid": gettext_lazy("Three of these turns are good. Which one would you avoid?"),
    "double": gettext_lazy("Double, or wait?"),
    "take": gettext_lazy("Take, or drop?"),
    "move": gettext_lazy("Find the best move."),
}

ACTS: Mapping[str, Any] = {
    "double": pgettext_lazy("puzzles", "Double"),
    "wait": pgettext_lazy("puzzles", "Don't double"),
    "take": pgettext_lazy("puzzles", "Take the cube"),
    "drop": pgettext_lazy("puzzles", "Drop"),
}
"""The answers to questions about the cube."""

_VERDICTS: Mapping[Verdict, Any] = {
    "solved": pgettext_lazy("puzzles", "Solved"),
    "nearly": pgettext_lazy("puzzles", "Nearly"),
    "missed": pgettext_lazy("puzzles", "Not this time"),
}


def loss_text(loss: float, *, is_board: bool) -> str:
    """Return a loss in its unit, rounded, which `number_format` would not do: 0.093, or 9.3%."""
    if is_board:
        return i18n.word("an_percent").replace("{n}", number_format(round(100 * loss, 1), 1))
    return number_format(round(loss, 3), 3)


def verdict_text(verdict: Verdict, loss: float, *, is_board: bool) -> str:
    """Return the verdict with what the answer costs."""
    word = str(_VERDICTS[verdict])
    if loss < 0.0005:
        return word
    return _("{verdict}: it costs {loss}").format(verdict=word, loss=loss_text(loss, is_board=is_board))
