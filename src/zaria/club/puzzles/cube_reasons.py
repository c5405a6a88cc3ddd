"""The reasons of an answer about the cube, in words: chances, the take point, the doubling window."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from zaria.bots.analysis.shape import Odds
from zaria.bots.doubling import DoublingWindow, Stake, decide, doubling_window, efficiency
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.club.puzzles import boards, words
from zaria.club.site import i18n
from zaria.puzzles.puzzle import Puzzle


def cube_reasons(puzzle: Puzzle, odds: Odds) -> list[str]:
    """Return the sentences for a question about the cube; `odds` are those of the side to roll.

    The take point and the window are left out where these chances would answer the question otherwise than
    the games that were played out.
    """
    chances, match = OutcomeProbabilities(*odds), boards.match_of(puzzle, "")
    stake, live = Stake.of(match, match.turn), efficiency.of(match.dice_position())
    decision = decide(chances, stake, live)
    is_take = puzzle.question == "take"
    sentences = [_chances_text(puzzle, chances.flipped() if is_take else chances)]
    is_right = decision.take if is_take else decision.double
    if is_right != (puzzle.best.turn in ("take", "double")):
        return sentences
    window = doubling_window(chances, stake, live)
    sentences.append(_take_text(window, chances) if is_take else _window_text(window))
    if not is_take and decision.action == "too_good":
        sentences.append(_("Here playing on for double wins brings more than the win with the cube."))
    return [sentence for sentence in sentences if sentence]


def _chances_text(puzzle: Puzzle, chances: OutcomeProbabilities) -> str:
    """Return the chances of the side that is asked."""
    text = i18n.word("an_wins", puzzle.game)
    for name, share in (("win", chances.win), ("mars", chances.win2), ("lost", chances.lose2)):
        text = text.replace(f"{{{name}}}", number_format(100 * share, 0))
    return f"{words.side_name(puzzle)}: {text[:1].lower()}{text[1:]}."


def _take_text(window: DoublingWindow, chances: OutcomeProbabilities) -> str:
    least = 1 - chances.draw - window.closes
    return _("The take point is {least}: with more wins it is a take, with fewer a drop.").format(
        least=_percent(least)
    )


def _window_text(window: DoublingWindow) -> str:
    """Return the doubling window, "" if there is none."""
    if window.opens is None:
        return ""
    return _(
        "A double is right from {low} to {high} wins: before that it is too early, above it a drop."
    ).format(low=_percent(window.opens), high=_percent(window.closes))


def _percent(share: float) -> str:
    return i18n.word("an_percent").replace("{n}", number_format(100 * share, 0))
