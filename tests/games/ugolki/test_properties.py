"""Ugolki played at random: what never changes, and that all that is asked of a position agrees."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria.games.ugolki import game
from zaria.games.ugolki.game import UgolkiGame
from zaria.games.ugolki.geometry import HOUSES
from zaria.games.ugolki.position import UgolkiPosition


@st.composite
def positions(draw: st.DrawFn) -> UgolkiPosition:
    """Positions reached by random moves, most of them towards the other house."""
    random = Random(draw(st.integers(0, 2**32)))
    position = game(draw(st.sampled_from(sorted(HOUSES))), safety_draw=draw(st.booleans())).start()
    for _ in range(draw(st.integers(0, 70))):
        if position.outcome():
            break
        position = position.move(random.choice(position.legal_moves()).move)
    return position


@settings(max_examples=times(60))
@given(positions())
def test_nobody_is_lost_and_everyone_is_where_the_text_says(position: UgolkiPosition) -> None:
    rules = position.game
    assert isinstance(rules, UgolkiGame)
    men = rules.start().men[0].bit_count()
    assert [side.bit_count() for side in position.men] == [men, men]
    assert position.men[0] & position.men[1] == 0
    assert position.board().count("w") == position.board().count("b") == men
    again = rules.parse(position.to_text())
    assert (again.to_text(), again.turn, again.moves_made) == (
        position.to_text(),
        position.turn,
        position.moves_made,
    )
    assert again.legal_moves() == position.legal_moves()
    if not position.game.options.safety_draw:
        assert again == position
        assert hash(again) == hash(position)


@settings(max_examples=times(60))
@given(positions())
def test_every_way_is_one_move_of_one_man(position: UgolkiPosition) -> None:
    ways = position.legal_moves()
    assert len({way.move for way in ways}) == len(ways) == position.perft(1)
    for way in ways:
        assert way.move == f"{way.path[0]}-{way.path[-1]}" == position.notation(way.move)
        assert (way.captures, way.promotion) == ((), "")
        assert len(set(way.path)) == len(way.path)
        after = position.move(way.move)
        assert after.plies == position.plies + 1
        assert after.men[1 - position.turn] == position.men[1 - position.turn]
        assert (after.men[position.turn] ^ position.men[position.turn]).bit_count() == 2
        spans = [_span(a, b) for a, b in zip(way.path, way.path[1:], strict=False)]
        assert spans == [1] or set(spans) == {2}


@settings(max_examples=times(60))
@given(positions())
def test_the_moves_are_those_of_the_rules_square_by_square(position: UgolkiPosition) -> None:
    """An independent reading of the rules: a set of taken squares, and jumps that go on and on."""
    squares = {
        (file, rank): man
        for rank, row in zip(range(8, 0, -1), position.board().split("/"), strict=True)
        for file, man in enumerate(row, 1)
    }
    moves = set()
    for (file, rank), man in squares.items():
        if man == "wb"[position.turn]:
            board = squares | {(file, rank): "."}
            ends = {(file + x, rank + y) for x, y in SIDES if board.get((file + x, rank + y)) == "."}
            ends |= _jumped(board, (file, rank), frozenset({(file, rank)}))
            moves |= {f"{'.abcdefgh'[file]}{rank}-{'.abcdefgh'[x]}{y}" for x, y in ends - {(file, rank)}}
    assert moves == {way.move for way in position.legal_moves()}


SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def _jumped(
    board: dict[tuple[int, int], str], at: tuple[int, int], seen: frozenset[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    for x, y in SIDES:
        end = (at[0] + 2 * x, at[1] + 2 * y)
        if board.get((at[0] + x, at[1] + y), ".") != "." and board.get(end) == "." and end not in seen:
            seen = _jumped(board, end, seen | {end})
    return seen


def _span(first: str, second: str) -> int:
    """Squares between two of a rank or a file."""
    across, up = abs(ord(first[0]) - ord(second[0])), abs(int(first[1]) - int(second[1]))
    assert 0 in (across, up)
    return across + up
