"""The editor of a position writes what the library reads."""

from typing import Any

import pytest
from playwright.sync_api import Page

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.games.protocols import InvalidPositionError

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TABLES = """async ([frame, kind, taps, aside]) => {
  const { TablesEdit } = await import('/static/js/pages/edit_tables.js');
  const edit = new TablesEdit(frame, kind);
  for (const [point, tool] of taps) edit.place(point, tool);
  for (const [side, by] of aside) edit.aside(side, by);
  return { ...edit.query, ...edit.frame };
}"""
SQUARES = """async ([game, size, frame, taps, coordinates = 'letters']) => {
  const { SquaresEdit } = await import('/static/js/pages/edit_squares.js');
  const edit = new SquaresEdit(game, { size, coordinates }, frame);
  for (const [at, tool] of taps) edit.place(at, tool);
  return edit.query.p;
}"""
DICE = tuple(
    name for name in TITLES if games.get(name).kind == "dice" and len(games.dice_game(name).rotation) == 1
)
BOARDS = tuple(name for name in TITLES if games.get(name).kind == "board")


def tables(modules: Page, name: str, taps: Any = (), aside: Any = (), turn: int = 0, **more: Any) -> Any:
    """The position that the editor makes of the start of a game by some taps."""
    game = games.dice_game(name)
    start = game.start(turn)
    frame = {"men": [start.counts(0), start.counts(1)], "turn": turn, "dice": [], **more}
    kind = {
        "hand": not game.contact.shares_road,
        "parallel": game.parallel,
        "pins": game.contact.pins,
    }
    return modules.evaluate(TABLES, [frame, kind, list(taps), list(aside)])


@pytest.mark.parametrize("name", DICE)
def test_the_start_of_a_game_with_dice_is_written(modules: Page, name: str) -> None:
    for turn in (0, 1):
        state = tables(modules, name, turn=turn, dice=[3, 1])
        position = games.dice_game(name).parse(state["p"], int(state["side"]))
        start = games.dice_game(name).start(turn)
        assert (position.turn, position.counts(0), position.counts(1)) == (
            turn,
            start.counts(0),
            start.counts(1),
        )
        assert position.duty is not None
        assert position.duty.stages[0] == (3, 1)


def test_checkers_are_placed_pinned_hit_and_taken_away(modules: Page) -> None:
    state = tables(modules, "tabla", [(24, ""), (24, ""), (5, "light")], [(1, -1)])
    assert (state["men"][0][24], state["men"][0][5], state["men"][0][0]) == (0, 1, 1)
    state = tables(modules, "tabla", [(24, ""), (1, "light")])
    assert (state["men"][0][1], state["men"][1][24], state["men"][1][0]) == (1, 0, 2)
    state = tables(modules, "tabla", [(24, "")], [(0, 1)])
    assert games.dice_game("tabla").parse(state["p"], 0).counts(0)[25] == 1
    state = tables(modules, "tapa", [(24, ""), (24, ""), (20, "light"), (1, ""), (20, "dark"), (20, "dark")])
    position = games.dice_game("tapa").parse(state["p"], 0)
    assert position.pinned(0) == (20,)
    assert state["pins"] == [[20], []]
    again = tables(modules, "tapa", [(24, ""), (20, "light"), (1, ""), (20, "dark"), (20, "")])
    assert again["pins"] == [[], []]
    full = tables(modules, "tabla", [(5, "light")])
    assert full["men"][0][5] == 0, "all fifteen are on the board"


DRAGGED = """async ([frame, kind, drags]) => {
  const { TablesEdit } = await import('/static/js/pages/edit_tables.js');
  const edit = new TablesEdit(frame, kind);
  const done = drags.map(([from, to]) => {
    const piece = edit.top(from);
    edit.take(from);
    return to < 0 || edit.put(to, piece) || (edit.put(from, piece), false);
  });
  return { ...edit.frame, done };
}"""


def dragged(modules: Page, name: str, drags: list[tuple[int, int]]) -> Any:
    """The start of a game after checkers were dragged; -1 is beside the board."""
    game = games.dice_game(name)
    start = game.start(0)
    frame = {"men": [start.counts(0), start.counts(1)], "turn": 0, "dice": []}
    kind = {
        "hand": not game.contact.shares_road,
        "parallel": game.parallel,
        "pins": game.contact.pins,
    }
    return modules.evaluate(DRAGGED, [frame, kind, drags])


def test_checkers_are_dragged_to_points_to_the_bar_and_off(modules: Page) -> None:
    state = dragged(modules, "tabla", [(24, 20), (1, 25), (25, -1), (13, -1)])
    light, dark = state["men"]
    assert (light[24], light[20], light[13], light[0]) == (1, 1, 4, 1)
    assert (dark[24], dark[25], dark[0]) == (1, 0, 1)
    assert state["done"] == [True] * 4


def test_a_checker_in_hand_is_placed_on_an_empty_board(modules: Page) -> None:
    empty: dict[str, Any] = {"men": [[0] * 25 + [15]] * 2}
    state = tables(modules, "indiyka", [(5, "light"), (5, "light")], **empty)
    assert (state["men"][0][5], state["men"][0][25], state["men"][0][0]) == (2, 13, 0)


def test_a_man_is_dragged_to_a_dark_square_alone(modules: Page) -> None:
    game = games.board_game("russian-draughts")
    frame = {"squares": {"board": game.start().board()}, "turn": 0}
    results = modules.evaluate(
        """async (frame) => {
          const { SquaresEdit } = await import('/static/js/pages/edit_squares.js');
          const edit = new SquaresEdit('russian-draughts', { size: 8, coordinates: 'letters' }, frame);
          const man = edit.top(40);
          edit.take(40);
          return [man, edit.put(32, man), edit.put(33, man), edit.top(40), edit.top(33)];
        }""",
        frame,
    )
    assert results == ["w", False, True, "", "w"]


@pytest.mark.parametrize("name", BOARDS)
def test_the_start_of_a_board_game_is_written(modules: Page, name: str) -> None:
    game = games.board_game(name)
    start = game.start()
    frame = {"squares": {"board": start.board()}, "turn": start.turn}
    text = modules.evaluate(SQUARES, [name, game.size, frame, [], game.coordinates])
    assert game.parse(text).to_text() == start.to_text()
    light = next(at for at, piece in enumerate(start.board().replace("/", "")) if piece in "wP")
    fewer = modules.evaluate(SQUARES, [name, game.size, frame, [(light, "")], game.coordinates])
    try:
        after = game.parse(fewer).board()
    except InvalidPositionError:
        assert name == "ugolki"  # which has no captures
    else:
        assert len(after.replace(".", "")) == len(start.board().replace(".", "")) - 1


def test_kings_that_have_moved_do_not_castle(modules: Page) -> None:
    start = games.board_game("chess").start()
    frame = {"squares": {"board": start.board()}, "turn": 0}
    text = modules.evaluate(SQUARES, ["chess", 8, frame, [(0, ""), (60, ""), (44, "K")]])
    assert text == "1nbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR w k - 0 1"


def test_kings_in_chess960_castle_with_the_outermost_rooks(modules: Page) -> None:
    start = games.board_game("chess960", start_number=342).start()
    frame = {"squares": {"board": start.board()}, "turn": 0}
    text = modules.evaluate(SQUARES, ["chess960", 8, frame, [(0, "")]])
    assert text == f"1{start.board()[1:].replace('........', '8')} w KQkq - 0 1"
    text = modules.evaluate(SQUARES, ["chess960", 8, frame, [(57, ""), (59, ""), (56, "K")]])
    assert text.split()[2] == "kq"  # a king in the corner has moved
    assert games.board_game("chess960").parse(text).to_text() == text
