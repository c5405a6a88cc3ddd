"""The form of an offer: those fields of a table's form that both sides may change."""

from django.http import QueryDict

from zaria.club.ledger.amounts import amount_string
from zaria.club.play.base_form import TableForm
from zaria.club.play.by_day_fields import DAY_PARTS
from zaria.club.play.fields import sent
from zaria.club.play.forms import form_for
from zaria.match.terms import Terms

CHANGEABLE = (
    "stake",
    "most",
    "length",
    "points",
    "cube",
    "crawford",
    "beaver",
    "jacoby",
    "auto_doubles",
    "raises",
    "clock",
    "delay",
    "bank",
    "increment",
    "minutes",
    "added",
    "alone",
    *DAY_PARTS,
)
"""The names of the fields."""


def offer_form(
    terms: Terms, side: int, changes: QueryDict | None = None, *, counts: bool = True
) -> TableForm:
    """The form that begins with `terms`, of a table whose owner has `side`; bound if there are changes.

    `counts`: both players may play rated matches and for stakes.
    """
    form = form_for(terms.game, None, member=counts)
    values = _values(form, terms, side)
    if changes is None:
        form.initial = values
        return form
    data = QueryDict(mutable=True)
    data.update(values)
    for name in CHANGEABLE:
        if name in changes:
            data[name] = changes.get(name, "")
    return form_for(terms.game, data, member=counts)


def _values(form: TableForm, terms: Terms, side: int) -> dict[str, str]:
    values = {**form.fields_of(terms, side), "opponent": "anyone", "rated": sent(terms.rated)}
    if terms.stakes is not None:
        values["stake"] = amount_string(terms.stakes.stake)
        if "most" in form.fields and terms.stakes.most is not None and terms.length == 1:
            values["most"] = amount_string(terms.stakes.most)
    return values
