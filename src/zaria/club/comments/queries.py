"""Reads comments, page by page, the latest first."""

from django.core.paginator import Page, Paginator

from zaria.club.comments.models import Comment

PER_PAGE = 20


def comments_page(place: str, number: str) -> Page[Comment]:
    """A page of the comments at a place; the first one for no number, the last one for one too large."""
    shown = Comment.objects.filter(place=place, removed=False).select_related("author")
    return Paginator(shown, PER_PAGE).get_page(number)
