"""A federation as a file: all that belongs to it, as JSON for another club and as CSV for spreadsheets.

Moments are of UTC, and names the same in every language of the site. Members are named by their logins.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from django.db.models import Q
from django.utils import timezone

from zaria.club.federations.account import account_of
from zaria.club.federations.arms import uploaded
from zaria.club.federations.models import Contract, Federation, Membership, MembershipState
from zaria.club.federations.signals import export_parts, matches_exported
from zaria.club.ledger import statement
from zaria.club.site import csv_files
from zaria.club.site.csv_files import harmless
from zaria.club.statistics import credit_csv

FORMAT, VERSION = "zaria-federation", 1
COLUMNS = ("record", "login", "name", "year", "since", "until", "reference", "language", "text")
_CHUNK = 500


def document(federation: Federation) -> dict[str, Any]:
    """The file for another club; `parts` are those that rooms above add."""
    responses: list[tuple[Any, Any]] = export_parts.send(type(federation), federation=federation)
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported": _moment(timezone.now()),
        "slug": federation.slug,
        "name": federation.name,
        "created": _moment(federation.created),
        "closed": _moment(federation.closed),
        "mode": federation.mode,
        "sponsor": federation.sponsor,
        "sponsor_address": federation.sponsor_address,
        "arms": b64encode(uploaded(federation)).decode(),
        "texts": {row.language: {"text": row.text, "rules": row.rules} for row in _texts(federation)},
        "members": [
            {"login": row.member.username, "since": _moment(row.since)} for row in _members(federation)
        ],
        "titles": [
            {"login": title.login, "name": title.name, "year": title.year, "at": _moment(title.at)}
            for title in federation.titles.all()
        ],
        "contracts": [_contract(contract) for contract in _contracts(federation)],
        "parts": dict(part for _receiver, part in responses),
    }


def exported_matches(federation: Federation) -> list[str]:
    """The ids of the matches whose records go with the file."""
    answers: list[tuple[Any, Any]] = matches_exported.send(type(federation), federation=federation)
    return [match_id for _receiver, match_ids in answers for match_id in match_ids]


def csv_file(federation: Federation) -> Iterator[bytes]:
    """The file for spreadsheets, part by part: one line for each member, title, contract and text."""
    yield csv_files.header(COLUMNS)
    lines = _lines(federation)
    while chunk := list(islice(lines, _CHUNK)):
        yield csv_files.lines(chunk)


def statement_file(federation: Federation) -> Iterator[bytes]:
    """All entries of the federation's account, the latest first, part by part."""
    yield credit_csv.head()
    for entries in statement.chunks(account_of(federation), Q(), _CHUNK):
        yield credit_csv.body(entries)


def _lines(federation: Federation) -> Iterator[list[str]]:
    yield _line(
        "federation",
        name=federation.name,
        since=_moment(federation.created),
        until=_moment(federation.closed),
        reference=federation.slug,
    )
    for row in _members(federation):
        yield _line("member", login=row.member.username, since=_moment(row.since))
    for title in federation.titles.all():
        year = str(title.year or "")
        yield _line("title", login=title.login, name=title.name, year=year, since=_moment(title.at))
    for contract in _contracts(federation):
        yield _line(
            "contract",
            login=contract.login,
            name=contract.party_name,
            since=_moment(contract.since),
            until=_moment(contract.ended),
            reference=contract.reference,
        )
    for text in _texts(federation):
        yield _line("text", language=text.language, text=text.text)
        yield _line("rules", language=text.language, text=text.rules)


def _line(record: str, **cells: str | None) -> list[str]:
    return [record, *(harmless(cells.get(column) or "") for column in COLUMNS[1:])]


def _contract(contract: Contract) -> dict[str, Any]:
    return {
        "login": contract.login,
        "party": contract.party,
        "party_name": contract.party_name,
        "reference": contract.reference,
        "since": _moment(contract.since),
        "until": _moment(contract.ended),
    }


def _texts(federation: Federation) -> Iterable[Any]:
    return federation.texts.order_by("language")


def _members(federation: Federation) -> Iterator[Membership]:
    """The memberships in force, the oldest first; some at a time are in memory."""
    memberships = federation.memberships.filter(state=MembershipState.MEMBER, member__is_active=True)
    return memberships.select_related("member").order_by("since", "pk").iterator(_CHUNK)


def _contracts(federation: Federation) -> Iterable[Contract]:
    return federation.contracts.select_related("ending").order_by("since", "pk")


def _moment(at: datetime | None) -> str | None:
    """A moment as JSON and spreadsheets read it."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if at is not None else None
