"""The common fields of every form of a new table: opponent, side, options of the game, stakes.

Everything but the opponent has a default, so that a single button may send the form.
"""

import secrets
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from zaria import games
from zaria.bots import levels
from zaria.club.games import programs
from zaria.club.ledger.amounts import with_unit
from zaria.club.play.by_day_fields import BY_DAY, DAY_PARTS, ByDayFields
from zaria.club.play.fields import DefaultedChoice, LevelChoice, NumberedChoice, PersonName, Sum, option, sent
from zaria.club.play.options import OPTIONS, YES_NO
from zaria.club.play.terms_text import fee_sentence
from zaria.club.stakes.terms import LOWEST as LOWEST_STAKE
from zaria.club.stakes.terms import fee_of, has_one_stake, stakes_of
from zaria.games.protocols import Option
from zaria.match import first_position
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.stakes import HIGHEST, Stakes
from zaria.match.terms import ClockTerms, Terms

SECOND = 1000
MINUTE = 60 * SECOND

_BY_DAY_MEMBERS = "by_day_members"
_STAKES = ("stake", "most")
_COLOURS = ("light", "dark")
NAMES = tuple(f"{colour}_name" for colour in _COLOURS)
"""Fields of what two players on one device are called, light first."""


class TableForm(ByDayFields):
    """The terms of a match of `game`; each family of games adds its own.

    `concerned` names the field at which the reason of a refusal is shown; other reasons stand above the form.
    """

    concerned: ClassVar[Mapping[str, str]] = {
        "bad_stakes": "stake",
        "by_day_members": "clock",
        "by_day_terms": "clock",
        "position_counts": "stake",
        "local_counts": "stake",
        "rated_without_clock": "clock",
        "training_counts": "training",
    }

    friend_clocks: ClassVar[Mapping[str, ClockTerms | None]]
    """The clocks that the front page offers for a friend, by the name of the choice."""

    opponent = forms.ChoiceField(
        choices=[
            ("computer", _("The computer")),
            ("friend", _("A friend")),
            ("anyone", _("Anyone")),
            ("person", _("Somebody online")),
            ("local", _("Two players on this device")),
        ]
    )
    to = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    level = DefaultedChoice(_("Computer level"), programs.DESCRIBED, default=levels.USUAL)
    training = DefaultedChoice(
        _("Training"),
        YES_NO,
        _(
            "Against the computer you can ask for the best turn, see what yours cost, and take it back. "
            "Unrated, no stakes."
        ),
    )
    stake = Sum(_("Stake"), HIGHEST)
    most = Sum(_("Maximum loss"), HIGHEST)

    delayed = DefaultedChoice(_("Delay spectators by one move"), YES_NO, _("So nobody can pass on advice."))

    rated = DefaultedChoice(
        _("Rated"),
        YES_NO,
        _("The result changes both players' ratings. Both must be members. Not against the computer."),
        default=True,
    )

    position = forms.CharField(
        label=_("Position"),
        help_text=_("Starts a single unrated game from this position, in Zaria's notation."),
        required=False,
        max_length=first_position.LONGEST,
        widget=forms.HiddenInput,
    )
    starter = forms.TypedChoiceField(
        label=_("On roll"),
        help_text=_("The side on roll in a position of a dice game."),
        choices=[("0", _("Light")), ("1", _("Dark"))],
        coerce={"0": 0, "1": 1, "": 0}.__getitem__,
        required=False,
        empty_value="",
        initial="0",
        widget=forms.HiddenInput,
    )

    def __init__(self, game: str, data: QueryDict | None = None, *, member: bool = False) -> None:
        """`member`: the visitor may play rated matches."""
        super().__init__(data)
        self.game = game
        self.is_member = member
        if not member:
            self._drop("rated")
            clock = self.fields["clock"]
            assert isinstance(clock, DefaultedChoice)
            clock.widget.choices = [choice for choice in clock.texts.items() if choice[0] != BY_DAY]
        if not (member and settings.LEDGER.stakes):
            self._drop(*_STAKES)
        elif has_one_stake(game) or games.get(game).one_game:
            self._drop("most")
        choices = games.get(game).choices
        self.rules = tuple(name for name, _values in choices)
        for name, values in choices:
            self.fields[name] = option(OPTIONS[name], values)
        self._typed = [name for name in self.rules if isinstance(self.fields[name], NumberedChoice)]

        colour_field = self.fields["colour"]
        assert isinstance(colour_field, DefaultedChoice)
        for colour in _COLOURS:
            self.fields[f"{colour}_name"] = PersonName(colour_field.texts[colour])

    def suggest(self, level: float) -> None:
        """Let the computer be of this level where none is chosen."""
        hint = "" if self.has_levels else programs.WITHOUT_LEVELS
        self.fields["level"] = LevelChoice(self.fields["level"].label, self.game, hint, level)

    def begin_from(self, start: Terms, options: Mapping[str, Option]) -> None:
        """Show these rules and the position of `start`, whose side on roll the visitor plays."""
        near = games.get(self.game, **options).first_position(start.position, start.starter).turn
        self.initial = {name: sent(value) for name, value in options.items()} | {
            "position": start.position,
            "starter": str(start.starter),
            "colour": ("light", "dark")[near],
            "training": "yes",
        }

    # for the page

    @property
    def has_levels(self) -> bool:
        """True if the level of the computer makes a difference."""
        return programs.has_levels(self.game)

    @property
    def by_day_parts(self) -> list[BoundField]:
        """The parts of a clock by the day, for members."""
        return list(self._bound(DAY_PARTS)) if self.is_member else []

    @property
    def begins_from(self) -> str:
        """The position from which the game is to begin, "" for its own start."""
        return str(self["position"].value() or "")

    @property
    def own_rules(self) -> list[BoundField]:
        """The options of the game itself, but for those whose values are typed."""
        return [self[name] for name in self.rules if name not in self._typed]

    @property
    def typed_rules(self) -> list[BoundField]:
        """The options of the game whose values are typed."""
        return [self[name] for name in self._typed]

    @property
    def sums(self) -> list[BoundField]:
        """Stakes, and the most that can be lost."""
        return list(self._bound(_STAKES))

    @property
    def wrong(self) -> list[tuple[str, BoundField]]:
        """The visible fields with an error, each with the id of the element to which the page leads."""
        return [
            (field.id_for_label or f"{field.auto_id}-said", field)
            for field in self
            if field.errors and not field.is_hidden and field.name != "opponent"
        ]

    @property
    def names(self) -> list[BoundField]:
        """Fields for the names of two players on this device."""
        return list(self._bound(NAMES))

    @property
    def names_open(self) -> bool:
        """True if the fields of the names start open: there is one, or one is wrong."""
        return self._starts_open(NAMES)

    @property
    def fee_text(self) -> str:
        """The fee of a staked match, in a sentence."""
        return fee_sentence(*fee_of(self.game))

    @property
    def stakes_open(self) -> bool:
        """True if the fields of the stakes start open: one was changed, or is wrong."""
        return self._starts_open(_STAKES)

    @property
    def lacks_credits(self) -> bool:
        """Return whether the member has less than the stake."""
        return self.has_error("stake", "not_enough_credits")

    # for the match

    def clean(self) -> dict[str, Any]:
        """All terms must go together."""
        cleaned = super().clean() or self.cleaned_data
        for name in self.unused() & self.errors.keys():
            if isinstance(self.fields[name], forms.IntegerField):  # the page does not show what was typed
                del self.errors[name]
                cleaned[name] = None
        if self.errors:
            return cleaned
        objection = (
            self._by_day_objection()
            or self._stake_objection()
            or self._position_objection()
            or self.objection()
        )
        if objection is not None:
            self.add_error(*objection)
            return cleaned
        try:
            self.terms().check_new()
        except CommandRefusedError as refused:
            self.add_error(self._place(refused.code), gettext(SENTENCES[refused.code]))
        return cleaned

    def objection(self) -> tuple[str, Any] | None:
        """A field, and why what is chosen there cannot be played."""
        raise NotImplementedError

    def terms(self) -> Terms:
        """Terms of a valid form."""
        raise NotImplementedError

    def terms_for(self, side: int) -> Terms:
        """Terms of a valid form whose sender plays `side`."""
        return self.terms()

    def time(self) -> ClockTerms | None:
        """The clock that was chosen; by the day there is none against the computer and on one device."""
        if not self.is_by_day():
            return self.time_at_the_board()
        return None if self.cleaned_data["opponent"] in ("computer", "local") else self.clock_by_day()

    def time_at_the_board(self) -> ClockTerms | None:
        """The clock of a match for which both players are there."""
        raise NotImplementedError

    def is_by_day(self) -> bool:
        """True if a clock by the day was chosen."""
        return self.cleaned_data.get("clock") == BY_DAY or self.sends_days()

    def handicap_facts(self) -> list[tuple[Any, Any]]:
        """The handicap of a valid form in its own words: which colour has it may be drawn by lot."""
        return []

    def fields_of(self, terms: Terms, side: int | None) -> dict[str, str]:
        """Values of the fields that lead to these terms, as a browser sends them; without stakes.

        `side` is the one that the reader had in such a match; None: none, and a handicap is left out.
        """
        values: dict[str, Any] = {**terms.options, **self.clock_of(terms.clock), "delayed": terms.delayed}
        return {name: sent(value) for name, value in (values | self.more_of(terms, side)).items()}

    def unused(self) -> frozenset[str]:
        """Fields that do not matter, given the others."""
        is_by_day = self.data.get("clock") == BY_DAY or self.sends_days()
        return frozenset(() if is_by_day else DAY_PARTS)

    def updated(self, wanted: Mapping[str, str]) -> Mapping[str, str]:
        """Saved values of an earlier form, as this form has them."""
        return wanted

    def clock_of(self, clock: ClockTerms | None) -> dict[str, Any]:
        """The fields of a clock."""
        raise NotImplementedError

    def more_of(self, terms: Terms, side: int | None) -> dict[str, Any]:
        """Fields that only one family of games has."""
        return {}

    def options(self) -> dict[str, Option]:
        """The options of the game that were chosen."""
        return {name: self.cleaned_data[name] for name in self.rules}

    def stakes(self, length: int = 1) -> Stakes | None:
        """The stakes of a match of this length, None without."""
        values = self.cleaned_data
        if not self.is_staked():
            return None
        return stakes_of(self.game, length, values["stake"] or 0, values.get("most"))

    def is_staked(self) -> bool:
        """True if there are stakes; a limit alone counts as a stake of nothing, which is refused."""
        return any(self.cleaned_data.get(name) is not None for name in _STAKES)

    def is_rated(self) -> bool:
        """True if the match is rated: only against another visitor, and always with stakes.

        A game from a chosen position never is, unless there are stakes, with which it is refused.
        """
        wanted = (self.cleaned_data.get("rated") and not self.cleaned_data["position"]) or self.is_staked()
        return bool(wanted) and self.cleaned_data["opponent"] not in ("computer", "local")

    def is_delayed(self) -> bool:
        """True if onlookers see each move when the next one is made: always with stakes."""
        return bool(self.cleaned_data["delayed"]) or self.is_staked()

    def _by_day_objection(self) -> tuple[str, Any] | None:
        """Games by the day are between two members."""
        clock = self.time()
        if self.is_member or clock is None or not clock.by_day:
            return None
        return "clock", gettext(SENTENCES[_BY_DAY_MEMBERS])

    def _stake_objection(self) -> tuple[str, Any] | None:
        """The reason why these stakes cannot be agreed on, if there is one."""
        if not self.is_staked():
            return None
        if self.cleaned_data["opponent"] == "computer":
            return "stake", _("The computer doesn't play for stakes. Open the table to anyone.")
        if "fee" in self.data:  # a page from before stakes were paid
            return "stake", _("Stakes are paid now: check the terms, and open the table again.")
        if (self.cleaned_data["stake"] or 0) < LOWEST_STAKE:
            lowest = with_unit(LOWEST_STAKE)
            return "stake", gettext("The lowest stake is {amount}.").format(amount=lowest)
        return None

    def _position_objection(self) -> tuple[str, Any] | None:
        """The lobby lists no games from a chosen position, and invites nobody to one."""
        if self.cleaned_data["position"] and self.cleaned_data["opponent"] in ("anyone", "person"):
            return "opponent", _(
                "From a chosen position you can play the computer, a friend with the link, or on this device."
            )
        return None

    def is_training(self) -> bool:
        """True if turns may be taken back: only against the computer, and there always from a position."""
        wanted = self.cleaned_data.get("training") or self.cleaned_data["position"]
        return bool(wanted) and self.cleaned_data["opponent"] == "computer"

    def local_names(self) -> tuple[str, str] | None:
        """The names of light and dark if two share this device: their own, or those of their colours."""
        if self.cleaned_data["opponent"] != "local":
            return None
        light, dark = (self.cleaned_data[name] or str(self.fields[name].label) for name in NAMES)
        return light, dark

    def names_of(self, terms: Terms) -> dict[str, str]:
        """The fields of the names that two players on one device gave themselves."""
        names = zip(NAMES, terms.local or (), strict=False)
        return {name: text for name, text in names if text != str(self.fields[name].label)}

    def first_position(self) -> dict[str, Any]:
        """The fields of the terms that name the position from which the game begins."""
        position = self.cleaned_data["position"]
        return {"position": position, "starter": self.cleaned_data["starter"] or 0} if position else {}

    def side(self) -> int:
        """Side of the player who opens the table: 0 light, 1 dark."""
        colour = self.cleaned_data["colour"]
        return secrets.randbelow(2) if colour == "random" else int(colour == "dark")

    def _place(self, code: str) -> str | None:
        name = self.concerned.get(code)
        return name if name in self.fields else None

    def _drop(self, *names: str) -> None:
        for name in names:
            del self.fields[name]

    def _bound(self, names: tuple[str, ...]) -> Iterator[BoundField]:
        return (self[name] for name in names if name in self.fields)

    def _starts_open(self, names: tuple[str, ...]) -> bool:
        if not self.is_bound:
            usual = {name: str(self.fields[name].initial or "") for name in names if name in self.fields}
            return any(self.initial.get(name, value) != value for name, value in usual.items())
        return any(
            field.errors or field.data not in (None, "", field.initial) for field in self._bound(names)
        )
