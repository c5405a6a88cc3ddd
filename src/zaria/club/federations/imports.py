"""A federation from the file of another club (`export.document`): checked in whole before anything is stored.

Members are found by their logins and invited, because an account with the same login may be somebody else's:
those who accept get the titles of that login (`memberships.join`). Contracts are history here, so the staff
gives the administration anew. `importing` leads a file through these steps.
"""

import binascii
from base64 import b64decode
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

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
    FederationImport,
    FederationText,
    Membership,
    MembershipState,
    Title,
)
from zaria.club.federations.slugs import PATTERN
from zaria.club.profile import avatars
from zaria.club.site.text.plain_text import RefusedTextError, plain_text, visible_text

MOST_MEMBERS, MOST_CONTRACTS = 200_000, 10_000
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
"""No moment of a file is earlier."""
_AT_ONCE = 500
"""Members that are looked up, and invited in a transaction, at once: others write in between."""

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


def read(data: bytes) -> FederationFile:
    """Read and check a document; raises `ImportRefusedError`."""
    try:
        head = msgspec.json.decode(data, type=dict[str, Any])
        if head.get("format") != FORMAT:
            raise ImportRefusedError("this is not the file of a federation")
        if head.get("version") != VERSION:
            raise ImportRefusedError(f"version {head.get('version')!r} of the format is unknown here")
        file = msgspec.convert(head, FederationFile, strict=True)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ImportRefusedError(str(error)) from error
    _check(file)
    _clean(file)
    return file


def interrupted_import(slug: str, digest: str) -> Federation | None:
    """Return the federation that an interrupted import of the same file has made; None: the address is free.

    Raises `ImportRefusedError` where there is another federation.
    """
    present = Federation.objects.select_related("imported").filter(slug=slug).first()
    if present is None:
        return None
    imported: FederationImport | None = getattr(present, "imported", None)
    if imported is None or imported.completed is not None or imported.digest != digest:
        raise ImportRefusedError(f"there is a federation {slug}: import this one under another address")
    return present


@transaction.atomic
def store(file: FederationFile, slug: str, digest: str) -> Federation:
    """Store a federation with its texts, titles and contracts; its parts and its invitations follow."""
    if Federation.objects.filter(slug=slug).exists():
        raise ImportRefusedError(f"there is a federation {slug}: import this one under another address")
    federation = create_federation(slug, file.name, file.mode)
    for field in ("created", "closed", "sponsor", "sponsor_address"):
        setattr(federation, field, getattr(file, field))
    federation.save()
    FederationImport.objects.create(federation=federation, digest=digest)
    put_arms(federation, picture_of(file))
    FederationText.objects.bulk_create(
        FederationText(federation=federation, language=language, text=row.text, rules=row.rules)
        for language, row in file.texts.items()
    )
    _store_titles(federation, file.titles)
    _store_contracts(federation, file.contracts)
    return federation


def invite(federation: Federation, members: Sequence[Member]) -> None:
    """Invite members in batches, so that a large file does not keep others from writing."""
    for start in range(0, len(members), _AT_ONCE):
        _invite(federation, members[start : start + _AT_ONCE])


def complete(federation: Federation) -> None:
    """Note that the import of a federation is complete: nothing continues it any more."""
    FederationImport.objects.filter(federation=federation).update(completed=timezone.now())


def _check(file: FederationFile) -> None:
    """Check all that the types of the fields do not say."""
    if unknown := file.texts.keys() - dict(settings.LANGUAGES).keys():
        raise ImportRefusedError(f"texts: unknown language {min(unknown)!r}")
    logins = [row.login.lower() for row in file.members]
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
    for name, moments in (
        ("members", [row.since for row in file.members]),
        ("titles", [row.at for row in file.titles]),
        ("contracts", [row.since for row in file.contracts]),
    ):
        if any(not EARLIEST <= moment <= now for moment in moments):
            raise ImportRefusedError(f"{name}: a moment is in the future, or before the year {EARLIEST.year}")


def _clean(file: FederationFile) -> None:
    """Clean the texts as if they were written here: no signs that deceive."""
    try:
        file.name = plain_text(file.name, 80)
        file.sponsor = plain_text(file.sponsor, 80, least=0)
        for title in file.titles:
            title.name = plain_text(title.name, 60)
            title.login = plain_text(title.login, LOGIN_LENGTHS[1], least=0)
        for contract in file.contracts:
            contract.login = plain_text(contract.login, LOGIN_LENGTHS[1], least=0)
            contract.party_name = plain_text(contract.party_name, 120, least=0)
            contract.reference = plain_text(contract.reference, 80, least=0)
    except RefusedTextError as error:
        raise ImportRefusedError(str(error)) from error
    for texts in file.texts.values():
        texts.text, texts.rules = visible_text(texts.text), visible_text(texts.rules)


def picture_of(file: FederationFile) -> bytes:
    """The coat of arms, encoded again as if it were uploaded here; raises `ImportRefusedError`."""
    if not file.arms:
        return b""
    try:
        return avatars.encode_again(b64decode(file.arms, validate=True))
    except (binascii.Error, ValueError) as error:
        raise ImportRefusedError("arms: this is no picture that we can read") from error


def members_by_login(logins: Iterable[str]) -> dict[str, Member]:
    """The members with these logins, by login in small letters, without bots and unconfirmed accounts."""
    members: dict[str, Member] = {}
    wanted = sorted({login.lower() for login in logins})
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        rows = Member.objects.by_logins(some)
        for member in rows.filter(is_active=True, since__isnull=False, robot=False, is_pupil=False):
            members[member.username.lower()] = member
    return members


@transaction.atomic
def _invite(federation: Federation, members: Sequence[Member]) -> None:
    """Invite some members, whom the file names: nobody here has, so `by` stays empty."""
    Membership.objects.bulk_create(
        [
            Membership(federation=federation, member=member, state=MembershipState.INVITED)
            for member in members
        ],
        ignore_conflicts=True,  # who has asked to join in the meantime
    )


def _store_titles(federation: Federation, rows: list[TitleInFile]) -> None:
    """Store the titles without an account: members get theirs when they accept the invitation."""
    Title.objects.bulk_create(
        Title(federation=federation, login=row.login, name=row.name, year=row.year, at=row.at) for row in rows
    )


def _store_contracts(federation: Federation, rows: list[ContractInFile]) -> None:
    """Store the contracts as history: no account here, and an end now at the latest."""
    now = timezone.now()
    for row in rows:
        contract = Contract.objects.create(
            federation=federation,
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
