"""Legal moves of the server, apart from any page: each can be tapped, and is drawn as the server tells it."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from zaria import games
from zaria.games.board_games import BoardMove
from zaria.match.play import MoveView

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CHOICES = """async ([grid, ways, taps, board]) => {
  const { squareName, squareOf } = await import('/static/js/squares/geometry.js');
  const { choose, parseRoutes, targets } = await import('/static/js/squares/moves.js');
  const { pieces } = await import('/static/js/squares/geometry.js');
  const all = parseRoutes(grid, ways, pieces(board));
  let chosen = [squareOf(grid, taps[0])], sent = null;
  for (const name of taps.slice(1)) {
    const what = choose(all, chosen, squareOf(grid, name));
    if (!what) { sent = 'nothing'; break; }
    chosen = what.chosen;
    if (what.routes.length) sent = what.routes.map((one) => one.move);
  }
  return { sent, targets: [...targets(all, chosen)].map(([at, ends]) => [squareName(grid, at), ends]) };
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
    return dict(page.evaluate(CHOICES, [grid, ways, list(taps), place.board()]))


BRANCHING = "W:Wc3:Bb6,d6,f6,d4"
"""The man takes two along one way and three along the other."""


CASTLING = "4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1"


def test_a_king_castles_onto_its_rook_or_goes_to_its_goal_where_nothing_else_does(modules: Page) -> None:
    assert choices(modules, "chess960", CASTLING, "f1", "g1")["sent"] == ["f1g1"]
    assert choices(modules, "chess960", CASTLING, "f1", "a1")["sent"] == ["f1a1"]
    assert choices(modules, "chess960", CASTLING, "f1", "c1")["sent"] == ["f1a1"]
    beside = "4k3/8/8/8/8/8/8/5K1R w K - 0 1"
    assert choices(modules, "chess960", beside, "f1", "g1")["sent"] == ["f1g1"]  # a step of the king
    assert choices(modules, "chess960", beside, "f1", "h1")["sent"] == ["f1h1"]
    stays = "4k3/8/8/8/8/8/8/6KR w K - 0 1"
    assert choices(modules, "chess960", stays, "g1", "g1")["sent"] == "nothing"


def test_a_chain_of_jumps_may_stop_on_any_square(modules: Page) -> None:
    outcome = choices(modules, "ugolki", None, "b2")
    assert all(ends for _, ends in outcome["targets"])
    for name, _ in outcome["targets"]:
        assert choices(modules, "ugolki", None, "b2", name)["sent"] == [f"b2-{name}"]


def test_every_legal_move_can_be_tapped(modules: Page) -> None:
    """Square by square along its path each move is reached, in positions with many captures."""
    for game, text in (
        ("russian-draughts", BRANCHING),
        ("draughts", "W:W28,32,33,37,38,K46:B7,8,13,18,19,22,24"),
        ("chess", None),
        ("chess960", CASTLING),
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
  const now = boardAfter(pieces(board), parseRoutes(grid, [way], pieces(board))[0], size);
  const line = (y) => now.slice(y * size, y * size + size).map((c) => c || '.').join('');
  return Array.from({ length: size }, (_, y) => line(y)).join('/');
}"""
SHOWN = [
    ("chess", "r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/1p6/R3K2R b KQkq - 0 1"),
    ("chess960", CASTLING),
    ("chess960", "1r1k2r1/8/8/8/8/8/8/R4KR1 b KQkq - 0 1"),
    ("chess960", "2rkr3/8/8/8/8/8/8/2RKR3 w KQkq - 0 1"),
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


ASKED = """async (games) => {
  const { line } = await import('/static/js/squares/opening.js');
  const network = window.fetch, requestedMoves = [];
  window.fetch = async (address) => {
    const moves = new URLSearchParams(address.split('?')[1]).get('moves');
    requestedMoves.push(moves);
    const opening = { eco: 'A00', name: `After ${moves.split(' ').length}` };
    return { ok: true, json: async () => ({ opening, in_book: !moves.endsWith('h3') }) };
  };
  let last;
  for (const moves of games) {
    line({ log: { value: moves.map((text) => ({ text })) } });
    await new Promise((done) => setTimeout(done));
    last = line({ log: { value: moves.map((text) => ({ text })) } });
  }
  window.fetch = network;
  return [requestedMoves, last.values[0]];
}"""


def test_a_position_is_asked_for_once_and_none_behind_the_book(modules: Page) -> None:
    game = ["e4", "e5", "h3", "h6", "a4"]
    growing = [game[:plies] for plies in range(6)]
    taken_back = [game[:2], game[:3], game, ["e4", "e5", "h4"], [], game]
    requests, name = modules.evaluate(ASKED, growing + taken_back)
    assert requests == ["e4", "e4 e5", "e4 e5 h3", "e4 e5 h4"]
    assert name == "A00 After 3"
