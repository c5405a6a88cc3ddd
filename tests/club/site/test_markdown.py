"""Texts of the club and of federations: what Markdown becomes, and what never reaches a reader."""

import pytest

from zaria.club.site.text.markdown import BELOW_TITLE, render


def test_text_has_headings_below_those_of_the_page_lists_links_and_tables() -> None:
    html = render("# Cup\n\n## Rules\n\n* one\n* **two**\n\n[us](https://example.org)\n\n|a|b|\n|-|-|\n|1|2|")
    assert "<h3>Cup</h3>" in html
    assert "<h4>Rules</h4>" in html
    assert "<li><strong>two</strong></li>" in html
    assert '<a href="https://example.org" rel="noopener nofollow ugc">us</a>' in html
    assert '<div class="across"><table>' in html
    assert "<td>1</td>" in html


def test_a_text_that_is_the_whole_page_has_its_headings_below_the_title() -> None:
    html = render("## Stakes\n\n### Limits\n\none\ntwo", BELOW_TITLE, breaks=False)
    assert html == "<h2>Stakes</h2>\n<h3>Limits</h3>\n<p>one\ntwo</p>\n"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,x)",
        "<javascript:alert(1)>",
        '[x](https://e.org "\\" onmouseover=\\"alert(1)")',
        "![picture](https://e.org/track.png)",
        "<!-- comment --><style>*{display:none}</style>",
        "<https://e.org/<script>>",
    ],
)
def test_nothing_runs_and_nothing_is_loaded(text: str) -> None:
    html = render(text)
    for part in ("<script", "<img", "<style", "<!--", 'href="javascript', 'href="data', ' onmouseover="'):
        assert part not in html


def test_a_picture_becomes_its_description() -> None:
    assert render("![The cup](https://e.org/cup.png)") == "<p>The cup</p>\n"


def test_deeply_nested_text_is_rendered() -> None:
    assert render(">" * 3000 + " deep")
    assert render("[" * 8000)
    assert render("*a _b " * 1500)
