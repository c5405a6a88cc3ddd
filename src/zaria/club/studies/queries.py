"""Reads studies: who may do what there, and the lists of studies."""

from typing import NamedTuple

from django.db.models import Count, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.clock import MINUTE_MS, now_ms
from zaria.club.site.visibility import Visibility
from zaria.club.studies.models import Role, Study, StudyChange, StudyChapter, StudyPerson
from zaria.studies import chapter as chapters
from zaria.studies import differences
from zaria.studies.chapter import ChapterTree
from zaria.studies.differences import TreeDifference

PAGE = 25
"""Studies of a page of a list."""
LEAD_MS = 30 * MINUTE_MS
"""Milliseconds after which nobody follows a leader who stands still."""
ANNOUNCED_S = 2.0
"""Seconds for which the readers of an announcement share what was read."""
MOST_ANNOUNCED = 64
"""Chapters that are held for the readers of announcements."""
_announced: BoundedCache[tuple[str, int], tuple[Study, StudyChapter]] = BoundedCache(
    MOST_ANNOUNCED, ANNOUNCED_S
)
MOST_CHANGES = 50
"""Changes that a page is brought up to date with one by one; after more it is sent the whole chapter."""
_touched: BoundedCache[tuple[str, int, int, int], TreeDifference] = BoundedCache(MOST_ANNOUNCED, ANNOUNCED_S)
WRITERS = (Role.OWNER, Role.WRITER)


class Access(NamedTuple):
    """A study, and the visitor's role in it ("": none)."""

    study: Study
    role: str

    @property
    def may_write(self) -> bool:
        """True for the owner and the writers."""
        return self.role in WRITERS

    @property
    def is_owner(self) -> bool:
        """True for the owner."""
        return self.role == Role.OWNER


class Lead(NamedTuple):
    """The place that a writer shows to those who follow: a node of a chapter, since `at` (ms)."""

    name: str
    chapter: int
    node: int
    at: int


class News(NamedTuple):
    """The revision of a chapter and the moment of a step that a message to a page names; 0 for none."""

    revision: int
    lead: int


class StudyEntry(NamedTuple):
    """A study in a list; `owner` is a login, "" if the owner has left."""

    study: Study
    owner: str
    role: str
    chapters: int


def access(study_id: str, member: Member | None) -> Access | None:
    """Return the access of a visitor to a study; None if there is none, or they may not see it."""
    study = Study.objects.filter(pk=study_id, removed_at=0).select_related("leader").first()
    if study is None:
        return None
    role = _role_in(study, member)
    return Access(study, role) if role or study.visibility != Visibility.PRIVATE else None


def announced(
    study_id: str, chapter_id: int, member: Member | None, news: News
) -> tuple[Access, StudyChapter] | None:
    """Return the access to a study and a chapter of it, at least as new as `news`.

    All readers who ask after one announcement share one reading of the study.
    """
    key = study_id, chapter_id
    shared = _announced.get(key)
    if shared is None or shared[1].revision < news.revision or shared[0].lead_at < news.lead:
        study = Study.objects.filter(pk=study_id, removed_at=0).select_related("leader").first()
        row = None if study is None else find_chapter(study, chapter_id)
        if study is None or row is None:
            return None
        shared = study, row
        _announced.put(key, shared)
    study, row = shared
    role = _role_in(study, member)
    return (Access(study, role), row) if role or study.visibility != Visibility.PRIVATE else None


def lead_of(study: Study) -> Lead | None:
    """Return the place that the leader of a study shows; None without one who has moved lately."""
    if study.leader is None or study.lead_at < now_ms() - LEAD_MS:
        return None
    return Lead(study.leader.username, study.lead_chapter, study.lead_node, study.lead_at)


def chapters_of(study: Study) -> QuerySet[StudyChapter]:
    """Return the chapters in order, without their trees."""
    return study.chapters.order_by("place", "pk").defer("body")


def find_chapter(study: Study, number: int | None) -> StudyChapter | None:
    """Return a chapter of a study with its tree; without a number the first one."""
    rows = study.chapters.order_by("place", "pk")
    return rows.first() if number is None else rows.filter(pk=number).first()


def tree_of(row: StudyChapter) -> ChapterTree:
    """Return the tree of a chapter."""
    return chapters.decode(row.body)


def touched_since(row: StudyChapter, revision: int) -> TreeDifference | None:
    """Return the nodes that were touched since a revision of a chapter; None if that is not known."""
    number = row.revision - revision
    if not 0 < number <= MOST_CHANGES:
        return None if number else TreeDifference()
    key = row.study_id, row.pk, revision, row.revision
    touched = _touched.get(key)
    if touched is None:
        changes = StudyChange.objects.filter(
            chapter=row, revision__gt=revision, revision__lte=row.revision
        ).values_list("touched", flat=True)
        texts = list(changes)
        if len(texts) != number or "" in texts:
            return None
        touched = differences.united(map(differences.decode, texts))
        _touched.put(key, touched)
    return touched


def own_studies(member: Member, *, shared: bool, most: int, skip: int = 0) -> list[StudyEntry]:
    """Return the member's own studies, or those of others `shared` with them; the last used first."""
    people = _places_of(member).order_by("-used")
    people = people.exclude(role=Role.OWNER) if shared else people.filter(role=Role.OWNER)
    rows = list(people[skip : skip + most])
    return _entries([(row.study, row.role) for row in rows])


def writable_studies(member: Member, most: int) -> list[StudyEntry]:
    """Return the studies in which a member may write, the last used first."""
    people = _places_of(member).filter(role__in=WRITERS)
    return _entries([(row.study, row.role) for row in people.order_by("-used")[:most]])


def public_studies(most: int, skip: int = 0) -> list[StudyEntry]:
    """Return the public studies, the last changed first."""
    public = Study.objects.filter(visibility=Visibility.PUBLIC, removed_at=0)
    rows = public.order_by("-changed")[skip : skip + most]
    return _entries([(study, "") for study in rows])


def people_of(study: Study) -> list[StudyPerson]:
    """Return the people in a study: the owner, then the others by their logins."""
    rows = StudyPerson.objects.filter(study=study).select_related("member").order_by("member__username")
    return sorted(rows, key=lambda row: row.role != Role.OWNER)


def owner_of(study: Study) -> Member | None:
    """Return the owner of a study."""
    row = StudyPerson.objects.filter(study=study, role=Role.OWNER).select_related("member").first()
    return None if row is None else row.member


def _role_in(study: Study, member: Member | None) -> str:
    """The member's role in a study, "" for none."""
    if member is None:
        return ""
    people = StudyPerson.objects.filter(study=study, member=member)
    return people.values_list("role", flat=True).first() or ""


def _places_of(member: Member) -> QuerySet[StudyPerson]:
    """The member's places in studies that are shown."""
    return StudyPerson.objects.filter(member=member, study__removed_at=0).select_related("study")


def _entries(studies: list[tuple[Study, str]]) -> list[StudyEntry]:
    ids = [study.pk for study, _role in studies]
    owners = StudyPerson.objects.filter(study__in=ids, role=Role.OWNER, member__is_active=True)
    logins = dict(owners.values_list("study", "member__username"))
    chapters = StudyChapter.objects.filter(study__in=ids).values("study").annotate(number=Count("pk"))
    counts = dict(chapters.values_list("study", "number"))
    return [
        StudyEntry(study, logins.get(study.pk, ""), role, counts.get(study.pk, 0)) for study, role in studies
    ]
