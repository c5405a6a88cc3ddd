"""Views whose pages other sites may show in a frame."""

from collections.abc import Callable
from typing import ParamSpec

from csp.decorators import csp_replace
from django.http.response import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt

P = ParamSpec("P")

_replace_ancestors = csp_replace({"frame-ancestors": ["*"]})


def for_any_frame(view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """Allow every site to show the page of a view in a frame."""
    any_view: Callable[..., HttpResponseBase] = view  # django-csp names views of a request alone
    framed: Callable[..., HttpResponseBase] = xframe_options_exempt(_replace_ancestors(any_view))
    return framed
