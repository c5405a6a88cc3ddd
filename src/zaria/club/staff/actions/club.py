"""A change of the brand: name, logo, colours, language, games and greeting of the club."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.site.brand import state
from zaria.club.site.brand.colours import USUAL_ACCENTS, Accents
from zaria.club.site.brand.values import Brand
from zaria.club.site.models import StoredBrand
from zaria.club.staff import roles
from zaria.club.staff.actions.recording import ActionRefusedError, record
from zaria.club.staff.models import Act, ActKind


class BrandChoices(NamedTuple):
    """The choices of an owner; `logo` is the new one, b"" for that of the operator, None for no change."""

    name: str
    short_name: str
    accents: Accents
    language: str
    games: tuple[str, ...]
    greetings: Mapping[str, str]
    offered: tuple[str, ...]
    logo: bytes | None = None


@transaction.atomic
def change_brand(by: Member | None, reason: str, choices: BrandChoices) -> Act:
    """Change how the club presents itself; only an owner may."""
    if roles.rank(by) < roles.Rank.OWNER:
        raise PermissionDenied
    StoredBrand.objects.get_or_create(pk=1)
    row = StoredBrand.objects.select_for_update(no_key=True).get(pk=1)
    before = _described(state.in_force(row))
    for name, value in _own_values(choices, settings.BRAND).items():
        setattr(row, name, value)
    if choices.logo is not None:
        row.logo = choices.logo or None
    after = _described(state.in_force(row))
    if before == after:
        raise ActionRefusedError(_("Nothing has changed."))
    row.save()
    transaction.on_commit(state.forget)
    changed = [name for name, value in after.items() if before[name] != value]
    return record(
        by,
        ActKind.CLUB,
        reason,
        None,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed} | {"club": after["name"]},
    )


def _own_values(choices: BrandChoices, deployed: Brand) -> dict[str, Any]:
    """Return the fields to store: empty ones where the choice is that of the operator."""
    is_usual = choices.accents == (deployed.accents or USUAL_ACCENTS)
    return {
        "name": "" if choices.name == deployed.name else choices.name,
        "short_name": "" if choices.short_name == deployed.short_name else choices.short_name,
        "light_accent": "" if is_usual else choices.accents.light,
        "dark_accent": "" if is_usual else choices.accents.dark,
        "language": "" if choices.language == deployed.language else choices.language,
        "games": [] if choices.games == deployed.games else list(choices.games),
        "greetings": {language: text for language, text in choices.greetings.items() if text},
        "offered": [] if choices.offered == _offered(deployed) else list(choices.offered),
    }


def _offered(brand: Brand) -> tuple[str, ...]:
    """Return the games that pages of the club offer, in the order of the catalogue."""
    return tuple(filter(brand.offers, TITLES))


def _described(brand: Brand) -> dict[str, Any]:
    """Return the values as the log stores them; the logo by its version."""
    return {
        "name": brand.name,
        "short_name": brand.short_name,
        "accents": list(brand.accents or USUAL_ACCENTS),
        "language": brand.language,
        "games": list(brand.games),
        "offered": list(_offered(brand)),
        "greetings": dict(brand.greetings),
        "logo": brand.logo_version,
    }
