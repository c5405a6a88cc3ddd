"""The form of a new table for tabla, nardy and backgammon."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from zaria import games
from zaria.club.play.base_form import MINUTE, SECOND, TableForm
from zaria.club.play.by_day_fields import BY_DAY, BY_DAY_TEXT, fields_of_days
from zaria.club.play.fields import DefaultedChoice, Length, amount
from zaria.club.play.options import YES_FIRST, YES_NO
from zaria.games.registry import GAMES
from zaria.match.terms import LENGTHS, LONGEST, SESSION, ClockTerms, Terms

LONGEST_DELAY = 300
LONGEST_BANK = 180
LONGEST_INCREMENT = 60

CLOCKS: Mapping[str, ClockTerms | None] = {
    "none": None,
    "quick": ClockTerms(delay=12 * SECOND, bank=2 * MINUTE),
    "calm": ClockTerms(delay=20 * SECOND, bank=4 * MINUTE),
    "bank": ClockTerms(bank=5 * MINUTE, increment=10 * SECOND),
}

USUAL_RATED = "calm"
"""The clock of a rated match for which nothing else is said."""

_CLOCK = ("delay", "bank", "increment")
_HANDICAP = ("handicap", "head_start")
_CUBE = ("crawford", "beaver", "jacoby", "auto_doubles", "raises")


class TablesForm(TableForm):
    """The terms of a match of a game with dice."""

    concerned: ClassVar[Mapping[str, str]] = {
        **TableForm.concerned,
        "bad_handicap": "handicap",
        "handicap_counts": "handicap",
        "beaver_with_raises": "raises",
        "cube_needed": "cube",
        "jacoby_for_nothing": "jacoby",
        "jacoby_in_a_match": "jacoby",
        "raccoon_without_beaver": "beaver",
        "rotation_too_short": "length",
        "session_counts": "length",
    }

    friend_clocks = CLOCKS

    colour = DefaultedChoice(
        _("Your checkers"), {"light": _("Light"), "dark": _("Dark"), "random": _("Random")}
    )
    direction = DefaultedChoice(_("You bear off"), {"right": _("To the right"), "left": _("To the left")})
    clock = DefaultedChoice(
        _("Clock"),
        {
            "none": _("No clock"),
            "quick": _("12 s per move + 2 min reserve"),
            "calm": _("20 s per move + 4 min reserve"),
            "bank": _("5 min + 10 s per move"),
            "own": _("Custom"),
            BY_DAY: BY_DAY_TEXT,
        },
    )
    delay = amount(_("Seconds per move"), LONGEST_DELAY, 15)
    bank = amount(_("Minutes per game"), LONGEST_BANK, 3)
    increment = amount(_("Seconds added per move"), LONGEST_INCREMENT, 0)

    cube = DefaultedChoice(_("Doubling cube"), YES_NO)
    crawford = DefaultedChoice(
        _("Crawford game"),
        YES_FIRST,
        _("When a player is one point from winning the match, one game is played without the cube."),
    )
    beaver = DefaultedChoice(
        _("Beavers"),
        {"no": _("None"), "beaver": _("Beavers"), "raccoon": _("And raccoons")},
        _(
            "A player who is doubled may redouble at once and keep the cube. A raccoon is the same "
            "answer to a beaver."
        ),
    )
    jacoby = DefaultedChoice(
        _("Jacoby rule"),
        YES_NO,
        _("For single games and money sessions: a win counts one point until a player has turned the cube."),
    )
    auto_doubles = DefaultedChoice(
        _("Automatic doubles"),
        {0: _("None"), 1: "1", 2: "2", 3: "3"},
        _("Equal opening dice double the cube, up to this many times."),
    )
    handicap = amount(_("Handicap in points"), LONGEST - 1)
    head_start = DefaultedChoice(
        _("The handicap is for"),
        {"opponent": _("My opponent"), "me": _("Myself")},
        _(
            "In a match to points, one side starts with these points. Such a match is unrated and "
            "without stakes. Against the computer you can also choose its level."
        ),
    )
    raises = DefaultedChoice(_("Cube steps"), {"double": "2, 4, 8…", "add": "2, 3, 4…"})

    def __init__(self, game: str, data: QueryDict | None = None, *, member: bool = False) -> None:
        super().__init__(game, data, member=member)
        if member:
            self.fields["clock"].initial = USUAL_RATED
        rules = games.dice_game(game)
        lengths = playable_lengths(game)
        first = [*(n for n in lengths if n in LENGTHS), SESSION]
        self.fields["length"] = Length(first, [SESSION, *lengths])
        self.fields["length"].help_text = _(
            "A money session is a row of single games for points, until one of you ends it. "
            "Unrated, no stakes."
        )
        self.fields["points"] = forms.IntegerField(
            label=_("Points to win the match"), min_value=lengths[0], max_value=lengths[-1], required=False
        )
        if not rules.contact.shares_road:
            self.fields["direction"].label = _("Your half of the board")
        if not self.has_levels:
            self.fields["head_start"].help_text = _(
                "In a match to points, one side starts with these points. Such a match is unrated and "
                "without stakes."
            )
        if not rules.cube:
            self._drop("cube", *_CUBE)
        elif 1 not in lengths or rules.classes[-1][0] == 1:
            self._drop("jacoby")

    # for the page

    @property
    def length_parts(self) -> list[BoundField]:
        """The length of a match that is none of the usual ones."""
        return list(self._bound(("points",)))

    @property
    def clock_parts(self) -> list[BoundField]:
        """The parts of a clock of one's own."""
        return list(self._bound(_CLOCK))

    @property
    def handicap_parts(self) -> list[BoundField]:
        """The points of a handicap."""
        return list(self._bound(_HANDICAP[:1]))

    @property
    def handicap_open(self) -> bool:
        """True if the fields of a handicap start open: one was changed, or is wrong."""
        return self._starts_open(_HANDICAP)

    @property
    def cube_parts(self) -> list[BoundField]:
        """Fields about the cube."""
        return list(self._bound(_CUBE))

    @property
    def cube_open(self) -> bool:
        """True if the fields of the cube start open: one was changed, or is wrong."""
        return self._starts_open(_CUBE)

    # for the match

    def objection(self) -> tuple[str, Any] | None:
        """A clock of one's own must leave some time to play, and another length must be given."""
        values = self.cleaned_data
        if self.length() is None:
            return "points", _("Enter a match length of up to {most} points.").format(most=LONGEST)
        if values["clock"] == "own" and not (values["delay"] or values["bank"]):
            return "clock", _("Enter seconds per move or minutes per game.")
        return None

    def terms(self) -> Terms:
        """Terms of a valid form."""
        values = self.cleaned_data
        beaver = values.get("beaver", "no")
        return Terms(
            game=self.game,
            options=self.options(),
            length=1 if (length := self.length()) is None else length,
            cube=values.get("cube", False) or (self.is_usual_by_day() and GAMES[self.game].usual_match.cube),
            crawford=values.get("crawford", True),
            clock=self.time(),
            mirror=values["direction"] == "left",
            beaver=beaver != "no",
            raccoon=beaver == "raccoon",
            jacoby=values.get("jacoby", False),
            auto_doubles=values.get("auto_doubles", 0),
            raises=values.get("raises", "double"),
            stakes=self.stakes(self.length() or 1),
            delayed=self.is_delayed(),
            rated=self.is_rated(),
            training=self.is_training(),
            local=self.local_names(),
            start_score=(points, 0) if (points := values.get("handicap")) else None,
            **self.first_position(),
        )

    def is_rated(self) -> bool:
        """True if the match is rated, which a money session and a match with a handicap never are."""
        return super().is_rated() and self.length() != SESSION and not self.cleaned_data.get("handicap")

    def terms_for(self, side: int) -> Terms:
        """Terms of a valid form: the points of a handicap belong to `side` or to the other one."""
        terms, has_head_start = self.terms(), self.cleaned_data.get("head_start") == "me"
        if terms.start_score is None or has_head_start == (side == 0):
            return terms
        return replace(terms, start_score=terms.start_score[::-1])

    def handicap_facts(self) -> list[tuple[Any, Any]]:
        """The points, and for whom they are."""
        points, head_start = self.cleaned_data.get("handicap"), self.fields["head_start"]
        if not points:
            return []
        assert isinstance(head_start, DefaultedChoice)
        side = head_start.texts[self.cleaned_data["head_start"]]
        return [(self.fields["handicap"].label, points), (head_start.label, side)]

    def length(self) -> int | None:
        """The length that was chosen or typed; None where it was to be typed and was not."""
        if self.is_usual_by_day():
            return GAMES[self.game].usual_match.length
        values = self.cleaned_data
        typed: int | None = values["points"]
        return typed if values["length"] == Length.OTHER else int(values["length"])

    def is_usual_by_day(self) -> bool:
        """True if a match by the day is to have the length and the cube that are usual in this game."""
        return self.data.get("clock") == BY_DAY and not self.data.get("length")

    def time_at_the_board(self) -> ClockTerms | None:
        """One of the usual clocks, or one's own; where nothing is said of it a rated match has one."""
        values, kind = self.cleaned_data, self.cleaned_data["clock"]
        if not self.data.get("clock") and self.is_rated():
            kind = USUAL_RATED
        if kind != "own":
            return CLOCKS[kind]
        return ClockTerms(
            delay=(values["delay"] or 0) * SECOND,
            bank=(values["bank"] or 0) * MINUTE,
            increment=(values["increment"] or 0) * SECOND,
        )

    def unused(self) -> frozenset[str]:
        """The parts of a clock that is not one's own, and a length that is not typed."""
        own_clock, typed = self.data.get("clock") == "own", self.data.get("length") == Length.OTHER
        unused = (*(() if own_clock else _CLOCK), *(() if typed else ("points",)))
        return super().unused().union(unused)

    def clock_of(self, clock: ClockTerms | None) -> dict[str, Any]:
        """One of the usual clocks, or its parts."""
        if clock is not None and clock.by_day:
            return fields_of_days(clock)
        preset = next((name for name, usual in CLOCKS.items() if usual == clock), None)
        if preset is not None or clock is None:
            return {"clock": preset}
        seconds, minutes = (clock.delay // SECOND, clock.increment // SECOND), clock.bank // MINUTE
        return {"clock": "own", "delay": seconds[0], "bank": minutes, "increment": seconds[1]}

    def more_of(self, terms: Terms, side: int | None) -> dict[str, Any]:
        """The length, the cube, the handicap, and where one bears off."""
        beaver = "raccoon" if terms.raccoon else "beaver" if terms.beaver else "no"
        usual = terms.length in (SESSION, *LENGTHS)
        return {
            "length": terms.length if usual else Length.OTHER,
            **({} if usual else {"points": terms.length}),
            "direction": "left" if terms.mirror else "right",
            "cube": terms.cube,
            "crawford": terms.crawford,
            "beaver": beaver,
            "jacoby": terms.jacoby,
            "auto_doubles": terms.auto_doubles,
            "raises": terms.raises,
            **({} if side is None or terms.start_score is None else _handicap(terms.start_score, side)),
        }


def _handicap(start_score: tuple[int, int], side: int) -> dict[str, Any]:
    """The fields of a handicap for a player who has `side`."""
    return {"handicap": max(start_score), "head_start": "me" if start_score[side] else "opponent"}


@cache
def playable_lengths(game: str) -> tuple[int, ...]:
    """The lengths in points that a match of `game` may have."""
    return tuple(length for length in range(1, LONGEST + 1) if Terms(game, length=length).is_playable())
