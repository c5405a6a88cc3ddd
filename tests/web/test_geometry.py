"""Geometry: every checker on the board, every place in its own column, whatever the board's shape."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.chromium import DESKTOP, PHONE, Size
from tests.web.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SHAPES = [
    {"w": 1073, "h": 775, "rails": True},
    {"w": 482, "h": 348, "rails": True},
    {"w": 360, "h": 511, "rails": False},
    {"w": 360, "h": 400, "rails": False},
]
LOOKS = [
    *({"mirrored": m, "parallel": p, "turned": False} for m in (False, True) for p in (False, True)),
    {"mirrored": False, "parallel": True, "turned": True},
]
MEASURE = """async shapes => {
  const { geometry } = await import('/static/js/tables/geometry.js');
  return shapes.map((shape) => {
    const g = geometry(shape), points = Array.from({ length: 24 }, (_, i) => i + 1);
    const fifteen = (i, above) => Array.from({ length: 15 }, (_, k) => g.onPoint(i, k, 15, above));
    const stack = (above) => points.map((i) => fifteen(i, above));
    return { shape, size: g.size, frame: g.frame, boxes: points.map((i) => g.pointBox(i)), bar: g.barBox(),
      stacks: [stack(false), stack(true)], tray: g.trayBox(),
      trays: [g.inTray(true, 14), g.inTray(false, 14)],
      cubes: [g.cubeAt(0), g.cubeAt(1), g.cubeAt(null)], dice: [0, 1, 2, 3].map((k) => g.dieAt(true, k, 4)),
      die: g.dieSize(4), pinned: [g.onPoint(5, 0, 1), g.onPoint(5, 0, 1, true)] };
  });
}"""


@pytest.fixture(scope="module")
def measured(modules: Page) -> list[dict[str, Any]]:
    return list(modules.evaluate(MEASURE, [shape | look for shape in SHAPES for look in LOOKS]))


def inside(p: dict[str, float], shape: dict[str, Any], margin: float) -> bool:
    return all(margin <= p[axis] <= shape[size] - margin for axis, size in (("x", "w"), ("y", "h")))


def overlap(a: dict[str, float], b: dict[str, float]) -> bool:
    wide = min(a["x"] + a["w"], b["x"] + b["w"]) - max(a["x"], b["x"])
    high = min(a["y"] + a["h"], b["y"] + b["h"]) - max(a["y"], b["y"])
    return wide > 0.01 and high > 0.01


def test_fifteen_checkers_on_any_point_lie_on_the_board(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        for stacks in g["stacks"]:
            assert all(inside(man, g["shape"], g["size"] / 2) for stack in stacks for man in stack)


def test_the_two_sides_never_touch(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        for stacks in g["stacks"]:
            rows = [[man["y"] for stack in row for man in stack] for row in (stacks[:12], stacks[12:])]
            below, above = reversed(rows) if g["shape"]["turned"] else rows
            near, far = min(below), max(above)
            assert near - far >= g["size"]


def test_points_and_bar_lie_beside_each_other(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        boxes = [*g["boxes"], g["bar"]]
        assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_points_run_from_home_and_mirrored_ones_the_other_way(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        x = [box["x"] for box in g["boxes"]]
        rightwards = g["shape"]["mirrored"] or g["shape"]["turned"]
        assert x[:12] == sorted(x[:12], reverse=not rightwards)
        assert x[12:] == sorted(x[12:], reverse=rightwards)
        assert all(abs(x[i] - x[23 - i]) < 0.01 for i in range(12)), "24 lies opposite 1"


def test_the_own_head_lies_near_on_the_left_where_the_board_is_turned(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        if g["shape"]["turned"]:
            head, last, middle = g["boxes"][23], g["boxes"][0], g["shape"]["h"] / 2
            assert head["x"] == min(box["x"] for box in g["boxes"])
            assert head["y"] > middle - 1
            assert last["x"] == head["x"]
            assert last["y"] < middle
            own_tray, opponent_tray = g["trays"]
            assert own_tray["y"] < opponent_tray["y"], "home lies on the far side"
            if g["shape"]["rails"]:
                assert abs(g["tray"]["x"] + g["tray"]["w"] / 2 - own_tray["x"]) < 1
                assert g["tray"]["y"] < middle


def test_a_pinned_checker_peeps_out(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        below, above = g["pinned"]
        inwards = above["y"] - below["y"] if g["shape"]["turned"] else below["y"] - above["y"]
        assert 0.35 * g["size"] <= inwards <= 0.65 * g["size"]


def test_trays_and_cube_keep_apart(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        if g["shape"]["rails"]:
            own_tray, opponent_tray = g["trays"]
            same_side = abs(own_tray["x"] - opponent_tray["x"]) < 1
            assert same_side != g["shape"]["parallel"], "runners of one direction bear off at opposite ends"
            middle = g["shape"]["h"] / 2
            for cube, tray in (
                (g["cubes"][0], own_tray),
                (g["cubes"][0], opponent_tray),
                (g["cubes"][1], opponent_tray),
            ):
                other_half = (cube["y"] < middle) != (tray["y"] < middle)
                assert other_half or abs(cube["x"] - tray["x"]) > 1


def test_four_dice_fit_into_a_half(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        half = g["boxes"][:6]
        left, right = min(b["x"] for b in half), max(b["x"] + b["w"] for b in half)
        assert left <= g["dice"][0]["x"] - g["die"] / 2
        assert g["dice"][3]["x"] + g["die"] / 2 <= right
        gaps = [b["x"] - a["x"] for a, b in zip(g["dice"], g["dice"][1:], strict=False)]
        assert min(gaps) >= g["die"]


def test_a_place_to_bear_off_is_wide_enough_for_a_finger(measured: list[dict[str, Any]]) -> None:
    for g in measured:
        assert min(g["tray"]["w"], g["tray"]["h"]) >= (31 if g["shape"]["rails"] else 40)
        assert max(g["tray"]["w"], g["tray"]["h"]) >= 100


HALVES = """async (shapes) => {
  const { geometry, scene } = await import('/static/js/tables/halves.js');
  return shapes.map((shape) => {
    const g = geometry(shape), places = [0, 25, 1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23, 24];
    const stack = (i) => Array.from({ length: 5 }, (_, k) => g.onPoint(i, k, 5));
    const rack = (mine) => Array.from({ length: 15 }, (_, k) => g.onBar(mine, k, 15));
    const has = Array.from({ length: 26 }, (_, i) => g.has(i));
    return { shape, size: g.size, boxes: places.map(g.boxOf), has,
      stacks: places.slice(2).map(stack), racks: [rack(true), rack(false)], home: g.homeX, outer: g.outerX,
      dice: [0, 1, 2, 3].map((k) => g.dieAt(true, k, 4)), die: g.dieSize(4),
      strip: g.strip, drawn: scene(g).match(/class="pt/g).length };
  });
}"""


@pytest.fixture(scope="module")
def halves(modules: Page) -> list[dict[str, Any]]:
    shapes = [{"w": 870, "h": 791, "rails": True}, {"w": 360, "h": 511, "rails": False}]
    looks = [{"mirrored": m, "parallel": False} for m in (False, True)]
    return list(modules.evaluate(HALVES, [shape | look for shape in shapes for look in looks]))


def test_half_boards_show_the_points_that_are_used(halves: list[dict[str, Any]]) -> None:
    for g in halves:
        assert [i for i, has in enumerate(g["has"]) if has] == [*range(7), *range(19, 26)]
        assert g["drawn"] == 12
        places = g["boxes"][1:] if not g["shape"]["rails"] else g["boxes"]
        assert not any(overlap(a, b) for i, a in enumerate(places) for b in places[:i])


def test_five_on_each_point_and_the_hand_lie_on_the_half_boards(halves: list[dict[str, Any]]) -> None:
    for g in halves:
        men = [man for stack in (*g["stacks"], *g["racks"]) for man in stack]
        assert all(inside(man, g["shape"], g["size"] / 2) for man in men)
        for stack in g["stacks"]:
            assert abs(stack[1]["y"] - stack[0]["y"]) >= 0.99 * g["size"], "five lie side by side"
        own_tray, opponent_tray = g["racks"]
        assert min(man["y"] for man in own_tray) > max(man["y"] for man in opponent_tray)


def test_dice_of_half_boards_lie_on_the_beam(halves: list[dict[str, Any]]) -> None:
    for g in halves:
        assert g["die"] < g["strip"]
        gaps = [b["x"] - a["x"] for a, b in zip(g["dice"], g["dice"][1:], strict=False)]
        assert min(gaps) >= g["die"]
        assert abs(g["dice"][0]["x"] - g["home"]) < abs(g["dice"][0]["x"] - g["outer"])


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_point_wears_its_number(table: Open, size: Size) -> None:
    page = table(size=size)
    numbers = page.locator(".still .nums text:visible")
    assert sorted(map(int, numbers.all_text_contents())) == list(range(1, 25))
    board = page.locator("#board").bounding_box()
    assert board is not None
    boxes = numbers.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert len(boxes) == 24
    for box in boxes:
        assert box["height"] >= 9
        assert board["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1


ACROSS = """async (shapes) => {
  const usual = await import('/static/js/tables/geometry.js');
  const halves = await import('/static/js/tables/halves.js');
  const places = ({ geometry }, shape, at, mine) => {
    const g = geometry(shape), points = Array.from({ length: 24 }, (_, i) => i + 1).filter((i) => g.has(i));
    return [points.map((i) => g.pointBox(at(i))), points.map((i) => g.onPoint(at(i), 2, 4, true)),
      [0, 5].map((k) => [mine, !mine].map((side) => [g.onBar(side, k, 6), g.inTray(side, k)])),
      g.cubeAt(mine ? 0 : 1), g.cubeAt(mine ? 1 : 0)];
  };
  return shapes.map(([hand, shape]) => {
    const drawing = hand ? halves : usual;
    return [places(drawing, { ...shape, across: true }, (i) => i, true),
      places(drawing, shape, (i) => usual.opposite(i, shape.parallel), false)];
  });
}"""


def test_who_sits_across_sees_every_checker_where_it_lies(modules: Page) -> None:
    """On one device dark's own points, bar, tray and cube are where light sees those of the other side."""
    usual = [[False, shape | look] for shape in SHAPES for look in LOOKS]
    hand = [
        [True, {"w": 800, "h": 600, "rails": True, "mirrored": mirrored, "parallel": False}]
        for mirrored in (False, True)
    ]
    for dark, light in modules.evaluate(ACROSS, [*usual, *hand]):
        assert dark == _about(light)


def _about(value: Any) -> Any:
    """The same places to a thousandth of a pixel."""
    if isinstance(value, dict):
        return {name: pytest.approx(number, abs=0.001) for name, number in value.items()}
    return [_about(item) for item in value]


QUARTER = """async shapes => {
  const { geometry, arrow } = await import('/static/js/tables/upright.js');
  const points = Array.from({ length: 24 }, (_, i) => i + 1);
  return shapes.map((shape) => {
    const g = geometry(shape);
    return { shape, size: g.size, boxes: points.map((i) => g.pointBox(i)), bar: g.barBox(), tray: g.trayBox(),
      tips: points.map((i) => g.triangle(i)[2]), down: arrow(shape, 'ArrowDown'), die: g.dieSize(4),
      dice: [0, 1, 2, 3].map((k) => g.dieAt(true, k, 4)), cubes: [0, 1, null].map((who) => g.cubeAt(who)),
      stacks: points.map((i) => Array.from({ length: 15 }, (_, k) => g.onPoint(i, k, 15))) };
  });
}"""


@pytest.fixture(scope="module")
def turned(modules: Page) -> list[dict[str, Any]]:
    shape = {"w": 360, "h": 508, "rails": False, "upright": True}
    return list(modules.evaluate(QUARTER, [shape | look for look in LOOKS]))


def test_an_upright_board_has_larger_checkers_and_rows_for_fingers(turned: list[dict[str, Any]]) -> None:
    for g in turned:
        assert g["size"] >= 36
        assert all(box["h"] >= 38 and box["w"] > 140 for box in g["boxes"])
        assert all(inside(man, g["shape"], g["size"] / 2) for stack in g["stacks"] for man in stack)
        assert all(inside(die, g["shape"], g["die"] / 2) for die in g["dice"])
        assert all(inside(cube, g["shape"], 10) for cube in g["cubes"])
        boxes = [*g["boxes"], g["bar"]]
        assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_on_an_upright_board_home_is_below(turned: list[dict[str, Any]]) -> None:
    for g in turned:
        y = [box["y"] for box in g["boxes"]]
        assert y[:12] == sorted(y[:12], reverse=True)
        assert y[12:] == sorted(y[12:])
        middle = g["shape"]["w"] / 2
        assert all(abs(tip["x"] - middle) < abs(box["x"] + box["w"] / 2 - middle)
                   for tip, box in zip(g["tips"], g["boxes"], strict=True))  # fmt: skip
        assert all(abs(die["x"] - middle) < 1 and die["y"] > g["shape"]["h"] / 2 for die in g["dice"])
        mirrored = g["shape"]["mirrored"] or g["shape"]["turned"]
        assert g["down"] == ("ArrowLeft" if mirrored else "ArrowRight")
