"""The boards of pictures: the shapes of the site's small boards, in every skin and every set of checkers."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from tests.support.match.dice_matches import Table
from zaria.club.games import board_pictures, pictures, squares_positions, tables_positions
from zaria.club.games.positions import Drawing, SquaresPosition, TablesPosition
from zaria.club.link_pictures import rendering
from zaria.club.link_pictures.style import USUAL_CHECKERS, style, tokens
from zaria.club.matches.replay import link_cards
from zaria.club.matches.replay.link_cards import Look
from zaria.club.play.tables_game_form import playable_lengths
from zaria.club.shop.goods import SORTS
from zaria.games.registry import GAMES
from zaria.match.terms import Terms

WIDTH = 624
"""Pixels of the tables' boards here, two for each unit of the drawing."""

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
    return rendering.board(tables_positions.drawing(shown), WIDTH, skin, checkers).convert("RGB")


def squares(
    game: str, rows: str, skin: str = "walnut", checkers: str = USUAL_CHECKERS, *, turned: bool = False
) -> Image.Image:
    """The bitmap of a board of squares."""
    drawing = squares_positions.drawing(SquaresPosition(game, rows, turned))
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
    places = {"f1": (312, 60), "g0": (200, 200), "b0": (42, 24), "a0": (88, 24)}
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
    x, edge = 2 * (9 + 18 + 6.5 * 23), 2 * (9 + 9.7 + 1.3)
    below, above = (int(x), int(400 - edge)), (int(x), int(edge))
    assert is_near(image.getpixel(below), shades["l0"], 12)
    assert is_near(image.getpixel(above), shades["d0"], 12)
    assert is_near(image.getpixel((615, 400 - 18 - 3)), shades["l1"])
    assert is_near(image.getpixel((615, 18 + 3)), shades["d1"])
    board = squares("english-draughts", "bw/../", "walnut", checkers)
    assert is_near(board.getpixel((108, 163)), shades["d1"])
    assert is_near(board.getpixel((292, 163)), shades["l1"])


def test_a_pinned_checker_lies_below_the_one_that_pins_it() -> None:
    both = position(checkers=(points(p12=1), points(p13=1)))
    for pinned, is_light in ((0, False), (1, True)):
        image = tables(both._replace(pins=((12,), ()) if pinned == 0 else ((), (13,))))
        depths = {"lower": 24, "where both lie": 52, "upper": 65}
        light = {name: sum(image.getpixel((42, 400 - depth))) > 380 for name, depth in depths.items()}  # type: ignore[arg-type]
        assert light == {"lower": not is_light, "where both lie": is_light, "upper": is_light}


def test_dice_and_the_cube_lie_where_their_side_plays() -> None:
    for near in (0, 1):
        image = tables(position(dice=(6, 5), turn=0, cube=(64, 0), near=near))
        faces = [is_near(image.getpixel((x, 200 - 15)), "#f7ecd4", 6) for x in (138, 450)]
        assert faces == [near == 1, near == 0]
        cube = image.crop((292, 0, 332, 60) if near else (292, 340, 332, 400))
        inked = cube.convert("L").point(lambda shade: 255 if shade < 50 else 0).getbbox()
        assert inked is not None
        assert inked[2] - inked[0] > 12, "both figures of 64 are there"
    assert tables(position(cube=(2, None))) != tables(position(cube=(4, None)))


def test_every_checker_that_is_borne_off_can_be_seen_on_every_frame() -> None:
    for skin in SORTS["skin"].values:
        image, empty = tables(position(checkers=(points(p0=2), points(p0=3))), skin), tables(position(), skin)
        for y in (20, 29, 37, 378, 370):
            row, plain = ([picture.getpixel((x, y)) for x in range(606, 624)] for picture in (image, empty))
            assert max(abs(sum(a) - sum(b)) for a, b in zip(row, plain, strict=True)) > 60, (skin, y)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_what_it_begins_with(game: str) -> None:
    match = Table(Terms(game, length=playable_lengths(game)[0]), seated=False).match
    shown = link_cards.table_card(match, match.players, ("", ""), Look("walnut")).position
    if isinstance(shown, TablesPosition):
        drawing, width = tables_positions.drawing(shown), WIDTH
        count = sum(map(sum, shown.checkers))
    else:
        assert isinstance(shown, SquaresPosition)
        drawing, width = squares_positions.drawing(shown), SQUARES_WIDTH
        count = sum(letter not in "./" for letter in shown.rows)
    assert len(drawing.parts) == count > 7
    image = rendering.board(drawing, width, link_cards.skin_of(game), USUAL_CHECKERS)
    empty = rendering.board(drawing._replace(parts=()), width, link_cards.skin_of(game), USUAL_CHECKERS)
    unit = width / drawing.width
    for part in drawing.parts:
        box = tuple(round((at + way * part.reach / 2) * unit) for way in (-1, 1) for at in (part.x, part.y))
        assert image.crop(box) != empty.crop(box), part  # type: ignore[arg-type]


def test_kings_and_pieces_of_either_side_are_told_apart() -> None:
    kinds = {"chess": "kKpP", "ugolki": "wb", "russian-draughts": "wWbB"}
    for game, letters in kinds.items():
        bitmaps = {squares(game, f"{letter}./../").tobytes() for letter in letters}
        assert len(bitmaps) == len(letters)
    assert squares("chess", "k./.K/") == squares("chess", "K./.k/", turned=True)


POSITIONS = (
    position(checkers=(points(p6=5, p8=3, p13=5, p24=2), points(p6=5, p8=3, p13=5, p24=2))),
    position(checkers=(points(p24=15), points(p24=15)), parallel=True, dice=(6, 6, 6, 6), turn=1),
    position(checkers=(points(p25=3, p0=5), points(p25=2, p0=9)), mirrored=True, cube=(2, 1)),
    position(checkers=(points(p25=3, p1=1), points(p25=2)), halves=True, cube=(16, None)),
    position(checkers=(points(p12=2, p7=1), points(p13=1)), pins=((), (13,)), dice=(3, 1), cube=(64, 0)),
)

_CENTRE = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="9.7"/>')
_FIGURE = re.compile(r'<text x="([\d.]+)" y="([\d.]+)">(\d+)</text>')
_DIE = re.compile(r'<rect x="([\d.]+)" y="([\d.]+)" width="21"')
_SCRIPT = """
import { checkers, pieces } from '%s';
const { tables, squares } = JSON.parse(process.argv[1]);
const drawn = [...tables.map(checkers), ...squares.map((view) => pieces(view, view.squares))];
console.log(JSON.stringify(drawn));
"""


def by_script(tables: list[object], squares: list[object]) -> list[str]:
    """Have the script of the site's pages draw these views."""
    source = settings.WEB / "static/zaria/js/ui/small_board.js"
    done = subprocess.run(
        [
            str(Path(sys.executable).parent / "node"), "--input-type=module",
            "-e", _SCRIPT % source.as_uri(), json.dumps({"tables": tables, "squares": squares}),
        ],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    drawn: list[str] = json.loads(done.stdout)
    return drawn


def places(drawing: Drawing, shape: str) -> list[tuple[float, float]]:
    """Return the middles of the parts whose shape contains a text."""
    return sorted((round(part.x, 1), round(part.y, 1)) for part in drawing.parts if shape in part.shape)


def test_the_script_of_the_pages_draws_the_same() -> None:
    views = [
        {
            "men": shown.checkers, "pins": shown.pins, "parallel": shown.parallel, "hand": shown.halves,
            "mirror": shown.mirrored, "phase": "move", "dice": shown.dice, "turn": shown.turn,
            "cube": dict(zip(("value", "owner"), shown.cube or (1, None), strict=True)),
        }
        for shown in POSITIONS
    ]  # fmt: skip
    rows = {"chess": board_pictures.POSITIONS["chess"], "ugolki": board_pictures.POSITIONS["ugolki"]}
    boards = [
        {"now": game, "size": 8, "light_below": True, "squares": {"board": text}}
        for game, text in rows.items()
    ]
    drawn = by_script(list(views), list(boards))
    for shown, text in zip(POSITIONS, drawn, strict=False):
        drawing = tables_positions.drawing(shown)
        centres = sorted((float(x), float(y)) for x, y in _CENTRE.findall(text))
        assert sum(centres, ()) == pytest.approx(sum(places(drawing, 'r="9.7"'), ()), abs=0.11)
        dice = sorted((float(x) + 10.5, float(y) + 10.5) for x, y in _DIE.findall(text))
        assert sum(dice, ()) == pytest.approx(sum(places(drawing, 'width="21"'), ()), abs=0.11)
        assert [(float(x), float(y) - 4.5) for x, y, _ in _FIGURE.findall(text)] == places(drawing, "<text")
        assert text.count("mb-off rim") == sum(bool(points[0]) for points in shown.checkers)
    for (game, text), script in zip(rows.items(), drawn[len(POSITIONS) :], strict=True):
        parts = squares_positions.drawing(SquaresPosition(game, text)).parts
        names = [re.search(r'class="(mq-[wb])" href="#(mq-\w)"', part.shape) for part in parts]
        assert [name.groups() for name in names if name] == re.findall(
            r'class="(mq-[wb])" href="#(mq-\w)"', script
        )


def test_the_style_of_a_picture_needs_no_variables() -> None:
    drawings = [
        tables_positions.drawing(position(checkers=(points(p0=1, p1=1),) * 2, dice=(1,), cube=(2, 0))),
        squares_positions.drawing(SquaresPosition("english-draughts", "wb/WB/")),
        squares_positions.drawing(SquaresPosition("chess", "kQ/../")),
    ]
    text = "".join(f"{one.shapes}{one.board}{''.join(part.shape for part in one.parts)}" for one in drawings)
    used = {name for names in re.findall(r'class="([^"]+)"', text) for name in names.split()}
    assert {"mb-f", "mb-off", "l0", "mq-k"} <= used
    for skin in SORTS["skin"].values:
        rules = style(skin)
        assert "var(" not in rules
        assert {name for name in used if not re.search(rf"\.{name}\b", rules)} <= {"l", "d"}
    assert pictures.ground() in text


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
