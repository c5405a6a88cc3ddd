"""The progress in lessons in the data of a member."""

from collections.abc import Mapping

from zaria.club.accounts.models import Member
from zaria.club.learn import progress
from zaria.club.learn.models import LessonProgress


def stored_data(member: Member) -> Mapping[str, int]:
    """Return the number of boards that the member has solved, by lesson and chapter."""
    return progress.stored(member)


def forget(member: Member) -> None:
    """Delete the progress of a member."""
    LessonProgress.objects.filter(member=member).delete()
