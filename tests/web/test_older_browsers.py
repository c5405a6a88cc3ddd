"""A browser without `light-dark()` shows the light theme, not black on white."""

import re

import pytest
from playwright.sync_api import Route

from tests.support.web.table_stage import STATIC
from tests.web.conftest import Open

TOKEN = re.compile(r"^ +(--[\w-]+): ([^;]*);$", re.MULTILINE)
PAIR = re.compile(r"light-dark\(\s*([^,()]+),[^()]+\)")
COLOURS = """() => [...document.querySelectorAll('body, .card, .title b, .side, #board')].map((element) => {
  const { color, backgroundColor, borderColor } = getComputedStyle(element);
  return [color, backgroundColor, borderColor];
})"""


def test_every_token_of_the_light_theme_stands_once_more_for_them() -> None:
    tokens = TOKEN.findall((STATIC / "css/app/tokens.css").read_text())
    light = {name: PAIR.sub(r"\1", value) for name, value in tokens if "light-dark" in value}
    assert len(light) > 20
    assert dict(TOKEN.findall((STATIC / "css/app/older.css").read_text())) == light


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_they_show_it_even_where_the_dark_one_is_chosen(table: Open) -> None:
    def without_the_function(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("light-dark(", "unknown("))

    light = table(theme="light").evaluate(COLOURS)
    page = table(theme="dark")
    assert page.evaluate(COLOURS) != light
    page.route("**/*.css", without_the_function)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(COLOURS) == light
