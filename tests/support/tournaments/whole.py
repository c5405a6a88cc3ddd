"""Whole tournaments by chance: terms, entries, results, absences, and acts of directors in between.

After each event the invariants are checked; at random moments the process "dies" and its successor has the
stored events only.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from zaria.match.terms import Terms
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.decide import TournamentRefusedError, decide
from zaria.tournaments.document import decode_document, encode_document, make_document, verify_document
from zaria.tournaments.draw import seal
from zaria.tournaments.field import DRAW, LOSS, WIN, Meeting, Result
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.formats.swiss import MOST_DUTCH
from zaria.tournaments.prizes import payout
from zaria.tournaments.state import DELETED, TournamentState, live_standings, sides
from zaria.tournaments.terms import TournamentTerms
from zaria.tournaments.tournament import evolve, replay

START, MINUTE = 1_700_000_000_000, 60_000
MOST_PLAYERS = {"round-robin": 24, "league": 12, "arena": 96}
"""Players of the formats whose matches grow with the square of their number."""
LARGEST = 512
MOST_DUTCH_HERE = 24
ACTS = 25
DIRECTOR = ("boss", "life happens")


class Whole:
    """A tournament that follows from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.label = f"seed {seed}"
        self.now = START - 10 * MINUTE
        self.secret = self.chance.randbytes(32)
        self.names = 0
        self.acts = self.chance.choice((0, ACTS, ACTS))
        self.absent = self.chance.choice((0.0, 0.0, 0.1, 0.5, 1.0))
        self.players = self._size()
        self.matches: dict[tuple[int, int, int], tuple[str | None, str | None]] = {}
        announced = ev.Announced(
            at=self.now, id=f"t{seed}", terms=self.terms, seal=seal(self.secret), edition=ev.EDITION
        )
        self.events: list[ev.AnyEvent] = [announced]
        self.tournament: TournamentState = replay(self.events)
        self.paid: set[str] = set()
        self.returned: Counter[str] = Counter()

    def _size(self) -> int:
        """Make the terms; the number of players who want to take part."""
        chance = self.chance
        name = chance.choice(sorted(FORMATS))
        size = min(int(2 ** chance.uniform(1, 9.01)), LARGEST, MOST_PLAYERS.get(name, LARGEST))
        if name == "swiss" and MOST_DUTCH_HERE < size <= 2 * MOST_DUTCH:
            size = chance.choice((min(MOST_DUTCH_HERE, size // 9), 2 * MOST_DUTCH + size // 4))
        size = max(2, size)
        full = name == "knockout" and chance.random() < 0.2
        house = chance.randrange(0, 20_00)
        self.terms = TournamentTerms(
            name,
            Terms("tabla"),
            START,
            rounds=chance.randint(1, 7),
            seeded=chance.random() < 0.3,
            title="whole",
            fee=chance.choice((0, 1, 5_00, 3_33)),
            bonus=chance.choice((0, 0, 7, 100_00)),
            house_rate=house,
            federation_rate=chance.randrange(0, 10_00),
            federation="anafeds",
            shares=chance.choice(((100,), (60, 30, 10), (33, 33, 33), (50, 25))),
            round_ms=chance.randint(5, 40) * MINUTE if FORMATS[name].continuous else 0,
            check_in_ms=0 if full or chance.random() < 0.7 else 5 * MINUTE,
            when_full=full,
            most=chance.choice((4, 8, 16)) if full else 10_000,
        )
        assert self.terms.objection() is None
        return size

    # --- commands

    def do(self, command: cmd.Command) -> bool:
        """Execute a command; False if it is refused, which changes nothing."""
        self.now += self.chance.randint(1, MINUTE // 60)
        try:
            events = decide(self.tournament, command, self.now)
        except TournamentRefusedError:
            return False
        for event in events:
            before, self.tournament = self.tournament, evolve(self.tournament, event)
            self.events.append(event)
            self._check(before, event)
        if self.chance.random() < 1 / (10 + len(self.events)):
            self._die()
        return True

    def _die(self) -> None:
        """Make the state again from the stored events, which must give the same."""
        stored = [ev.encode(event) for event in self.events]
        again = replay([ev.decode(body) for body in stored])
        assert again == self.tournament, self.label
        self.tournament = again

    def new_name(self) -> str:
        self.names += 1
        return f"p{self.names}"

    def someone(self) -> str:
        """A player by chance, or a stranger."""
        return self.chance.choice([*self.tournament.ratings, "stranger"])

    def play(self) -> None:
        """Play it to its end, and check all that is left of it."""
        for _ in range(self.players):
            nonce = self.chance.choice(("", self.chance.randbytes(16).hex()))
            self.do(cmd.Enter(self.new_name(), self.chance.randrange(100, 3000), nonce=nonce))
            self._maybe_act(0.05)
        self.now = max(self.now, START - 4 * MINUTE)
        for player in list(self.tournament.ratings):
            if self.chance.random() > self.absent / 4:
                self.do(cmd.CheckIn(player))
            self._maybe_act(0.05)
        self._begin()
        steps = 0
        while self.tournament.phase == "playing":
            steps += 1
            assert steps < 40 * self.players**2 + 2_000, f"{self.label}: it does not end"
            self._maybe_act(0.3)
            if self.tournament.phase == "playing":
                self._step()
        self._check_end()

    def _begin(self) -> None:
        """Try to begin too early, then in time."""
        self.do(cmd.Begin(self.secret))
        if self.tournament.phase == "open":
            self.now = max(self.now, self.tournament.terms.starts_at)
            assert self.do(cmd.Begin(self.secret)), self.label

    def _step(self) -> None:
        state = self.tournament
        waiting = state.waiting()
        if state.terms.info.continuous and (not waiting or self.chance.random() < 0.2):
            self.now += self.chance.randint(0, 3 * MINUTE)
            paired = self.do(cmd.Pair())
            waiting = self.tournament.waiting()
            if paired or not waiting:
                self._return_to_arena()
                self._go_on()
                return
        if not waiting:
            self._go_on()
            return
        place = self.chance.choice(waiting)
        attempt = self.tournament.attempts.get(place, 0)
        assert self.do(cmd.Report(self.tournament.number, place, self._result(), attempt)), self.label

    def _return_to_arena(self) -> None:
        for player in self.tournament.field.withdrawn:
            if self.chance.random() < 0.3:
                self.do(cmd.Enter(player, 1000))

    def _go_on(self) -> None:
        """End a pause, with pairs by hand or without; if they do not hold any more, by the rules."""
        if self.tournament.paused and self.chance.random() < 0.7:
            self.do(cmd.PairByHand(self._pairs(), *DIRECTOR))
            self._maybe_act(0.3)
        if self.tournament.phase != "playing":
            return
        if self.tournament.paused and not self.do(cmd.Resume("boss")):
            assert self.do(cmd.PairByHand((), *DIRECTOR)), self.label
            assert self.do(cmd.Resume("boss")), self.label

    def _result(self) -> Result:
        present = [self.chance.random() >= self.absent for _ in range(2)]
        if not all(present):
            return Result((WIN if present[0] else LOSS, WIN if present[1] else LOSS), played=False)
        if self.chance.random() < 0.15:
            return Result((DRAW, DRAW))
        return Result((WIN, LOSS) if self.chance.random() < 0.5 else (LOSS, WIN))

    # --- acts

    def _maybe_act(self, often: float) -> None:
        """An act of a director or a player, with this chance, as long as there are some left."""
        if not self.acts or self.chance.random() > often or self.tournament.phase in ("over", "cancelled"):
            return
        self.acts -= 1
        chance, state = self.chance, self.tournament
        number, place = state.number, chance.randrange(len(state.current) or 1)
        possible: list[Callable[[], cmd.Command]] = [
            lambda: cmd.Enter(self.new_name(), 1500, *chance.choice((("", ""), DIRECTOR))),
            lambda: cmd.Enter(self.someone(), 1500),
            lambda: cmd.Withdraw(self.someone(), *chance.choice((("", ""), DIRECTOR))),
            lambda: cmd.Replace(self.someone(), self.new_name(), 1200, *DIRECTOR),
            lambda: cmd.Adjudicate(number, place, self._result(), *DIRECTOR),
            lambda: cmd.Forfeit(number, place, str(state.current[place].players[0]), *DIRECTOR),
            lambda: cmd.DoubleForfeit(number, place, *DIRECTOR),
            lambda: cmd.Replay(number, place, *DIRECTOR),
            lambda: cmd.Undo(*DIRECTOR),
            lambda: cmd.Undo(*DIRECTOR),
            lambda: cmd.Undo(*DIRECTOR),
            lambda: cmd.Pause(*DIRECTOR),
            lambda: cmd.Pause(*DIRECTOR),
            lambda: cmd.PairByHand(self._pairs(), *DIRECTOR),
            lambda: cmd.PairByHand(self._pairs(), *DIRECTOR),
            lambda: cmd.Edit(replace(state.terms, title=self.new_name()), *DIRECTOR),
            lambda: cmd.Report(number, place, self._result(), state.attempts.get(place, 0) - 1),
            self._correction,
            self._correction,
        ]
        if chance.random() < 0.02:
            possible = [lambda: cmd.Cancel(*DIRECTOR)]
        make = chance.choice(possible)
        if state.current or place or make not in possible[4:8]:
            self.do(make())

    def _correction(self) -> cmd.Correct:
        """A correction of a result by chance; a meeting that is none refuses it."""
        rounds = self.tournament.field.rounds
        number = self.chance.randint(0, len(rounds))
        place = self.chance.randrange(len(rounds[number - 1]) if number and rounds[number - 1] else 1)
        return cmd.Correct(number, place, self._result(), *DIRECTOR, again=self.chance.random() < 0.5)

    def _pairs(self) -> tuple[tuple[str, str], ...]:
        """Pairs of players who are present; of those who are through, in a knock-out."""
        state = self.tournament
        players = state.field.present
        if state.terms.format == "knockout" and state.current:
            players = [meeting.winner for meeting in state.current if meeting.winner is not None]
        self.chance.shuffle(players)
        return tuple(zip(players[::2], players[1::2], strict=False))

    # --- invariants

    def _check(self, before: TournamentState, event: ev.AnyEvent) -> None:
        after, label = self.tournament, self.label
        assert after.version == len(self.events), label
        if isinstance(event, ev.RoundPaired):
            self._check_round(before, event.meetings)
        if isinstance(event, ev.MeetingsPaired):
            self._check_tick(before, event.meetings)
        if isinstance(event, ev.Replaced):
            played = [meeting.players for meeting in after.with_current().meetings() if meeting.result]
            assert not any(event.other in pair and None not in pair for pair in played), label
        if event.by or isinstance(event, ev.MeetingsPaired):
            meetings = (*(after.current[place] for place in after.waiting()), *_under_way_later(after))
            busy = [player for meeting in meetings for player in meeting.players]
            assert len(set(busy)) == len(busy), f"{label}: somebody is in two matches"
        if after.number == before.number:
            for place, attempt in before.attempts.items():
                assert after.attempts.get(place, 0) >= attempt or after.phase != "playing", label
        for place in self._changed(before):
            meeting, attempt = after.current[place], after.attempts.get(place, 0)
            if None not in meeting.players and meeting.result is None:
                recorded = self.matches.setdefault((after.number, place, attempt), sides(after, place))
                assert recorded == sides(after, place), f"{label}: a match of others has the same id"
        self._count_money(before, event)

    def _changed(self, before: TournamentState) -> Iterable[int]:
        after = self.tournament
        if after.current is before.current and after.attempts is before.attempts:
            return ()
        same = after.number == before.number
        return [
            place
            for place, meeting in enumerate(after.current)
            if not same
            or place >= len(before.current)
            or meeting is not before.current[place]
            or after.attempts.get(place) != before.attempts.get(place)
        ]

    def _check_round(self, before: TournamentState, meetings: tuple[Meeting, ...]) -> None:
        label, field = self.label, before.with_current()
        assert not before.paused, label
        assert not before.waiting(), f"{label}: a round begins before the last one is over"
        players = [player for meeting in meetings for player in meeting.players if player is not None]
        assert len(set(players)) == len(players), f"{label}: somebody plays twice in a round"
        assert set(players) <= set(field.entrants), label
        for meeting in meetings:
            if meeting.result is None and meeting not in _under_way_later(before):
                assert None not in meeting.players, label
                assert not field.withdrawn & set(meeting.players), f"{label}: who has withdrawn is paired"
        if before.terms.format == "swiss":
            pairs = {frozenset(meeting.players) for meeting in meetings if None not in meeting.players}
            assert not pairs & field.met(), f"{label}: two meet twice"
            free = [meeting.players[0] for meeting in meetings if None in meeting.players]
            had = {meeting.players[0] for meeting in field.meetings() if None in meeting.players}
            assert not set(free) & had, f"{label}: a second bye"
            assert len(free) <= 1 or before.hand, f"{label}: two byes in a round"
            assert set(players) == set(field.present), label

    def _check_tick(self, before: TournamentState, meetings: tuple[Meeting, ...]) -> None:
        players = [player for meeting in meetings for player in meeting.players]
        assert len(set(players)) == len(players), f"{self.label}: somebody plays twice at once"
        assert set(players) <= set(before.idle), f"{self.label}: somebody is paired who plays or has left"
        assert self.now < (before.deadline or 0), self.label

    def _count_money(self, before: TournamentState, event: ev.AnyEvent) -> None:
        """Fees are held at entry, come back before the start, and are the pool's after it."""
        after = self.tournament
        held, holds = set(before.ratings) - before.field.withdrawn, set(after.ratings) - after.field.withdrawn
        self.paid |= holds - held
        if before.phase == "open":
            self.returned.update(held - holds)
            self.paid -= held - holds
        if isinstance(event, ev.Cancelled):
            self.paid.clear()

    def _check_end(self) -> None:
        last, label = self.tournament, self.label
        assert last.phase in ("over", "cancelled"), label
        assert not last.current, label
        for kind in (
            cmd.Enter("late"),
            cmd.Pair(),
            cmd.Undo(*DIRECTOR),
            cmd.Report(1, 0, Result((WIN, LOSS))),
        ):
            assert not self.do(kind), label
        self._die()
        if last.phase == "over":
            assert sorted(last.standings) == sorted(last.field.entrants), label
            assert tuple(line.player for line in live_standings(last)) == last.standings, label
            terms = last.terms
            money = payout(terms, len(self.paid), last.standings)
            assert money.total == terms.fee * len(self.paid) + terms.bonus, label
        names = {player: player for player in {*last.ratings, *self.paid}}
        document = make_document(self.events, names, len(self.paid), lambda *place: "-".join(map(str, place)))
        assert verify_document(decode_document(encode_document(document))) == [], label


def _under_way_later(state: TournamentState) -> list[Meeting]:
    """The matches that were under way at a correction and may count again."""
    return [meeting for meeting in state.later_meetings() if meeting.result is None and meeting != DELETED]
