"""A match that is written down act by act: what was played, by the rules, with corrections."""

import random
from pathlib import Path

import pytest

from tests.support.records.written_acts import acts_of
from zaria.games.registry import GAMES
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.records import convert, scribe_sheet
from zaria.records.history import followed
from zaria.records.replay import replay
from zaria.records.scribe_sheet import Correct, Go, Sheet, Write, redo_place, take, undo_place
from zaria.records.turn_positions import turn_positions
from zaria.records.written_match import (
    Act,
    CubeAct,
    DiceAct,
    EndAct,
    IllegalActError,
    MoveAct,
    TurnAct,
    WrittenMatch,
    after,
    begin,
    closed,
    legal_turns,
    only_turn,
)

FILES = Path(__file__).parent / "files"
NAMES = ("Ann", "Bob")
TO_SEVEN = Terms("backgammon", length=7, cube=True)


def sheet_of(*acts: Act, terms: Terms = TO_SEVEN) -> Sheet:
    sheet = scribe_sheet.empty(begin("sheet", terms, NAMES, 0))
    for act in acts:
        sheet = take(sheet, Write(act))
    return sheet


def from_a_file() -> tuple[Sheet, list[ev.Event]]:
    """A match to seven points of another program, written without the turns that play themselves."""
    events = convert.read((FILES / "gnubg-7.mat").read_bytes())
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    names = [event.player.name for event in events if isinstance(event, ev.Seated)]
    sheet = scribe_sheet.empty(begin("sheet", opened.terms, (names[0], names[1]), events[0].at))
    for act in acts_of(events):
        if not isinstance(act, TurnAct) or sheet.now.match.phase == "move":
            sheet = take(sheet, Write(act))
    return sheet, events


def test_a_match_of_another_program_is_written_as_it_was_played() -> None:
    sheet, events = from_a_file()
    assert sheet.now.match.phase == "over"
    # a turn that plays itself may be written in another order of its dice
    positions = [
        [(place.key, place.dice) for place in turn_positions(record)] for record in (sheet.now.events, events)
    ]
    assert positions[0] == positions[1]
    assert sheet.now.match.score == (4, 7)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_written_and_replayed(game: str) -> None:
    chance = random.Random(game)
    rules = GAMES[game].game
    length = 1 if rules.one_game else max(3, 1 if rules.is_board else len(rules.rotation))
    written = begin("sheet", Terms(game, length=length), NAMES, 0, start_number=518)
    for _ in range(60):
        if written.match.phase == "over":
            break
        written = after(written, next_act(written, chance))
    record = closed(written)
    assert isinstance(record[-1], ev.MatchEnded)
    assert replay(record).match.phase == "over"
    for form in convert.formats(game):
        assert convert.write(written.record, form)


def next_act(written: WrittenMatch, chance: random.Random) -> Act:
    if written.match.phase == "move":
        return only_turn(written.match) or chance.choice(legal_turns(written.match)).act
    return DiceAct((chance.randint(1, 6), chance.randint(1, 6)))


@pytest.mark.parametrize(
    "act",
    [
        TurnAct(((8, 3),)),
        TurnAct(((8, 3), (6, 2))),
        MoveAct("e2e4"),
        CubeAct("double"),
        CubeAct("take"),
        DiceAct((1, 2)),
        EndAct("resign", 0, 9),
        EndAct("draw"),
    ],
)
def test_an_illegal_act_changes_nothing(act: Act) -> None:
    sheet = sheet_of(DiceAct((3, 1)))
    with pytest.raises(IllegalActError):
        take(sheet, Write(act))
    assert take(sheet, Write(TurnAct(((8, 3), (6, 1))))).place == 2


def test_the_higher_die_of_an_opening_roll_starts_and_equal_dice_are_rolled_again() -> None:
    assert sheet_of(DiceAct((3, 1))).now.match.turn == 0
    tied = sheet_of(DiceAct((2, 2)))
    assert tied.now.awaits_opening
    assert take(tied, Write(DiceAct((1, 3)))).now.match.turn == 1


def test_either_side_resigns_and_the_next_game_waits_for_its_dice() -> None:
    sheet = sheet_of(DiceAct((3, 1)), EndAct("resign", 1, 2))
    assert sheet.now.match.score == (2, 0)
    assert sheet.now.awaits_opening
    assert not isinstance(sheet.now.record[-1], ev.GameStarted)


def test_the_crawford_game_has_no_cube() -> None:
    sheet = sheet_of(DiceAct((3, 1)), EndAct("resign", 1, 3), DiceAct((1, 3)), EndAct("resign", 1, 3))
    assert sheet.now.match.crawford
    sheet = take(sheet, Write(DiceAct((1, 3))))
    sheet = take(sheet, Write(TurnAct(((8, 3), (6, 1)))))
    with pytest.raises(IllegalActError, match="crawford"):
        take(sheet, Write(CubeAct("double")))


def test_a_sheet_that_is_broken_off_has_no_winner_and_an_empty_one_no_record() -> None:
    record = closed(sheet_of(DiceAct((3, 1)), TurnAct(((8, 3), (6, 1)))).now)
    ended, over = record[-2:]
    assert isinstance(ended, ev.GameEnded)
    assert ended.how == "unfinished"
    assert isinstance(over, ev.MatchEnded)
    assert over.winner is None
    with pytest.raises(IllegalActError):
        closed(sheet_of().now)


def test_a_game_of_tied_opening_rolls_alone_is_not_part_of_the_record() -> None:
    resigned = (DiceAct((3, 1)), EndAct("resign", 1, 2))
    record = closed(sheet_of(*resigned, DiceAct((4, 4)), DiceAct((2, 2))).now)
    assert record == closed(sheet_of(*resigned).now)
    assert len(list(followed(record))) == len(record)
    with pytest.raises(IllegalActError):
        closed(sheet_of(DiceAct((4, 4))).now)


def test_a_money_session_is_won_by_the_side_ahead() -> None:
    session = Terms("backgammon", length=0, cube=True, jacoby=True)
    record = closed(sheet_of(DiceAct((3, 1)), EndAct("resign", 1), terms=session).now)
    assert isinstance(record[-1], ev.MatchEnded)
    assert record[-1].winner == 0


def two_turns() -> Sheet:
    return sheet_of(
        DiceAct((3, 1)),
        TurnAct(((8, 3), (6, 1))),
        DiceAct((6, 4)),
        TurnAct(((24, 6), (18, 4))),
        DiceAct((5, 2)),
        TurnAct(((13, 5), (13, 2))),
    )


def test_undone_acts_come_back_until_another_is_written() -> None:
    sheet = two_turns()
    undone = take(take(sheet, Go(undo_place(sheet))), Go(4))
    assert (undone.place, len(undone.acts)) == (4, 6)
    assert take(undone, Go(6)) == sheet
    other = take(undone, Write(DiceAct((2, 1))))
    assert other.acts == (*sheet.acts[:4], DiceAct((2, 1)))


def test_what_follows_a_correction_stays_while_it_is_legal() -> None:
    sheet = two_turns()
    corrected = take(sheet, Correct(1, TurnAct(((13, 3), (6, 1)))))
    assert not corrected.is_broken
    assert corrected.acts[2:] == sheet.acts[2:]


def test_the_first_act_that_no_longer_fits_waits_for_another() -> None:
    sheet = two_turns()
    broken = take(sheet, Correct(2, DiceAct((6, 3))))
    assert (broken.place, broken.is_broken, len(broken.acts)) == (3, True, 6)
    corrected = take(broken, Correct(3, TurnAct(((24, 6), (18, 3)))))
    assert (corrected.place, corrected.is_broken) == (6, False)


def test_acts_are_inserted_and_removed() -> None:
    sheet = two_turns()
    doubled = take(sheet, Correct(4, CubeAct("double"), insert=True))
    assert (doubled.place, doubled.is_broken) == (5, True)
    taken = take(doubled, Correct(5, CubeAct("take"), insert=True))
    assert (taken.place, taken.is_broken, taken.now.match.cube.value) == (8, False, 2)
    dropped = take(take(taken, Correct(5)), Correct(4))
    assert dropped.acts == sheet.acts
    assert not dropped.is_broken


def test_a_forced_turn_plays_itself_and_is_undone_with_its_roll() -> None:
    sheet, _events = from_a_file()
    place = next(at for at, act in enumerate(sheet.acts) if isinstance(act, TurnAct) and act.forced)
    forced = take(sheet, Go(place + 1))
    assert undo_place(forced) == place - 1
    assert redo_place(take(forced, Go(place - 1))) == place + 1
    rolled = take(take(forced, Go(place - 1)), Write(sheet.acts[place - 1]))
    assert rolled.acts[place] == sheet.acts[place]
    corrected = take(forced, Correct(place - 1, DiceAct((6, 1))))
    assert corrected.acts[place : place + 1] != sheet.acts[place : place + 1]


def test_steps_are_stored_as_they_are_read() -> None:
    for step in (Write(DiceAct((3, 1))), Correct(4, CubeAct("double"), insert=True), Correct(3), Go(0)):
        assert scribe_sheet.decode(scribe_sheet.encode(step)) == step
