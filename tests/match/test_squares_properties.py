"""Random games on squares, played to their ends: whatever is asked of a match, its promises hold."""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.match.test_properties import CLOCKS, STAKES, VIEWS, assert_each_event_tells_what_changed
from tests.support.match.board_matches import GAMES, play, position
from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from tests.support.search_budget import times
from tests.support.strategies import CHARACTERS
from zaria import games
from zaria.match import commands as cmd
from zaria.match.clock.deadlines import deadline
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve, replay
from zaria.match.plays import play_of
from zaria.match.refusals import SENTENCES
from zaria.match.terms import Terms
from zaria.match.view import view
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

LONG = 300
"""Moves after which the players agree on a draw: without `safety_draw` some games need not end."""


@st.composite
def terms_of(draw: st.DrawFn) -> Terms:
    name = draw(st.sampled_from(GAMES))
    options = {key: draw(st.sampled_from(values)) for key, values in games.get(name).choices}
    return Terms(name, options, clock=draw(CLOCKS), stakes=draw(STAKES))


TEXTS = st.one_of(
    st.text(CHARACTERS, max_size=12),
    st.from_regex(r"[a-h][1-8][-:]?[a-h][1-8]([-:][a-h][1-8])?[qn]?", fullmatch=True, alphabet=CHARACTERS),
    st.from_regex(r"[1-5][0-9][-x][1-5][0-9]", fullmatch=True, alphabet=CHARACTERS),
)
ANYTHING = st.one_of(
    st.builds(cmd.Sit, st.sampled_from(PLAYERS), st.sampled_from(SEEDS), st.just("0" * 64)),
    st.builds(cmd.Move, TEXTS, st.integers(-1, 40)),
    st.builds(cmd.Resign, st.integers(-1, 3)),
    st.builds(cmd.Credit, st.integers(-5, 0)),
    st.builds(cmd.Play, st.just(((24, 1),)), st.integers(0, 9), st.integers(-1, 3)),
    st.sampled_from([cmd.OfferDraw(), cmd.AcceptDraw(), cmd.DeclineDraw(), cmd.Abort(), cmd.Flag()]),
    st.sampled_from([cmd.Roll(), cmd.Double(), cmd.Take(), cmd.Drop(), cmd.Accept(), cmd.Reject()]),
)


class Boards(RuleBasedStateMachine):
    """Two people, a clock and a server at one board."""

    @initialize(terms=terms_of(), secret=st.binary(min_size=32, max_size=32))
    def sit_down(self, terms: Terms, secret: bytes) -> None:
        self.table = Table(terms, dice=Dice(secret, "m1"))

    def going(self) -> bool:
        limit = deadline(self.table.match)
        return self.table.match.phase == "move" and (limit is None or self.table.now < limit)

    @rule(moves=st.integers(1, 60), pick=st.integers(0, 10_000), think=st.integers(0, 3_000))
    def play_on(self, moves: int, pick: int, think: int) -> None:
        for step in range(moves):
            self.table.now += think
            if not self.going() or position(self.table).plies >= LONG:
                return
            play(self.table, pick * (step + 1))

    @rule(side=st.integers(0, 1), answer=st.sampled_from([cmd.DeclineDraw(), cmd.DeclineDraw(), None]))
    @precondition(lambda self: self.going())
    def speak_of_a_draw(self, side: int, answer: cmd.Command | None) -> None:
        seen = view(self.table.match).squares
        assert seen is not None
        assert (self.table.refused(side, cmd.OfferDraw()) == "") is seen.can_offer[side]
        if seen.draw is not None:
            self.table.do(1 - seen.draw, answer or cmd.AcceptDraw())
        elif seen.can_offer[side]:
            self.table.do(side, cmd.OfferDraw())

    @rule(side=st.integers(0, 1))
    @precondition(lambda self: self.going() and position(self.table).plies % 5 == 1)
    def leave(self, side: int) -> None:
        seen = view(self.table.match).squares
        assert seen is not None
        assert self.table.refused(side, cmd.Abort()) == ("" if seen.can_abort else "closed")
        self.table.do(side, cmd.Abort() if seen.can_abort else cmd.Resign())

    @rule()
    @precondition(lambda self: deadline(self.table.match) is not None and self.table.now % 3 == 0)
    def let_the_flag_fall(self) -> None:
        limit = deadline(self.table.match)
        assert limit is not None
        self.table.now = max(self.table.now, limit)
        self.table.do(None, cmd.Flag())

    @rule(side=st.sampled_from([0, 1, None, 2]), command=ANYTHING)
    def ask_for_anything(self, side: int | None, command: cmd.Command) -> None:
        """A refusal names a known reason, and deciding alone changes nothing."""
        before = self.table.match
        state = msgspec.json.encode(view(before))
        assert self.table.refused(side, command) in {"", *SENTENCES}
        assert msgspec.json.encode(view(before)) == state

    @invariant()
    def somebody_is_to_move_until_it_is_over(self) -> None:
        match = self.table.match
        assert match.phase in ("move", "over")
        if match.phase == "move":
            assert match.to_act() == match.turn == position(self.table).turn
            offered = play_of(match).moves(match)
            assert offered
            assert len({way.move for way in offered}) == len(offered)
            assert all(way.path and set(way.path) >= {way.path[0], way.path[-1]} for way in offered)
        else:
            assert match.to_act() is None
            assert play_of(match).moves(match) is None

    @invariant()
    def the_view_is_plain_and_tells_no_secret(self) -> None:
        match, seen = self.table.match, view(self.table.match)
        body = msgspec.json.encode(seen)
        assert VIEWS.decode(body) == seen
        assert (self.table.dice.secret.hex().encode() in body) == (match.phase == "over")
        assert seen.squares is not None
        rows = seen.squares.board.split("/")
        assert [len(row) for row in rows] == [seen.size] * seen.size
        assert seen.squares.plies == position(self.table).plies
        assert (seen.squares.last is None) == (seen.squares.plies == 0)
        assert (seen.men, seen.pins, seen.pips, seen.dice) == (((), ()), ((), ()), (0, 0), ())

    def teardown(self) -> None:
        """Played to its end, all events replay to the same match, also from JSON and up to any point."""
        if not hasattr(self, "table"):
            return
        self.end()
        events, match = self.table.events, self.table.match
        assert dump(load(dump(events))) == dump(events)
        assert replay(events) == match
        half = replay(events[: 1 + len(events) // 2])
        for event in events[1 + len(events) // 2 :]:
            half = evolve(half, event)
        assert half == match
        assert_each_event_tells_what_changed(events)
        result = match.result
        assert result is not None
        assert (result.how == "void") == (position(self.table).plies <= 3)
        assert match.winner == result.winner
        assert match.score == tuple(int(side == result.winner) for side in (0, 1))
        assert (view(match).settlement is None) == (match.terms.stakes is None or match.winner is None)
        assert verify(events).problem is None

    def end(self) -> None:
        pick = 1
        while self.going() and position(self.table).plies < LONG:
            pick = pick * 7 % 1_009
            play(self.table, pick)
        if self.going():
            side = self.table.match.draw_offers.offer
            if side is None:
                side = self.table.match.turn
                play(self.table)  # so that it may offer, whatever it asked before
                self.table.do(side, cmd.OfferDraw()) if self.going() else None
            if self.going():
                self.table.do(1 - side, cmd.AcceptDraw())
        elif self.table.match.phase != "over":
            self.table.do(None, cmd.Flag())


TestBoards = Boards.TestCase
TestBoards.settings = settings(max_examples=times(30), stateful_step_count=12)
