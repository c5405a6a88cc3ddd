"""The form of a new tournament. Errors stand beside the fields, and only a valid form stores anything."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.games.catalogue import BY_TRADITION, TITLES
from zaria.club.ledger.fields import AmountField
from zaria.club.play.fields import DefaultedChoice
from zaria.club.play.options import YES_NO
from zaria.club.profile import countries
from zaria.club.profile.country_select import CountrySelect
from zaria.club.site.brand import state
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS, now_ms
from zaria.club.site.text.text_fields import PublicMarkdownField, PublicTextField, link_refusal
from zaria.club.site.time_zones import ZoneField
from zaria.club.tournaments.roles import Rights
from zaria.club.tournaments.setup import choices, recurrence
from zaria.club.tournaments.setup.format_choice import FormatChoice, has_setting
from zaria.club.tournaments.setup.local_time import LocalTimeField, NoSuchTimeError, to_ms
from zaria.club.tournaments.setup.match_form import FixedMatch, SquaresMatchForm, TablesMatchForm, match_form
from zaria.club.tournaments.setup.recurrence import MOST_DAYS, USUAL_DAYS, BadRuleError, Recurrence
from zaria.club.tournaments.texts import SECOND_MS
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.terms import FULL_SIZES, LONGEST_TITLE, MOST_PLAYERS, TournamentTerms

LONGEST_TEXT = 8000
"""Characters of a text: in any alphabet they fit into the largest form."""
LATEST = 400 * DAY_MS
"""The longest time (ms) between an announcement and the start."""
MOST_ROUNDS = 20
LONGEST_CODE = 40
HIGHEST_RATING = 9999

_EARLIEST_SLACK = MINUTE_MS
_SEATED_BY_DAY = 3 * DAY_MS
"""The time in which a player sits down to a match by the day."""


class TournamentForm(forms.Form):
    """All that a director chooses; the form of the matches' terms is in `match`."""

    title = PublicTextField(label=_("Title"), max_length=LONGEST_TITLE)
    text = PublicMarkdownField(
        label=_("Text"),
        help_text=_("For example prizes or house rules. You can use Markdown: **bold**, [link](https://…)."),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    game = forms.ChoiceField(label=_("Game"), choices=[*TITLES.items()])

    format = FormatChoice()
    seeded = DefaultedChoice(
        _("First-round pairings"),
        {False: _("Random"), True: pgettext_lazy("pairings", "By rating")},
        _("“By rating” keeps the strongest players apart until the late rounds."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5, required=False
    )
    lasts = DefaultedChoice(_("Duration"), choices.hours(1, 2, 3, 4), default=2 * HOUR_MS)
    round_length = DefaultedChoice(
        _("Longest round"),
        choices.ROUND_LENGTHS,
        _("The next round starts when all matches are over, at the latest after this time."),
    )
    absent = DefaultedChoice(
        _("Time to show up for a match"),
        choices.ABSENCES,
        _("A player who doesn't show up loses."),
        default=5 * MINUTE_MS,
    )

    pause = DefaultedChoice(
        _("Pause before the next match"),
        choices.PAUSES,
        _("Both players can end it earlier. Arenas and leagues have none."),
        default=45 * SECOND_MS,
    )

    starts_at = LocalTimeField(label=_("Start"))
    zone = ZoneField()
    when_full = DefaultedChoice(_("Start when full"), YES_NO, _("Only for 4, 8 or 16 players."))
    least = forms.IntegerField(label=_("Minimum players"), min_value=2, max_value=MOST_PLAYERS, initial=2)
    most = forms.IntegerField(label=_("Maximum players"), min_value=2, max_value=MOST_PLAYERS, initial=64)
    check_in = DefaultedChoice(
        _("Check-in before the start"), choices.CHECK_INS, _("Players who don't check in can't play.")
    )

    repeat = DefaultedChoice(_("Repeat"), choices.REPEATS)
    own_rule = forms.CharField(
        label=_("Rule"),
        help_text=_("A calendar rule (RRULE), for example FREQ=WEEKLY;BYDAY=TU,FR"),
        required=False,
        max_length=recurrence.LONGEST,
    )
    days_ahead = forms.IntegerField(
        label=_("Announce how many days before"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=USUAL_DAYS,
        required=False,
    )
    last_day = forms.DateField(
        label=_("Last day"),
        help_text=_("Leave empty to repeat until you end the series."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )

    access = DefaultedChoice(_("Open to"), choices.ACCESS)
    code = forms.CharField(label=_("Code"), required=False, max_length=LONGEST_CODE)
    lowest_rating = forms.IntegerField(
        label=_("Minimum rating"), min_value=0, max_value=HIGHEST_RATING, required=False
    )
    highest_rating = forms.IntegerField(
        label=_("Maximum rating"), min_value=0, max_value=HIGHEST_RATING, required=False
    )
    country = forms.ChoiceField(label=_("Country"), required=False, widget=CountrySelect)
    robots = DefaultedChoice(_("Bots may enter"), YES_NO, _("Only if the matches are unrated."))
    private = DefaultedChoice(_("Private"), YES_NO, _("Not listed. Players need the link."))

    federation = forms.ChoiceField(label=_("Organised by"), required=False)
    members_only_of = forms.ChoiceField(label=_("Members of a federation"), required=False)
    federation_rate = forms.IntegerField(
        label=_("Federation's share of the fees (%)"), min_value=0, max_value=100, required=False
    )
    fee = AmountField(label=_("Entry fee"), required=False, least=0)
    bonus = AmountField(label=_("Extra prize money"), required=False, least=0)
    sponsor = PublicTextField(label=_("Sponsor"), required=False, max_length=LONGEST_TITLE)
    shares = DefaultedChoice(_("Prizes by place"), choices.SHARES)
    own_shares = forms.CharField(
        label=_("Percentages by place, first place first"), required=False, max_length=60
    )

    def __init__(
        self, rights: Rights, data: QueryDict | None = None, initial: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.rights = rights
        if not (rights.public and settings.LEDGER.stakes):
            self._drop("fee", "bonus", "sponsor", "shares", "own_shares", "federation_rate")
        elif not rights.staff:
            self._drop("bonus", "sponsor")
        if not rights.public:
            self.fields["text"].help_text = _(
                "For example prizes or house rules. You can use Markdown: **bold**."
            )
            self._drop("private", "repeat", "own_rule", "days_ahead", "last_day")
        if rights.federations:
            self._offer(
                "federation", ("", _("The club") if rights.staff else _("Yourself")), rights.federations
            )
            if not rights.staff:
                self.fields["federation"].help_text = _(
                    "Only federations can hold public tournaments or charge an entry fee."
                )
            self._offer("members_only_of", ("", _("No restriction")), rights.federations)
        else:
            self._drop("federation", "members_only_of")
            self.fields.pop("federation_rate", None)
        self._offer("country", ("", _("Any")), tuple(countries.names().items()))
        game = self["game"].value()
        self._offer_games(game)
        self.match: TablesMatchForm | SquaresMatchForm | FixedMatch = self._match(
            game if game in TITLES else "tabla", data
        )

    def _offer(self, name: str, first: tuple[str, Any], further: tuple[tuple[str, str], ...]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [first, *further]

    def _offer_games(self, game: str | None) -> None:
        """Offer the games of the club, by group, and `game`: a tournament that is copied may have another."""
        brand, field = state.current(), self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        groups = [
            (group.title, [name for name in group.games if brand.offers(name) or name == game])
            for group in BY_TRADITION
        ]
        field.choices = [
            (title, [(name, TITLES[name]) for name in names]) for title, names in groups if names
        ]

    def _match(self, game: str, data: QueryDict | None) -> TablesMatchForm | SquaresMatchForm | FixedMatch:
        form = match_form(game, data)
        if data is None:
            form.initial = {name: value for name, value in self.initial.items() if _offers(form, name, value)}
        return form

    # for the page

    def group(self, *names: str) -> list[BoundField]:
        """Return those of these fields that the form has."""
        return [self[name] for name in names if name in self.fields]

    @property
    def bounds(self) -> list[BoundField]:
        """The bounds of the ratings."""
        return self.group("lowest_rating", "highest_rating")

    @property
    def numbers(self) -> list[BoundField]:
        """The least and the most players."""
        return self.group("least", "most")

    @property
    def more_of_entry_open(self) -> bool:
        """True if the rarer conditions of entry start open."""
        return self._differs("lowest_rating", "highest_rating", "country", "robots", "members_only_of")

    @property
    def more_of_rounds_open(self) -> bool:
        """True if the rarer fields of the rounds start open."""
        return self._differs("absent", "pause", "check_in")

    @property
    def repeat_open(self) -> bool:
        """True if the fields of a series start open."""
        return self._differs("repeat", "own_rule", "days_ahead", "last_day")

    @property
    def more_of_match_open(self) -> bool:
        """True if the rarer terms of the matches start open."""
        if isinstance(self.match, FixedMatch):
            return False
        names = {*self.match.rules, "direction", "delayed", *(field.name for field in self._cube_parts())}
        return any(_differs(self.match[name]) for name in names if name in self.match.fields)

    def _cube_parts(self) -> list[BoundField]:
        return self.match.cube_parts if isinstance(self.match, TablesMatchForm) else []

    def _differs(self, *names: str) -> bool:
        return any(_differs(self[name]) for name in names if name in self.fields)

    # for the tournament

    def is_valid(self) -> bool:
        """Return whether both forms are valid."""
        return self.match.is_valid() and super().is_valid()

    def clean(self) -> dict[str, Any]:
        """Check that the fields fit each other."""
        values = super().clean() or self.cleaned_data
        for name, text in self._objections(values):
            self.add_error(name, text)
        if self.errors or self.match.errors:
            return values
        if self.is_repeated and not self.starts(1):
            self.add_error(
                "own_rule" if values["repeat"] == choices.OWN else "last_day",
                _("This series would have no dates. Check the rule and the last day."),
            )
        objection = self.terms().objection()
        if objection is not None:
            self.add_error(
                objection if objection in self.fields else None, _("These values don't work together.")
            )
        return values

    def _objections(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Find the fields that do not fit others, each with the reason."""
        yield from self._start_objections(values)
        least, most = values.get("least"), values.get("most")
        if least and most and least > most:
            yield "most", _("The maximum can't be below the minimum.")
        if self._begins_when_full(values):
            if most not in FULL_SIZES:
                yield "most", _("To start when full, choose 4, 8 or 16.")
            if values.get("check_in"):
                yield "check_in", _("A tournament that starts when full has no check-in.")
        yield from self._objections_by_day(values)
        has_rounds = has_setting(values.get("format"), "rounds")
        if has_rounds and "rounds" not in self.errors and not values.get("rounds"):
            yield "rounds", _("Enter the number of rounds.")
        if values.get("access") == "code" and not values.get("code"):
            yield "code", _("Enter the code that you give to the players.")
        low, high = values.get("lowest_rating"), values.get("highest_rating")
        if low is not None and high is not None and low > high:
            yield "highest_rating", _("The maximum can't be below the minimum.")
        if values.get("robots") and self.match.is_valid() and self.match.cleaned_data["rated"]:
            yield "robots", _("Bots can't play rated matches.")
        is_members_own = values.get("private", True) and not values.get("federation")
        if is_members_own and (refusal := link_refusal(values.get("text", ""))):
            yield "text", refusal
        yield from self._right_objections(values)
        if values.get("repeat") == choices.OWN and values.get("starts_at") and not self._follows_rule():
            yield "own_rule", _("This repeat rule is not supported.")
        if values.get("bonus") and not values.get("sponsor"):
            yield "sponsor", _("Enter the sponsor of the extra prize money.")
        if values.get("shares") == choices.OWN and _parsed_shares(values.get("own_shares", "")) is None:
            yield (
                "own_shares",
                _("Enter whole numbers such as 50 30 20, largest first, 100 at most in total."),
            )

    def _objections_by_day(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Find what does not go with matches by the day."""
        if not self._is_by_day():
            return
        if values.get("format") in FORMATS and FORMATS[values["format"]].continuous:
            yield "format", _("In an arena nobody waits for days. Choose another format, or another clock.")
        elif (values.get("round_length") or 0) < DAY_MS:
            yield "round_length", _("With a clock by the day, choose how many days a round lasts.")

    def _is_by_day(self) -> bool:
        return self.match.is_valid() and self.match.terms().by_day

    def _right_objections(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Find fields that administrators may use only in the name of their federation."""
        if self.rights.staff or not self.rights.federations or values.get("federation"):
            return
        repeated = values.get("repeat", "once") != "once"
        if values.get("fee") or repeated or not values.get("private"):
            yield "federation", _("Choose your federation, or make the tournament private and without a fee.")

    def _start_objections(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        start, zone = values.get("starts_at"), values.get("zone")
        if start is None or zone is None:
            return
        try:
            moment = to_ms(start, zone)
        except (NoSuchTimeError, OverflowError):
            yield "starts_at", _("The clocks change at that time in this zone. Choose another time.")
            return
        if moment < now_ms() - _EARLIEST_SLACK:
            yield "starts_at", _("Choose a time in the future.")
        elif moment > now_ms() + LATEST:
            yield "starts_at", _("Choose a time within a year.")

    def terms(self) -> TournamentTerms:
        """Return the terms of a valid form."""
        values = self.cleaned_data
        fee, bonus = values.get("fee") or 0, values.get("bonus") or 0
        info = FORMATS[values["format"]]
        return TournamentTerms(
            format=info.id,
            match=self.match.terms(),
            starts_at=to_ms(values["starts_at"], values["zone"]),
            rounds=values.get("rounds") or 5,
            seeded="seeded" in info.settings and values["seeded"],
            least=values["least"],
            most=values["most"],
            title=values["title"],
            text=values["text"],
            fee=fee,
            bonus=bonus,
            sponsor=values.get("sponsor", ""),
            unit=settings.LEDGER.currency,
            federation=values.get("federation", ""),
            federation_rate=(values.get("federation_rate") or 0) * 100 if fee else 0,
            members_only_of=values.get("members_only_of", ""),
            house_rate=settings.LEDGER.tournament_rate if fee else 0,
            shares=self._shares() if fee or bonus else (100,),
            access=values["access"],
            lowest_rating=values.get("lowest_rating"),
            highest_rating=values.get("highest_rating"),
            country=values.get("country", ""),
            round_ms=values["lasts"] if info.continuous else values["round_length"],
            absent_ms=min(_SEATED_BY_DAY, values["round_length"]) if self._is_by_day() else values["absent"],
            check_in_ms=values["check_in"],
            pause_ms=0 if info.continuous or info.arranged or self._is_by_day() else values["pause"],
            private=values.get("private", True),
            robots=values["robots"],
            when_full=self._begins_when_full(values),
        )

    # for a series

    @property
    def is_repeated(self) -> bool:
        """True if the form sets up a series."""
        return bool(self.cleaned_data.get("repeat", "once") != "once")

    @property
    def rule(self) -> str:
        """Return the RRULE of the series."""
        values = self.cleaned_data
        rules = {"month": recurrence.monthly(values["starts_at"]), choices.OWN: values.get("own_rule", "")}
        rule = str({**choices.RULES, **rules}[values["repeat"]])
        last = values.get("last_day")
        return f"{rule};UNTIL={last:%Y%m%d}T235959" if last and "UNTIL=" not in rule.upper() else rule

    def starts(self, most: int) -> list[int]:
        """Return the first starts of the series, at most so many."""
        values = self.cleaned_data
        first = to_ms(values["starts_at"], values["zone"])
        return Recurrence(self.rule, first, values["zone"]).next_ones(now_ms(), most)

    @property
    def days_before(self) -> int:
        """Return the number of days between each announcement and its start."""
        return self.cleaned_data.get("days_ahead") or USUAL_DAYS

    def _follows_rule(self) -> bool:
        try:
            self.starts(1)
        except (BadRuleError, NoSuchTimeError, KeyError):
            return False
        return True

    def _begins_when_full(self, values: Mapping[str, Any]) -> bool:
        return has_setting(values.get("format"), "when_full") and bool(values.get("when_full"))

    def _shares(self) -> tuple[int, ...]:
        text = self.cleaned_data["shares"]
        return _parsed_shares(self.cleaned_data["own_shares"] if text == choices.OWN else text) or (100,)

    @property
    def code_of_entry(self) -> str:
        """Return the code of entry, or ""."""
        return self.cleaned_data["code"] if self.cleaned_data["access"] == "code" else ""

    def _drop(self, *names: str) -> None:
        for name in names:
            del self.fields[name]


def _offers(form: forms.Form, name: str, value: Any) -> bool:
    """Return whether a form has this field and, where it has choices, offers this value."""
    field = form.fields.get(name)
    return field is not None and (not isinstance(field, forms.ChoiceField) or field.valid_value(value))


def _parsed_shares(text: str) -> tuple[int, ...] | None:
    """Return whole per cents that do not rise and sum to at most a hundred; None for any other text."""
    parts = text.replace("%", " ").replace("+", " ").replace(",", " ").split()
    if not parts or not all(part.isascii() and part.isdigit() and 0 < int(part[:4]) <= 100 for part in parts):
        return None
    shares = tuple(map(int, parts))
    falling = all(first >= second for first, second in pairwise(shares))
    return shares if falling and sum(shares) <= 100 else None


def _differs(field: BoundField) -> bool:
    """Return whether a field is wrong or differs from its initial value."""
    return bool(field.errors) or str(field.value() or "") != str(field.field.initial or "")
