"""Texts of the club and of its federations, from Markdown to HTML that is safe in a page.

Common Markdown with tables. HTML in a text is shown as written. Pictures become their descriptions: another
site would learn who reads the page. The HTML is cleaned once more, so that only the elements below reach a
reader, whatever the parser does.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

import nh3
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

BELOW_SECTION = 3
"""The level of the first heading of a text in a section of a page."""
BELOW_TITLE = 2
"""The level of the first heading of a text that is a whole page."""
_LOWEST = 6

_TAGS = {
    *(f"h{level}" for level in range(BELOW_TITLE, _LOWEST + 1)),
    *("p", "br", "hr", "strong", "em", "s", "a", "ul", "ol", "li", "blockquote", "code", "pre", "div"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "div": {"class"}}
_SCHEMES = {"http", "https", "mailto"}


@lru_cache(512)
def render(text: str, first: int = BELOW_SECTION, *, breaks: bool = True) -> SafeString:
    """Return the HTML of a text. `first` is the level of its first heading; `breaks`: line ends are kept.

    Headings of a text that is a whole page begin at `##`, and `#` is the same level there.
    """
    html = _markdown(first, breaks=breaks).render(text)
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener nofollow ugc",
    )
    return mark_safe(clean)


@cache
def _markdown(first: int, *, breaks: bool) -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "breaks": breaks})
    markdown.enable(["table", "strikethrough"])
    above = 1 if first == BELOW_TITLE else 0

    def heading(
        renderer: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        level = max(int(tokens[at].tag[1]) - above, 1) + first - 1
        tokens[at].tag = f"h{min(level, _LOWEST)}"
        return renderer.renderToken(tokens, at, options, env)

    for rule, render in (
        ("heading_open", heading),
        ("heading_close", heading),
        ("image", lambda _renderer, tokens, at, *_: escape(tokens[at].content)),
        ("table_open", lambda *_: '<div class="across"><table>'),
        ("table_close", lambda *_: "</table></div>"),
    ):
        markdown.add_render_rule(rule, render)
    return markdown
