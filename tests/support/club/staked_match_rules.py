"""Members who open tables, sit down and play for stakes, with a death between any two steps of what they do.

A part of the search in `tests/club/stakes/test_machine.py`.
"""

from collections import defaultdict
from collections.abc import Callable, Generator
from itertools import permutations

import pytest
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.support.club.expected_balances import ExpectedBalances
from tests.support.club.stake_changes import changes
from tests.support.club.staked_matches import Inline, MemoryJournal, StakedMatch, member, staked
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import FEES, ISSUED, held_code, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.staff.actions import matches as staff
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.stakes import actions
from zaria.club.stakes.sweeper import StakeSweeper
from zaria.live.matches.escrow import Held, StakeRefusedError
from zaria.match import commands as cmd
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import classes
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

MEMBERS = ("ann", "bob", "eve", "dan")
WELCOME = 1000_00
START = 1_800_000_000_000
TERMS = (staked("chess", 100_00), staked("tabla", 33_35, 80_00), staked("short-nardy-5s", 200_00))
ON_ITS_WAY = 99_000
"""Milliseconds for which an append may be on its way after the stake's time is over."""

Steps = Generator[None, None, None]
players = st.sampled_from(MEMBERS)
pairs = st.sampled_from(tuple(permutations(MEMBERS, 2)))
ends = st.sampled_from(("resign", "most", "draw", "abort"))


class MatchRules(RuleBasedStateMachine):
    """One club. Requests are generators: between two of their steps anything may happen, and all may die."""

    now = START
    steps = 0

    def begin(self) -> None:
        MatchRules.now = START
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.journal = MemoryJournal()
        self.requests: list[Steps] = []
        self.expected = ExpectedBalances()
        self.counted: set[str] = set()
        self.voided: set[str] = set()
        self.opened = 0
        self.sweeper = StakeSweeper(self.journal, every=0.0)  # type: ignore[arg-type]
        self.people = {
            name: Member.objects.create(username=name, email=f"{name}@example.org", player=name, password="!")
            for name in MEMBERS
        }
        for name in MEMBERS:
            ledger.ensure_member(name)
            self.expected.move(ISSUED, name, WELCOME)

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
        over = [
            match
            for match in self.journal.matches.values()
            if match.phase == "over" and len(match.seated) == 2
        ]
        if over:
            match = data.draw(st.sampled_from(over))
            first, second = match.seated
            self.requests.append(self._open(f"{match.id}r", match.terms, (second, first), by=None))

    @rule(player=players, data=st.data())
    def press_play(self, player: str, data: st.DataObject) -> None:
        free = [
            match for match in self.journal.matches.values() if match.live_match.seat_for(player) is not None
        ]
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
        self.play((player, player), terms, None)

    @rule(pair=pairs, terms=st.sampled_from(TERMS), how=st.none() | ends)
    def play(self, pair: tuple[str, str], terms: Terms, how: str | None) -> None:
        """Two sit down to a new match, as it usually goes, and may end it."""
        self.opened += 1
        self.requests.append(self._open(f"m{self.opened}", terms, (pair[0], None), by=0))
        self._finish_request()
        match = self.journal.matches.get(f"m{self.opened}")
        for player in pair:
            if match is not None and match.live_match.seat_for(player) is not None:
                self.requests.append(self._sit(match, player))
                self._finish_request()
        if match is not None and how is not None and match.phase not in ("open", "over"):
            self._end(match, how)
            self.project(undone=False)

    def contest(self, browsers: bool, terms: Terms, script: list[str], ends: bool) -> None:
        """Two ask for the same seat, or one does in two browsers; the rest of what they ask for is lost."""
        owner, first, second, _ = MEMBERS
        self.set_a_table(owner, terms)
        match = self.journal.matches.get(f"m{self.opened}")
        if match is None:
            return
        requests = [self._sit(match, player) for player in (first, first if browsers else second)]
        self.wait(130_000)  # the owner's stake is looked at from now on
        for step in script:
            if step in ("one", "two"):
                next(requests[step == "two"], None)
            elif step == "sweep":
                self.sweep(undone=False)
            elif step == "clear" and match.phase == "open":
                match.do(0, cmd.Cancel(), self.now)
            else:
                self.wait(130_000 if step == "late" else 21_000)
            self.nobody_sits_without_a_hold()
        if ends and match.phase not in ("open", "over"):
            self._end(match, "resign")
            self.project(undone=False)

    def _finish_request(self) -> None:
        for _ in self.requests.pop():
            pass

    def _open(self, match_id: str, terms: Terms, places: tuple[str, str | None], by: int | None) -> Steps:
        first, second = places
        asking = [first] if by is not None else [name for name in places if name is not None]
        if not self._hold(match_id, terms, asking):
            return
        yield
        if match_id not in self.journal.matches:
            seats = (member(first), member(second) if second else None)
            self.journal.matches[match_id] = StakedMatch(match_id, terms, seats, by, self.now)

    def _hold(self, match_id: str, terms: Terms, asking: list[str]) -> list[Held]:
        """Hold the stakes of all who ask, or of none, where the model has an objection."""
        amount, held = _stakes(terms).held(terms.length), _held()[match_id]
        objections = [(self._objection(name, amount), name) for name in asking if name not in held]
        expected = [(code, name) for code, name in objections if code is not None]
        if expected:
            with pytest.raises(StakeRefusedError) as refused:
                actions.hold(match_id, _stakes(terms), terms.length, asking)
            assert (refused.value.code, refused.value.player) == expected[0]
            return []
        holds = actions.hold(match_id, _stakes(terms), terms.length, asking)
        assert [hold.new for hold in holds] == [name not in held for name in asking]
        assert all(hold.until >= self.now + actions.SEAT_WITHIN for hold in holds)
        return holds

    def _objection(self, player: str, amount: int) -> str | None:
        available, held = balance_of(member_code(player)), balance_of(held_code(player))
        return self.expected.stake_objection(player, amount, available, held, self.now)

    def _sit(self, match: StakedMatch, player: str) -> Steps:
        holds = self._hold(match.id, match.terms, [player])
        if not holds:
            return
        (held,) = holds
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

    @rule(data=st.data(), how=ends)
    def end(self, data: st.DataObject, how: str) -> None:
        playing = [match for match in self.journal.matches.values() if match.phase not in ("open", "over")]
        if playing:
            self._end(data.draw(st.sampled_from(playing)), how)

    @rule(data=st.data())
    def clear(self, data: st.DataObject) -> None:
        """Somebody clears their table, or its time is over."""
        if waiting := self._waiting():
            data.draw(st.sampled_from(waiting)).do(0, cmd.Cancel(), self.now)

    @rule(ms=st.sampled_from((1_000, 21_000, 130_000)))
    def wait(self, ms: int) -> None:
        MatchRules.now += ms

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
        return [match for match in self.journal.matches.values() if match.phase == "open"]

    # the projector and the staff

    @rule(undone=st.booleans())
    def project(self, undone: bool) -> None:
        """Record all results; killed (`undone`) before it commits it does so again later."""
        over = {match.id: match for match in self.journal.matches.values() if match.phase == "over"}
        records = {name: match.record for name, match in over.items()}
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

    @rule(data=st.data(), restore=st.booleans(), undone=st.booleans())
    def void(self, data: st.DataObject, restore: bool, undone: bool) -> None:
        """The staff voids a match, or restores it; a second time changes nothing."""
        self.project(undone=False)
        matches = list(Played.objects.order_by("pk"))
        if not matches:
            return
        match = data.draw(st.sampled_from(matches))
        act, correct = (
            (staff.restore, actions.restore_settlement) if restore else (staff.void, actions.void_settlement)
        )
        if restore is not (match.pk in self.voided):
            with pytest.raises(ActionRefusedError):
                act(None, match, "a mistake")
        elif undone:
            self._undone(lambda: act(None, match, "a mistake"))
            return
        else:
            act(None, match, "a mistake")
            self.voided ^= {match.pk}
            self._count(self.journal.matches[match.pk], 1 if restore else -1)
        assert correct(match.pk, "staff", "sent again") == []

    # what always holds

    @invariant()
    def the_ledger_balances(self) -> None:
        self.steps += 1
        if self.steps % 4 == 0 and hasattr(self, "undo"):
            assert audit().faults == []

    @invariant()
    def everybody_has_what_the_model_leaves_them(self) -> None:
        if hasattr(self, "undo"):
            amounts: defaultdict[str, int] = defaultdict(int)
            for code, amount in Account.objects.values_list("code", "balance"):
                amounts[code.removeprefix("member:").removeprefix("held:")] += amount
            assert {**amounts} == {name: self.expected.amounts[name] for name in amounts}

    @invariant()
    def nobody_sits_without_a_hold(self) -> None:
        if hasattr(self, "undo"):
            held = _held()
            for match in self.journal.matches.values():
                cleared = match.phase == "over" and not match.live_match.match.game_no
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
            places = (
                match.live_match.places
                if match.live_match.by is None
                else (match.live_match.places[match.live_match.by],)
            )
            assert holders <= {*match.seated, *(player.id for player in places if player is not None)}
        for match in self._waiting():
            match.do(0, cmd.Cancel(), self.now)
        for match in self.journal.matches.values():
            if match.phase != "over":
                self._end(match, "resign")
        self.project(undone=False)
        assert audit().faults == []
        self.everybody_has_what_the_model_leaves_them()
        assert sums() == dict(Account.objects.values_list("code", "balance"))
        assert _held() == {}

    # helpers

    def _undone(self, work: Callable[[], object]) -> None:
        """Do something and lose its transaction, as with its process."""
        with transaction.atomic():
            work()
            transaction.set_rollback(True)

    def _count(self, match: StakedMatch, sign: int = 1) -> None:
        """Add what a match was worth to the model, by its events alone."""
        for player, change in changes(match.live_match.events).items():
            self.expected.move(FEES, player, sign * change)
            self.expected.lose(player, -sign * change, self.now)


def _points(match: StakedMatch, how: str) -> int:
    """The points to resign: the least or the most that the game has."""
    worth = [points for points, _ in classes(match.live_match.match)]
    return max(worth) if how == "most" else min(worth)


def _stakes(terms: Terms) -> Stakes:
    assert terms.stakes is not None
    return terms.stakes


def balance_of(code: str) -> int:
    """The balance of an account, 0 before it is opened."""
    balance: int = Account.objects.filter(code=code).values_list("balance", flat=True).first() or 0
    return balance


def sums() -> dict[str, int]:
    """The balances of all accounts, added up from the transfers one by one."""
    totals: defaultdict[str, int] = defaultdict(
        int, {code: 0 for (code,) in Account.objects.values_list("code")}
    )
    for debit, credit, amount in Transfer.objects.values_list("debit__code", "credit__code", "amount"):
        totals[debit] -= amount
        totals[credit] += amount
    return totals


def _held() -> defaultdict[str, set[str]]:
    """The players with a hold, by match."""
    holders: defaultdict[str, set[str]] = defaultdict(set)
    for match_id, code in Transfer.objects.filter(state="pending").values_list("match_id", "debit__code"):
        holders[match_id].add(code.removeprefix("member:"))
    return holders
