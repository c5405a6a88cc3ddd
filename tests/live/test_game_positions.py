"""The positions of a running game, after each line of its log: what viewers of a table go back through."""

from tests.support.match import board_matches
from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from zaria.live.matches.game_positions import GamePositions, game_positions
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.terms import Terms
from zaria.match.view import moment

BOT = Player("bot:plain", "plain", "#777", "plain")


def live(table: Table) -> LiveMatch:
    live_match = LiveMatch("m1", bytes(32), encode_places((None, None)))
    for event in table.events:
        live_match.apply(event)
    return live_match


def positions_of(table: Table) -> GamePositions:
    """The positions for a player of the table as it stands."""
    return game_positions(*live(table).present_game())


def texts(game: GamePositions) -> list[str]:
    return [position.text for position in game.positions]


def test_a_game_on_squares_has_a_position_for_each_move_and_its_start() -> None:
    table = board_matches.chess("e2e4", "e7e5", "g1f3")
    game = positions_of(table)
    assert texts(game) == ["", "e4", "e5", "Nf3"]
    boards = [position.squares.board for position in game.positions if position.squares is not None]
    assert boards[0].endswith("PPPPPPPP/RNBQKBNR")
    assert boards[-1].endswith("PPPP.PPP/RNBQKB.R")
    last = game.positions[-1].squares
    assert last is not None
    assert last.last is not None
    assert last.last.path == ("g1", "f3")
    assert game.positions[1].men is None


def test_a_long_game_on_squares_begins_with_its_first_position() -> None:
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 3
    table = board_matches.chess("e2e4", "e7e5", *moves[:-4])
    for pick in range(14):
        board_matches.play(table, pick)
    game = positions_of(table)
    assert texts(game)[:3] == ["", "e4", "e5"]
    assert texts(game)[1:] == [line.text for line in live(table).log]


def test_a_game_with_dice_has_its_checkers_after_each_turn() -> None:
    table = Table(Terms("tabla"), (3, 1), (3, 1))
    before = moment(table.match)
    table.step()
    table.step()
    game = positions_of(table)
    assert game.positions[0].men == before.men
    assert game.positions[-1].men == moment(table.match).men != before.men
    assert game.positions[-1].last == table.match.last
    assert [position.side for position in game.positions[1:]] == [line.side for line in live(table).log]


def test_turns_taken_back_are_not_there() -> None:
    table = Table(Terms("chess", training=True), seated=False)
    for side, player in enumerate((PLAYERS[0], BOT)):
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        board_matches.give(table, move)
    table.do(0, cmd.TakeBack(len(table.match.past)))
    board_matches.give(table, "f1c4")
    assert texts(positions_of(table)) == ["", "e4", "e5", "Bc4"]


def test_spectators_of_a_delayed_table_do_not_see_ahead() -> None:
    table = Table(Terms("chess", delayed=True))
    for move in ("e2e4", "e7e5", "g1f3"):
        board_matches.give(table, move)
    assert texts(positions_of(table)) == ["", "e4", "e5", "Nf3"]
    assert texts(game_positions(*live(table).behind().present_game())) == ["", "e4", "e5"]


def test_only_the_present_game_of_a_match_is_there() -> None:
    table = Table(Terms("backgammon", length=5, cube=True))
    table.step()
    table.act(cmd.Double())
    assert texts(positions_of(table))[1:] == [line.text for line in live(table).log]
    table.act(cmd.Drop())
    game = positions_of(table)
    assert game.game_no == 2
    assert texts(game) == [""]


def test_an_open_table_has_its_first_position_alone() -> None:
    assert texts(positions_of(Table(Terms("chess"), seated=False))) == [""]
