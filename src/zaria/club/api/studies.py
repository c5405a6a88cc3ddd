"""Studies: read as JSON and in the formats of other programs, created, and written in."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from ninja import Path, Query, Router

from zaria.club.accounts.models import Member
from zaria.club.api import authentication
from zaria.club.api import study_schemas as schemas
from zaria.club.api.problems import ProblemError
from zaria.club.games.catalogue import TITLES
from zaria.club.matches.replay.refusals import translated
from zaria.club.studies import actions, queries
from zaria.club.studies.actions import MOST_STUDIES, RefusedStudyError
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.queries import Access
from zaria.club.studies.reading import read_file, titled
from zaria.club.studies.starts import chapter_at
from zaria.club.studies.texts import sentence
from zaria.games.protocols import InvalidPositionError
from zaria.records.errors import InvalidRecordError
from zaria.studies import operations
from zaria.studies.chapter import ChapterTree, InvalidChapterError
from zaria.studies.formats import files
from zaria.studies.operations import AddAct, Operation, RefusedOperationError

router = Router(tags=["Studies"])
own_router = Router(tags=["Studies"])

StudyId = Annotated[str, Path(max_length=16)]
ChapterId = Annotated[int, Path(ge=1, le=2**53)]
Form = Literal["json", "sgf", "pgn", "pdn"]
T = TypeVar("T")

_FILES: dict[str, Any] = {kind: {} for kind in files.TYPES.values()}
_AS_IT_IS = {"responses": {200: {"description": "The file", "content": _FILES}}}


@own_router.get("account/studies", response=schemas.StudyList, summary="Own studies")
async def own_studies(request: HttpRequest, list: Literal["mine", "shared"] = "mine") -> dict[str, Any]:  # noqa: A002
    """The owner's studies, or those of others that are shared with them, the last used first: 200 at most."""
    return {"studies": await sync_to_async(_entries)(_writer(request), is_shared=list == "shared")}


@router.get("studies/{study_id}", response=schemas.Study, summary="Study")
async def study(request: HttpRequest, study_id: StudyId) -> dict[str, Any]:
    """A study that everybody with its link may read; by a token also those in which its owner has a part."""
    return await sync_to_async(lambda: _study(_access(request, study_id)))()


@router.get("studies/{study_id}/file", summary="File of a study", openapi_extra=_AS_IT_IS)
async def study_file(
    request: HttpRequest, study_id: StudyId, form: Annotated[Form, Query(alias="format")] = "json"
) -> HttpResponse:
    """All chapters that the `format` can hold, with variations, comments and drawings."""
    return await sync_to_async(lambda: _file(request, _access(request, study_id), None, form))()


@router.get(
    "studies/{study_id}/chapters/{chapter_id}", response=schemas.ChapterWithTree, summary="Chapter of a study"
)
async def study_chapter(request: HttpRequest, study_id: StudyId, chapter_id: ChapterId) -> dict[str, Any]:
    """A chapter with its tree: of the children of a node the first one continues the main line."""
    return await sync_to_async(lambda: _chapter(_row(_access(request, study_id), chapter_id)))()


@router.get(
    "studies/{study_id}/chapters/{chapter_id}/file", summary="File of a chapter", openapi_extra=_AS_IT_IS
)
async def chapter_file(
    request: HttpRequest,
    study_id: StudyId,
    chapter_id: ChapterId,
    form: Annotated[Form, Query(alias="format")] = "json",
) -> HttpResponse:
    """A chapter in a `format` of its game."""
    return await sync_to_async(lambda: _file(request, _access(request, study_id), chapter_id, form))()


@own_router.post("studies", response={201: schemas.Study}, summary="Create a study")
async def create_study(request: HttpRequest, new: schemas.NewStudy) -> Any:
    """Create a study from a file, or with one chapter; its owner is that of the token."""
    member = _writer(request)
    chapters = await _chapters(member, new)

    def run() -> dict[str, Any]:
        created = actions.create(member, new.title, new.visibility, titled(chapters, 1))
        return _study(_access(request, created.pk))

    return await sync_to_async(_refusing)(run)


@own_router.post("studies/{study_id}/chapters", response={201: schemas.Study}, summary="Add chapters")
async def add_chapters(request: HttpRequest, study_id: StudyId, new: schemas.NewChapters) -> Any:
    """Add the chapters of a file, or one, behind those of a study in which you may write."""
    member = _writer(request)
    await sync_to_async(_refusing)(lambda: _writable(request, study_id))
    chapters = await _chapters(member, new)

    def run() -> dict[str, Any]:
        access = _writable(request, study_id)
        first_number = queries.chapters_of(access.study).count() + 1
        actions.add_chapters(member, access.study, titled(chapters, first_number))
        return _study(_access(request, study_id))

    return await sync_to_async(_refusing)(run)


@own_router.post(
    "studies/{study_id}/chapters/{chapter_id}/acts", response=schemas.ChangedChapter, summary="Append acts"
)
async def append_acts(
    request: HttpRequest, study_id: StudyId, chapter_id: ChapterId, new: schemas.NewActs
) -> Any:
    """Play acts after a node, all of them or none; an act that is there already is gone along.

    With a `revision` that is not the present one the request is refused (`changed`).
    """
    return await _change(
        request, study_id, chapter_id, new.revision, [AddAct(new.node, act) for act in new.acts]
    )


@own_router.post(
    "studies/{study_id}/chapters/{chapter_id}/changes",
    response=schemas.ChangedChapter,
    summary="Change a chapter",
)
async def change_chapter(
    request: HttpRequest, study_id: StudyId, chapter_id: ChapterId, new: schemas.NewChange
) -> Any:
    """Comment, sign, draw, promote, delete or rename: one operation, as the page of a study sends it.

    With a `revision` that is not the present one the request is refused (`changed`).
    """
    try:
        operation = operations.decode(msgspec.json.encode(new.operation))
    except RefusedOperationError as error:
        raise ProblemError("bad_field", what="operation") from error
    return await _change(request, study_id, chapter_id, new.revision, [operation])


async def _change(
    request: HttpRequest, study_id: str, chapter_id: int, revision: int | None, changes: Sequence[Operation]
) -> dict[str, Any]:
    member = _writer(request)

    def run() -> dict[str, Any]:
        access = _writable(request, study_id)
        row = _row(access, chapter_id)
        changed = actions.change(member, access.study, row.pk, *changes, revision=revision)
        return {"revision": changed.row.revision, "node": changed.node}

    return await sync_to_async(_refusing)(run)


def _refusing(run: Callable[[], T]) -> T:
    """Raise a refusal of the studies as a problem."""
    try:
        return run()
    except RefusedStudyError as error:
        raise _problem(error) from error


def _problem(error: RefusedStudyError) -> ProblemError:
    if error.code == "too_fast":
        return ProblemError("too_many_requests")
    return ProblemError.refused(error.code, sentence(error))


async def _chapters(member: Member, new: schemas.NewChapters) -> list[ChapterTree]:
    """The chapters of a request."""
    if bool(new.file) == bool(new.game):
        raise ProblemError("bad_field", what="file")
    if not new.file:
        return [_at_position(new)]
    try:
        return (await read_file(member, new.file.encode("utf-8", "replace"))).chapters
    except RefusedStudyError as error:
        raise _problem(error) from error
    except InvalidRecordError as error:
        reason, _is_known = translated(error.reason)
        if error.line is not None:
            line = _("Line %(n)s") % {"n": error.line}
            reason = f"{line}: {reason}"
        raise ProblemError.refused("bad_file", reason) from error


def _at_position(new: schemas.NewChapters) -> ChapterTree:
    if new.game not in TITLES:
        raise ProblemError("unknown_game")
    try:
        return chapter_at(new.game, new.position.strip(), 0, new.chapter)
    except InvalidPositionError as error:
        raise ProblemError("bad_position", what=translated(str(error))[0]) from error


def _writer(request: HttpRequest) -> Member:
    member = authentication.member(request)
    assert member is not None
    return member


def _access(request: HttpRequest, study_id: str) -> Access:
    access = queries.access(study_id, authentication.member(request))
    if access is None:
        raise ProblemError("not_found")
    return access


def _writable(request: HttpRequest, study_id: str) -> Access:
    access = _access(request, study_id)
    if not access.may_write:
        raise RefusedStudyError("not_writer")
    return access


def _row(access: Access, chapter_id: int) -> StudyChapter:
    row = queries.find_chapter(access.study, chapter_id)
    if row is None:
        raise ProblemError("not_found")
    return row


def _entries(member: Member, *, is_shared: bool) -> list[dict[str, Any]]:
    return [
        {
            "id": entry.study.pk,
            "title": entry.study.title,
            "visibility": entry.study.visibility,
            "role": entry.role,
            "changed": entry.study.changed,
            "chapters": entry.chapters,
        }
        for entry in queries.own_studies(member, shared=is_shared, most=MOST_STUDIES)
    ]


def _study(access: Access) -> dict[str, Any]:
    study, rows = access.study, list(queries.chapters_of(access.study))
    return {
        **{name: getattr(study, name) for name in ("title", "visibility", "created", "changed")},
        "id": study.pk,
        "role": access.role,
        "formats": files.formats([row.game for row in rows]),
        "chapters": [_entry(row) for row in rows],
    }


def _entry(row: StudyChapter) -> dict[str, Any]:
    return {
        "id": row.pk,
        "title": row.title,
        "game": row.game,
        "revision": row.revision,
        "formats": files.formats([row.game]),
    }


def _chapter(row: StudyChapter) -> dict[str, Any]:
    return {**_entry(row), "tree": msgspec.json.decode(row.body)}


def _file(request: HttpRequest, access: Access, chapter_id: int | None, form: Form) -> HttpResponse:
    study = access.study
    rows = study.chapters.order_by("place", "pk") if chapter_id is None else [_row(access, chapter_id)]
    site = request.build_absolute_uri(reverse("study", args=[study.pk]))
    try:
        body = files.write(study.title, [queries.tree_of(row) for row in rows], form, site)
    except InvalidChapterError as error:
        raise ProblemError("no_such_record") from error
    return HttpResponse(body, content_type=files.TYPES[form])
