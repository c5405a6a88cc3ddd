"""The number of open tasks of a member, in the head of their pages."""

from functools import partial

from django.http import HttpRequest

from zaria.club.accounts.requests import member_of
from zaria.club.classroom import counts
from zaria.club.site.http.page_head import PagePart, Reading, is_document, register


def _plan(request: HttpRequest) -> int | Reading[int]:
    member = member_of(request)
    if member is None or member.robot or not is_document(request):
        return 0
    number = counts.known(member.pk)
    return Reading(partial(counts.count, member)) if number is None else number


HOMEWORK: PagePart[int] = register(PagePart("homework", 0, _plan))
"""The number of tasks that a member has still to do; 0 for others, and where no page is requested."""
