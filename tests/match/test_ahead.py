"""Acts in advance: forced ones, agreements about rolls, doubles and resignations, and lines of moves."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.match.dice_matches import NOW, Loaded, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.ahead import (
    MOST_LINES,
    MOST_PLIES,
    NOTHING,
    AgreedActs,
    BothAgreed,
    moves_made,
    next_act,
    open_lines,
)
from zaria.match.decide import carry_on, drafted
from zaria.match.dice_play.dice import Dice
from zaria.match.draft import Draft
from zaria.match.evolve import evolve, replay
from zaria.match.match import Match
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import ClockTerms, Terms
from zaria.records.verify import verify

CLOCK = ClockTerms.by_days(3)
NONE: BothAgreed = (NOTHING, NOTHING)


def never(match: Match) -> bool:
    return False


def always(match: Match) -> bool:
    return True


def follow(draft: Draft, agreements: BothAgreed = NONE) -> None:
    """Add all acts that follow at once."""
    while True:
        following = next_act(draft.match, agreements, moves_made(draft.events), never)
        if following is None:
            return
        carry_on(draft, following.side, following.command, following.ahead)


def to_roll(**terms: object) -> Table:
    """Side 1 is to roll, and may double where there is a cube."""
    table = Table(Terms("backgammon", clock=CLOCK, **terms), (3, 1))  # type: ignore[arg-type]
    table.play()
    assert (table.match.phase, table.match.to_act()) == ("roll", 1)
    return table


def test_a_roll_without_a_double_is_made_at_once() -> None:
    table = to_roll()
    assert next_act(table.match, NONE, (), never) == (1, cmd.Roll(), "forced")


def test_who_may_double_is_asked() -> None:
    table = to_roll(cube=True)
    assert next_act(table.match, NONE, (), never) is None


@pytest.mark.parametrize(
    ("roll", "may_double", "rolls"),
    [("always", always, True), ("window", never, True), ("window", always, False), ("", never, False)],
)
def test_rolling_without_asking(roll: str, may_double: object, rolls: bool) -> None:
    table = to_roll(cube=True)
    agreement = msgspec.convert({"roll": roll}, AgreedActs)
    following = next_act(table.match, (NOTHING, agreement), (), may_double)  # type: ignore[arg-type]
    assert following == ((1, cmd.Roll(), "agreed") if rolls else None)
    assert next_act(table.match, (agreement, NOTHING), (), never) is None, "the opponent's agreement"


@pytest.mark.parametrize(
    ("agreement", "answer"),
    [
        (AgreedActs(take=2), cmd.Take()),
        (AgreedActs(take=64, drop=True), cmd.Take()),
        (AgreedActs(drop=True), cmd.Drop()),
        (AgreedActs(take=1, drop=True), cmd.Drop()),
        (AgreedActs(take=1), None),
        (NOTHING, None),
    ],
)
def test_doubles_are_answered_as_agreed(agreement: AgreedActs, answer: cmd.Command | None) -> None:
    table = to_roll(cube=True)
    table.act(cmd.Double())
    following = next_act(table.match, (agreement, NOTHING), (), never)
    assert following == (None if answer is None else (0, answer, "agreed"))


@pytest.mark.parametrize(("accept", "accepts"), [(0, False), (1, True), (2, True), (3, False)])
def test_resignations_are_accepted_as_agreed(accept: int, accepts: bool) -> None:
    table = to_roll()
    table.act(cmd.Resign(2))
    following = next_act(table.match, (AgreedActs(accept=accept), NOTHING), (), never)
    assert (following is not None) == accepts


def test_nothing_answers_a_request_to_take_back() -> None:
    table = to_roll()
    table.do(0, cmd.RequestTakeback())
    assert next_act(table.match, NONE, (), never) is None


def test_matches_at_the_table_ask_for_everything() -> None:
    table = Table(Terms("tabla", clock=ClockTerms(delay=60_000)), (3, 1))
    table.play()
    assert next_act(table.match, (AgreedActs(roll="always"),) * 2, (), never) is None


def test_the_only_move_on_squares_is_made() -> None:
    """In draughts men must be taken: often there is one way alone."""
    table = Table(Terms("russian-draughts", clock=CLOCK))
    forced = 0
    for ply in range(40):
        legal = table.match.board_position().legal_moves()
        following = next_act(table.match, NONE, (), never)
        assert (following is not None) == (len(legal) == 1)
        forced += following is not None
        table.act(cmd.Move(legal[(7 * ply) % len(legal)].move, table.match.board_position().plies))
        if table.match.phase == "over":
            break
    assert forced > 2


# lines of moves


def chess(*moves: str) -> tuple[Table, list[str]]:
    table = Table(Terms("chess", clock=CLOCK))
    for move in moves:
        table.act(cmd.Move(move, table.match.board_position().plies))
    return table, list(moves)


LINES = AgreedActs(lines=(("e7e5", "g1f3", "b8c6", "f1b5"), ("c7c5", "b1c3")), plies=1)


@pytest.mark.parametrize(
    ("moves", "reply"),
    [
        (("e2e4", "e7e5"), "g1f3"),
        (("e2e4", "c7c5"), "b1c3"),
        (("e2e4", "e7e6"), None),
        (("e2e4", "e7e5", "g1f3", "b8c6"), "f1b5"),
        (("e2e4", "e7e5", "g1f3", "g8f6"), None),
        (("e2e4", "e7e5", "d2d4", "b8c6"), None),
        (("e2e4", "c7c5", "b1c3", "b8c6"), None),
        (("d2d4", "e7e5"), "g1f3"),
    ],
)
def test_lines_are_followed_move_by_move(moves: tuple[str, ...], reply: str | None) -> None:
    """Moves from before the lines are not compared with them."""
    table, played = chess(*moves)
    side = table.match.turn
    agreements = (LINES, NOTHING) if side == 0 else (NOTHING, LINES)
    following = next_act(table.match, agreements, played, never)
    assert (following.command if following else None) == (reply and cmd.Move(reply, len(played)))


def taken_back(table: Table) -> None:
    """Let the side that moved last take its move back."""
    side = table.match.turn
    table.do(1 - side, cmd.RequestTakeback())
    table.do(side, cmd.AcceptTakeback())


def test_moves_taken_back_are_not_made() -> None:
    table, _ = chess("e2e4", "e7e5")
    taken_back(table)
    assert moves_made(table.events) == ["e2e4"]
    table.act(cmd.Move("c7c5", 1))
    assert moves_made(table.events) == ["e2e4", "c7c5"]


def test_a_turn_taken_back_ends_lines() -> None:
    """The reply that its player took back is not made again, nor is one to a move that was taken back."""
    table, played = chess("e2e4", "e7e5", "g1f3")
    assert open_lines(LINES, played, 0) == [("b8c6", "f1b5")]
    taken_back(table)
    side = table.match.turn
    agreements = (LINES, NOTHING) if side == 0 else (NOTHING, LINES)
    assert next_act(table.match, agreements, moves_made(table.events), never) is None
    renewed = AgreedActs(lines=LINES.lines, plies=1, backs=1)
    agreements = (renewed, NOTHING) if side == 0 else (NOTHING, renewed)
    following = next_act(table.match, agreements, moves_made(table.events), never)
    assert following is not None
    assert following.command == cmd.Move("g1f3", 2)


def test_an_illegal_move_of_a_line_is_not_made() -> None:
    table, played = chess("e2e4", "e7e5")
    wrong = AgreedActs(lines=(("e7e5", "e1e3"),), plies=1)
    side = table.match.turn
    assert next_act(table.match, (wrong, NOTHING) if side == 0 else (NOTHING, wrong), played, never) is None


def test_a_draw_offer_waits_for_a_word() -> None:
    table, played = chess("e2e4")
    side = 1 - table.match.turn
    table.do(1 - side, cmd.OfferDraw())
    table.act(cmd.Move("e7e5", 1))
    played.append("e7e5")
    agreements = (LINES, NOTHING) if table.match.turn == 0 else (NOTHING, LINES)
    assert next_act(table.match, agreements, played, never) is None


def test_both_lines_may_run_into_each_other() -> None:
    white = AgreedActs(lines=(("e7e5", "g1f3", "b8c6", "f1b5"),), plies=1)
    black = AgreedActs(lines=(("e2e4", "e7e5"), ("e2e4", "e7e5", "g1f3", "b8c6")), plies=0)
    table = Table(Terms("chess", clock=CLOCK))
    side = table.match.turn
    agreements = (white, black) if side == 0 else (black, white)
    draft = drafted(table.match, side, cmd.Move("e2e4", 0), NOW, table.dice)
    follow(draft, agreements)
    moves = [event.move for event in draft.events if isinstance(event, ev.Moved)]
    assert moves == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert [event.ahead for event in draft.events if isinstance(event, ev.Moved)] == ["", *["agreed"] * 4]


@pytest.mark.parametrize(
    "body",
    [
        {"roll": "now"},
        {"take": -1},
        {"take": 65},
        {"lines": [["e7e5"]]},
        {"lines": [["e7e5"] * (MOST_PLIES + 1)]},
        {"lines": [["e7e5", "g1f3"]] * (MOST_LINES + 1)},
        {"lines": [["e7e5", "x" * 200]]},
        {"plies": -1},
        {"backs": -1},
        {"all": True},
    ],
)
def test_agreements_have_bounds(body: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(body, AgreedActs)


# whole matches


@given(st.binary(min_size=32, max_size=32), st.integers(0, 7))
def test_a_match_played_ahead_is_true(secret: bytes, pick: int) -> None:
    """Acts made at once stand in the record, which verifies as if they had been given."""
    dice = Dice(secret, "m1")
    table = Table(Terms("tabla", clock=CLOCK), dice=dice)
    agreements = (AgreedActs(roll="always", accept=1), AgreedActs(roll="window", drop=True))
    for _ in range(40):
        if table.match.phase == "over":
            break
        side = table.match.to_act()
        assert side is not None
        turns = table.match.dice_position().turns()
        command: cmd.Command = (
            cmd.Play(turns[pick % len(turns)].moves, table.match.rolls, table.match.stage)
            if table.match.phase == "move"
            else cmd.Roll()
        )
        draft = drafted(table.match, side, command, table.now, dice)
        follow(draft, agreements)
        table.match = draft.match
        table.events += draft.events
    for _ in range(2):
        if table.match.phase != "over":
            draft = drafted(table.match, table.match.to_act(), cmd.Resign(2), table.now, dice)
            follow(draft, (AgreedActs(accept=1), AgreedActs(accept=1)))
            table.match = draft.match
            table.events += draft.events
    assert table.match.phase == "over"
    assert replay([ev.decode(ev.encode(event)) for event in table.events]) == table.match
    assert verify(table.events).problem is None


def test_a_refused_act_adds_nothing() -> None:
    table = Table(Terms("tabla", clock=CLOCK), (3, 1), dice=Loaded((3, 1)))
    draft = Draft(table.match, NOW, table.dice, evolve)
    with pytest.raises(CommandRefusedError):
        carry_on(draft, table.match.turn, cmd.Take(), "agreed")
    assert draft.events == []
