"""The files of archives in the database, in parts, where every process of the club can read them.

A new file is written beside the old one, and takes its place in one small transaction. The parts of the old
one stay until the next check, for readers who are in the middle of it. Call everything here in a thread.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import IO, NamedTuple

from zaria.club.federations.models import Federation
from zaria.club.library.models import ArchivePart, YearArchive
from zaria.club.library.year_archives.selection import ArchiveScope, all_scopes
from zaria.club.site.brand import state
from zaria.club.site.clock import DAY_MS, now_ms

CHECKED_EVERY_MS = DAY_MS
PART_BYTES = 256 * 1024
AT_ONCE = 100
"""Parts that one statement deletes."""


class BuiltFile(NamedTuple):
    """The contents of a new file: the number of matches, and the digest of them."""

    matches: int
    signature: str


def scopes_to_check() -> list[ArchiveScope]:
    """Return the archives that were not checked for a day, those first that have waited longest."""
    checked = {
        ArchiveScope(federation, year): moment
        for federation, year, moment in YearArchive.objects.values_list("federation", "year", "checked_at")
    }
    latest = now_ms() - CHECKED_EVERY_MS
    waiting = [scope for scope in all_scopes() if checked.get(scope, 0) <= latest]
    return sorted(waiting, key=lambda scope: checked.get(scope, 0))


def begin_check(scope: ArchiveScope) -> YearArchive:
    """Return the row of an archive; parts that no reader needs any more are deleted."""
    archive, _is_new = YearArchive.objects.get_or_create(federation=scope.federation, year=scope.year)
    unused = ArchivePart.objects.filter(archive=archive).exclude(build=archive.build)
    while keys := list(unused.values_list("pk", flat=True)[:AT_ONCE]):
        ArchivePart.objects.filter(pk__in=keys).delete()
    return archive


def end_check(archive: YearArchive) -> None:
    """Note that the file still has all matches that it should, and no others."""
    YearArchive.objects.filter(pk=archive.pk).update(checked_at=now_ms())


def store_part(archive: YearArchive, number: int, body: bytes) -> None:
    """Store a part of the next file."""
    ArchivePart.objects.create(archive=archive, build=archive.build + 1, number=number, body=body)


def publish(archive: YearArchive, built: BuiltFile, size: int, checksum: str) -> None:
    """Let the next file, all parts of which are stored, take the place of the present one."""
    moment = now_ms()
    YearArchive.objects.filter(pk=archive.pk).update(
        build=archive.build + 1,
        matches=built.matches,
        signature=built.signature,
        size=size,
        checksum=checksum,
        built_at=moment,
        checked_at=moment,
    )


def parts_of_file(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the parts in which a file is stored."""
    file.seek(0)
    while part := file.read(PART_BYTES):
        yield part


def checksum_of(file: IO[bytes]) -> tuple[int, str]:
    """Return the size of a file in bytes, and its SHA-256."""
    digest, size = sha256(), 0
    for part in parts_of_file(file):
        digest.update(part)
        size += len(part)
    return size, digest.hexdigest()


def title_of(scope: ArchiveScope) -> str:
    """Return the title of an archive: the name of the federation or the club."""
    if not scope.federation:
        return state.current().name
    name = Federation.objects.filter(slug=scope.federation).values_list("name", flat=True).get()
    return f"{name} ({state.current().name})"


def listed(federation: str) -> list[YearArchive]:
    """Return the archives that have matches, the latest year first."""
    return list(YearArchive.objects.filter(federation=federation, matches__gt=0).order_by("-year"))


def find(scope: ArchiveScope) -> YearArchive | None:
    """Return the archive of a year if it has matches."""
    archives = YearArchive.objects.filter(federation=scope.federation, year=scope.year)
    return archives.filter(matches__gt=0).first()


def body_of(archive: YearArchive) -> Iterator[bytes]:
    """Yield the file of an archive, each part by a query of its own."""
    parts = ArchivePart.objects.filter(archive=archive, build=archive.build)
    for number in range(-(-archive.size // PART_BYTES)):
        yield bytes(parts.values_list("body", flat=True).get(number=number))
