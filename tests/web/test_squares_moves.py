"""Squares and legal moves, apart from any page: names, places, and what a tap means."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from zaria import games
from zaria.games.board_games import BoardMove
from zaria.match.board_play.view import MoveView

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GRIDS = [
    {"size": 8, "coordinates": "letters"},
    {"size": 8, "coordinates": "numbers"},
    {"size": 10, "coordinates": "numbers"},
]
NAMES = """async (grid) => {
  const { squareName, squareOf } = await import('/static/js/squares/geometry.js');
  const all = Array.from({ length: grid.size ** 2 }, (_, at) => squareName(grid, at));
  const back = all.map((name) => (name ? squareOf(grid, name) : null));
  return { all, back, none: ['z9', '0', '51', ''].map((n) => squareOf(grid, n)) };
}"""
CHOICES = """async ([grid, ways, taps]) => {
  const { squareName, squareOf } = await import('/static/js/squares/geometry.js');
  const { captured, choose, parseRoutes, targets } =
    await import('/static/js/squares/moves.js');
  const all = parseRoutes(grid, ways);
  let chosen = [squareOf(grid, taps[0])], sent = null;
  for (const name of taps.slice(1)) {
    const what = choose(all, chosen, squareOf(grid, name));
    if (!what) { sent = 'nothing'; break; }
    chosen = what.chosen;
    if (what.routes.length) sent = what.routes.map((one) => one.move);
  }
  const name = (at) => squareName(grid, at);
  return { sent, chosen: chosen.map(name), taken: captured(all, chosen).map(name),
    targets: [...targets(all, chosen)].map(([at, ends]) => [name(at), ends]) };
}"""


def wire(move: BoardMove) -> dict[str, Any]:
    """A legal move as a page receives it."""
    return dict(msgspec.to_builtins(MoveView(*move)))


def choices(page: Page, game: str, position: str | None, *taps: str) -> dict[str, Any]:
    """The result of taps on these squares, the origin first."""
    agreed = games.board_game(game)
    place = agreed.start() if position is None else agreed.parse(position)
    ways = [wire(way) for way in place.legal_moves()]
    grid = {"size": agreed.size, "coordinates": agreed.coordinates}
    return dict(page.evaluate(CHOICES, [grid, ways, list(taps)]))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_square_is_found_by_its_name(modules: Page, grid: dict[str, Any]) -> None:
    result = modules.evaluate(NAMES, grid)
    assert result["back"] == [at if name else None for at, name in enumerate(result["all"])]
    assert all(at == -1 for at in result["none"][:2])
    named = [name for name in result["all"] if name]
    assert (
        len(set(named)) == len(named) == (64 if grid["coordinates"] == "letters" else grid["size"] ** 2 // 2)
    )


def test_numbers_run_row_by_row_from_the_far_side(modules: Page) -> None:
    names = modules.evaluate(NAMES, GRIDS[1])["all"]
    assert [names[1], names[7], names[56], names[62]] == ["1", "4", "29", "32"]
    names = modules.evaluate(NAMES, GRIDS[2])["all"]
    assert [names[1], names[10], names[90], names[98]] == ["1", "6", "46", "50"]


def test_places_follow_the_viewer_and_fingers_snap(modules: Page) -> None:
    result = modules.evaluate(
        """async () => {
          const { nearest, spot, under } = await import('/static/js/squares/geometry.js');
          const all = Array.from({ length: 64 }, (_, at) => at);
          const middle = ({ x, y }) => ({ x: x + 0.5, y: y + 0.5 });
          const found = (turned) => all.every((at) => under(8, middle(spot(8, at, turned)), turned) === at);
          return { same: [found(false), found(true)], beside: under(8, { x: -0.1, y: 3 }, false),
            snapped: nearest(8, { x: 1.2, y: 0.5 }, [0, 5], 0.3, false),
            far: nearest(8, { x: 1.4, y: 0.5 }, [0, 5], 0.3, false) };
        }"""
    )
    assert result == {"same": [True, True], "beside": -1, "snapped": 0, "far": -1}


BRANCHING = "W:Wc3:Bb6,d6,f6,d4"
"""The man takes two along one way and three along the other."""


def test_a_capture_goes_on_square_by_square(modules: Page) -> None:
    outcome = choices(modules, "russian-draughts", BRANCHING, "c3")
    assert ["e5", False] in outcome["targets"]
    assert ["a5", True] in outcome["targets"]
    outcome = choices(modules, "russian-draughts", BRANCHING, "c3", "e5")
    assert outcome["sent"] is None
    assert outcome["taken"] == ["d4"]
    assert choices(modules, "russian-draughts", BRANCHING, "c3", "e5", "g7")["sent"] == ["c3:e5:g7"]


def test_the_end_alone_is_enough_where_it_is_the_only_way(modules: Page) -> None:
    assert choices(modules, "russian-draughts", BRANCHING, "c3", "a5")["sent"] == ["c3:e5:c7:a5"]
    assert choices(modules, "russian-draughts", BRANCHING, "c3", "b4")["sent"] == "nothing"


def test_a_chain_of_jumps_may_stop_on_any_square(modules: Page) -> None:
    outcome = choices(modules, "ugolki", None, "b2")
    assert all(ends for _, ends in outcome["targets"])
    for name, _ in outcome["targets"]:
        assert choices(modules, "ugolki", None, "b2", name)["sent"] == [f"b2-{name}"]


def test_a_pawn_that_arrives_asks_what_it_becomes(modules: Page) -> None:
    outcome = choices(modules, "chess", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7", "b8")
    assert sorted(outcome["sent"]) == ["b7b8b", "b7b8n", "b7b8q", "b7b8r"]


def test_every_legal_move_can_be_tapped(modules: Page) -> None:
    """Square by square along its path each move is reached, in positions with many captures."""
    for game, text in (
        ("russian-draughts", BRANCHING),
        ("draughts", "W:W28,32,33,37,38,K46:B7,8,13,18,19,22,24"),
        ("chess", None),
    ):
        agreed = games.board_game(game)
        place = agreed.start() if text is None else agreed.parse(text)
        for way in place.legal_moves():
            sent = choices(modules, game, text, *way.path)["sent"]
            assert sent is not None
            assert way.move in sent


AFTER = """async ([board, way, size]) => {
  const { pieces } = await import('/static/js/squares/geometry.js');
  const { boardAfter, parseRoutes } = await import('/static/js/squares/moves.js');
  const grid = { size, coordinates: way.grid };
  const now = boardAfter(pieces(board), parseRoutes(grid, [way])[0], size);
  const line = (y) => now.slice(y * size, y * size + size).map((c) => c || '.').join('');
  return Array.from({ length: size }, (_, y) => line(y)).join('/');
}"""
SHOWN = [
    ("chess", "r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/1p6/R3K2R b KQkq - 0 1"),
    ("russian-draughts", "W:Wc3,g7:Bb6,d6,f6,d4"),
    ("draughts", "W:W28,32,33,37,38,K46:B7,8,13,18,19,22,24"),
    ("ugolki", None),
]


@pytest.mark.parametrize(("game", "text"), SHOWN)
def test_a_move_is_drawn_as_the_server_will_tell_it(modules: Page, game: str, text: str | None) -> None:
    agreed = games.board_game(game)
    place = agreed.start() if text is None else agreed.parse(text)
    for way in place.legal_moves():
        server_board = place.move(way.move).board()
        if game == "ugolki" and agreed.start().turn == place.move(way.move).turn:
            continue
        drawn = modules.evaluate(
            AFTER, [place.board(), {**wire(way), "grid": agreed.coordinates}, agreed.size]
        )
        assert drawn == server_board, way.move
