"""Still pictures: checkers, pins, dice and arrows where the rules say they are."""

from typing import Any

import pytest
from playwright.sync_api import Page

from zaria import games
from zaria.club.games.rules_pages.examples import example, history
from zaria.club.games.rules_pages.pictures import drawn

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

DRAW = """async pictures => {
  const { draw } = await import('/static/js/tables/picture.js');
  const root = document.createElement('div');
  const figure = '<figure class="picture"><div class="drawn"><p>words</p></div></figure>';
  root.innerHTML = figure.repeat(pictures.length);
  [...root.children].forEach((el, i) => { el.dataset.picture = JSON.stringify(pictures[i]); });
  draw(root);
  draw(root);
  const texts = (svg, name) => [...svg.querySelectorAll(name)].map((e) => e.textContent);
  const number = (e, name) => Number(e.getAttribute(name));
  const centres = (svg, name) => [...svg.querySelectorAll(`use[href="#man-${name}"]`)]
    .map((e) => [number(e, 'x') + number(e, 'width') / 2, number(e, 'y') + number(e, 'height') / 2]);
  return [...root.children].map((el) => {
    const box = el.querySelector('.drawn'), svg = box.querySelector('svg');
    return { label: box.getAttribute('aria-label'), svgs: box.querySelectorAll('svg').length,
      light: centres(svg, 'lt'), dark: centres(svg, 'dk'), slabs: svg.querySelectorAll('.slab').length,
      order: [...svg.querySelectorAll('use')].map((e) => e.getAttribute('href')),
      dice: svg.querySelectorAll('.fallen').length, pips: svg.querySelectorAll('.fallen circle').length,
      tips: svg.querySelectorAll('.tip').length, times: texts(svg, '.times'),
      heights: texts(svg, '.count'), names: texts(svg, '.names text') };
  });
}"""


def shown(game: str, name: str) -> dict[str, Any]:
    """The picture of an example."""
    picture = example(game, name)
    return drawn(*history(picture)[picture.shown])


@pytest.fixture(scope="module")
def pictures(modules: Page) -> dict[str, dict[str, Any]]:
    drawings = {
        "pinned": shown("tapa", "mothers"),
        "bar": shown("tabla", "common/enter"),
        "off": shown("tabla", "common/off"),
        "heads": shown("long-nardy", "common/fours"),
        "rest": shown("gulbara", "ladder-rest"),
        "halves": shown("indiyka", "fill"),
        "start": drawn(games.dice_game("gulbara").start(), None),
    }
    return dict(zip(drawings, modules.evaluate(DRAW, list(drawings.values())), strict=True))


def test_a_picture_is_drawn_once_and_keeps_its_words(pictures: dict[str, dict[str, Any]]) -> None:
    for picture in pictures.values():
        assert (picture["svgs"], picture["label"]) == (1, "words")
        assert len(picture["light"]) + len(picture["dark"]) + picture["slabs"] == 30


def test_a_pinned_checker_lies_under_and_peeps_out(pictures: dict[str, dict[str, Any]]) -> None:
    picture = pictures["pinned"]
    assert picture["order"][0] == "#man-lt"
    (x, y) = picture["light"][0]
    above = [(dx, dy) for dx, dy in picture["dark"] if abs(dx - x) < 1 and abs(dy - y) < 30]
    assert len(above) == 1
    assert 8 < above[0][1] - y < 25


def test_dice_and_steps(pictures: dict[str, dict[str, Any]]) -> None:
    counts = {
        name: (picture["dice"], picture["pips"], picture["tips"], picture["times"])
        for name, picture in pictures.items()
    }
    assert counts == {
        "pinned": (2, 9, 1, []),
        "bar": (2, 10, 1, []),
        "off": (2, 9, 2, []),
        "heads": (4, 16, 2, ["×2", "×2"]),
        "rest": (2, 10, 1, ["×2"]),
        "halves": (2, 7, 1, []),
        "start": (0, 0, 0, []),
    }


def test_what_is_borne_off_lies_in_the_trays(pictures: dict[str, dict[str, Any]]) -> None:
    assert pictures["off"]["slabs"] == 12
    assert pictures["start"]["slabs"] == 0


def test_tall_stacks_bear_their_height(pictures: dict[str, dict[str, Any]]) -> None:
    assert pictures["start"]["heights"] == ["15", "15"]
    assert pictures["halves"]["heights"] == ["9", "8"]


def test_points_are_numbered_as_light_counts(pictures: dict[str, dict[str, Any]]) -> None:
    assert pictures["start"]["names"] == [str(n) for n in range(1, 25)]
    assert pictures["halves"]["names"] == [*map(str, range(1, 7)), *map(str, range(6, 0, -1))]


def test_heads_that_run_the_same_way_stand_across(pictures: dict[str, dict[str, Any]]) -> None:
    start = pictures["start"]
    light, dark = start["light"][0], start["dark"][0]
    assert light[0] > 500 > 100 > dark[0]
    assert light[1] < dark[1]
