"""Terms that somebody saved under a name: a guest's in a cookie, a member's with the account.

Of a form only its values are stored, without stakes, opponent and position. Whatever is read goes through the
form again: what cannot be chosen any more is as if it had never been.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from zaria.club.accounts.guests import YEAR
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.play import last_terms, terms_text
from zaria.club.play.base_form import TableForm
from zaria.club.play.forms import form_for
from zaria.club.play.last_terms import FormValues
from zaria.club.site.text.plain_text import RefusedTextError, plain_text

COOKIE = "zaria_presets"
MOST = 12
"""Presets of one visitor."""
LONGEST_NAME = 40
MOST_BYTES = 800
"""Of the cookie: what does not fit there is refused. All cookies of the club together stay under 2 KB."""

_SALT = "zaria.presets"


class Preset(NamedTuple):
    """Values of the form of a game under a name, which no other preset of the visitor has."""

    name: str
    game: str
    values: FormValues

    @property
    def title(self) -> Any:
        """The title of its game."""
        return TITLES[self.game]

    @property
    def address(self) -> str:
        """The page of a new table that begins with it."""
        return f"{reverse('options', args=[self.game])}?{urlencode({'preset': self.name})}"

    @property
    def summary(self) -> str:
        """Its terms in a line; "" where the game allows them no more."""
        return _summary(self.game, tuple(self.values.items()), get_language() or "en")


Change = Callable[[list[Preset]], list[Preset]]


class PresetRefusedError(Exception):
    """A preset cannot be stored; the message says why in the language of the visitor."""


def clean_name(text: str) -> str:
    """The name as it is stored; raises `PresetRefusedError`."""
    try:
        return plain_text(text, LONGEST_NAME)
    except RefusedTextError as refused:
        raise PresetRefusedError(str(refused)) from refused


def form_of(game: str, data: QueryDict, *, member: bool = False) -> TableForm:
    """The form with these choices, for other people or, where they do not allow it, for the computer.

    Stakes and the other fields that are chosen anew each time are left out.
    """
    data = data.copy()
    for name in last_terms.ONCE:
        data.pop(name, None)
    data["opponent"] = "anyone"
    form = form_for(game, data, member=member)
    if not form.is_valid():
        data["opponent"] = "computer"
        alone = form_for(game, data, member=member)
        form = alone if alone.is_valid() else form
    return form


def values_of(form: TableForm) -> FormValues:
    """Every choice of a valid form: defaults differ between guests and members, and may change."""
    left_out = last_terms.ONCE | form.unused()
    fields = {
        name: form.data.get(name) or str(field.initial or "")
        for name, field in form.fields.items()
        if name not in left_out
    }
    return {name: value for name, value in fields.items() if value}


def read(request: HttpRequest) -> list[Preset]:
    """The presets of this visitor, in the order in which they were saved."""
    member = member_of(request)
    return _merged(_known(member.presets) if member else [], _cookie(request))


def find(request: HttpRequest, name: str) -> Preset | None:
    """The visitor's preset of this name."""
    return next((preset for preset in read(request) if preset.name == name), None)


async def change(request: HttpRequest, response: HttpResponseBase, act: Change) -> None:
    """Store what `act` makes of the visitor's presets; raises `PresetRefusedError`.

    A member's presets move from the cookie to the account.
    """
    member, in_cookie = member_of(request), _cookie(request)
    if member is not None:
        await _change_stored(member.pk, in_cookie, act)
        if COOKIE in request.COOKIES:
            response.delete_cookie(COOKIE, samesite="Lax")
        return
    text = signing.dumps(act(in_cookie), salt=_SALT, compress=True)
    if len(text) > max(MOST_BYTES, len(request.COOKIES.get(COOKIE, "")) - 1):  # an older one may shrink
        raise PresetRefusedError(_no_room())
    response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax", secure=settings.SECURE)


def saving(preset: Preset) -> Change:
    """Add a preset at the end; one of the same name is replaced where it stands."""

    def act(presets: list[Preset]) -> list[Preset]:
        if any(saved.name == preset.name for saved in presets):
            return [preset if saved.name == preset.name else saved for saved in presets]
        if len(presets) >= MOST:
            raise PresetRefusedError(_no_room())
        return [*presets, preset]

    return act


def renaming(name: str, new: str) -> Change:
    """Give the preset `name` another name, which must be free."""

    def act(presets: list[Preset]) -> list[Preset]:
        if new != name and any(preset.name == new for preset in presets):
            raise PresetRefusedError(_("You have saved other terms under this name."))
        return [preset._replace(name=new) if preset.name == name else preset for preset in presets]

    return act


def removing(name: str) -> Change:
    """Delete the preset of this name, if there is one."""
    return lambda presets: [preset for preset in presets if preset.name != name]


@sync_to_async
def _change_stored(member_id: int, more: list[Preset], act: Change) -> None:
    with transaction.atomic():
        member = Member.objects.select_for_update(no_key=True).get(pk=member_id)
        member.presets = act(_merged(_known(member.presets), more))
        member.save(update_fields=["presets"])


def _no_room() -> str:
    return _("There is no room for more. Delete saved terms that you no longer need.")


def _merged(presets: list[Preset], more: list[Preset]) -> list[Preset]:
    names = {preset.name for preset in presets}
    return [*presets, *(preset for preset in more if preset.name not in names)][:MOST]


def _cookie(request: HttpRequest) -> list[Preset]:
    try:
        return _known(signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT))
    except (signing.BadSignature, ValueError):
        return []


def _known(stored: Any) -> list[Preset]:
    """The presets in what was stored; what has another shape is nothing."""
    presets: dict[str, Preset] = {}
    for entry in stored if isinstance(stored, Sequence) else []:
        match entry:
            case [str(name), str(game), dict(values)] if 0 < len(name) <= LONGEST_NAME and game in TITLES:
                fields = {str(field): str(value) for field, value in values.items()}
                presets.setdefault(name, Preset(name, game, fields))
    return list(presets.values())[:MOST]


@lru_cache(maxsize=1024)
def _summary(game: str, values: tuple[tuple[str, str], ...], language: str) -> str:
    data = QueryDict(mutable=True)
    data.update(last_terms.allowed_values(form_for(game), dict(values)))
    form = form_of(game, data)
    return terms_text.terms_summary(form.terms()) if form.is_valid() else ""
