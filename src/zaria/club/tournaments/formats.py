"""The formats in words: one entry each, with the columns of its standings."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Column(NamedTuple):
    """A column of the standings: a title, its meaning, and the fraction of a point in which it counts.

    `term` is its word in the glossary, "" without one.
    """

    title: Promise
    long: Promise
    divisor: int
    term: str = ""


class FormatWords(NamedTuple):
    """The words of one format.

    * title: its name;
    * explanation: one or two sentences;
    * columns: the columns of its standings, the first for the points; none if the standings have places only.
    """

    title: Promise
    explanation: Promise
    columns: tuple[Column, ...] = ()


_POINTS = Column(pgettext_lazy("column", "Pts"), _("Points"), 2)
_WINS = Column(pgettext_lazy("column", "W"), _("Wins"), 1)
_BERGER = Column(pgettext_lazy("column", "SB"), _("Sonneborn-Berger"), 4, "sonneborn_berger")
_DIRECT_ENCOUNTER = Column(pgettext_lazy("column", "DE"), _("Direct encounter"), 2, "direct_encounter")

CROSS_TABLE_COLUMNS = (_POINTS, _BERGER)
"""The columns of a table of everyone against everyone."""

FORMAT_WORDS: Mapping[str, FormatWords] = {
    "knockout": FormatWords(
        _("Knock-out"),
        _("One defeat and you are out. The last player left wins."),
    ),
    "double": FormatWords(
        _("Double elimination"),
        _(
            "A player who loses twice is out. After the first defeat they go on in the losers' bracket; "
            "the winners of both brackets meet in the final."
        ),
    ),
    "groups": FormatWords(
        _("Groups, then knock-out"),
        _("In small groups everyone meets everyone. The best two of each group go on to a knock-out."),
    ),
    "round-robin": FormatWords(
        _("Round robin"),
        _("Everyone meets everyone once. Most points win."),
        (_POINTS, _BERGER, _DIRECT_ENCOUNTER, _WINS),
    ),
    "swiss": FormatWords(
        pgettext_lazy("tournament", "Swiss"),
        _(
            "A fixed number of rounds. Players with equal points meet, nobody meets the same player twice, "
            "and nobody is out."
        ),
        (
            _POINTS,
            Column(pgettext_lazy("column", "Bh-1"), _("Buchholz without the worst opponent"), 2, "buchholz"),
            Column(pgettext_lazy("column", "Bh"), _("Buchholz: the points of all opponents"), 2, "buchholz"),
            _BERGER,
            _WINS,
        ),
    ),
    "arena": FormatWords(
        _("Arena"),
        _(
            "A player who is free gets the next opponent at once, until time runs out. From the third "
            "win in a row, points count twice."
        ),
        (_POINTS._replace(divisor=1), _WINS, Column(pgettext_lazy("column", "M"), _("Matches"), 1)),
    ),
    "league": FormatWords(
        _("League"),
        _("Everyone meets everyone twice, with the sides exchanged. Most points win."),
        (_POINTS, _BERGER, _DIRECT_ENCOUNTER, _WINS),
    ),
}
"""The words of each format, by its name."""
