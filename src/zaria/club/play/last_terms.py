"""The terms that somebody chose last, for each game: a guest's in a cookie, a member's in their profile.

Only what differs from the form's defaults is kept, by the names of the form's fields. Whatever is read goes
through the form again: what cannot be chosen any more is as if it had never been.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils import translation

from zaria.club.accounts import players
from zaria.club.accounts.guests import YEAR
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.play import terms_text
from zaria.club.play.base_form import NAMES, TableForm
from zaria.club.play.forms import form_for
from zaria.club.site.brand import state
from zaria.games.registry import GAMES

COOKIE = "zaria_terms"
MOST_BYTES = 350
"""Of the cookie: the terms that were chosen longest ago are forgotten first."""

USUAL = "tabla"
"""The game of somebody who has not played yet, in a club that has no first game of its own."""

_SALT = "zaria.terms"
ONCE = frozenset({
    "opponent", "to", "level", "training", "position", "starter", "stake", "most", "fee", *NAMES
})  # fmt: skip
"""Fields that are chosen anew each time; the level has a cookie of its own."""

FormValues = dict[str, str]
"""Choices in a form: values by name of the field, as a browser sends them."""


def changed_values(form: TableForm) -> FormValues:
    """Choices in a valid form that differ from its defaults."""
    left_out = ONCE | form.unused()
    submitted = (
        (name, form.data.get(name), field) for name, field in form.fields.items() if name not in left_out
    )
    return {name: value for name, value, field in submitted if value and value != str(field.initial or "")}


def allowed_values(form: TableForm, wanted: Mapping[str, str]) -> FormValues:
    """The values of `wanted` that the form allows."""
    values = form.updated(wanted).items()
    return {name: value for name, value in values if name not in ONCE and _fits(form, name, value)}


def suggest(form: TableForm, wanted: Mapping[str, str]) -> None:
    """Have the form of a page show these terms first."""
    form.initial = allowed_values(form, wanted)


def completed_data(form: TableForm, data: QueryDict, wanted: Mapping[str, str]) -> QueryDict:
    """Data of a button without terms, completed with these terms of `form`'s game."""
    whole = data.copy()
    for name, value in allowed_values(form, wanted).items():
        whole.setdefault(name, value)
    return whole


def read(request: HttpRequest) -> dict[str, FormValues]:
    """By game what this visitor chose; the game that was played last comes last."""
    member = member_of(request)
    return _known(member.last_terms if member else []) or _known(_cookie(request))


def choices_of_game(request: HttpRequest, game: str) -> FormValues:
    """The choices of this visitor for a game; those of its custom if they never set a table for it."""
    length, cube = GAMES[game].usual_match
    custom = {"length": str(length), **({"cube": "yes"} if cube else {})}
    return read(request).get(game, custom)


def games_of(member: Member) -> list[str]:
    """Return the games for which a member set tables, the latest last."""
    return list(_known(member.last_terms))


async def keep(request: HttpRequest, response: HttpResponseBase, form: TableForm) -> None:
    """Remember what was chosen in a valid form."""
    values_by_game = read(request)
    values_by_game.pop(form.game, None)
    values_by_game[form.game] = changed_values(form)
    player = players.of(request)
    if player is not None and player.member:
        await Member.objects.filter(player=player.id).aupdate(last_terms=list(values_by_game.items()))
    else:
        response.set_cookie(
            COOKIE,
            _short(values_by_game),
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=settings.SECURE,
        )


def last_game(request: HttpRequest) -> str:
    """The game for which this visitor set a table last, "" if they never did."""
    return next(reversed(read(request)), "")


def first_game() -> str:
    """The game of somebody who has not played yet."""
    brand = state.current()
    return next(filter(brand.offers, (*brand.first_games, USUAL, *TITLES)), USUAL)


def offered_game(request: HttpRequest) -> str:
    """The game that this visitor chose last, the first one for somebody new."""
    return last_game(request) or first_game()


class LastTable(NamedTuple):
    """A table that one tap opens: a game, its title, and the terms in a line."""

    game: str
    title: Any
    terms: str


def last_table(request: HttpRequest) -> LastTable:
    """The game that this visitor chose last, and its terms; a single game of the first for somebody new."""
    game = offered_game(request)
    wanted = tuple(read(request).get(game, {}).items())
    return LastTable(game, TITLES[game], _summary(game, wanted, translation.get_language()))


@lru_cache(1000)
def _summary(game: str, wanted: tuple[tuple[str, str], ...], _language: str | None) -> str:
    """The terms of a table against the computer in a line, in the language of the page."""
    data = QueryDict(mutable=True)
    data["opponent"] = "computer"
    form = form_for(game, data)
    if wanted:
        form = form_for(game, completed_data(form, data, dict(wanted)))
    return terms_text.terms_summary(form.terms()) if form.is_valid() else ""


def _short(values_by_game: dict[str, FormValues]) -> str:
    shortened = dict(values_by_game)
    while len(text := signing.dumps(list(shortened.items()), salt=_SALT, compress=True)) > MOST_BYTES:
        del shortened[next(iter(shortened))]
    return text


def _cookie(request: HttpRequest) -> Any:
    try:
        return signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT)
    except (signing.BadSignature, ValueError):
        return []


def _known(pairs: Any) -> dict[str, FormValues]:
    """Pairs of a game and what was chosen, in the order of time: JSON in a database keeps no other order."""
    try:
        values_by_game = {
            str(game): {str(name): str(value) for name, value in values.items()} for game, values in pairs
        }
    except (AttributeError, TypeError, ValueError):
        return {}
    return {game: wanted for game, wanted in values_by_game.items() if game in TITLES}


def _fits(form: TableForm, name: str, value: str) -> bool:
    field = form.fields.get(name)
    if field is None:
        return False
    try:
        field.clean(value)
    except ValidationError:
        return False
    return True
