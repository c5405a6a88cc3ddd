"""Members, tables, matches and the house's bookings, with a death between any two steps of what they do.

What holds whatever happens: the ledger balances and its balances are those that its transfers give; nobody
falls below zero but by a payment that was taken back; nobody sits without a hold; and each member has what
the results of their matches, computed from the events alone, and their other bookings leave them. Once all
is quiet nothing is held but for tables that wait and matches that go on, and in the end nothing at all.
"""

from collections import defaultdict
from collections.abc import Callable, Generator
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as examples_of
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.support.club.stake_changes import changes
from tests.support.club.staked_matches import Inline, MemoryJournal, StakedMatch, member, staked
from tests.support.search_budget import times
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking, LedgerError
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import ISSUED, SHOP, Kind, clearing_code, held_code, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.stakes import actions, sweeper
from zaria.club.stakes.sweeper import StakeSweeper
from zaria.live.matches.escrow import Held, StakeRefusedError
from zaria.match import commands as cmd
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import classes
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

MEMBERS = ("ann", "bob", "eve", "dan")
WELCOME = 50_00
START = 1_800_000_000_000
TERMS = (staked("chess", 5_00), staked("tabla", 2_00, 5_00), staked("short-nardy-5s", 10_00))
ON_ITS_WAY = 99_000
"""Milliseconds for which an append may be on its way after the stake's time is over."""
SCRIPT = ("one",) * 4 + ("two",) * 4 + ("wait", "late", "sweep", "sweep", "clear")
"""The steps of a contest for a seat, with weights."""

Steps = Generator[None, None, None]
players = st.sampled_from(MEMBERS)
amounts = st.integers(1, 12_00)


class Club(RuleBasedStateMachine):
    """One club. Requests are generators: between two of their steps anything may happen, and all may die."""

    now = START
    steps = 0

    @initialize()
    def begin(self) -> None:
        type(self).now = START
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.journal = MemoryJournal()
        self.requests: list[Steps] = []
        self.expected: dict[str, int] = defaultdict(lambda: WELCOME)
        self.counted: set[str] = set()
        self.turned: dict[str, bool] = {}
        self.opened = self.booked = 0
        self.sweeper = StakeSweeper(self.journal, every=0.0)  # type: ignore[arg-type]
        for name in MEMBERS:
            ledger.ensure_member(name)

    def teardown(self) -> None:
        if hasattr(self, "undo"):
            try:
                self.come_to_rest()
            finally:
                transaction.set_rollback(True)
                self.undo.__exit__(None, None, None)

    # requests

    @rule(player=players, terms=st.sampled_from(TERMS), invited=st.none() | players)
    def ask_for_a_table(self, player: str, terms: Terms, invited: str | None) -> None:
        if len(self._waiting()) > 1:
            return
        self.opened += 1
        places = (player, invited if invited != player else None)
        self.requests.append(self._open(f"m{self.opened}", terms, places, by=0))

    @rule(data=st.data())
    def ask_for_a_rematch(self, data: st.DataObject) -> None:
        over = [one for one in self.journal.matches.values() if one.phase == "over" and len(one.seated) == 2]
        if over:
            match = data.draw(st.sampled_from(over))
            two, one = match.seated
            self.requests.append(self._open(f"{match.id}r", match.terms, (one, two), by=None))

    @rule(player=players, data=st.data())
    def press_play(self, player: str, data: st.DataObject) -> None:
        free = [one for one in self.journal.matches.values() if one.room.seat_for(player) is not None]
        if free:
            self.requests.append(self._sit(data.draw(st.sampled_from(free)), player))

    @rule(data=st.data(), dies=st.booleans(), undone=st.booleans())
    def step(self, data: st.DataObject, dies: bool, undone: bool) -> None:
        """One request does its next step. If it dies, its transaction is lost (`undone`), or what follows."""
        if not self.requests:
            return
        place = data.draw(st.integers(0, len(self.requests) - 1))
        if dies and undone:
            self._undone(lambda: next(self.requests.pop(place), None))
            return
        if next(self.requests[place], self) is self or dies:
            self.requests.pop(place)

    @rule()
    def all_requests_go_on(self) -> None:
        """Each as far as it comes."""
        for request in self.requests:
            for _ in request:
                pass
        self.requests.clear()

    @rule(player=players, terms=st.sampled_from(TERMS))
    def set_a_table(self, player: str, terms: Terms) -> None:
        """Somebody sets a table and sits down, as it usually goes."""
        self.play(player, player, terms)

    @rule(player=players, other=players, terms=st.sampled_from(TERMS))
    def play(self, player: str, other: str, terms: Terms) -> None:
        """Two sit down to a new match, as it usually goes."""
        self.opened += 1
        self.requests.append(self._open(f"m{self.opened}", terms, (player, None), by=0))
        self._finish_request()
        match = self.journal.matches.get(f"m{self.opened}")
        for one in (player, other):
            if match is not None and match.room.seat_for(one) is not None:
                self.requests.append(self._sit(match, one))
                self._finish_request()

    def contest(self, browsers: bool, terms: Terms, script: list[str], ends: bool) -> None:
        """Two ask for the same seat, or one does in two browsers; the rest of what they ask for is lost."""
        owner, one, two, _ = MEMBERS
        self.set_a_table(owner, terms)
        match = self.journal.matches.get(f"m{self.opened}")
        if match is None:
            return
        requests = [self._sit(match, player) for player in (one, one if browsers else two)]
        self.wait(130_000)  # the owner's stake is looked at from now on
        for what in script:
            if what in ("one", "two"):
                next(requests[what == "two"], None)
            elif what == "sweep":
                self.sweep(undone=False)
            elif what == "clear" and match.phase == "open":
                match.do(0, cmd.Cancel(), self.now)
            else:
                self.wait(130_000 if what == "late" else 21_000)
            self.nobody_sits_without_a_hold()
        if ends and match.phase not in ("open", "over"):
            self._end(match, "resign")
            self.project(undone=False)

    def _finish_request(self) -> None:
        for _ in self.requests.pop():
            pass

    def _open(self, match_id: str, terms: Terms, places: tuple[str, str | None], by: int | None) -> Steps:
        one, two = places
        asking = [one] if by is not None else [name for name in places if name is not None]
        try:
            actions.hold(match_id, _stakes(terms), terms.length, asking)
        except StakeRefusedError:
            return
        yield
        if match_id not in self.journal.matches:
            seats = (member(one), member(two) if two else None)
            self.journal.matches[match_id] = StakedMatch(match_id, terms, seats, by, self.now)

    def _sit(self, match: StakedMatch, player: str) -> Steps:
        try:
            (held,) = actions.hold(match.id, _stakes(match.terms), match.terms.length, [player])
        except StakeRefusedError:
            return
        yield
        after = len(match.rows)
        try:
            events = match.sit(player, held.until, self.now)
        except CommandRefusedError as refused:
            yield from self._refused(match, player, held, refused.code)
            return
        yield
        in_time = self.now <= held.until + ON_ITS_WAY
        if in_time and not match.append(after, events):
            yield from self._sit_again(match, player, held)

    def _sit_again(self, match: StakedMatch, player: str, held: Held) -> Steps:
        """Another append came first: the host decides again."""
        try:
            match.append(len(match.rows), match.sit(player, held.until, self.now))
        except CommandRefusedError as refused:
            yield from self._refused(match, player, held, refused.code)

    def _refused(self, match: StakedMatch, player: str, held: Held, code: str) -> Steps:
        yield
        if code != "not_held":
            actions.release(match.id, player, held)

    # matches

    @rule(data=st.data(), how=st.sampled_from(("resign", "most", "draw", "abort")))
    def end(self, data: st.DataObject, how: str) -> None:
        playing = [one for one in self.journal.matches.values() if one.phase not in ("open", "over")]
        if playing:
            self._end(data.draw(st.sampled_from(playing)), how)

    @rule(data=st.data())
    def clear(self, data: st.DataObject) -> None:
        """Somebody clears their table, or its time is over."""
        if waiting := self._waiting():
            data.draw(st.sampled_from(waiting)).do(0, cmd.Cancel(), self.now)

    @rule(ms=st.sampled_from((1_000, 21_000, 130_000)))
    def wait(self, ms: int) -> None:
        type(self).now += ms

    def _end(self, match: StakedMatch, how: str) -> None:
        """End a match: resigned, drawn or left where the game has that, or on time."""
        squares = match.terms.game == "chess"
        try:
            if how == "draw" and squares:
                match.draw(self.now)
            elif how == "abort" and squares:
                match.do(0, cmd.Abort(), self.now)
            else:
                match.resign(self.now, _points(match, how))
        except CommandRefusedError:
            match.do(None, cmd.Flag(), self.now)

    def _waiting(self) -> list[StakedMatch]:
        return [one for one in self.journal.matches.values() if one.phase == "open"]

    # the projector and the staff

    @rule(undone=st.booleans())
    def project(self, undone: bool) -> None:
        """Record all results; killed (`undone`) before it commits it does so again later."""
        over = {one.id: one for one in self.journal.matches.values() if one.phase == "over"}
        records = {name: one.record for name, one in over.items()}
        if undone:
            self._undone(lambda: results.write(records))
            return
        results.write(records)
        for name in over.keys() - self.counted:
            self.counted.add(name)
            self._count(over[name])

    @rule(undone=st.booleans())
    def sweep(self, undone: bool) -> None:
        def work() -> None:
            coroutine = self.sweeper.sweep(Inline())  # type: ignore[arg-type]
            with pytest.raises(StopIteration):
                coroutine.send(None)

        if undone:
            self._undone(work)
            self.sweeper = StakeSweeper(self.journal, every=0.0)  # type: ignore[arg-type]
        else:
            work()

    @rule(data=st.data(), again=st.booleans())
    def turn(self, data: st.DataObject, again: bool) -> None:
        """The staff voids a match, or restores it."""
        self.project(undone=False)
        if rows := list(Played.objects.exclude(won=None).order_by("pk")):
            match = data.draw(st.sampled_from(rows))
            self.turned[match.pk] = not self.turned.get(match.pk, False)
            correct = actions.void_settlement if self.turned[match.pk] else actions.restore_settlement
            correct(match.pk, "staff", "a mistake")
            self._count(self.journal.matches[match.pk], -1 if self.turned[match.pk] else 1)

    # other bookings

    @rule(player=players, amount=amounts, kind=st.sampled_from((Kind.GIFT, Kind.TOP_UP, Kind.GRANT)))
    def bring(self, player: str, amount: int, kind: Kind) -> None:
        source = clearing_code("stripe") if kind is Kind.TOP_UP else ISSUED
        self._book(kind, source, member_code(player), amount)
        self.expected[player] += amount

    @rule(player=players, amount=amounts, kind=st.sampled_from((Kind.PURCHASE, Kind.PAYOUT, Kind.REVERSAL)))
    def take(self, player: str, amount: int, kind: Kind) -> None:
        """A purchase needs the amount; a payment that is taken back may leave a debt."""
        target = {Kind.PURCHASE: SHOP, Kind.PAYOUT: ISSUED}.get(kind, clearing_code("stripe"))
        try:
            with transaction.atomic():
                self._book(kind, member_code(player), target, amount)
        except LedgerError:
            assert kind is not Kind.REVERSAL
            assert _balance(member_code(player)) < amount
        else:
            self.expected[player] -= amount

    def _book(self, kind: Kind, debit: str, credit: str, amount: int) -> None:
        """Book; then again, as a form that is sent twice or a webhook that comes twice does."""
        self.booked += 1
        booking = Booking(f"{kind}:{self.booked}", kind, debit, credit, amount)
        first, again = ledger.post([booking]), ledger.post([booking])
        assert first[0].pk == again[0].pk

    # what always holds

    @invariant()
    def the_ledger_balances(self) -> None:
        self.steps += 1
        if self.steps % 4 == 0 and hasattr(self, "undo"):
            assert audit().faults == []

    @invariant()
    def members_have_what_their_matches_leave_them(self) -> None:
        if hasattr(self, "undo"):
            found = {name: _balance(member_code(name)) + _balance(held_code(name)) for name in MEMBERS}
            assert found == {name: self.expected[name] for name in MEMBERS}

    @invariant()
    def nobody_sits_without_a_hold(self) -> None:
        if hasattr(self, "undo"):
            held = _held()
            for match in self.journal.matches.values():
                cleared = match.phase == "over" and not match.room.match.game_no
                if not cleared and match.id not in self.counted:
                    assert set(match.seated) <= held[match.id], match.id

    def come_to_rest(self) -> None:
        """Nobody asks for anything any more."""
        self.all_requests_go_on()
        for _ in range(2):
            self.wait(130_000)
            self.project(undone=False)
            self.sweep(undone=False)
        for match_id, holders in _held().items():
            match = self.journal.matches[match_id]
            assert match.phase != "over", f"{holders} have a hold of {match_id}, which is over"
            asked = match.room.places if match.room.by is None else (match.room.places[match.room.by],)
            assert holders <= {*match.seated, *(one.id for one in asked if one is not None)}
        for match in self._waiting():
            match.do(0, cmd.Cancel(), self.now)
        for match in self.journal.matches.values():
            if match.phase != "over":
                self._end(match, "resign")
        self.project(undone=False)
        assert audit().faults == []
        self.members_have_what_their_matches_leave_them()
        assert _held() == {}

    # helpers

    def _undone(self, work: Callable[[], object]) -> None:
        """Do something whose transaction is lost with its process."""
        with transaction.atomic():
            work()
            transaction.set_rollback(True)

    def _count(self, match: StakedMatch, sign: int = 1) -> None:
        """Add what a match was worth to what members are expected to have, by its events alone."""
        for player, change in changes(match.room.events).items():
            self.expected[player] += sign * change


def _points(match: StakedMatch, how: str) -> int:
    """The points to resign: the least or the most that the game has."""
    worth = [points for points, _ in classes(match.room.match)]
    return max(worth) if how == "most" else min(worth)


def _stakes(terms: Terms) -> Stakes:
    assert terms.stakes is not None
    return terms.stakes


def _balance(code: str) -> int:
    found: int = Account.objects.filter(code=code).values_list("balance", flat=True).first() or 0
    return found


def _held() -> defaultdict[str, set[str]]:
    """The players with a hold, by match."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for match_id, code in Transfer.objects.filter(state="pending").values_list("match_id", "debit__code"):
        found[match_id].add(code.removeprefix("member:"))
    return found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of the machine."""
    for module in (ledger, actions, sweeper):
        monkeypatch.setattr(module, "now_ms", lambda: Club.now)


def test_no_hundredth_is_made_or_lost(club: None, clock: None, settings: Any) -> None:
    settings.LEDGER = settings.LEDGER._replace(welcome=WELCOME)
    search = effort(times(15 if connection.vendor == "sqlite" else 3), stateful_step_count=40)
    run_state_machine_as_test(Club, settings=search)


def test_nobody_loses_by_a_contest_for_a_seat(club: None, clock: None, settings: Any) -> None:
    settings.LEDGER = settings.LEDGER._replace(welcome=WELCOME)

    @effort(times(40 if connection.vendor == "sqlite" else 5))
    @given(
        browsers=st.booleans(),
        terms=st.sampled_from(TERMS),
        script=st.lists(st.sampled_from(SCRIPT), min_size=3, max_size=12),
        ends=st.booleans(),
    )
    def run(browsers: bool, terms: Terms, script: list[str], ends: bool) -> None:
        machine = Club()
        machine.begin()
        try:
            machine.contest(browsers, terms, script, ends)
        finally:
            machine.teardown()

    run()


def effort(examples: int, **more: Any) -> examples_of:
    """Settings of a search that is the same each time."""
    return examples_of(
        max_examples=examples, suppress_health_check=list(HealthCheck), derandomize=True, **more
    )
