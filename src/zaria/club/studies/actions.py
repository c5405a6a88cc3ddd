"""Writes studies. Each function is one transaction; refusals are `RefusedStudyError`."""

import secrets
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max
from msgspec.structs import replace

from zaria.club.accounts import sanctions
from zaria.club.accounts.models import Member
from zaria.club.relations.queries import blocked_between
from zaria.club.site.clock import now_ms
from zaria.club.site.http import submissions
from zaria.club.site.shared_rates import SharedRates
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.club.site.text.word_filter import require_allowed
from zaria.club.site.visibility import Visibility
from zaria.club.studies.announcements import StudyAnnouncer
from zaria.club.studies.models import ID_LENGTH, Role, Study, StudyChange, StudyChapter, StudyPerson
from zaria.club.studies.queries import WRITERS
from zaria.live.rate_limits import Rates
from zaria.live.sockets.protocol.server import StudyChanged
from zaria.puzzles.puzzle import ID_LETTERS
from zaria.studies import chapter as trees
from zaria.studies import differences, operations
from zaria.studies.chapter import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_CHAPTERS,
    ChapterTree,
)
from zaria.studies.differences import TreeDifference
from zaria.studies.operations import AddAct, Operation, RefusedOperationError, Rename, SetComment

MOST_STUDIES = 200
"""Studies that a member owns."""
MOST_PEOPLE = 100
"""People in a study."""
LONGEST_BODY = 1_000_000
"""Bytes of the tree of a chapter."""
CHANGES_A_MINUTE = 120
"""Changes that a member makes in a minute."""
CREATED_A_MINUTE = 10
"""Studies and chapters that a member creates in a minute; a match of several games counts once."""


class RefusedStudyError(ValueError):
    """Something is not done; `code` names the reason, for which `texts.sentence` has the words.

    The codes of `RefusedOperationError` and: muted, too_fast, too_many_studies, too_many_chapters,
    too_many_people, no_member, apart, not_writer, last_chapter, and "text" with the sentence itself.
    """

    def __init__(self, code: str, sentence: str = "") -> None:
        super().__init__(sentence or code)
        self.code = code
        self.sentence = sentence


class AppliedOperation(NamedTuple):
    """An operation that changed something, and the nodes that it touched."""

    operation: Operation
    touched: TreeDifference


class ChangedChapter(NamedTuple):
    """A chapter after a change, and the node to look at."""

    row: StudyChapter
    chapter: ChapterTree
    node: int


@cache
def change_rates() -> Rates:
    """Of the changes of chapters."""
    return SharedRates("studies.changes", CHANGES_A_MINUTE)


@cache
def creation_rates() -> Rates:
    """Of new studies and chapters."""
    return SharedRates("studies.created", CREATED_A_MINUTE)


@cache
def reading_rates() -> Rates:
    """Of the files that are read."""
    return SharedRates("studies.read", CREATED_A_MINUTE)


def create(member: Member, title: str, visibility: str, chapters: Sequence[ChapterTree]) -> Study:
    """Create a study with its first chapters."""
    _require_may_write(member)
    _require_creation(member)
    title, checked = _clean_title(title), _checked(chapters)
    with transaction.atomic():
        Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        if StudyPerson.objects.filter(member=member, role=Role.OWNER).count() >= MOST_STUDIES:
            raise RefusedStudyError("too_many_studies")
        moment = now_ms()
        study = Study.objects.create(
            id="".join(secrets.choice(ID_LETTERS) for _place in range(ID_LENGTH)),
            title=title,
            visibility=Visibility(visibility),
            created=moment,
            changed=moment,
        )
        StudyPerson.objects.create(study=study, member=member, role=Role.OWNER, used=moment)
        _append(study, checked)
        submissions.record_destination(f"/studies/{study.pk}")
        return study


def add_chapters(member: Member, study: Study, chapters: Sequence[ChapterTree]) -> StudyChapter:
    """Add chapters behind the others; return the first of them."""
    _require_may_write(member)
    _require_creation(member)
    checked = _checked(chapters)
    with transaction.atomic():
        _lock_for_writer(member, study)
        first = _append(study, checked)
        _touch(member, study)
        StudyAnnouncer.after_commit(StudyChanged(study.pk))
        submissions.record_destination(f"/studies/{study.pk}/{first.pk}")
        return first


def change(
    member: Member, study: Study, chapter_id: int, *changes: Operation, revision: int | None = None
) -> ChangedChapter:
    """Apply operations to a chapter as it is now, and store each with its number: all of them or none.

    Of several acts each one after the first follows the one before it. With a `revision` that is not the
    present one nothing is changed.
    """
    if any(isinstance(operation, SetComment | Rename) for operation in changes):
        _require_may_write(member)
    if not change_rates().take(str(member.pk), now_ms()):
        raise RefusedStudyError("too_fast")
    cleaned = [_clean_operation(operation) for operation in changes]
    with transaction.atomic():
        _lock_for_writer(member, study)
        row = StudyChapter.objects.select_for_update(no_key=True).filter(study=study, pk=chapter_id).first()
        if row is None:
            raise RefusedStudyError("no_node")
        if revision not in (None, row.revision):
            raise RefusedStudyError("changed")
        chapter, node, applied = _applied(trees.decode(row.body), cleaned)
        if applied:
            _store(member, row, chapter, applied)
            _touch(member, study)
            StudyAnnouncer.after_commit(StudyChanged(study.pk, row.pk, row.revision))
        return ChangedChapter(row, chapter, node)


def update(member: Member, study: Study, title: str, visibility: str) -> None:
    """Change the title and the visibility of an own study."""
    _require_may_write(member)
    title = _clean_title(title)
    with transaction.atomic():
        _lock_for_owner(member, study)
        Study.objects.filter(pk=study.pk).update(title=title, visibility=Visibility(visibility))


def delete(member: Member, study: Study) -> None:
    """Delete an own study."""
    with transaction.atomic():
        _lock_for_owner(member, study)
        Study.objects.filter(pk=study.pk).delete()


def invite(member: Member, study: Study, login: str, role: str) -> None:
    """Let a member read or write in an own study."""
    with transaction.atomic():
        _lock_for_owner(member, study)
        person = Member.objects.by_login(login).filter(is_active=True, since__isnull=False).first()
        if person is None or person.robot or person.is_pupil:
            raise RefusedStudyError("no_member")
        if blocked_between(member.player, person.player):
            raise RefusedStudyError("apart")
        people = StudyPerson.objects.filter(study=study)
        if people.filter(member=person, role=Role.OWNER).exists():
            return
        if people.count() >= MOST_PEOPLE:
            raise RefusedStudyError("too_many_people")
        role = Role.WRITER if role == Role.WRITER else Role.READER
        people.update_or_create(
            study=study,
            member=person,
            defaults={"role": role},
            create_defaults={"role": role, "used": now_ms()},
        )


def remove_person(member: Member, study: Study, login: str) -> None:
    """Remove a member from an own study, or oneself from another's."""
    with transaction.atomic():
        person = (
            StudyPerson.objects.filter(study=study, member__username=login).exclude(role=Role.OWNER).first()
        )
        if person is None:
            return
        if person.member_id != member.pk:
            _lock_for_owner(member, study)
        person.delete()


def delete_chapter(member: Member, study: Study, chapter_id: int) -> None:
    """Delete a chapter; the last one stays."""
    with transaction.atomic():
        _lock_for_writer(member, study)
        rows = StudyChapter.objects.filter(study=study)
        if rows.count() < 2:
            raise RefusedStudyError("last_chapter")
        rows.filter(pk=chapter_id).delete()
        _touch(member, study)
        StudyAnnouncer.after_commit(StudyChanged(study.pk))


def move_chapter(member: Member, study: Study, chapter_id: int, by: int) -> None:
    """Move a chapter by so many places."""
    with transaction.atomic():
        _lock_for_writer(member, study)
        rows = list(StudyChapter.objects.filter(study=study).order_by("place", "pk").defer("body"))
        at = next((at for at, row in enumerate(rows) if row.pk == chapter_id), None)
        if at is None:
            return
        row = rows.pop(at)
        rows.insert(max(0, at + by), row)
        for place, moved in enumerate(rows):
            if moved.place != place:
                StudyChapter.objects.filter(pk=moved.pk).update(place=place)
        _touch(member, study)
        StudyAnnouncer.after_commit(StudyChanged(study.pk))


def lead(member: Member, study: Study, chapter_id: int, node: int) -> None:
    """Show a node of a chapter to those who follow."""
    if not change_rates().take(str(member.pk), now_ms()):
        raise RefusedStudyError("too_fast")
    with transaction.atomic():
        _lock_for_writer(member, study)
        moment = now_ms()
        Study.objects.filter(pk=study.pk).update(
            leader=member, lead_chapter=chapter_id, lead_node=node, lead_at=moment
        )
        StudyAnnouncer.after_commit(StudyChanged(study.pk, lead=moment))


def stop_leading(member: Member, study: Study) -> None:
    """Show nothing to those who follow, if the member led them."""
    moment = now_ms()
    if Study.objects.filter(pk=study.pk, leader=member).update(leader=None, lead_at=moment):
        StudyAnnouncer.after_commit(StudyChanged(study.pk, lead=moment))


def mark_used(member: Member, study: Study) -> None:
    """Note that a member has opened a study, so that it comes first in their lists."""
    StudyPerson.objects.filter(study=study, member=member).update(used=now_ms())


def require_reading(member: Member) -> None:
    """Count a file that a member wants to have read; raises `RefusedStudyError` if there are too many."""
    _require_may_write(member)
    if not reading_rates().take(str(member.pk), now_ms()):
        raise RefusedStudyError("too_fast")


def remove(study: Study) -> bool:
    """Show a study to nobody any more; return whether it was shown."""
    StudyAnnouncer.after_commit(StudyChanged(study.pk))
    return Study.objects.filter(pk=study.pk, removed_at=0).update(removed_at=now_ms(), leader=None) == 1


def restore(study: Study) -> bool:
    """Show a removed study again; return whether it was removed."""
    return Study.objects.filter(pk=study.pk, removed_at__gt=0).update(removed_at=0) == 1


def _require_may_write(member: Member) -> None:
    if sanctions.mute_of(member) is not None:
        raise RefusedStudyError("muted")


def _require_creation(member: Member) -> None:
    if not creation_rates().take(str(member.pk), now_ms()):
        raise RefusedStudyError("too_fast")


def _lock_for_writer(member: Member, study: Study) -> None:
    """Lock a study, and require that the member may still write in it."""
    _lock(member, study, WRITERS)


def _lock_for_owner(member: Member, study: Study) -> None:
    _lock(member, study, (Role.OWNER,))


def _lock(member: Member, study: Study, roles: Sequence[str]) -> None:
    locked = Study.objects.select_for_update(no_key=True).filter(pk=study.pk, removed_at=0).first()
    if locked is None or not StudyPerson.objects.filter(study=study, member=member, role__in=roles).exists():
        raise RefusedStudyError("not_writer")


def _append(study: Study, chapters: Sequence[ChapterTree]) -> StudyChapter:
    rows = StudyChapter.objects.filter(study=study)
    if rows.count() + len(chapters) > MOST_CHAPTERS:
        raise RefusedStudyError("too_many_chapters")
    last = rows.aggregate(place=Max("place"))["place"]
    place = 0 if last is None else last + 1
    created = [
        StudyChapter.objects.create(
            study=study,
            place=place + number,
            title=chapter.title,
            game=chapter.start.game,
            body=trees.encode(chapter).decode(),
        )
        for number, chapter in enumerate(chapters)
    ]
    return created[0]


def _applied(
    chapter: ChapterTree, changes: Sequence[Operation]
) -> tuple[ChapterTree, int, list[AppliedOperation]]:
    """The chapter after operations, the node to look at, and the operations that changed something."""
    applied: list[AppliedOperation] = []
    node = trees.ROOT
    for number, operation in enumerate(changes):
        if number and isinstance(operation, AddAct):
            operation = replace(operation, node=node)
        before = chapter
        try:
            chapter, node = operations.apply(before, operation)
        except RefusedOperationError as error:
            raise RefusedStudyError(error.code) from None
        if chapter is not before:
            applied.append(AppliedOperation(operation, differences.difference(before, chapter)))
    return chapter, node, applied


def _store(
    member: Member, row: StudyChapter, chapter: ChapterTree, applied: Sequence[AppliedOperation]
) -> None:
    body = trees.encode(chapter).decode()
    if len(body.encode()) > LONGEST_BODY:
        raise RefusedStudyError("too_many")
    row.body, row.title = body, chapter.title
    moment, first_revision = now_ms(), row.revision + 1
    row.revision += len(applied)
    row.save(update_fields=["body", "title", "revision"])
    StudyChange.objects.bulk_create(
        StudyChange(
            chapter=row,
            revision=revision,
            author=member,
            body=operations.encode(step.operation).decode(),
            touched=differences.encode(step.touched),
            at=moment,
        )
        for revision, step in enumerate(applied, first_revision)
    )


def _touch(member: Member, study: Study) -> None:
    moment = now_ms()
    Study.objects.filter(pk=study.pk).update(changed=moment)
    StudyPerson.objects.filter(study=study, member=member).update(used=moment)


def _clean_operation(operation: Operation) -> Operation:
    """The operation with texts as they are stored."""
    if isinstance(operation, SetComment):
        return replace(operation, text=_clean(operation.text, LONGEST_COMMENT, newlines=True))
    if isinstance(operation, Rename):
        return replace(operation, title=_clean(operation.title, LONGEST_TITLE))
    return operation


def _checked(chapters: Sequence[ChapterTree]) -> list[ChapterTree]:
    """Chapters from outside as they are stored; of several a refusal names the one."""
    checked = []
    for chapter in chapters:
        try:
            checked.append(_cleaned(chapter))
        except RefusedStudyError as error:
            if len(chapters) == 1:
                raise
            raise RefusedStudyError("text", f"{chapter.title}: {error.sentence}") from None
    return checked


def _cleaned(chapter: ChapterTree) -> ChapterTree:
    """A chapter from outside with texts as they are stored."""
    nodes = tuple(
        replace(node, comment=_clean(node.comment, LONGEST_COMMENT, newlines=True)) if node.comment else node
        for node in chapter.nodes
    )
    first, second = (_clean_name(name) for name in chapter.names)
    title = _clean(chapter.title, LONGEST_TITLE)
    checked = replace(chapter, title=title, names=(first, second), nodes=nodes)
    if len(trees.encode(checked)) > LONGEST_BODY:
        raise RefusedStudyError("too_many")
    return checked


def _clean_name(name: str) -> str:
    """The name of a side as it is stored, "" for one that the club does not show."""
    try:
        return _clean(name, LONGEST_NAME)
    except RefusedStudyError:
        return ""


def _clean_title(title: str) -> str:
    return _clean(title, LONGEST_TITLE, least=1)


def _clean(text: str, most: int, *, least: int = 0, newlines: bool = False) -> str:
    try:
        text = plain_text(text, most, least=least, newlines=newlines)
        require_allowed(text)
    except RefusedTextError as error:
        raise RefusedStudyError("text", str(error)) from None
    return text
