"""Errors are found where they were made, with what they cost; what is no analysable record is refused."""

from collections.abc import Sequence

import msgspec
import pytest

from tests.support.bots.simple_evaluator import Simple, hasty, simple
from tests.support.match import board_matches
from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from zaria import games
from zaria.bots import levels
from zaria.bots.analysis import Depth, NotAnalysableError, analyse, checked, cube
from zaria.bots.analysis.board import Board
from zaria.bots.analysis.settings import SETTINGS
from zaria.bots.analysis.shape import Decision
from zaria.bots.levels.skill import MASTER
from zaria.bots.player import ThinkRequest, Thought
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import Candidate
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import DiceRules, Position
from zaria.games.turn import Turn
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Cube
from zaria.match.terms import Terms
from zaria.records import convert
from zaria.records.formats import mat

BAD = (3, 6)
"""Turns that are the worst of all."""
DICE = ((6, 1), (4, 2), (3, 3), (6, 5), (5, 2), (4, 1), (6, 3), (2, 1), (6, 4), (5, 5), (4, 3), (6, 2))


def match(*, cube: bool = False, game: str = "backgammon", turns: int = 11) -> Table:
    """A match whose turns are the best, but for some."""
    table = Table(Terms(game, cube=cube, beaver=cube), *DICE)
    for number in range(turns):
        while table.match.phase == "roll":  # where nothing can be played the other one is to roll
            table.act(cmd.Roll())
        best = ranked(table)
        table.give(best[-1 if number in BAD else 0].turn.moves)
    return table


def ranked(table: Table) -> list[Candidate]:
    """The turns of the stage to be played, the best first."""
    position = table.match.dice_position()
    return Simple(position.game).ranked(position)


def given_up(table: Table, points: int = 1) -> Sequence[ev.Event]:
    table.act(cmd.Resign(points))
    table.act(cmd.Accept())
    return table.events


def of(decisions: Sequence[Decision], kind: str) -> list[Decision]:
    return [decision for decision in decisions if decision.kind == kind]


@pytest.mark.parametrize("game", ["backgammon", "tapa", "long-nardy"])
def test_turns_that_were_not_the_best_are_found(game: str) -> None:
    analysis = analyse(given_up(match(game=game)), "quick", evaluators=simple)
    lost = [number for number, turn in enumerate(of(analysis.decisions, "turn")) if turn.loss]
    assert lost == [number for number in BAD if of(analysis.decisions, "turn")[number].ways > 1]
    assert len(lost) > 0
    worst = of(analysis.decisions, "turn")[3]
    assert worst.mark
    assert worst.ways >= len(worst.choices) > 1
    assert worst.loss == max(choice.loss for choice in worst.choices)
    assert worst.best == worst.choices[0].text != worst.played


def test_the_same_through_a_file_of_another_format() -> None:
    events = given_up(match())
    direct, from_file = (
        analyse(record, "quick", evaluators=simple)
        for record in (events, mat.load(mat.dump(events), "backgammon", None))
    )
    assert [turn.loss for turn in of(from_file.decisions, "turn")] == [
        turn.loss for turn in of(direct.decisions, "turn")
    ]
    assert from_file.rolls == direct.rolls


class Sure(Simple):
    """Knows that side 0 wins for sure, or nearly."""

    def __init__(self, game: DiceRules, win: float) -> None:
        super().__init__(game)
        self.win = win

    def evaluate(self, position: Position, ply: int = 0) -> OutcomeProbabilities:
        chances = OutcomeProbabilities(self.win)
        return chances if position.turn == 0 else chances.flipped()


def marks(table: Table, win: float) -> list[tuple[str, int, str, str, str]]:
    """The marks: kind, side, the decision made, the best one, the mark."""
    analysis = analyse(table.events, "quick", evaluators=lambda game: Sure(game, win))
    return [
        (decision.kind, decision.side, decision.played, decision.best, decision.mark)
        for decision in analysis.decisions
        if decision.mark
    ]


def rolled(turns: int) -> Table:
    """A match with a cube after so many turns, the next player to roll or double."""
    return match(cube=True, turns=turns)


@pytest.mark.parametrize(
    ("win", "turns", "acts", "expected"),
    [
        # Side 0 begins, so after two turns it is to roll: it doubles, and the other takes what is lost.
        (0.95, 2, [cmd.Double(), cmd.Take()], [("answer", 1, "take", "drop", "blunder")]),
        (0.70, 2, [cmd.Double(), cmd.Drop()], [("answer", 1, "drop", "take", "blunder")]),
        (0.25, 2, [cmd.Double(), cmd.Take()], [("double", 0, "double", "no_double", "blunder"),
                                               ("answer", 1, "take", "beaver", "blunder")]),
        (0.95, 2, [cmd.Double(), cmd.Beaver(), cmd.Take()], [("answer", 1, "beaver", "drop", "blunder")]),
        (0.75, 2, [cmd.Double(), cmd.Take()], []),
        (0.99, 3, [cmd.Resign(1), cmd.Accept()], []),
        (0.99, 2, [cmd.Resign(1), cmd.Accept()], [("resign", 0, "resign", "play_on", "blunder")]),
        (0.01, 2, [cmd.Resign(1), cmd.Reject()], []),
    ],
)  # fmt: skip
def test_the_cube_and_resignations(
    win: float, turns: int, acts: list[cmd.Command], expected: list[tuple[str, int, str, str, str]]
) -> None:
    table = rolled(turns)
    for act in acts:
        table.act(act)
    if table.match.phase != "over":
        table.do(1, cmd.Claim("win"))
    assert [mark for mark in marks(table, win) if mark[2] != "no_double"] == expected


def test_not_doubling_is_an_error_only_where_the_cube_may_be_turned() -> None:
    table = rolled(4)
    table.do(1, cmd.Claim("win"))
    doubles = [mark for mark in marks(table, 0.85) if mark[0] == "double"]
    assert doubles == [("double", 0, "no_double", "double", "blunder")] * (len(doubles) or 1)
    without_cube = match(turns=4)
    without_cube.do(1, cmd.Claim("win"))
    assert not of(analyse(without_cube.events, "quick", evaluators=simple).decisions, "double")


def test_a_dead_cube_is_no_decision() -> None:
    """At 3-away with the cube at 4, turning it gains nothing: to roll is no feat."""
    table = Table(Terms("backgammon", length=3, cube=True))
    fresh = games.dice_game("backgammon").start(0)
    for value, counted in ((4, False), (1, True)):
        table.force(
            phase="roll", turn=0, fresh=False, position=fresh, cube=Cube(value, 0 if value > 1 else None)
        )
        decision = cube.acted(
            table.match, OutcomeProbabilities(0.68), ev.Rolled(at=0, side=0, n=5, dice=(3, 1)), 5
        )
        assert decision is not None
        assert (decision.loss, decision.counted) == (0, counted)


@pytest.mark.parametrize(("depth", "plies"), [("quick", 0), ("normal", 1), ("deep", 2)])
def test_deeper_settings_look_again_at_what_is_close(depth: Depth, plies: int) -> None:
    analysis = analyse(given_up(match(turns=5)), depth, evaluators=simple)
    assert (analysis.method.depth, analysis.method.ply) == (depth, plies)
    for turn in of(analysis.decisions, "turn"):
        deepest = max([choice.ply for choice in turn.choices], default=0)
        assert [choice.ply for choice in turn.choices if choice.played] == [deepest] * bool(turn.choices)


def test_the_deepest_setting_asks_what_the_master_would_choose() -> None:
    turns = of(analyse(given_up(match(turns=5)), "deep", evaluators=simple).decisions, "turn")
    decisions = [turn for turn in turns if turn.ways > 1]
    assert {turn.agrees for turn in decisions} == {True, False}
    assert decisions[BAD[0]].agrees is False
    assert all(turn.agrees is None for turn in turns if turn.ways < 2)
    quick = of(analyse(given_up(match(turns=2)), "quick", evaluators=simple).decisions, "turn")
    assert {turn.agrees for turn in quick} == {None}


class Scripted:
    """A master whose moves are given."""

    def __init__(self, *moves: str) -> None:
        self._moves = iter(moves)

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        return Thought(next(self._moves))


def test_the_master_is_asked_on_squares_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETTINGS, "quick", SETTINGS["quick"]._replace(master=True))
    monkeypatch.setitem(levels.ON_SQUARES, MASTER, Scripted("e2e4", "d7d5", *board_matches.FOOLS_MATE[2:]))
    table = board_matches.chess(*board_matches.FOOLS_MATE)
    turns = of(analyse(table.events, "quick", engines=hasty).decisions, "turn")
    assert [turn.agrees for turn in turns] == [False, False, True, True]


def test_a_blunder_on_squares() -> None:
    table = board_matches.chess(*board_matches.FOOLS_MATE)
    analysis = analyse(table.events, "quick", engines=lambda game: hasty(game))
    assert [
        (decision.played, decision.mark) for decision in analysis.decisions if decision.mark == "blunder"
    ][-1:] == [("g4", "blunder")]
    assert analysis.decisions[-1].played == "Qh4#"
    assert analysis.graph[-1].chance == 0


def test_a_game_that_went_on_after_our_draw() -> None:
    """Other programs do not end a game after fifty moves: moves played then are read, and are no errors."""
    rounds = [f"{n}. {'Nf3 Nf6' if n % 2 else 'Ng1 Ng8'}" for n in range(1, 53)]
    result = "1/2-1/2"
    events = convert.read(f'[Result "{result}"]\n\n{" ".join(rounds)} 53. e4 {result}\n'.encode(), "pgn")
    last = of(analyse(events, "quick", engines=hasty).decisions, "turn")[-1]
    assert (last.played, last.loss, last.mark) == ("e4", 0, "")


def test_a_side_that_moves_twice_is_not_judged_as_the_other() -> None:
    """In ugolki whoever is shut in is passed over: the chance after a move is that of the same side."""
    game = games.board_game("ugolki")
    position = game.start()
    move = position.legal_moves()[0].move
    after = position.move(move)
    again = game.parse(after.to_text().replace(" b ", " w "))
    assert (position.turn, after.turn, again.turn) == (0, 1, 0)
    board = Board(hasty, SETTINGS["quick"])
    for reached, opponent_to_move in ((after, True), (again, False)):
        view, choice = board._view(reached), board._behind(position, reached, move, [])
        value = view.lines[0].value
        assert value
        assert (choice.equity, choice.value) == (
            (1 - view.chance, -value) if opponent_to_move else (view.chance, value)
        )


def test_giving_up_on_squares_is_no_decision() -> None:
    table = board_matches.chess(*board_matches.FOOLS_MATE[:-1])
    table.do(1, cmd.Resign(1))
    analysis = analyse(table.events, "quick", engines=hasty)
    (resignation,) = of(analysis.decisions, "resign")
    assert (resignation.side, resignation.best, resignation.loss > 0) == (1, "play_on", True)
    assert (resignation.counted, resignation.mark) == (False, ""), "it is listed, but is no decision"
    total = analysis.accounts[1].total
    assert (total.decisions, total.blunders) == (analysis.accounts[1].turns.decisions, 0)


def test_what_was_taken_back_is_no_part_of_it() -> None:
    table = Table(Terms("backgammon", training=True), *DICE, seated=False)
    bot = ev.Player("bot:plain", "Plain", "#777", bot="plain")
    for side, player in enumerate((PLAYERS[0], bot)):
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    table.play(-1)
    table.act(cmd.Roll())
    table.play()
    table.do(0, cmd.TakeBack(1))
    table.play(0)
    table.do(1, cmd.Resign(1))
    table.act(cmd.Accept())
    analysis = analyse(table.events, "quick", evaluators=simple)
    (turn,) = of(analysis.decisions, "turn")
    assert turn.played == str(Turn(())) or turn.side == 0


@pytest.mark.parametrize("turn", [0, -1])
def test_a_game_from_a_position_is_analysed_from_there(turn: int) -> None:
    position = "X=6:1,4:1,3:1,off:12;O=6:2,off:13"
    table = Table(Terms("backgammon", position=position), (4, 3), (2, 1))
    table.act(cmd.Roll())
    best = ranked(table)
    assert len(best) > 1
    table.give(best[turn].turn.moves)
    table.act(cmd.Roll())
    analysis = analyse(given_up(table), "quick", evaluators=simple)
    first = of(analysis.decisions, "turn")[0]
    assert (first.side, first.played) == (0, str(best[turn].turn))
    assert bool(first.loss) == bool(turn)


def won_twice() -> list[ev.Event]:
    """A match to one point that goes on when it is won."""
    first, *events = given_up(match())
    assert isinstance(first, ev.Opened)
    terms = msgspec.structs.replace(first.terms, length=1)
    end = next(n for n, event in enumerate(events) if isinstance(event, ev.GameEnded))
    return [
        msgspec.structs.replace(first, terms=terms, seal=""),
        *events[: end + 1],
        ev.GameStarted(at=0, number=2, crawford=False, starter=None),
    ]


def doubled_to(value: int) -> list[ev.Event]:
    table = rolled(2)
    table.act(cmd.Double())
    *events, doubled = table.events
    assert isinstance(doubled, ev.Doubled)
    return [*events, msgspec.structs.replace(doubled, value=value)]


@pytest.mark.parametrize(
    ("events", "code"),
    [
        (match(turns=3).events, "unfinished"),
        (Table(Terms("tabla"), seated=False).events, "no_game"),
        ([*given_up(match(turns=2))[:5], *given_up(match(turns=2))[6:]], "bad"),
        (won_twice(), "bad"),
        (doubled_to(2), "unfinished"),
        (doubled_to(1), "bad"),
        (doubled_to(0), "bad"),
    ],
)
def test_what_cannot_be_analysed(events: list[ev.Event], code: str) -> None:
    with pytest.raises(NotAnalysableError) as refused:
        checked(events)
    assert refused.value.code == code
    with pytest.raises(NotAnalysableError):
        analyse(events)
