"""Articles written in Markdown, read once for each language.

Beside common Markdown there are:

* `## Heading {#name}`: every heading of a chapter has a name, the same in all languages;
* `{{ include name }}`: the paragraphs of `<language>/common/name.md`;
* `{{ value name }}`: a number of this club, from its settings (`provide_values`); where it is empty, the line
  is left out;
* `{{ options }}`: the paragraph of each option that a table may agree on, from `<language>/options/`;
* a fenced block `board name`: the picture of an example, with the block's text as its caption;
* a fenced block `compare`: the game beside its neighbours;
* a link to `/words#key`: its text opens the explanation of that word.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.games.glossary.notes import note_parts
from zaria.club.games.rules_pages import board_examples, comparison, credit_values, pictures
from zaria.club.games.rules_pages.examples import COMMON, HOME, Example, example
from zaria.club.games.rules_pages.typography import unbroken
from zaria.games.protocols import GameKind
from zaria.games.registry import GAMES

_DIRECTIVE = re.compile(r"^\{\{ (include|options)(?: ([\w-]+))? \}\}$", re.MULTILINE)
_VALUE = re.compile(r"\{\{ value (\w+) \}\}")
_NAMED = re.compile(r"^(.*?) \{#([\w-]+)\}$")
_WORD_ADDRESS = "/words#"
"""The beginning of the address of a word of the glossary."""


CREDITS, RATINGS = "credits", "ratings"

Values = Callable[[], Mapping[str, str]]
"""The numbers of an article by their names, in the language of the reader."""
_values: dict[str, Values] = {CREDITS: credit_values.values}


def provide_values(name: str, values: Values) -> None:
    """Let an article have the numbers of a room above this one."""
    _values[name] = values


class Chapter(NamedTuple):
    """A line of the contents."""

    name: str
    title: str


class Article(NamedTuple):
    """A page of the rules in one language."""

    html: SafeString
    chapters: tuple[Chapter, ...]


class UnknownArticleError(LookupError):
    """There is no such page of the rules."""


def names() -> list[str]:
    """All articles: one for each game, the rules common to all, the pages about credits and ratings."""
    return [*TITLES, COMMON, CREDITS, RATINGS]


def source(name: str, language: str) -> str:
    """The Markdown of an article, with all that it includes."""
    if name not in names():
        raise UnknownArticleError(name)
    return _whole(name, language, _text(language, name))


@cache
def article(name: str, language: str) -> Article:
    """An article in a language of the site; raises `UnknownArticleError`."""
    chapters: list[Chapter] = []
    with translation.override(language):
        text = source(name, language)
        if name in _values:
            text = _with_values(text, _values[name]())
        html = _markdown().render(text, {"name": name, "chapters": chapters})
    return Article(mark_safe(html), tuple(chapters))


def _text(language: str, name: str) -> str:
    return (HOME / language / f"{name}.md").read_text(encoding="utf-8")


def _whole(name: str, language: str, text: str) -> str:
    def put(match: re.Match[str]) -> str:
        if match[1] == "include":
            parts = [f"{COMMON}/{match[2]}"]
        else:
            parts = [f"options/{option}" for option, _ in games.get(name).choices]
        return "\n\n".join(_whole(name, language, _text(language, part)) for part in parts)

    return _DIRECTIVE.sub(put, text)


def _with_values(text: str, values: Mapping[str, str]) -> str:
    """Put the numbers in, and leave out the lines of which one is empty."""
    lines = (
        _VALUE.sub(lambda match: values[match[1]], line)
        for line in text.split("\n")
        if all(values[name] for name in _VALUE.findall(line))
    )
    return "\n".join(lines)


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    for rule, render in (
        ("heading_open", _heading),
        ("fence", _fence),
        ("link_open", _link_open),
        ("link_close", _link_close),
        ("text", lambda _renderer, tokens, at, *_: unbroken(tokens[at].content)),
        ("table_open", lambda *_: '<div class="across"><table>'),
        ("table_close", lambda *_: "</table></div>"),
    ):
        markdown.add_render_rule(rule, render)
    return markdown


def _heading(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]
) -> str:
    """A heading with its name, noted for the contents."""
    inline = tokens[at + 1]
    match = _NAMED.match(inline.content)
    if match is None or inline.children is None:
        return f"<{tokens[at].tag}>"
    title, name = match.groups()
    env["chapters"].append(Chapter(name, title))
    inline.children[-1].content = inline.children[-1].content.removesuffix(f" {{#{name}}}")
    return f'<{tokens[at].tag} id="{name}">'


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]
) -> str:
    """Begin a link; one to a word of the glossary begins a button that opens its line."""
    address = str(tokens[at].attrs["href"])
    _, is_word, key = address.partition(_WORD_ADDRESS)
    if not is_word:
        env["link_ends"] = "</a>"
        return f'<a href="{escape(address)}">'
    env["words"] = env.get("words", 0) + 1
    start, end = note_parts(key, f"word-{env['words']}")
    env["link_ends"] = end
    return start


def _link_close(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]
) -> str:
    return str(env["link_ends"])


_FIGURES: Mapping[GameKind, Callable[[Example, SafeString], SafeString]] = {
    "dice": pictures.figure,
    "board": board_examples.figure,
}


def _fence(
    renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]
) -> str:
    kind, _, name = tokens[at].info.partition(" ")
    if kind == "board":
        caption = mark_safe(_markdown().renderInline(tokens[at].content.strip()))
        board_example = example(env["name"], name)
        return _FIGURES[GAMES[board_example.game].game.kind](board_example, caption)
    if kind == "compare":
        return comparison.table(env["name"])
    return f"<pre><code>{escape(tokens[at].content)}</code></pre>"
