"""A federation from the file of another club (`export.document`): checked in whole, then stored in whole.

Members and holders of titles are found by their logins. Contracts are history here: an account with the login
of an administrator there may be somebody else's, so the staff gives the administration anew.
"""

import binascii
from base64 import b64decode
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils import timezone

from zaria.club.accounts.models import LOGIN_LENGTHS, Member
from zaria.club.federations.actions.contents import MOST_TITLES, put_arms
from zaria.club.federations.actions.contracts import OPERATOR, create_federation
from zaria.club.federations.export import FORMAT, VERSION
from zaria.club.federations.models import (
    LONGEST_TEXT,
    Contract,
    ContractEnd,
    Federation,
    FederationText,
    Membership,
    Title,
)
from zaria.club.federations.signals import parts_imported
from zaria.club.federations.slugs import PATTERN
from zaria.club.profile import avatars

MOST_BYTES = 64 * 1024 * 1024
"""The largest file that is read."""
MOST_MEMBERS, MOST_CONTRACTS = 200_000, 10_000
_AT_ONCE = 500

Login = Annotated[str, msgspec.Meta(max_length=LOGIN_LENGTHS[1])]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Short = Annotated[str, msgspec.Meta(max_length=80)]


class ImportRefusedError(ValueError):
    """A file that is not imported; the text says why."""


class TextsInFile(msgspec.Struct, forbid_unknown_fields=True):
    """The texts in a language."""

    text: Text
    rules: Text


class MemberInFile(msgspec.Struct, forbid_unknown_fields=True):
    """A member."""

    login: Login
    since: Moment


class TitleInFile(msgspec.Struct, forbid_unknown_fields=True):
    """A title; a holder who is gone has no login."""

    login: Login
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    year: Annotated[int, msgspec.Meta(ge=1, le=9999)] | None
    at: Moment


class ContractInFile(msgspec.Struct, forbid_unknown_fields=True):
    """A contract of the other club."""

    login: Login
    party: Literal["natural", "legal"]
    party_name: Annotated[str, msgspec.Meta(max_length=120)]
    reference: Short
    since: Moment
    until: Moment | None


class FederationFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file. `parts` belong to rooms above."""

    format: Literal["zaria-federation"]
    version: Literal[1]
    exported: Moment
    slug: Annotated[str, msgspec.Meta(pattern=PATTERN)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    created: Moment
    closed: Moment | None
    mode: Literal["open", "request", "invitation"]
    sponsor: Short
    sponsor_address: Annotated[str, msgspec.Meta(max_length=200)]
    arms: str
    texts: dict[str, TextsInFile]
    members: Annotated[list[MemberInFile], msgspec.Meta(max_length=MOST_MEMBERS)]
    titles: Annotated[list[TitleInFile], msgspec.Meta(max_length=MOST_TITLES)]
    contracts: Annotated[list[ContractInFile], msgspec.Meta(max_length=MOST_CONTRACTS)]
    parts: dict[str, Any]


class Imported(NamedTuple):
    """The new federation, the number of members in the file, and the logins that no account here has."""

    federation: Federation
    members: int
    missing: list[str]


def read(data: bytes) -> FederationFile:
    """Read a file; raises `ImportRefusedError`."""
    if len(data) > MOST_BYTES:
        raise ImportRefusedError(f"the file is larger than {MOST_BYTES // 1024 // 1024} MB")
    try:
        head = msgspec.json.decode(data, type=dict[str, Any])
        if head.get("format") != FORMAT:
            raise ImportRefusedError("this is not the file of a federation")
        if head.get("version") != VERSION:
            raise ImportRefusedError(f"version {head.get('version')!r} of the format is unknown here")
        return msgspec.convert(head, FederationFile, strict=True)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ImportRefusedError(str(error)) from error


@transaction.atomic
def store(file: FederationFile, slug: str = "") -> Imported:
    """Make the federation of a file, under another `slug` if one is given; all or nothing.

    Raises `ImportRefusedError`.
    """
    _check(file)
    picture = _picture(file.arms)
    slug = slug or file.slug
    if Federation.objects.filter(slug=slug).exists():
        raise ImportRefusedError(f"there is a federation {slug}: import this one under another address")
    made = create_federation(slug, file.name, file.mode)
    for field in ("created", "closed", "sponsor", "sponsor_address"):
        setattr(made, field, getattr(file, field))
    made.save()
    put_arms(made, picture)
    FederationText.objects.bulk_create(
        FederationText(federation=made, language=language, text=row.text, rules=row.rules)
        for language, row in file.texts.items()
    )
    members = _members([*(row.login for row in file.members), *(row.login for row in file.titles)])
    _store_members(made, file.members, members)
    _store_titles(made, file.titles, members)
    _store_contracts(made, file.contracts)
    try:
        parts_imported.send(Federation, federation=made, parts=file.parts, members=members)
    except ValueError as error:
        raise ImportRefusedError(str(error)) from error
    missing = [one.login for one in file.members if one.login.lower() not in members]
    return Imported(made, len(file.members), missing)


def _check(file: FederationFile) -> None:
    """Check all that the types of the fields do not say."""
    if unknown := file.texts.keys() - dict(settings.LANGUAGES).keys():
        raise ImportRefusedError(f"texts: unknown language {min(unknown)!r}")
    logins = [one.login.lower() for one in file.members]
    if len(set(logins)) < len(logins):
        raise ImportRefusedError("members: the same login stands there twice")
    if any(not login for login in logins):
        raise ImportRefusedError("members: a login is empty")
    if file.sponsor_address:
        try:
            URLValidator(["http", "https"])(file.sponsor_address)
        except ValidationError as error:
            raise ImportRefusedError("sponsor_address: this is no address of a website") from error
    now = timezone.now()
    if file.created > now or (file.closed is not None and file.closed > now):
        raise ImportRefusedError("created, closed: a moment is in the future")


def _picture(arms: str) -> bytes:
    """The coat of arms, encoded again as if it were uploaded here."""
    if not arms:
        return b""
    try:
        return avatars.encode_again(b64decode(arms, validate=True))
    except (binascii.Error, ValueError) as error:
        raise ImportRefusedError("arms: this is no picture that we can read") from error


def _members(logins: Iterable[str]) -> dict[str, Member]:
    """The members with these logins, by login in small letters, without bots and unconfirmed accounts."""
    wanted = sorted({login.lower() for login in logins} - {""})
    found: dict[str, Member] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        rows = Member.objects.by_logins(some)
        for member in rows.filter(is_active=True, since__isnull=False, robot=False):
            found[member.username.lower()] = member
    return found


def _store_members(made: Federation, rows: list[MemberInFile], members: dict[str, Member]) -> None:
    Membership.objects.bulk_create(
        (
            Membership(
                federation=made, member=member, state=Membership.State.MEMBER, since=row.since, by=member
            )
            for row in rows
            if (member := members.get(row.login.lower())) is not None
        ),
        batch_size=_AT_ONCE,
    )


def _store_titles(made: Federation, rows: list[TitleInFile], members: dict[str, Member]) -> None:
    Title.objects.bulk_create(
        Title(
            federation=made,
            member=members.get(row.login.lower()),
            login=row.login,
            name=row.name,
            year=row.year,
            at=row.at,
        )
        for row in rows
    )


def _store_contracts(made: Federation, rows: list[ContractInFile]) -> None:
    """Store the contracts as history: no account here, and an end now at the latest."""
    now = timezone.now()
    for row in rows:
        contract = Contract.objects.create(
            federation=made,
            login=row.login,
            party=row.party,
            party_name=row.party_name,
            reference=row.reference,
            since=row.since,
            until=row.until,
            by_name=OPERATOR,
            reason="imported",
        )
        if row.until is None or row.until > now:
            ContractEnd.objects.create(contract=contract, by_name=OPERATOR, reason="imported")
