"""The hidden fields of a form: `csrf_token` also writes the nonce of its submission.

The settings make this library a builtin, so each form with a CSRF token has both fields.
"""

import secrets
from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.site.http.submissions import FIELD

register = template.Library()


class FormFieldsNode(CsrfTokenNode):
    """The CSRF token and a nonce, which browsers do not restore with a page."""

    def render(self, context: Any) -> SafeString:
        """Write the fields."""
        nonce = secrets.token_urlsafe(12)
        return format_html(
            '{}<input type="hidden" name="{}" value="{}" autocomplete="off">',
            super().render(context),
            FIELD,
            nonce,
        )


@register.tag
def csrf_token(parser: Parser, token: Token) -> FormFieldsNode:
    """Write the hidden fields of a form."""
    return FormFieldsNode()
