"""The form of a new table for draughts, ugolki and chess: the clocks of the club where they are played.

Either a bank of minutes for the game with seconds added for each move, or seconds for each move that are not
saved. Against a friend the club knows no game without a clock; with the computer there is none as usual.
"""

from collections.abc import Mapping
from typing import Any

from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from zaria import games
from zaria.club.play.base_form import MINUTE, SECOND, TableForm
from zaria.club.play.by_day_fields import BY_DAY, BY_DAY_TEXT, fields_of_days
from zaria.club.play.fields import DefaultedChoice
from zaria.games.board_games import DARK
from zaria.games.protocols import Option
from zaria.live.lobby.speeds import CLOCKS
from zaria.match.terms import ClockTerms, Terms

MINUTES = (1, 3, 5, 10, 20)
ADDED = (0, 3, 5, 10, 20, 30, 60)
ALONE = ADDED[1:]
"""Clocks on offer: minutes for the game, seconds added for a move, seconds for each move alone."""

_USUAL_MINUTES, _USUAL_ADDED, _USUAL_ALONE = 10, 5, 30
_USUAL = ClockTerms(bank=_USUAL_MINUTES * MINUTE, increment=_USUAL_ADDED * SECOND)


def _numbers(values: tuple[int, ...]) -> Mapping[Option, Any]:
    return {value: str(value) for value in values}


class SquaresForm(TableForm):
    """The terms of a game on squares."""

    friend_clocks = {"usual": _USUAL, **{str(speed): clock for speed, clock in CLOCKS["board"].items()}}

    colour = DefaultedChoice(
        _("Your pieces"), {"light": _("White"), "dark": _("Black"), "random": _("Random")}
    )
    clock = DefaultedChoice(
        _("Clock"),
        {
            "usual": _("Standard"),
            "game": _("Per game"),
            "move": _("Per move"),
            "none": _("None (computer only)"),
            BY_DAY: BY_DAY_TEXT,
        },
        _("Standard is 10 min + 5 s per move against people, and no clock against the computer."),
    )
    minutes = DefaultedChoice(_("Minutes per game"), _numbers(MINUTES), default=_USUAL_MINUTES)
    added = DefaultedChoice(_("Seconds added per move"), _numbers(ADDED), default=_USUAL_ADDED)
    alone = DefaultedChoice(
        _("Seconds per move"), _numbers(ALONE), _("Unused time is lost."), default=_USUAL_ALONE
    )

    def __init__(self, game: str, data: QueryDict | None = None, *, member: bool = False) -> None:
        super().__init__(game, data, member=member)
        dark = games.board_game(game).first == DARK
        self.fields["colour"].help_text = _("Black moves first.") if dark else _("White moves first.")

    # for the page

    @property
    def game_clock(self) -> list[BoundField]:
        """The parts of a clock for the whole game."""
        return list(self._bound(("minutes", "added")))

    @property
    def move_clock(self) -> list[BoundField]:
        """The parts of a clock for each move."""
        return list(self._bound(("alone",)))

    # for the match

    def objection(self) -> tuple[str, Any] | None:
        """Without a clock a friend could wait for ever."""
        if self.cleaned_data["opponent"] not in ("computer", "local") and self.time() is None:
            return "clock", _("Games against people need a clock.")
        return None

    def terms(self) -> Terms:
        """Terms of a valid form."""
        return Terms(
            game=self.game,
            options=self.options(),
            clock=self.time(),
            stakes=self.stakes(),
            delayed=self.is_delayed(),
            rated=self.is_rated(),
            training=self.is_training(),
            local=self.local_names(),
            **self.first_position(),
        )

    def time_at_the_board(self) -> ClockTerms | None:
        """The clock that was chosen; as usual there is none against the computer and on one device."""
        values = self.cleaned_data
        kind = values["clock"]
        if kind == "none" or (kind == "usual" and values["opponent"] in ("computer", "local")):
            return None
        if kind == "usual" and self.data.get("clock"):  # programs may send the parts of a clock alone
            return _USUAL
        if kind == "move":
            return ClockTerms(delay=values["alone"] * SECOND)
        return ClockTerms(bank=values["minutes"] * MINUTE, increment=values["added"] * SECOND)

    def unused(self) -> frozenset[str]:
        """The parts of the clocks that were not chosen."""
        used = {"game": {"minutes", "added"}, "move": {"alone"}}.get(self.data.get("clock") or "game", set())
        return super().unused() | ({"minutes", "added", "alone"} - used)

    def updated(self, wanted: Mapping[str, str]) -> Mapping[str, str]:
        """A clock for the game was the first choice once, of which nothing but its parts was kept."""
        if "clock" in wanted or not {"minutes", "added"} & wanted.keys():
            return wanted
        return {**wanted, "clock": "game"}

    def clock_of(self, clock: ClockTerms | None) -> dict[str, Any]:
        """A bank of minutes, or seconds for each move."""
        if clock is None:
            return {"clock": "none"}
        if clock.by_day:
            return fields_of_days(clock)
        if not clock.bank:
            return {"clock": "move", "alone": clock.delay // SECOND}
        return {"clock": "game", "minutes": clock.bank // MINUTE, "added": clock.increment // SECOND}
