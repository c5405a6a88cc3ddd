"""Reads files beside the other work of the server: a large one takes seconds."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import replace

from zaria.club.accounts.models import Member
from zaria.club.studies import actions
from zaria.studies.chapter import ChapterTree
from zaria.studies.formats import files
from zaria.studies.formats.files import ReadStudy

_reader = ThreadPoolExecutor(1, "study-reader")


async def read_file(member: Member, body: bytes) -> ReadStudy:
    """Read a file for a member; raises `RefusedStudyError` and `InvalidRecordError`."""
    await sync_to_async(actions.require_reading)(member)
    read = sync_to_async(files.read, thread_sensitive=False, executor=_reader)
    return await read(body, get_language() or "")


def titled(chapters: Sequence[ChapterTree], first_number: int) -> list[ChapterTree]:
    """Return the chapters, each with a title."""
    return [
        chapter if chapter.title else replace(chapter, title=_("Chapter %(n)s") % {"n": number})
        for number, chapter in enumerate(chapters, first_number)
    ]
