"""The panel of comments under a page: a page of them, and the form or the reason why there is none."""

from typing import NamedTuple

from django.core.paginator import Page
from django.http import HttpRequest

from zaria.club.accounts import sanctions
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.comments import actions, queries
from zaria.club.comments.comment_places import CommentPlace
from zaria.club.comments.models import MOST, Comment

PAGE = "comments"
"""Name of the page's number in an address."""


class Panel(NamedTuple):
    """Comments and their form. `writes`: the reader is a member who may write, `text` what they have sent."""

    place: CommentPlace
    page: Page[Comment]
    member: Member | None
    writes: bool
    mute: str
    refusal: str = ""
    text: str = ""
    least: int = actions.LEAST
    most: int = MOST


def panel(request: HttpRequest, place: CommentPlace, refusal: str = "", text: str = "") -> Panel:
    """The panel of a place for the reader of a page. It reads the database."""
    member = member_of(request)
    mute = sanctions.mute_of(member) if member is not None else None
    page = queries.comments_page(place.name, request.GET.get(PAGE, ""))
    list(page)  # the template is rendered on the event loop
    return Panel(
        place,
        page,
        member,
        writes=member is not None and not (member.robot or member.is_pupil) and mute is None,
        mute=actions.mute_text(mute) if mute is not None else "",
        refusal=refusal,
        text=text,
    )
