"""The boards of pictures: the shapes of the site's small boards, in every skin and every set of checkers."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.safestring import SafeString
from PIL import Image, ImageChops

from tests.support.match.dice_matches import Table
from zaria.club.games import pictures, squares_board, tables_board
from zaria.club.games.positions import SquaresPosition, TablesPosition, first_position
from zaria.club.link_pictures import rendering
from zaria.club.link_pictures.style import USUAL_CHECKERS, style, tokens
from zaria.club.matches.replay import link_cards
from zaria.club.matches.replay.link_cards import Look
from zaria.club.play.tables_game_form import playable_lengths
from zaria.club.shop.goods import SORTS
from zaria.games.registry import BOARD_GAMES, GAMES
from zaria.match.terms import Terms

WIDTH = 600
"""Pixels of the tables' boards here, four for each unit of the drawing."""

SQUARES_WIDTH = 400

NONE = (0,) * 26


def points(**counts: int) -> tuple[int, ...]:
    """So many checkers on each point: `points(p6=5)`."""
    return tuple(counts.get(f"p{point}", 0) for point in range(26))


def position(**more: object) -> TablesPosition:
    """A board on which nothing lies but what is said."""
    return TablesPosition((NONE, NONE), ((), ()), (), 0)._replace(**more)  # type: ignore[arg-type]


def tables(shown: TablesPosition, skin: str = "walnut", checkers: str = USUAL_CHECKERS) -> Image.Image:
    """The bitmap of a board of points."""
    return rendering.board(tables_board.drawing(shown), WIDTH, skin, checkers).convert("RGB")


def squares(
    game: str, rows: str, skin: str = "walnut", checkers: str = USUAL_CHECKERS, *, turned: bool = False
) -> Image.Image:
    """The bitmap of a board of squares."""
    drawing = squares_board.drawing(SquaresPosition(game, rows, turned))
    return rendering.board(drawing, SQUARES_WIDTH, skin, checkers).convert("RGB")


def colour(text: str) -> tuple[int, int, int]:
    """The red, green and blue of `#rgb` or `#rrggbb`."""
    digits = text.removeprefix("#")
    wide = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    return int(wide[:2], 16), int(wide[2:4], 16), int(wide[4:], 16)


def is_near(pixel: object, text: str, distance: int = 3) -> bool:
    """Return whether a pixel has a colour, as far as an eye can tell."""
    assert isinstance(pixel, tuple)
    return all(abs(a - b) <= distance for a, b in zip(pixel[:3], colour(text), strict=True))


@pytest.mark.parametrize("skin", SORTS["skin"].values)
def test_a_board_has_the_colours_of_its_skin(skin: str) -> None:
    shades = tokens(skin)
    image = tables(position(), skin)
    places = {"f1": (300, 20), "g0": (42, 220), "b0": (40, 24), "a0": (84, 24)}
    assert {
        name for name, place in places.items() if not is_near(image.getpixel(place), shades[name])
    } == set()
    board = squares("chess", "../../", skin)
    assert is_near(board.getpixel((60, 60)), shades["sq0"])
    assert is_near(board.getpixel((300, 60)), shades["sq1"])


@pytest.mark.parametrize("checkers", SORTS["men"].values)
def test_checkers_have_the_colours_of_their_set(checkers: str) -> None:
    shades = tokens("walnut", checkers)
    image = tables(position(checkers=(points(p6=1, p0=1), points(p6=1, p0=1))), "walnut", checkers)
    below, above = (343, 400), (343, 40)
    assert is_near(image.getpixel((below[0] + 11, below[1])), shades["l1"])
    assert is_near(image.getpixel((above[0] + 11, above[1])), shades["d1"])
    assert is_near(image.getpixel((590, 440 - 20 - 4)), shades["l1"])
    assert is_near(image.getpixel((590, 20 + 4)), shades["d1"])
    board = squares("english-draughts", "bw/../", "walnut", checkers)
    assert is_near(board.getpixel((108, 163)), shades["d1"])
    assert is_near(board.getpixel((292, 163)), shades["l1"])


def test_a_pinned_checker_lies_below_the_one_that_pins_it() -> None:
    both = position(checkers=(points(p12=1), points(p13=1)))
    for pinned, is_light in ((0, False), (1, True)):
        image = tables(both._replace(pins=((12,), ()) if pinned == 0 else ((), (13,))))
        depths = {"lower": 26, "where both lie": 50, "upper": 72}
        light = {name: sum(image.getpixel((42, 440 - depth))) > 380 for name, depth in depths.items()}  # type: ignore[arg-type]
        assert light == {"lower": not is_light, "where both lie": is_light, "upper": is_light}


def test_dice_and_the_cube_lie_where_their_side_plays() -> None:
    for near in (0, 1):
        image = tables(position(dice=(6, 5), turn=0, cube=(64, 0), near=near))
        faces = [is_near(image.getpixel((x, 203)), "#f7ecd4", 6) for x in (124, 424)]
        assert faces == [near == 1, near == 0]
        cube = image.crop((284, 24, 316, 56) if near else (284, 384, 316, 416))
        inked = cube.convert("L").point(lambda shade: 255 if shade < 50 else 0).getbbox()
        assert inked is not None
        assert inked[2] - inked[0] > 12, "both figures of 64 are there"
    assert tables(position(cube=(2, None))) != tables(position(cube=(4, None)))


def test_every_checker_that_is_borne_off_can_be_seen_on_every_frame() -> None:
    for skin in SORTS["skin"].values:
        image, empty = tables(position(checkers=(points(p0=2), points(p0=3))), skin), tables(position(), skin)
        for y in (25, 38, 51, 415, 402):
            row, plain = ([picture.getpixel((x, y)) for x in range(580, 600)] for picture in (image, empty))
            assert max(abs(sum(a) - sum(b)) for a, b in zip(row, plain, strict=True)) > 60, (skin, y)  # type: ignore[arg-type]


_GROUP = re.compile(r'<g class="m[bq]-[ldwb]"><path d="([^"]+)"/>')
_STACK = re.compile(r"M([\d.]+) ([\d.]+)v(-?)([\d.]+)")
_MAN = re.compile(r"M([\d.]+) ([\d.]+)h0")
_FIGURE = re.compile(r'<use class="mq-[wb]" href="#mq-\w" x="(\d)" y="(\d)"/>')
_NUMBER = re.compile(r'<text class="mb-n [ld]" x="[\d.]+" y="[\d.]+">(\d+)</text>')


def centres(men: str) -> list[tuple[float, float]]:
    """Return the places of the checkers or pieces that a drawing shows."""
    paths = "".join(_GROUP.findall(men))
    stacked = [
        (float(x), float(y) + int(f"{way}1") * index * tables_board.SIZE)
        for x, y, way, length in _STACK.findall(paths)
        for index in range(int(float(length) / tables_board.SIZE) + 1)
    ]
    figures = [(int(x) + 0.5, int(y) + 0.5) for x, y in _FIGURE.findall(men)]
    return stacked + [(float(x), float(y)) for x, y in _MAN.findall(paths)] + figures


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_what_it_begins_with(game: str) -> None:
    match = Table(Terms(game, length=playable_lengths(game)[0]), seated=False).match
    shown = link_cards.table_card(match, match.players, ("", ""), Look("walnut")).position
    if isinstance(shown, TablesPosition):
        drawing, width = tables_board.drawing(shown), WIDTH
        count = sum(map(sum, shown.checkers))
        unseen = sum(int(number) - 5 for number in _NUMBER.findall(drawing.men))
    else:
        assert isinstance(shown, SquaresPosition)
        drawing, width, unseen = squares_board.drawing(shown), SQUARES_WIDTH, 0
        count = sum(letter not in "./" for letter in shown.rows)
    places = centres(drawing.men)
    assert len(places) + unseen == count > 5
    image = rendering.board(drawing, width, pictures.skin_of(game), USUAL_CHECKERS)
    nothing = drawing._replace(men=SafeString())
    empty = rendering.board(nothing, width, pictures.skin_of(game), USUAL_CHECKERS)
    left, top, across, _down = drawing.box
    unit = width / across
    for x, y in places:
        middle = round((x - left) * unit), round((y - top) * unit)
        box = (middle[0] - 9, middle[1] - 9, middle[0] + 9, middle[1] + 9)
        assert image.crop(box) != empty.crop(box), (x, y)


def test_a_tall_stack_shows_five_checkers_and_their_number() -> None:
    for count, number in ((5, []), (6, ["6"]), (15, ["15"])):
        men = tables_board.men(position(checkers=(points(p6=count), NONE)))
        assert (len(centres(men)), _NUMBER.findall(men)) == (5, number)


def test_the_bands_of_a_board_fit_together() -> None:
    drawing = tables_board.drawing(POSITIONS[0])
    banded = rendering.board(drawing, WIDTH, "walnut", USUAL_CHECKERS)
    whole = rendering.render(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{banded.height}" '
        f'viewBox="0 0 150 110">'
        f"<style>{style('walnut')}</style><defs>{drawing.shapes}</defs>{drawing.board}{drawing.men}</svg>"
    )
    difference = ImageChops.difference(banded.convert("RGB"), whole.convert("RGB"))
    assert max(high for _low, high in difference.getextrema()) < 40, "only the smoothing of edges"  # type: ignore[misc]


def test_kings_and_pieces_of_either_side_are_told_apart() -> None:
    kinds = {"chess": "kKpP", "ugolki": "wb", "russian-draughts": "wWbB"}
    for game, letters in kinds.items():
        bitmaps = {squares(game, f"{letter}./../").tobytes() for letter in letters}
        assert len(bitmaps) == len(letters)
    assert squares("chess", "k./.K/") == squares("chess", "K./.k/", turned=True)


POSITIONS = (
    position(checkers=(points(p6=7, p8=3, p25=6), points(p6=5, p8=3, p13=6)), dice=(2, 2, 2), near=0),
    position(checkers=(points(p6=5, p8=3, p13=5, p24=2), points(p6=5, p8=3, p13=5, p24=2))),
    position(checkers=(points(p24=15), points(p24=15)), parallel=True, dice=(6, 6, 6, 6), turn=1),
    position(checkers=(points(p25=3, p0=5), points(p25=2, p0=9)), mirrored=True, cube=(2, 1)),
    position(checkers=(points(p25=3, p1=1), points(p25=2)), halves=True, cube=(16, None)),
    position(checkers=(points(p12=2, p7=1), points(p13=1)), pins=((), (13,)), dice=(3, 1), cube=(64, 0)),
)

_SCRIPT = """
import { men } from '%s';
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(men)));
"""


def by_script(views: list[object]) -> list[str]:
    """Have the script of the site's pages draw these views."""
    source = settings.WEB / "static/zaria/js/ui/small_board.js"
    done = subprocess.run(
        [
            str(Path(sys.executable).parent / "node"), "--input-type=module",
            "-e", _SCRIPT % source.as_uri(), json.dumps(views),
        ],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    drawn: list[str] = json.loads(done.stdout)
    return drawn


BOARDS = (
    SquaresPosition("chess", "r.bq.rk./pp...ppp/..n.pn../..pp..../.bPP..../..NBPN../PP...PPP/R.BQ.RK."),
    SquaresPosition("ugolki", "....bb.b/.....b.b/..b.bw.b/...bw.../..wb.b../.w..w.../w.ww..../wwb.w..."),
    SquaresPosition("giveaway", "b.b...../...b...b/b.....B./b...w.../w...w.../.w.w.w../....w.W./........"),
    SquaresPosition("english-draughts", f"{'......../' * 7}......b.", turned=True),
)


def test_the_script_of_the_pages_writes_the_same() -> None:
    views: list[object] = [
        {
            "men": shown.checkers, "pins": shown.pins, "parallel": shown.parallel, "hand": shown.halves,
            "mirror": shown.mirrored, "phase": "move", "dice": shown.dice, "turn": shown.turn,
            "cube": dict(zip(("value", "owner"), shown.cube or (1, None), strict=True)),
        }
        for shown in POSITIONS
    ]  # fmt: skip
    views += [
        {"now": shown.game, "size": 8, "light_below": not shown.turned, "squares": {"board": shown.rows}}
        for shown in BOARDS
    ]
    expected = [*map(tables_board.men, POSITIONS), *map(squares_board.men, BOARDS)]
    assert by_script(views) == expected


def test_the_style_of_a_picture_needs_no_variables() -> None:
    drawings = [
        tables_board.drawing(position(checkers=(points(p0=1, p1=6),) * 2, dice=(1,), cube=(2, 0))),
        squares_board.drawing(SquaresPosition("english-draughts", "wb/WB/")),
        squares_board.drawing(SquaresPosition("chess", "kQ/../")),
    ]
    text = "".join(f"{drawing.shapes}{drawing.board}{drawing.men}" for drawing in drawings)
    used = {name for names in re.findall(r'class="([^"]+)"', text) for name in names.split()}
    assert {"mb-f", "mb-off", "mb-n", "mq-k"} <= used
    for skin in SORTS["skin"].values:
        rules = style(skin)
        assert "var(" not in rules
        assert {name for name in used if not re.search(rf"\.{name}\b", rules)} <= {"l"}


def test_a_look_that_is_not_there_is_refused() -> None:
    for skin, checkers in (
        ("nothing", "ivory"),
        ("walnut", "nothing"),
        ("../boards/lapis", "ivory"),
        ("", ""),
    ):
        with pytest.raises(LookupError):
            style(skin, checkers)
    with pytest.raises(ValueError, match="root node"):
        rendering.render("<svg")


@pytest.mark.parametrize(
    ("game", "pattern"),
    [
        ("russian-draughts", ""),
        ("italian-draughts", "m"),
        ("turkish-draughts", "p"),
        ("canadian-draughts", ""),
    ],
)
def test_a_small_board_has_the_dark_squares_of_its_game(game: str, pattern: str) -> None:
    shown = first_position(BOARD_GAMES[game].game)
    assert isinstance(shown, SquaresPosition)
    drawing = squares_board.drawing(shown)
    assert f'href="#mq-{shown.size}{pattern}"' in drawing.board
    rows = re.search(r'class="mq-d" d="([^"]*)"', drawing.shapes)
    assert rows is not None
    first = {"": "M1 0.5", "m": "M0 0.5", "p": ""}[pattern]
    assert rows[1].startswith(first)
    assert bool(rows[1]) == bool(first)
