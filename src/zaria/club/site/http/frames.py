"""Views whose pages other sites may show in a frame, and the code of such frames."""

from collections.abc import Callable
from typing import NamedTuple, ParamSpec
from urllib.parse import urlencode

from csp.decorators import csp_replace
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.views.decorators.clickjacking import xframe_options_exempt

from zaria.club.site.brand import state

P = ParamSpec("P")


class FrameSize(NamedTuple):
    """The size of a frame in pixels."""

    width: int = 640
    height: int = 620


FRAME = FrameSize()

_replace_ancestors = csp_replace({"frame-ancestors": ["*"]})


def for_any_frame(view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """Allow every site to show the page of a view in a frame."""
    any_view: Callable[..., HttpResponseBase] = view  # django-csp names views of a request alone
    framed: Callable[..., HttpResponseBase] = xframe_options_exempt(_replace_ancestors(any_view))
    return framed


def frame_code(request: HttpRequest, path: str, query: str, size: FrameSize = FRAME) -> str:
    """Return the code of a frame for a page of another site, in the language of the page."""
    language = f"lang={translation.get_language()}"
    address = request.build_absolute_uri(f"{path}/embed?{f'{query}&' if query else ''}{language}")
    return (
        f'<iframe src="{escape(address)}" width="{size.width}" height="{size.height}"'
        f' title="{escape(state.current().name)}"></iframe>'
    )


def oembed_address(request: HttpRequest, query: str = "") -> str:
    """Return the address at which other sites ask how to show the page; `query` is its place there."""
    page = request.build_absolute_uri(f"{request.path}{'?' if query else ''}{query}")
    fields = {"url": page, "format": "json", "lang": translation.get_language()}
    return request.build_absolute_uri(f"{reverse('oembed')}?{urlencode(fields)}")
