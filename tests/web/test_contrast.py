"""Text stands out from its ground and pieces from the squares: measured as WCAG 2 defines contrast."""

import re
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from tests.support.web.table_stage import STATIC
from zaria.club.shop import goods
from zaria.club.site.front_end.static_storage import bundle

BOUGHT = tuple(goods.SORTS["skin"].numbers)
SKINS, MEN = goods.SORTS["skin"].values, goods.SORTS["men"].values
PIECES = {"light": ("lr", ("l0", "l1", "l2")), "dark": ("dr", ("d0", "d1", "d2"))}
"""The rim of a side's pieces, and the colours of its body from where the light falls to where it does not."""
SQUARES = ("sq0", "sq1")
BELOW = ("g0", "g1", "a0", "a1", "b0", "b1")
"""Felt and points of a board for dice, each a gradient between two colours."""
SEEN = 3.0
"""WCAG's bound for things that are no text."""
READ = 4.5
"""WCAG's bound for text of every size."""
PAPER = ("bg", "card", "well")
TEXTS = ("ink", "soft", "accent", "felt", "madder", "ok", "danger", "info", "warn")
MEANINGS = ("felt", "danger", "info", "warn")
"""Colours of text that have a pale ground of their own."""


class Colour(NamedTuple):
    """Red, green and blue from 0 to 1."""

    r: float
    g: float
    b: float

    def over(self, background: "Colour", part: float) -> "Colour":
        """This, so opaque, on another."""
        return Colour(
            *(part * channel + (1 - part) * below for channel, below in zip(self, background, strict=True))
        )

    @property
    def luminance(self) -> float:
        """From 0 (black) to 1 (white)."""
        r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in self)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: Colour, second: Colour) -> float:
    """From 1 to 21."""
    dark, light = sorted((first.luminance, second.luminance))
    return (light + 0.05) / (dark + 0.05)


def colour(text: str) -> Colour:
    """Read #rgb or #rrggbb."""
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return Colour(*(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)))


@cache
def named(css: str, names: str) -> dict[str, str]:
    """The custom properties that a rule sets; later rules win."""
    rules = re.findall(rf"(?:^|[}}\s]){names} \{{([^}}]*)\}}", css)
    return {
        name: value.strip() for rule in rules for name, value in re.findall(r"--([\w-]+): ([^;]+);", rule)
    }


STYLES = STATIC / "css"
APP, SQUARES_CSS = (
    bundle((STYLES / name).read_text(), lambda part: (STYLES / part).read_text())
    for name in ("app.css", "squares.css")
)
APP = APP.replace((STYLES / "app/older.css").read_text(), "")
CSS = APP + SQUARES_CSS


def sheet(part: str, name: str) -> str:
    """The style sheet of a good; "" for what everybody has."""
    good = goods.good_of(part, name)
    return "" if good is None else (STATIC.parent / good.sheet).read_text()


class Skin:
    """The colours that a skin and a set of checkers give, by the names of the custom properties.

    `squares`: on a board of squares, where pieces have rims of their own.
    """

    def __init__(self, name: str, men: str, squares: bool = True) -> None:
        self.men = men
        men_colours = named(APP + sheet("men", men), rf"\[data-men='{men}'\]")
        skin = named(CSS + sheet("skin", name), rf"\[data-skin='{name}'\]")
        assert men_colours or men == "ivory"
        assert skin
        usual = named(APP, ":root") | named(APP, r"\[data-skin='walnut'\]") | named(SQUARES_CSS, ":root")
        self.values: dict[str, str] = usual | men_colours | skin
        if squares:
            self.values |= {rim: self.values[f"sq-{rim}"] for rim in ("lr", "dr")}

    def __getitem__(self, name: str) -> Colour:
        return colour(self.values[name])


@pytest.fixture(scope="module", params=SKINS)
def skins(request: pytest.FixtureRequest) -> list[Skin]:
    """A skin with each set of checkers."""
    return [Skin(request.param, men) for men in MEN]


def token(name: str, theme: str) -> Colour:
    """A colour of pages in a theme, without the part that says how opaque it is."""
    both = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", named(APP, ":root")[name])
    assert both is not None, name
    return colour(both[1 if theme == "light" else 2][:7])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_is_read_on_every_ground(theme: str) -> None:
    grounds = [
        *((text, paper) for text, paper in product(TEXTS, PAPER)),
        *((text, "tint") for text in ("ink", "soft", "accent")),
        *((text, f"{meaning}-pale") for meaning in MEANINGS for text in ("ink", "soft", meaning)),
    ]
    faint = {
        (text, ground): ratio
        for text, ground in grounds
        if (ratio := contrast(token(text, theme), token(ground, theme))) < READ
    }
    assert faint == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_outlines_are_seen_on_paper(theme: str) -> None:
    for paper in ("bg", "card"):
        assert contrast(token("edge", theme), token(paper, theme)) >= SEEN, paper


def mark(css_class: str) -> dict[str, str]:
    """The tint and the frame of a marked square."""
    return named(CSS, re.escape(f".{css_class}"))


def test_the_sides_differ(skins: list[Skin]) -> None:
    for skin in skins:
        assert contrast(skin["l1"], skin["d1"]) >= 7, skin.men
        assert contrast(skin["l2"], skin["d0"]) >= SEEN, skin.men


def test_the_outline_of_a_piece_is_seen_on_every_square(skins: list[Skin]) -> None:
    for skin, (side, (rim, body)), square in product(skins, PIECES.items(), SQUARES):
        below = skin[square]
        seen = max(contrast(skin[rim], below), min(contrast(skin[part], below) for part in body))
        assert seen >= SEEN, (skin.men, side, square)


def test_a_rim_or_the_body_is_seen_on_a_marked_square(skins: list[Skin]) -> None:
    marks = ("m-last", "m-chosen")
    for skin, (side, (rim, body)), name, square in product(skins, PIECES.items(), marks, SQUARES):
        below = skin["mark"].over(skin[square], float(mark(name)["part"]))
        tones = [contrast(skin[rim], below), *(contrast(skin[part], below) for part in body)]
        assert max(tones) >= SEEN, (skin.men, side, name, square)


def test_targets_and_frames_of_marks_are_seen(skins: list[Skin]) -> None:
    for skin, square in product(skins, SQUARES):
        below = skin[square]
        ink = skin["ink0" if square == "sq0" else "ink1"]
        assert contrast(ink, below) >= SEEN, (skin.men, square)
        for name in ("m-last", "m-chosen", "m-plan", "m-check"):
            look = mark(name)
            tint = skin["mark"] if look["mark-fill"] == "var(--mark)" else colour(look["mark-fill"])
            line = look["line-of"]
            frame = {"var(--ink)": ink, "var(--ink0)": skin["ink0"]}.get(line) or colour(line)
            seen = contrast(frame, tint.over(below, float(look["part"])))
            assert seen >= SEEN, (skin.men, square, name)


def test_a_piece_that_must_take_wears_a_ring_that_is_seen(skins: list[Skin]) -> None:
    for skin in skins:
        assert contrast(skin["ring"], skin["sq1"]) >= SEEN, skin.men


def test_checkers_differ_by_lightness_and_wear_rims() -> None:
    for men in MEN:
        colours = Skin("walnut", men, squares=False)
        assert contrast(colours["l1"], colours["d1"]) >= 10, men
        assert contrast(colours["l1"], colours["lr"]) >= SEEN, men
        assert contrast(colours["d1"], colours["dr"]) >= SEEN, men


@pytest.mark.parametrize("board", BOUGHT)
def test_checkers_are_seen_on_every_point_of_a_bought_board(board: str) -> None:
    for men in MEN:
        colours = Skin(board, men, squares=False)
        for name, (rim, (_, face, _)) in product(BELOW, PIECES.values()):
            tones = [contrast(colours[part], colours[name]) for part in (rim, face)]
            assert max(tones) >= SEEN, (men, name, rim)


@pytest.mark.parametrize("board", BOUGHT)
def test_points_and_numbers_of_a_bought_board_are_seen(board: str) -> None:
    colours = Skin(board, "ivory", squares=False)
    assert contrast(colours["num"], colours["f1"]) >= SEEN
    assert contrast(colours["a0"], colours["b0"]) >= 2
    for point in ("a0", "b0"):
        assert contrast(colours[point], colours["g0"]) >= 2


@pytest.mark.parametrize("board", BOUGHT)
def test_marks_at_the_table_are_seen_on_a_bought_board(board: str) -> None:
    colours = Skin(board, "ivory", squares=False).values
    goal = colour(colours.get("goal", "#ffe3a0"))
    assert contrast(goal, colour(colours["g0"])) >= SEEN
