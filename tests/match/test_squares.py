"""Games on squares: who begins, moves, the rules that end them, and what is refused."""

import pytest

from tests.support.match.board_matches import (
    FOOLS_MATE,
    GAMES,
    KNIGHTS,
    chess,
    endings,
    give,
    play,
    position,
    the_move,
)
from tests.support.match.dice_matches import NOW, Table
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import replay
from zaria.match.match import Result
from zaria.match.refusals import SENTENCES
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms
from zaria.match.view import view
from zaria.records.verify import verify


@pytest.mark.parametrize("game", GAMES)
def test_the_first_side_moves_at_once(game: str) -> None:
    table = Table(Terms(game))
    first = 1 if game == "english-draughts" else 0
    assert table.match.phase == "move"
    assert table.match.to_act() == table.match.starter == position(table).turn == first
    assert [type(event) for event in table.events] == [ev.Opened, ev.Seated, ev.Seated, ev.GameStarted]
    play(table)
    assert table.match.to_act() == table.match.turn == 1 - first


def test_a_game_with_dice_is_not_on_squares() -> None:
    with pytest.raises(BrokenHistoryError):
        Table(Terms("tabla")).match.board_position()


def test_a_move_is_stored_as_given_and_as_books_write_it() -> None:
    table = chess()
    assert give(table, "g1f3") == [ev.Moved(at=NOW, side=0, move="g1f3", text="Nf3")]
    assert table.match.last is not None
    assert (table.match.last.side, table.match.last.text) == (0, "Nf3")


def test_what_is_no_legal_move_is_refused() -> None:
    table = chess("e2e4", "e7e5")
    for move in ("e4e5", "g1g3", "e8e7", "Nf3", "", "e2e4e5", "\0", "e7-e5", "a7a8q", "е2е4"):
        assert table.refused(0, the_move(table, move)) == "illegal_move"


def test_a_move_names_how_many_were_made_before_it() -> None:
    table = chess("e2e4", "e7e5")
    for n in (0, 1, 3, -1, 10**12):
        assert table.refused(0, cmd.Move("g1f3", n)) == "stale_roll"
    assert table.refused(0, cmd.Move("g1f3", 2)) == ""


def test_only_the_side_to_move_moves() -> None:
    table = chess("e2e4")
    assert table.refused(0, cmd.Move("d2d4", 1)) == "not_your_turn"
    assert table.refused(None, cmd.Move("e7e5", 1)) == "not_a_player"
    assert table.refused(2, cmd.Move("e7e5", 1)) == "not_a_player"


def test_nothing_is_done_before_both_sit_and_after_the_end() -> None:
    every: list[cmd.Command] = [
        cmd.Move("e2e4", 0),
        cmd.Resign(),
        cmd.Abort(),
        cmd.OfferDraw(),
        cmd.AcceptDraw(),
    ]
    table = Table(Terms("chess"), seated=False)
    table.sit(0)
    assert {table.refused(0, command) for command in every} == {"not_now"}
    table.sit(1)
    table.do(1, cmd.Abort())
    assert {table.refused(0, command) for command in every} == {"match_over"}


TABLES: list[cmd.Command] = [
    cmd.Roll(),
    cmd.Play((), 0),
    cmd.Play(((24, 1),), 0, 0),
    cmd.Double(),
    cmd.Beaver(),
    cmd.Raccoon(),
]
ANSWERS: list[cmd.Command] = [cmd.Take(), cmd.Drop(), cmd.Accept(), cmd.Reject()]
SQUARES: list[cmd.Command] = [
    cmd.Move("e2e4", 0),
    cmd.OfferDraw(),
    cmd.AcceptDraw(),
    cmd.DeclineDraw(),
    cmd.Abort(),
]


def test_commands_of_the_other_kind_of_game_are_refused() -> None:
    table = chess()
    for command in TABLES + ANSWERS:
        assert {table.refused(side, command) for side in (0, 1, None)} == {"other_game"}
    for name in ("tabla", "indiyka"):
        table = Table(Terms(name))
        for command in SQUARES:
            assert {table.refused(side, command) for side in (0, 1, None)} == {"other_game"}


def test_a_rule_ends_the_game_and_is_named() -> None:
    table = chess(*FOOLS_MATE)
    assert table.match.phase == "over"
    assert table.match.winner == 1
    assert table.match.score == (0, 1)
    assert table.match.result == Result(1, 1, "single", "played", "mate")
    assert verify(table.events).problem is None


def test_a_draw_by_rule_brings_nobody_a_point() -> None:
    table = Table(Terms("chess", {"safety_draw": True}))
    for move in KNIGHTS * 2:
        give(table, move)
    assert table.match.result == Result(None, 0, "draw", "played", "repetition")
    assert (table.match.phase, table.match.winner, table.match.score) == ("over", None, (0, 0))
    assert verify(table.events).problem is None


@pytest.mark.parametrize("side", [0, 1])
def test_one_may_resign_at_any_time(side: int) -> None:
    table = chess(*KNIGHTS)
    events = table.do(side, cmd.Resign())
    assert events[0] == ev.Resigned(at=NOW, side=side)
    assert table.match.result == Result(1 - side, 1, "single", "resigned")
    assert table.match.winner == 1 - side
    assert verify(table.events).problem is None


@pytest.mark.parametrize("points", [0, 2, 3, -1])
def test_a_game_is_lost_by_one_point(points: int) -> None:
    assert chess(*KNIGHTS).refused(0, cmd.Resign(points)) == "bad_points"


@pytest.mark.parametrize("moves", range(6))
def test_leaving_is_free_before_three_moves_and_closed_after(moves: int) -> None:
    table = chess(*(KNIGHTS * 2)[:moves])
    for side in (0, 1):
        assert table.refused(side, cmd.Abort()) == ("" if moves < 3 else "closed")
    if moves < 3:
        events = table.do(1, cmd.Abort())
        assert events[0] == ev.Aborted(at=NOW, side=1)
        assert table.match.result == Result(None, 0, "", "void")
        assert verify(table.events).problem is None


@pytest.mark.parametrize("moves", range(6))
@pytest.mark.parametrize("end", ["resign", "draw"])
def test_at_most_three_moves_are_no_game(moves: int, end: str) -> None:
    table = chess(*(KNIGHTS * 2)[:moves])
    if end == "resign":
        events = table.do(0, cmd.Resign())
    else:
        table.do(0, cmd.OfferDraw())
        events = table.do(1, cmd.AcceptDraw())
    (ended,) = endings(events)
    assert (ended.how == "void") == (moves <= 3)
    if moves <= 3:
        assert (ended.winner, ended.points, ended.kind, ended.why) == (None, 0, "", "")
        assert (table.match.winner, table.match.score, table.match.phase) == (None, (0, 0), "over")
    assert verify(table.events).problem is None


def test_a_side_that_cannot_move_in_ugolki_is_passed_over() -> None:
    """The position does it; the match asks it who is to move."""
    table = Table(Terms("ugolki"))
    for pick in range(60):
        if table.match.phase == "over":
            break
        play(table, pick)
        assert table.match.turn == position(table).turn


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms("chess", length=3), "one_game"),
        (Terms("draughts", cube=True), "one_game"),
        (Terms("ugolki", auto_doubles=2), "cube_needed"),
        (Terms("chess", jacoby=True), "jacoby_for_nothing"),
        (Terms("chess", {"first_long_move": True}), "bad_options"),
        (Terms("ugolki", {"house": "5x5"}), "bad_options"),
    ],
)
def test_terms_that_make_no_sense(terms: Terms, reason: str) -> None:
    with pytest.raises(Exception, match=SENTENCES[reason].replace(".", r"\.")):
        terms.check()


@pytest.mark.parametrize("game", GAMES)
def test_every_option_can_be_played(game: str) -> None:
    for name, values in games.get(game).choices:
        for value in values:
            table = Table(Terms(game, {name: value}))
            for pick in range(8):
                play(table, pick * 7)
            assert replay(table.events) == table.match


@pytest.mark.parametrize(("end", "won"), [("resign", 450), ("draw", None), ("abort", None)])
def test_stakes_go_to_the_winner_if_there_is_one(end: str, won: int | None) -> None:
    table = Table(Terms("chess", stakes=Stakes(500, fee="pot")))
    if end != "abort":
        for move in KNIGHTS:
            give(table, move)
    if end == "draw":
        table.do(0, cmd.OfferDraw())
    commands: dict[str, cmd.Command] = {
        "resign": cmd.Resign(),
        "draw": cmd.AcceptDraw(),
        "abort": cmd.Abort(),
    }
    table.do(1, commands[end])
    settlement = view(table.match).settlement
    assert (settlement and settlement.won) == won
    assert settlement is None or (settlement.lost, settlement.fee) == (500, 50)


def test_what_is_seen_of_a_board() -> None:
    seen = view(chess("e2e4", "d7d5", "e4d5").match)
    board = seen.squares
    assert board is not None
    assert board.board.split("/")[3] == "...P...."
    assert board.last is not None
    assert (board.last.path, board.last.captures) == (("e4", "d5"), ("d5",))
    assert (board.plies, board.draw, board.can_offer, board.can_abort) == (3, None, (True, True), False)
    assert (seen.family, seen.size, seen.coordinates, seen.light_below) == ("squares", 8, "letters", True)
    assert (seen.now, seen.rotation, seen.classes) == ("chess", ("chess",), ((1, "single"),))
    assert not seen.can_double
    assert view(Table(Terms("english-draughts")).match).first == 1
    assert view(Table(Terms("tabla")).match).family == view(Table(Terms("indiyka")).match).family == "tables"


def test_counters_are_shown() -> None:
    board = view(chess(*KNIGHTS).match).squares
    assert board is not None
    assert board.counters == tuple(tuple(counter) for counter in position(chess(*KNIGHTS)).counters())
