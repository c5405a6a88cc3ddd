"""The owner's score sheets of matches over a real board."""

import datetime
from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from ninja import Field, Query, Router, Schema

from zaria.club.accounts.models import Member
from zaria.club.api import authentication
from zaria.club.api.matches import Form
from zaria.club.api.problems import ProblemError
from zaria.club.scribe import queries
from zaria.club.scribe.models import MatchSheet
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError

router = Router(tags=["Account"])


class ScoreSheet(Schema):
    """A score sheet; moments are in ms."""

    id: str
    game: str
    names: tuple[str, str]
    length: int = Field(description="0 is a money session")
    score: tuple[int, int]
    event: str
    round: str
    place: str
    day: datetime.date | None
    created: int
    changed: int
    formats: list[str] = Field(description="Formats of its record")
    match: str = Field(description="The match that it became, empty while it is written")


@router.get("account/score-sheets", response=list[ScoreSheet], summary="Own score sheets")
async def score_sheets(request: HttpRequest) -> list[dict[str, Any]]:
    """All score sheets of the owner, the one changed last first."""
    return await sync_to_async(_sheets)(_owner(request))


@router.get("account/score-sheets/{sheet_id}/record", summary="Record of a score sheet")
async def sheet_record(
    request: HttpRequest, sheet_id: str, form: Annotated[Form, Query(alias="format")] = "json"
) -> HttpResponse:
    """The acts that are written on a score sheet so far, in a `format` of its game."""
    row = await sync_to_async(queries.owned)(_owner(request), sheet_id[:16])
    if row is None:
        raise ProblemError("not_found")
    try:
        body = await sync_to_async(_record)(row, form)
    except UnsupportedRecordError as error:
        raise ProblemError("no_such_record") from error
    return HttpResponse(body, content_type=convert.TYPES[form])


def _owner(request: HttpRequest) -> Member:
    member = authentication.member(request)
    assert member is not None
    return member


def _record(row: MatchSheet, form: str) -> bytes:
    return convert.write(queries.read(row).now.record, form, occasion=queries.occasion_of(row))


def _sheets(member: Member) -> list[dict[str, Any]]:
    return [_sheet(row) for row in queries.sheets_of(member)]


def _sheet(row: MatchSheet) -> dict[str, Any]:
    return {
        "id": row.pk,
        "game": row.game,
        "names": (row.name0, row.name1),
        "length": queries.terms_of(row).length,
        "score": queries.read(row).now.match.score,
        **{name: getattr(row, name) for name in ("event", "round", "place", "day", "created", "changed")},
        "formats": list(convert.formats(row.game)),
        "match": row.match_id,
    }
