"""Django's library `i18n`, whose `translate` looks each text up once for each language.

A page translates seventy texts, and none of them depends on the request. The settings put this library in the
place of Django's.
"""

from typing import Any

from django import template
from django.template.base import FilterExpression, Node, Parser, Token
from django.templatetags import i18n
from django.templatetags.i18n import TranslateNode
from django.utils.translation import get_language

register = template.Library()
register.tags |= i18n.register.tags
register.filters |= i18n.register.filters


class ConstantTranslation(Node):
    """The translations of a text that stands in a template, by language."""

    def __init__(self, inner: TranslateNode) -> None:
        self._inner = inner
        self._translations: dict[str | None, str] = {}

    def render(self, context: Any) -> str:
        """Return the text in the language of the page."""
        language = get_language()
        text = self._translations.get(language)
        if text is None:
            text = self._translations[language] = self._inner.render(context)
        return text


@register.tag("translate")
@register.tag("trans")
def do_translate(parser: Parser, token: Token) -> Node:
    """Translate a text, as Django's tag does."""
    node = i18n.do_translate(parser, token)
    is_constant = _is_constant(node.filter_expression) and _is_constant(node.message_context)
    return ConstantTranslation(node) if is_constant and node.asvar is None else node


def _is_constant(expression: FilterExpression | None) -> bool:
    return expression is None or (not expression.filters and getattr(expression.var, "lookups", None) is None)
