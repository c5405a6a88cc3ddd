"""A game that begins from a position: who is on roll, what is refused, and what follows."""

import pytest

from tests.match.test_training import back, step, table_of
from tests.support.match.dice_matches import Table
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import replay
from zaria.match.match import Result
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.records import convert
from zaria.records.errors import UnsupportedRecordError
from zaria.records.formats.json import dump, load
from zaria.records.replay import replay as frames_of
from zaria.records.verify import verify

BEAR_OFF = "X=2:1,1:1,off:13;O=1:2,off:13"
ENDING = "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"


def trained(position: str, game: str = "tabla", **terms: object) -> Terms:
    return Terms(game, training=True, position=position, **terms)  # type: ignore[arg-type]


def wrong(terms: Terms) -> str:
    """The code with which terms are refused, "" if they are not."""
    try:
        terms.check_new()
    except Exception as refused:
        return str(getattr(refused, "code", refused))
    return ""


@pytest.mark.parametrize("starter", [0, 1])
def test_a_dice_game_begins_with_the_side_on_roll_and_without_an_opening_roll(starter: int) -> None:
    table = table_of(trained(BEAR_OFF, starter=starter), (6, 5))
    match = table.match
    assert (match.phase, match.turn, match.starter, match.rolls) == ("roll", starter, starter, 0)
    assert match.dice_position().to_text() == games.dice_game("tabla").parse(BEAR_OFF).to_text()
    assert match.dice_position().counts(starter)[:3] == (13, 1, 1)
    assert not any(isinstance(event, ev.OpeningRolled) for event in table.events)


def test_it_is_played_to_its_end_taken_back_and_proved() -> None:
    table = table_of(trained(BEAR_OFF), (2, 1), (2, 1))
    step(table)
    step(table)
    assert table.match.phase == "over"
    assert table.match.winner == 0
    assert table.match.result == Result(0, 1, "single", "played")
    assert load(dump(table.events)) == table.events
    assert verify(table.events).rolls == 1
    table = table_of(trained("X=6:2,off:13;O=6:2,off:13"), (2, 1), (3, 1))
    step(table)
    step(table)
    back(table)
    assert table.match.dice_position().duty is not None
    assert table.match.dice_position().counts(0)[6] == 2


def test_a_board_game_begins_with_the_side_that_the_text_names() -> None:
    table = table_of(trained(ENDING, "chess"))
    assert (table.match.phase, table.match.turn, table.match.starter) == ("move", 1, 1)
    step(table)
    assert replay(table.events) == table.match


@pytest.mark.parametrize("game", [name for name in games.names() if name not in ("three-games", "tavli")])
def test_the_start_of_every_game_is_such_a_position(game: str) -> None:
    """Of indiyka as well, and of games whose positions have a history."""
    start = games.get(game).start()
    terms = trained(start.to_text(), game)
    assert wrong(terms) == ""
    match = table_of(terms).match
    assert match.turn == start.turn
    assert match.to_act() == start.turn


@pytest.mark.parametrize(
    "terms",
    [
        trained(BEAR_OFF, length=3),
        trained("X=off:15;O=1:2,off:13"),
        trained("X=24:2;O=24:16"),
        trained("rubbish"),
        trained("X=2:1,off:14;O=1:2,off:13;due=31"),
        trained(BEAR_OFF + " " * 400),
        trained(BEAR_OFF, "three-games", length=3),
        trained(BEAR_OFF, "chess"),
        trained("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess"),
        trained("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", "chess"),
        trained(ENDING, "chess", starter=1),
        trained("", starter=1),
    ],
)
def test_what_cannot_begin_is_refused(terms: Terms) -> None:
    assert wrong(terms) == "bad_position"


@pytest.mark.parametrize(
    "more",
    [
        {"rated": True, "clock": ClockTerms(bank=60_000)},
        {"stakes": Stakes(500)},
        {"tournament": "t1", "clock": ClockTerms(bank=60_000)},
    ],
)
def test_such_a_game_counts_for_nothing(more: dict[str, object]) -> None:
    assert wrong(Terms("tabla", position=BEAR_OFF, **more)) == "position_counts"  # type: ignore[arg-type]


def test_two_people_play_from_a_position_without_taking_back() -> None:
    table = Table(Terms("tabla", position="X=6:2,off:13;O=6:2,off:13", starter=1), (2, 1), (6, 6))
    assert (table.match.phase, table.match.turn) == ("roll", 1)
    step(table)
    step(table)
    with pytest.raises(CommandRefusedError):
        table.do(1, cmd.TakeBack(1))
    step(table)
    step(table)
    assert (table.match.phase, table.match.winner) == ("over", 0)
    assert load(dump(table.events)) == table.events
    assert verify(table.events).rolls == 2
    frames = frames_of(table.events).frames
    assert frames[0].men[1][6] == 2
    assert frames[-1].points == 1


def test_a_stored_match_whose_position_is_none_is_a_broken_history() -> None:
    table = table_of(trained(BEAR_OFF))
    opened = table.events[0]
    assert isinstance(opened, ev.Opened)
    body = ev.encode(opened).replace(b"X=2:1", b"X=2:9")
    with pytest.raises(BrokenHistoryError):
        replay([ev.decode(body)])


def test_json_and_sgf_hold_such_a_match() -> None:
    table = table_of(trained(BEAR_OFF, "backgammon"), (2, 1))
    step(table)
    step(table)
    assert convert.formats("backgammon", BEAR_OFF) == ("json", "sgf")
    with pytest.raises(UnsupportedRecordError):
        convert.write(table.events, "mat")
    assert convert.read(convert.write(table.events, "json")) == table.events
    again = convert.read(convert.write(table.events, "sgf"), "sgf")
    assert (again[0].terms.position, again[0].terms.starter) == (BEAR_OFF, 0)  # type: ignore[union-attr]


def test_terms_without_a_position_are_stored_as_before() -> None:
    assert b"position" not in ev.encode(Table(Terms("tabla")).events[0])
