"""The match terms of a tournament: the fields of a new table that two players of a tournament need.

There is no opponent to choose, no side and no stake, and always a clock. A match of a game with dice is a
series; a game on a board is single.
"""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from zaria.club.play.base_form import TableForm
from zaria.club.play.board_game_form import SquaresForm
from zaria.club.play.fields import DefaultedChoice
from zaria.club.play.options import YES_FIRST, YES_NO
from zaria.club.play.tables_game_form import USUAL_RATED, TablesForm
from zaria.games.protocols import Option
from zaria.games.registry import DICE_GAMES
from zaria.match.terms import Terms

LENGTHS = (3, 5, 7, 9)
USUAL_LENGTH = 5

_LEFT_OUT = ("opponent", "to", "level", "training", "stake", "most", "position", "starter", "colour")


class MatchForm(TableForm):
    """The form of a table without the choices that concern only two players."""

    def __init__(self, game: str, data: QueryDict | None = None) -> None:
        super().__init__(game, data, member=True)
        for name in _LEFT_OUT:
            self.fields.pop(name, None)
        self.fields["vacation"] = DefaultedChoice(
            self.fields["vacation"].label, YES_NO, _("A vacation doesn't move the end of a round.")
        )
        self.fields["rated"] = DefaultedChoice(
            _("Rated"), YES_FIRST, _("The results change the ratings of the players.")
        )

    def clean(self) -> dict[str, Any]:
        """Check the terms as for a table that is open to anyone."""
        self.cleaned_data |= {"opponent": "anyone", "position": "", "starter": None}
        return super().clean()

    def _require_clock(self) -> Any:
        """Remove the choice of no clock."""
        clock: Any = self.fields["clock"]
        clock.choices = [(value, text) for value, text in clock.choices if value != "none"]
        return clock

    def is_staked(self) -> bool:
        """Return False: the prizes are the only money of a tournament."""
        return False


class TablesMatchForm(MatchForm, TablesForm):
    """The terms of matches of a game with dice."""

    def __init__(self, game: str, data: QueryDict | None = None) -> None:
        super().__init__(game, data)
        for name in ("points", "jacoby", "handicap", "head_start"):
            self.fields.pop(name, None)
        lengths: dict[Option, str] = {length: str(length) for length in LENGTHS}
        self.fields["length"] = DefaultedChoice(_("Match length"), lengths, default=USUAL_LENGTH)
        clock = self._require_clock()
        clock.initial = clock.empty_value = USUAL_RATED

    def length(self) -> int:
        """The length that was chosen."""
        return int(self.cleaned_data["length"])


class SquaresMatchForm(MatchForm, SquaresForm):
    """The terms of matches on a board."""

    def __init__(self, game: str, data: QueryDict | None = None) -> None:
        super().__init__(game, data)
        self._require_clock().help_text = _("Standard is 10 min + 5 s per move.")


class FixedMatch:
    """The fixed terms of the matches, in place of a form for them."""

    errors: Mapping[str, Any] = {}

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.cleaned_data = {"rated": terms.rated}

    def is_valid(self) -> bool:
        """Return True: the series was set up with these terms."""
        return True

    def terms(self) -> Terms:
        """The terms."""
        return self._terms


def match_form(game: str, data: QueryDict | None = None) -> TablesMatchForm | SquaresMatchForm:
    """The form of the matches of `game`, bound when there is data."""
    return (TablesMatchForm if game in DICE_GAMES else SquaresMatchForm)(game, data)
