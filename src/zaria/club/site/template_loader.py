"""Templates of pages without the indentation of their lines, and with their constant parts joined.

Indentation costs bytes in every answer. Of a page's nodes two thirds are text and translations of text, which
depend on nothing but the language: a run of them is rendered once for each language.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.template import Origin, Template
from django.template.base import FilterExpression, Node, NodeList, TextNode
from django.template.loaders.base import Loader as BaseLoader
from django.template.loaders.cached import Loader as CachedLoader
from django.template.loaders.filesystem import Loader as FilesystemLoader
from django.templatetags.i18n import TranslateNode
from django.utils.translation import get_language

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(FilesystemLoader):
    """Reads templates, those of pages without indentation; lines keep their numbers."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template."""
        source = super().get_contents(origin)
        return _INDENTATION.sub("", source) if origin.name.endswith(".html") else source


class _Joining(BaseLoader):
    """Joins the constant parts of each template that it makes."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """Return a new template of this name; raises `django.template.TemplateDoesNotExist`."""
        template = super().get_template(template_name, skip)
        join_constants(template.nodelist)
        return template


class JoiningLoader(CachedLoader, _Joining):
    """Django's cache of templates, each with its constant parts joined."""


class ConstantRun(Node):
    """Nodes of text and translations, rendered once for each language."""

    child_nodelists = ()

    def __init__(self, nodes: list[Node]) -> None:
        self.token, self.origin = nodes[0].token, nodes[0].origin  # for messages about faults
        self._nodes = NodeList(nodes)
        self._texts: dict[str | None, str] = {}

    def render(self, context: Any) -> str:
        """Return the text in the language of the page."""
        language = get_language()
        text = self._texts.get(language)
        if text is None:
            text = self._texts[language] = self._nodes.render(context)
        return text


def join_constants(nodes: NodeList) -> None:
    """Replace each run of texts and translations by one node, in all depths."""
    joined: list[Node] = []
    run: list[Node] = []
    for node in nodes:
        if isinstance(node, TextNode) or _is_constant(node):
            run.append(node)
            continue
        joined += [*_joined(run), node]
        run = []
        for inner in _inner_lists(node):
            join_constants(inner)
    nodes[:] = [*joined, *_joined(run)]


def _joined(run: list[Node]) -> list[Node]:
    """Return a run as one node, but one that has only text: Django looks for such nodes."""
    return run if all(isinstance(node, TextNode) for node in run) else [ConstantRun(run)]


def _is_constant(node: Node) -> bool:
    """Return whether a node translates a text that stands in the template, and stores it in no variable."""
    if not isinstance(node, TranslateNode) or node.asvar is not None:
        return False
    return all(map(_is_text, (node.filter_expression, node.message_context)))


def _is_text(expression: FilterExpression | None) -> bool:
    return expression is None or (not expression.filters and getattr(expression.var, "lookups", None) is None)


def _inner_lists(value: Any) -> Iterator[NodeList]:
    """Yield the lists of nodes that a node has: alone, or with the conditions of `if`."""
    for part in vars(value).values():
        if isinstance(part, NodeList):
            yield part
        elif isinstance(part, list):
            branches = (item for branch in part if isinstance(branch, tuple) for item in branch)
            yield from (item for item in branches if isinstance(item, NodeList))
