"""The title, text and picture of a page in messengers that show a link to it."""

from typing import NamedTuple

from django.http import HttpRequest
from django.utils import translation

from zaria.club.site.brand import state

PATH = "picture.png"
"""The last part of a picture's address, below that of its page."""


class Preview(NamedTuple):
    """A title and a sentence, and the addresses of the page and of its picture, both absolute."""

    title: str
    text: str
    address: str
    picture: str


def preview(request: HttpRequest, title: str, text: str, query: str = "") -> Preview:
    """The preview of the requested page; `query` is what the picture needs of its address."""
    address = request.build_absolute_uri(f"{request.path}{'?' if query else ''}{query}")
    version = state.current().picture_version  # a messenger that has the old picture loads the new one
    language = f"lang={translation.get_language()}{version and f'&club={version}'}"
    picture = f"{request.path.removesuffix('/replay')}/{PATH}?{f'{query}&' if query else ''}{language}"
    return Preview(title, text, address, request.build_absolute_uri(picture))
