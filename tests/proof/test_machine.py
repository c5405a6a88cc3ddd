"""The protocol between hosts and the journal, with a death, a loss or a delay between any two of its steps.

What holds whatever happens: numbers have no gaps; a command is stored once at most; what was acknowledged is
stored where it was said; what was refused is not stored; nothing is sent that is not stored so; no host's
memory differs from the journal. Once all is quiet both hosts know all there is, and go on. And where one host
alone plays by the clock, nobody pays for the time in which nothing could be stored.
"""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.proof.world import MATCH, PLAYERS, Process, World
from tests.support.search_budget import times
from zaria.live.latency import NO_LAG
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import ClockTerms

SETTINGS = settings(
    max_examples=times(40),
    stateful_step_count=30,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
CLOCK = ClockTerms(bank=60_000)
UNCHARGED = 1_000
"""Ms that a commit may take at a player's cost: `Times.slow_store`."""
TOLERANCE = 3 * UNCHARGED
"""Those of the commands before the player's turn, which had to wait for each other."""


class Hosts(RuleBasedStateMachine):
    """Two hosts that both take themselves for the owner of one match."""

    hosts = 2
    clock: ClockTerms | None = None

    @initialize(game=st.sampled_from(("tabla", "russian-draughts")), seated=st.booleans())
    def begin(self, game: str, seated: bool) -> None:
        self.world = World(game, self.clock)
        self.world.processes = [Process(self.world, False, self.hosts > 1) for _ in range(self.hosts)]
        self.sent: dict[str, tuple[str, cmd.Command]] = {}
        self.flying: list[str] = []
        self.acked: dict[str, int] = {}
        self.refused: dict[str, str] = {}
        if seated:
            self.play(0)
            self.play(0)

    def teardown(self) -> None:
        if hasattr(self, "world"):
            try:
                self.come_to_rest()
            finally:
                for process in self.world.processes:
                    process.die()

    # players

    @rule(player=st.sampled_from(PLAYERS))
    def give(self, player: str) -> None:
        """A player acts on what is stored."""
        command = self.world.command(player)
        if command is not None:
            cid = f"c{len(self.sent)}"
            self.sent[cid] = (player, command)
            self.flying.append(cid)

    @rule(which=st.integers(0, 1))
    def play(self, which: int) -> None:
        """A player acts, and all goes as it usually does, as far as the journal is there."""
        before = len(self.sent)
        for player in PLAYERS:
            if len(self.sent) == before:
                self.give(player)
        if len(self.sent) > before:
            self._arrive(self.flying.pop(), which)
        for _ in range(20):
            if self.world.jobs:
                self._step(0, False)

    @precondition(lambda self: self.sent.keys() - self.refused.keys())
    @rule(data=st.data())
    def give_again(self, data: st.DataObject) -> None:
        """The player received nothing, or tries again; a refused player gives up."""
        self.flying.append(data.draw(st.sampled_from(sorted(self.sent.keys() - self.refused.keys()))))

    @precondition(lambda self: self.flying)
    @rule(data=st.data(), which=st.integers(0, 1))
    def arrive(self, data: st.DataObject, which: int) -> None:
        """A command comes to one of the hosts, late and in any order."""
        self._arrive(self.flying.pop(data.draw(st.integers(0, len(self.flying) - 1))), which)

    def _arrive(self, cid: str, which: int) -> None:
        process = self.world.processes[which % len(self.world.processes)]
        if not process.ready:
            return
        player, command = self.sent[cid]

        def answer(seq: int, code: str | None) -> None:
            self._answered(cid, seq, code)

        process.loop.settle(
            lambda: process.host.command(MATCH, player, cid, command, self.world.time, answer, NO_LAG)
        )

    def _answered(self, cid: str, seq: int, code: str | None) -> None:
        if code is None:
            row = self.world.rows[seq]
            assert (row.actor, row.cmd) == (self.sent[cid][0], cid), "acknowledged, and not stored"
            assert self.acked.setdefault(cid, seq) == seq
        elif code not in ("not_stored", "moved"):
            self.refused[cid] = code
            # A copy that arrives on the player's next turn would rightly be stored: there must be none.
            self.flying = [command_id for command_id in self.flying if command_id != cid]

    # the journal

    @precondition(lambda self: self.world.jobs)
    @rule(data=st.data(), in_time=st.booleans())
    def step(self, data: st.DataObject, in_time: bool) -> None:
        """A request to the journal is executed; or the result of one is reported."""
        self._step(data.draw(st.integers(0, len(self.world.jobs) - 1)), in_time)

    def _step(self, which: int, in_time: bool) -> None:
        job = self.world.jobs[which]
        if job.happened:
            self.world.jobs.pop(which)
            job.tell()
        else:
            job.happen(self.world.reachable, in_time)

    @rule()
    def lose_or_find_the_journal(self) -> None:
        self.world.reachable = not self.world.reachable

    @rule()
    def outage(self) -> None:
        """The journal is away while somebody acts, and comes back: seldom found by chance."""
        self.world.reachable = False
        self.play(0)
        self.wait(15_000)
        self.world.reachable = True
        for _ in range(50):
            while self.world.jobs:
                self._step(0, True)
            if not any(process.host.outage.on for process in self.world.processes):
                break
            self.wait(100)

    # time and death

    @rule(ms=st.sampled_from((1, 100, 900, 2_500, 15_000)))
    def wait(self, ms: int) -> None:
        self.world.advance(ms)

    @rule(which=st.integers(0, 1))
    def die(self, which: int) -> None:
        """A host dies, and another begins in its place."""
        processes = self.world.processes
        which %= len(processes)
        processes.pop(which).die()
        resume = not any(process.ready for process in processes)
        processes.insert(which, Process(self.world, resume, self.hosts > 1))

    # what always holds

    @invariant()
    def memory_is_what_is_stored(self) -> None:
        rows = self.world.rows
        for process in self.world.processes:
            live_match = process.live_match
            if live_match is not None:
                assert [ev.encode(event) for event in live_match.events] == [
                    row.body for row in rows[: live_match.seq + 1]
                ]

    @invariant()
    def nothing_is_done_twice(self) -> None:
        done = [(row.actor, row.cmd) for row in self.world.rows if row.cmd]
        assert len(done) == len(set(done))

    @invariant()
    def what_is_refused_is_not_stored(self) -> None:
        stored = {row.cmd for row in self.world.rows}
        both = {cid: code for cid, code in self.refused.items() if cid in stored}
        assert not both, both

    def come_to_rest(self) -> None:
        """All is reachable again, everything arrives, nobody dies."""
        world = self.world
        world.reachable = True
        for _ in range(200):
            while world.jobs:
                self._step(0, True)
            if self.flying:
                self._arrive(self.flying.pop(0), 0)
            elif any(not process.ready or process.host.outage.on for process in world.processes):
                world.advance(100)
            else:
                break
        self.memory_is_what_is_stored()
        self.nothing_is_done_twice()
        self.what_is_refused_is_not_stored()
        for which in range(len(world.processes)):
            self._goes_on(which)

    def _goes_on(self, which: int) -> None:
        """The side to act can do so at any host, whatever that knew before, and the host knows all then."""
        for player in PLAYERS:
            before = len(self.sent)
            self.give(player)
            if len(self.sent) > before:
                cid = self.flying.pop()
                self._arrive(cid, which)
                for _ in range(20):
                    while self.world.jobs:
                        self._step(0, True)
                    self.world.advance(0)
                assert cid in self.acked, f"{self.sent[cid]} got {self.refused.get(cid, 'no answer')}"
                live_match = self.world.processes[which].live_match
                assert live_match is not None
                assert live_match.seq == self.world.truth.seq


class Alone(Hosts):
    """One host, and a clock: players are charged only time in which they could have acted."""

    hosts = 1
    clock = CLOCK

    def __init__(self) -> None:
        super().__init__()
        self.free = 0
        self.turn: tuple[int, int] | None = None
        self.seen = 0

    @rule(ms=st.sampled_from((1, 100, 900, 2_500, 15_000)))
    def wait(self, ms: int) -> None:
        (process,) = self.world.processes
        held = max((job.age for job in self.world.jobs), default=None)
        if held is not None:
            self.free += min(ms, max(0, UNCHARGED - held))
        elif process.ready and not process.host.outage.on:
            self.free += ms
        self.world.advance(ms)

    @invariant()
    def nobody_pays_for_an_outage(self) -> None:
        """Looks at each turn when it ends: (side, its bank when it began)."""
        truth = self.world.truth
        if self.seen == truth.seq:
            return
        self.seen = truth.seq
        clock = truth.match.clock
        running = None if clock is None else clock.running
        if self.turn is not None and running != self.turn[0]:
            side, bank = self.turn
            flagged = any(isinstance(event, ev.Flagged) for event in truth.events)
            remaining = 0 if flagged or clock is None else clock.bank[side]
            assert bank - remaining <= self.free + TOLERANCE, f"paid {bank - remaining} of {self.free} ms"
        if self.turn is None or running != self.turn[0]:
            self.free = 0
            self.turn = None if running is None or clock is None else (running, clock.bank[running])


def test_two_hosts_and_one_journal() -> None:
    run_state_machine_as_test(Hosts, settings=SETTINGS)


def test_one_host_and_the_clock() -> None:
    run_state_machine_as_test(Alone, settings=SETTINGS)
