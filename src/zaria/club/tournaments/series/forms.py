"""The form of a running series: its future tournaments without the terms of their matches."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django import forms
from django.forms import BoundField
from django.http import QueryDict

from zaria.club.ledger.amounts import amount_string
from zaria.club.play.fields import sent
from zaria.club.tournaments.models import TournamentSeries
from zaria.club.tournaments.roles import Rights
from zaria.club.tournaments.setup.choices import REPEATS, SHARES
from zaria.club.tournaments.setup.forms import TournamentForm
from zaria.club.tournaments.setup.local_time import FORMAT, to_local
from zaria.club.tournaments.setup.match_form import FixedMatch
from zaria.tournaments.terms import TournamentTerms

_decoder = msgspec.json.Decoder(TournamentTerms)

PLACES: Mapping[str, str] = {
    "seeded": "for-seeded",
    "when_full": "for-when-full",
    "rounds": "for-rounds",
    "lasts": "for-lasts",
    "round_length": "for-round-length",
    "own_rule": "for-own-rule",
    "code": "for-code",
    "own_shares": "for-own-shares",
}
"""The fields that appear when another field asks for them, with the class of their place."""


class SeriesForm(TournamentForm):
    """All of the tournaments of a series that are not announced yet."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    """The next start that the page showed."""

    def __init__(self, rights: Rights, row: TournamentSeries, data: QueryDict | None = None) -> None:
        self.row, self.old = row, _decoder.decode(row.terms)
        super().__init__(rights, data, _initial(row, self.old))
        self._drop("game")
        self.fields.pop("federation", None)
        repeat = self.fields["repeat"]
        assert isinstance(repeat, forms.ChoiceField)
        repeat.choices = [(value, text) for value, text in REPEATS.items() if value != "once"]

    def _match(self, game: str, data: QueryDict | None) -> FixedMatch:
        return FixedMatch(self.old.match)

    def clean(self) -> dict[str, Any]:
        """Check the fields as those of a new tournament of the same federation."""
        self.cleaned_data["federation"] = self.row.federation
        return super().clean()

    def _objections(self, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Find the objections as for a new tournament, but accept a missing code."""
        accepted = {"code"} if self.row.code else set()
        return (pair for pair in super()._objections(values) if pair[0] not in accepted)

    def places(self) -> Iterator[tuple[BoundField, bool, str]]:
        """Return the visible fields, whether each is a choice, and the class of its place."""
        for field in self.visible_fields():
            yield field, isinstance(field.field.widget, forms.RadioSelect), PLACES.get(field.name, "")


def _initial(row: TournamentSeries, terms: TournamentTerms) -> dict[str, str]:
    """Return the initial fields of the form for a series."""
    start = row.first if row.next is None else row.next
    parts = " ".join(map(str, terms.shares))
    initial: dict[str, Any] = {
        "seen": row.next or 0,
        "title": terms.title,
        "text": terms.text,
        "game": terms.match.game,
        "format": terms.format,
        "seeded": sent(terms.seeded),
        "rounds": terms.rounds,
        ("lasts" if terms.info.continuous else "round_length"): terms.round_ms,
        "absent": terms.absent_ms,
        "pause": terms.pause_ms,
        "starts_at": to_local(start, row.zone).strftime(FORMAT),
        "zone": row.zone,
        "when_full": sent(terms.when_full),
        "least": terms.least,
        "most": terms.most,
        "check_in": terms.check_in_ms,
        "repeat": "own",
        "own_rule": row.rule,
        "days_ahead": row.days,
        "access": terms.access,
        "lowest_rating": terms.lowest_rating,
        "highest_rating": terms.highest_rating,
        "country": terms.country,
        "robots": sent(terms.robots),
        "private": sent(terms.private),
        "members_only_of": terms.members_only_of,
        "federation_rate": terms.federation_rate // 100,
        "fee": amount_string(terms.fee) if terms.fee else "",
        "bonus": amount_string(terms.bonus) if terms.bonus else "",
        "sponsor": terms.sponsor,
        "shares": parts if parts in SHARES else "own",
        "own_shares": "" if parts in SHARES else parts,
    }
    return {name: str(value) for name, value in initial.items() if value is not None}
