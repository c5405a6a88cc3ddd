"""Random matches of every game: whatever is asked of a match, its promises hold."""

from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.support.match.dice_matches import PLAYERS, SEEDS, Table
from tests.support.search_budget import times
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.deadlines import deadline
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve, replay
from zaria.match.match import Cube, Match
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.scoring import leader
from zaria.match.stakes import Stakes
from zaria.match.terms import SESSION, ClockTerms, Terms
from zaria.match.view import View, after, view
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

CLOCKS = st.none() | st.builds(
    ClockTerms,
    delay=st.integers(0, 20_000),
    bank=st.integers(1, 600_000),
    increment=st.integers(0, 5_000),
)
STAKES = st.none() | st.builds(
    Stakes,
    st.integers(1, 10_000),
    st.none() | st.integers(10_000, 50_000),
    st.sampled_from(["none", "pot", "profit"]),
)


@st.composite
def terms_of(draw: st.DrawFn) -> Terms:
    """Any game, any of its options, and any agreements that go together."""
    name = draw(st.sampled_from(games.names()))
    options = {key: draw(st.sampled_from(values)) for key, values in games.get(name).choices}
    free = Terms(
        name,
        options,
        length=draw(st.sampled_from([SESSION, 1, 3, 7, 64])),
        crawford=draw(st.booleans()),
        clock=draw(CLOCKS),
        stakes=draw(STAKES),
    )
    if free.length == SESSION:
        free = msgspec.structs.replace(free, stakes=None)
    cube = msgspec.structs.replace(
        free,
        cube=True,
        beaver=draw(st.booleans()),
        raccoon=draw(st.booleans()),
        jacoby=draw(st.booleans()),
        auto_doubles=draw(st.sampled_from([0, 1, 6])),
        raises=draw(st.sampled_from(["double", "double", "add"])),
    )
    for terms in (cube, msgspec.structs.replace(free, cube=True), free, Terms(name, length=3)):
        try:
            terms.check()
        except CommandRefusedError:
            continue
        return terms
    raise AssertionError(f"{name} cannot be played at all")


MOVES = st.lists(st.tuples(st.integers(1, 25), st.integers(1, 6)), max_size=4).map(tuple)
ANYTHING = st.one_of(
    st.builds(cmd.Sit, st.sampled_from(PLAYERS), st.sampled_from(SEEDS), st.just("0" * 64)),
    st.builds(cmd.Play, MOVES, st.integers(0, 60), st.integers(-1, 3)),
    st.builds(cmd.Resign, st.integers(-1, 5)),
    st.builds(cmd.Credit, st.integers(-5, 0)),
    st.sampled_from([cmd.Roll(), cmd.Double(), cmd.Take(), cmd.Drop(), cmd.Beaver(), cmd.Raccoon()]),
    st.sampled_from([cmd.Accept(), cmd.Reject(), cmd.Flag(), cmd.Finish()]),
)
"""Mostly nonsense, now and then something that may be done."""

VIEWS = msgspec.json.Decoder(View)


class Matches(RuleBasedStateMachine):
    """Two people, a clock and a server at one table."""

    @initialize(terms=terms_of(), secret=st.binary(min_size=32, max_size=32))
    def sit_down(self, terms: Terms, secret: bytes) -> None:
        self.table = Table(terms, dice=Dice(secret, "m1"))
        self.score = (0, 0)
        first_position = games.dice_game(terms.game, **terms.options).start()
        self.checkers = [sum(first_position.counts(side)) for side in (0, 1)]

    @property
    def phase(self) -> str:
        return self.table.match.phase

    @rule(turns=st.integers(10, 80), pick=st.integers(0, 10_000), think=st.integers(0, 3_000))
    def play_on(self, turns: int, pick: int, think: int) -> None:
        """Both roll and play for a while."""
        for _ in range(turns):
            if self.phase not in ("roll", "move") or self.late(think):
                return
            self.table.now += think
            if self.phase == "roll":
                self.table.act(cmd.Roll())
            else:
                self.table.play(pick)

    @rule(counters=st.integers(0, 2), answer=st.sampled_from([cmd.Take(), cmd.Take(), cmd.Drop()]))
    @precondition(lambda self: view(self.table.match).can_double and not self.late(0))
    def double(self, counters: int, answer: cmd.Command) -> None:
        """Also beavers and raccoons, where they were agreed on; the cube ends with whoever was doubled."""
        table, turn = self.table, self.table.match.turn
        table.act(cmd.Double())
        for counter in (cmd.Beaver(), cmd.Raccoon())[:counters]:
            offered, to_act = table.match.proposed, table.match.to_act()
            assert to_act == (1 - turn if len(offered) == 1 else turn)
            if not view(table.match).can_beaver:
                assert table.refused(to_act, counter) in ("no_beaver", "no_raccoon", "cube_max")
                break
            if self.late(0):
                return
            table.act(counter)
            assert table.match.proposed == (*offered, 2 * offered[-1])
        if self.late(0):
            return
        value, game_no = table.match.proposed[-1], table.match.game_no
        table.act(answer)
        if isinstance(answer, cmd.Take):
            assert table.match.cube == Cube(value, 1 - turn)
            assert value <= 64
        else:
            assert table.match.game_no > game_no or table.match.phase == "over"

    @rule(points=st.integers(0, 5), answer=st.sampled_from([cmd.Reject(), cmd.Reject(), cmd.Accept()]))
    @precondition(lambda self: self.phase in ("roll", "move") and not self.late(0))
    def resign(self, points: int, answer: cmd.Command) -> None:
        side = self.table.match.turn
        seen = view(self.table.match)
        allowed = points in dict(seen.classes) and seen.resign_min[side] <= points
        assert (self.table.refused(side, cmd.Resign(points)) == "") is allowed
        if allowed:
            self.table.act(cmd.Resign(points))
            self.table.act(answer)

    @rule()
    @precondition(lambda self: deadline(self.table.match) is not None and self.table.match.rolls % 3 == 0)
    def let_the_flag_fall(self) -> None:
        limit = deadline(self.table.match)
        assert limit is not None
        self.table.now = max(self.table.now, limit)
        self.table.do(None, cmd.Flag())

    @rule(side=st.sampled_from([0, 1]))
    @precondition(lambda self: self.table.match.terms.length == SESSION and not self.late(0))
    def finish_the_session(self, side: int) -> None:
        """A side that has not acted since the last game may go, and the score stays."""
        before, seen = self.table.match, view(self.table.match)
        if not (seen.can_finish or (False, False))[side]:
            assert self.table.refused(side, cmd.Finish()) in ("finish_later", "match_over")
            return
        self.table.do(side, cmd.Finish())
        assert (self.phase, self.table.match.score) == ("over", before.score)

    @rule(ms=st.integers(1, 100_000))
    @precondition(lambda self: deadline(self.table.match) is not None)
    def the_server_was_away(self, ms: int) -> None:
        self.table.now += ms
        self.table.do(None, cmd.Credit(ms))

    @rule(side=st.sampled_from([0, 1, None, 2]), command=ANYTHING)
    def ask_for_anything(self, side: int | None, command: cmd.Command) -> None:
        """A refusal names a known reason, and deciding alone changes nothing."""
        before = self.table.match
        state = msgspec.json.encode(view(before))
        assert self.table.refused(side, command) in {"", *SENTENCES}
        assert msgspec.json.encode(view(before)) == state

    def late(self, think: int) -> bool:
        """True if the running side is out of time `think` ms from now."""
        limit = deadline(self.table.match)
        return limit is not None and self.table.now + think >= limit

    @invariant()
    def the_score_only_rises(self) -> None:
        score = self.table.match.score
        assert score[0] >= self.score[0]
        assert score[1] >= self.score[1]
        self.score = score

    @invariant()
    def no_command_leaves_the_match_in_between(self) -> None:
        match = self.table.match
        assert match.phase not in ("open", "between")
        assert (match.to_act() is None) == (match.phase == "over")

    @invariant()
    def checkers_are_neither_lost_nor_made(self) -> None:
        position = self.table.match.dice_position()
        assert [sum(position.counts(side)) for side in (0, 1)] == self.checkers
        if self.phase in ("roll", "move"):
            assert position.turn == self.table.match.turn

    @invariant()
    def a_stage_is_to_be_played_exactly_while_somebody_moves(self) -> None:
        match, seen = self.table.match, view(self.table.match)
        if self.phase in ("roll", "move", "double"):
            assert (match.dice_position().duty is not None) == (self.phase == "move")
        if self.phase == "move":
            assert match.dice_position().turns(), "what cannot be played follows by itself"
            assert seen.dice
            assert set(seen.thrown) <= {seen.thrown[0], *seen.dice} or seen.rest
        elif self.phase != "resign":
            assert (seen.dice, seen.thrown, seen.later, seen.rest, seen.stage) == ((), (), (), False, 0)

    @invariant()
    def the_view_is_plain_and_tells_no_secret(self) -> None:
        seen = view(self.table.match)
        body = msgspec.json.encode(seen)
        assert VIEWS.decode(body) == seen
        assert (self.table.dice.secret.hex().encode() in body) == (self.phase == "over")

    def teardown(self) -> None:
        """All events replay to the same match, also from JSON and up to any point."""
        if not hasattr(self, "table"):
            return
        events, match = self.table.events, self.table.match
        assert load(dump(events)) == events
        assert replay(events) == match
        for length in range(1, len(events), 1 + len(events) // 5):
            half = replay(events[:length])
            for event in events[length:]:
                half = evolve(half, event)
            assert half == match
        assert_each_event_tells_what_changed(events)
        if match.phase == "over":
            if match.terms.length == SESSION:
                assert match.winner == leader(match.score)
            else:
                assert match.winner is not None
                assert match.score[match.winner] >= match.terms.length
                assert match.score[match.winner] > match.score[1 - match.winner]
            settlement, stakes = view(match).settlement, match.terms.stakes
            assert (settlement is None) == (stakes is None)
            if settlement is not None and stakes is not None:
                assert settlement.won + settlement.fee == settlement.lost <= (stakes.most or 10**9)
            assert verify(events).problem is None


def assert_each_event_tells_what_changed(events: list[ev.Event]) -> None:
    """The views after each event, put together, show the table as it is."""
    match: Match | None = None
    seen: dict[str, Any] = {}
    for event in events:
        match = evolve(match, event)
        seen |= msgspec.structs.asdict(after(match, event))
        assert seen == msgspec.structs.asdict(view(match))


TestMatches = Matches.TestCase
TestMatches.settings = settings(max_examples=times(50), stateful_step_count=40)
