"""Parts of forms: hidden fields, of which `csrf_token` also writes the nonce of its submission, and choices.

The settings make this library a builtin, so each form with a CSRF token has both fields.
"""

import secrets
from typing import Any

from django import template
from django.forms.boundfield import BoundField
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html, format_html_join
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


@register.simple_tag
def radio_labels(field: BoundField) -> SafeString:
    """Write the choices of a field, each as a button in its label: a form of a table has sixty."""
    radios = ((radio.tag(), radio.choice_label) for radio in field)
    return format_html_join("", "<label>{}<span>{}</span></label>", radios)
