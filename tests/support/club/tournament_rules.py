"""Members who enter tournaments, directors who change them and a runner that may die between any two steps.

A part of the search in `tests/club/tournaments/test_machine.py`.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from functools import partial
from itertools import permutations
from typing import Any, ClassVar

from django.db import connection, transaction
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from tests.support.club.staked_matches import member
from tests.support.club.tournament_judge import judge
from tests.support.club.tournament_terms import TABLA
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.matches.results.models import Played
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.history import append
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.match import events as match_events
from zaria.match.terms import Terms
from zaria.tournaments import commands as cmd
from zaria.tournaments.decide import TournamentRefusedError
from zaria.tournaments.events import AnyEvent
from zaria.tournaments.field import DRAW, LOSS, WIN, Result
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.rounds import meetings_by_hand
from zaria.tournaments.state import TournamentState
from zaria.tournaments.terms import TournamentTerms

NAMES = tuple("abcdefg")
WELCOME = 1000_00
FEE = 300_00
"""Three fees at once are all that a member has."""
START = 1_800_000_000_000
MINUTE = 60_000
RESULTS = (Result((WIN, LOSS)), Result((LOSS, WIN)), Result((DRAW, DRAW)), Result((LOSS, LOSS), played=False))
WHEN = (0, 0, 10 * MINUTE)
ENDS = ("0", "1", "draw", "absent0", "absent1", "absent", "begun")
VISITS = ("enter", "enter", "withdraw", "check in", "check in", "ready", "wait", "wait")
BEFORE = ("edit", "enter", "enter", "withdraw", "replace", "hold", "undo", "undo")
DURING = (
    *("forfeit", "forfeit", "both", "adjudicate", "adjudicate", "replay", "replay", "replay", "undo", "undo"),
    *("hold", "hand", "hand", "replace", "withdraw", "cancel"),
)
"""The doings of members, and the acts of a director before and after the start; some of them more often."""
ACTS = frozenset(
    command.__name__
    for command in (
        *(cmd.Adjudicate, cmd.Cancel, cmd.DoubleForfeit, cmd.Edit, cmd.Enter, cmd.Forfeit, cmd.PairByHand),
        *(cmd.Pause, cmd.Replace, cmd.Replay, cmd.Resume, cmd.Undo, cmd.Withdraw),
    )
)
"""The names of all acts of a director."""
BY = ("director", "A reason")
MOST_AT_ONCE = 3
MOST_STEPS = 60
"""Rounds and replays after which a tournament of these few players has to be over."""

Steps = Generator[str, None, None]
"""The steps of the runner: what it has just done."""
DEATHS = st.sampled_from((False, False, False, True))


class KilledError(Exception):
    """The process of the runner has been killed."""


class TournamentRules(RuleBasedStateMachine):
    """A club with some tournaments. `tables` are those that were opened, and what has become of them.

    `reached` counts what has happened in all examples: a search says nothing of what it does not reach.
    """

    now = START
    secrets = 0
    reached: ClassVar[Counter[str]] = Counter()
    writes = 0
    """The runner is killed in so many transactions from now on, if this is above 0."""

    @classmethod
    def next_secret(cls, size: int) -> bytes:
        """A secret that is the same in each run of an example."""
        TournamentRules.secrets += 1
        return hashlib.sha256(b"%d" % cls.secrets).digest()[:size]

    @classmethod
    def append(cls, row: Tournament, added: Sequence[AnyEvent]) -> None:
        """Store events, unless the process is killed before."""
        TournamentRules.writes -= 1
        if TournamentRules.writes == 0:
            raise KilledError
        append(row, added)

    def begin(self) -> None:
        TournamentRules.now = START
        TournamentRules.secrets = 0
        self.undo = transaction.atomic()
        self.undo.__enter__()
        history._states.clear()
        self.steps = 0
        self.rows: list[str] = []
        self.tables: dict[str, str] = {}
        self.requests: list[Steps] = []
        self.people = {
            name: Member.objects.create(
                username=name, email=f"{name}@example.org", player=name, password="!", since=timezone.now()
            )
            for name in NAMES
        }
        self.director = Member.objects.create(
            username="director",
            email="director@example.org",
            player="director",
            password="!",
            since=timezone.now(),
            is_staff=True,
            is_superuser=True,
        )
        for name in NAMES:
            ledger.ensure_member(name)

    def teardown(self) -> None:
        if hasattr(self, "undo"):
            try:
                self.come_to_rest()
            finally:
                transaction.set_rollback(True)
                self.undo.__exit__(None, None, None)

    def _going_on(self) -> dict[str, str]:
        """The tournaments that are not over, and their phases."""
        rows = Tournament.objects.filter(phase__in=("open", "playing"))
        return dict(rows.values_list("pk", "phase"))

    # what anybody may do

    @rule(data=st.data())
    def happen(self, data: st.DataObject) -> None:
        """Something happens that can happen now; rules of their own would be left out of many examples."""
        going_on, choices = self._going_on(), [self.announce]
        if going_on:
            choices = [self.visit] * 2 + [self.run] * 4 + [self.direct] * 5
            choices += [self.announce] * 2 * (len(going_on) < MOST_AT_ONCE)
            choices += [self.end_matches] * 3 * bool(self._open_tables())
        data.draw(st.sampled_from(choices))(data)

    def announce(self, data: st.DataObject) -> None:
        """Announce a tournament; some enter at once, and the runner looks."""
        format_, when = data.draw(st.sampled_from(sorted(FORMATS))), data.draw(st.sampled_from(WHEN))
        paid, check_in, full = (data.draw(st.booleans()) for _ in range(3))
        when_full = full and format_ == "knockout"
        terms = TournamentTerms(
            format_,
            TABLA,
            self.now + when,
            rounds=3,
            seeded=full,
            most=4 if when_full else 6,
            title="Friday",
            check_in_ms=5 * MINUTE if check_in and when and not when_full else 0,
            round_ms=30 * MINUTE if format_ in ("arena", "league") else 0,
            when_full=when_full,
        )
        if paid:
            terms = replace(terms, fee=FEE, bonus=33_33, house_rate=7_50, shares=(50, 30, 20))
        name = f"t{len(self.rows)}"
        work = partial(director_actions.set_up, self.director, terms, nonce=name)
        if self.attempt(work, data.draw(DEATHS)):
            row = actions.tournament_id("director", name)
            self.rows.append(row)
            for player in NAMES[: data.draw(st.sampled_from((6, 5, 4, 0)))]:
                self.attempt(partial(actions.enter, row, self.people[player]), False)
            for _ in self._look():
                pass

    def visit(self, data: st.DataObject) -> None:
        """Members enter, withdraw, check in, or say that they are ready; or time passes."""
        kind = data.draw(st.sampled_from(VISITS))
        if kind == "wait":
            TournamentRules.now += data.draw(st.sampled_from((1_000, 6 * MINUTE, 31 * MINUTE)))
        elif kind == "ready":
            self._say_ready(data)
        else:
            row, player = data.draw(st.sampled_from(self.rows)), data.draw(st.sampled_from(NAMES))
            works: dict[str, Callable[[], object]] = {
                "enter": lambda: actions.enter(row, self.people[player]),
                "withdraw": lambda: actions.withdraw(row, player),
                "check in": lambda: actions.execute(row, cmd.CheckIn(player)),
            }
            self.attempt(works[kind], data.draw(DEATHS))

    def _say_ready(self, data: st.DataObject) -> None:
        waiting = list(Pairing.objects.filter(how="", opened_at=None, match_id__isnull=False).order_by("pk"))
        if waiting:
            pairing = data.draw(st.sampled_from(waiting))
            for player in (pairing.player0, pairing.player1):
                self.attempt(partial(actions.say_ready, pairing.tournament_id, player), False)

    # matches

    def end_matches(self, data: st.DataObject) -> None:
        """A table is over, or all are, and may be written down; "begun": its players are seated."""
        playing = self._open_tables()
        for match_id in data.draw(st.sampled_from((playing, playing[:1], playing[-1:]))):
            self._end(match_id, data.draw(st.sampled_from(ENDS)))

    def _end(self, match_id: str, how: str) -> None:
        if how.startswith("absent") and self.tables[match_id] == "begun":
            how = "0"
        self.tables[match_id] = how
        if how in ("0", "1", "draw"):
            pairing = Pairing.objects.get(match_id=match_id)
            self._record(pairing, None if how == "draw" else int(how))
        if how.startswith("absent"):
            Pairing.objects.filter(match_id=match_id, how="").update(closed=True)

    def _record(self, pairing: Pairing, won: int | None) -> None:
        first, second = pairing.player0, pairing.player1
        assert pairing.match_id is not None
        Played.objects.create(
            match_id=pairing.match_id,
            game="tabla",
            began=self.now,
            ended=self.now,
            length=1,
            speed="fast",
            player0=first,
            player1=second,
            name0=first,
            name1=second,
            won=won,
            score0=int(won == 0),
            score1=int(won == 1),
            how="played",
        )

    def _open_tables(self, *rows: str) -> list[str]:
        """The tables of meetings that are not decided, of these tournaments or of all."""
        pairings = Pairing.objects.filter(how="", **({"tournament__in": rows} if rows else {}))
        match_ids = set(pairings.values_list("match_id", flat=True))
        return sorted(
            name for name, how in self.tables.items() if how in ("open", "begun") and name in match_ids
        )

    # the runner

    def run(self, data: st.DataObject) -> None:
        """The runner looks once, and may be killed after so many steps, or in so many transactions."""
        lives = data.draw(st.sampled_from((1, 2, 3, 4, 6, 9, 99, 99)))
        TournamentRules.writes = writes = data.draw(st.sampled_from((0, 0, 0, 1, 2, 2, 3)))
        steps, done = self._look(), ""
        try:
            for _ in range(lives):
                if not (done := next(steps, "")):
                    break
        except KilledError:
            done = f"transaction {writes - 1} of a step"
            connection.run_on_commit = []
            history._states.clear()
        finally:
            TournamentRules.writes = 0
        if done:
            self.reached[f"killed after {done}"] += 1

    def _look(self) -> Steps:
        for row in progress.tournaments_to_run(self.now):
            step = progress.step(row)
            self.commit()
            yield "a step"
            for opening in step.openings:
                self.tables.setdefault(opening.match_id, "open")
                yield "a table was opened"
            progress.mark_opened([opening.match_id for opening in step.openings])
            yield "tables were noted"
            for match_id in step.unclear:
                self._read(match_id)
                yield "a table was read"
            for match_id in step.ended:
                if self.tables.get(match_id) in ("open", "begun"):
                    self.tables[match_id] = "void"
                yield "a table was ended"
            progress.mark_ended(step.ended)
            yield "ends were noted"

    def _read(self, match_id: str) -> None:
        """Report a table by its record, as far as the runner reads it."""
        how = self.tables.get(match_id, "open")
        seated = {"absent": (), "absent0": (1,), "absent1": (0,), "open": ()}.get(how, (0, 1))
        record: list[Any] = [
            match_events.Opened(id=match_id, at=self.now, terms=Terms("tabla"), seal="", version=1)
        ]
        record += [
            match_events.Seated(at=self.now, side=side, player=member(NAMES[side]), seed="")
            for side in seated
        ]
        if how.startswith("absent"):
            record.append(match_events.MatchEnded(at=self.now, winner=None, score=(0, 0), secret=""))
        elif len(seated) == 2:
            record.append(match_events.GameStarted(at=self.now, number=1, crawford=False, starter=None))
        progress.report_absence(match_id, [match_events.encode(event) for event in record])
        self.commit()

    # the director

    def direct(self, data: st.DataObject) -> None:
        """The director does several things one after the other, perhaps in a pause; the last may be lost."""
        acts, held, dies = data.draw(st.integers(1, 6)), data.draw(st.booleans()), data.draw(DEATHS)
        phases = self._going_on()
        playing = sorted(pk for pk, phase in phases.items() if phase == "playing")
        row_id = data.draw(st.sampled_from(playing * 2 + sorted(phases)))
        if held:
            self._act(row_id, cmd.Pause(*BY), False)
        for number in range(1, acts + 1):
            state = history.state(Tournament.objects.get(pk=row_id))
            kind = data.draw(st.sampled_from(BEFORE if state.phase == "open" else DURING))
            dies_now = dies and number == acts
            if kind == "cancel" and data.draw(st.integers(0, 2)):
                continue
            if kind == "hand":
                self._pair_by_hand(data, row_id, dies_now)
            else:
                self._act(row_id, self._command(data, state, kind), dies_now)
        if held:
            self._act(row_id, cmd.Resume(*BY), False)

    def _pair_by_hand(self, data: st.DataObject, row_id: str, dies: bool) -> None:
        """The director holds a tournament until its round is over, pairs some players, and lets it go on."""
        self._act(row_id, cmd.Pause(*BY), False)
        for _step in self._look():
            pass
        for match_id in self._open_tables(row_id):
            self._end(match_id, data.draw(st.sampled_from(("0", "1"))))
        for _step in self._look():
            pass
        state = history.state(Tournament.objects.get(pk=row_id))
        pairs = list(permutations(state.with_current().present, 2))
        if not state.waiting():
            pairs = [pair for pair in pairs if _is_possible(state, pair)] or pairs
        if pairs:
            pair = data.draw(st.sampled_from(pairs))
            self._act(row_id, cmd.PairByHand((pair,) * data.draw(st.sampled_from((1, 1, 0))), *BY), dies)
            if data.draw(st.booleans()):
                self._act(row_id, cmd.Undo(*BY), False)
        self._act(row_id, cmd.Resume(*BY), False)

    def _act(self, row_id: str, command: cmd.Command, dies: bool) -> None:
        row, name = Tournament.objects.get(pk=row_id), type(command).__name__
        if isinstance(command, cmd.Undo) and (undoable := history.state(row).acts):
            name = f"{name} of {type(undoable[-1].event).__name__}"
        work = partial(director_actions.act, row_id, self.director, row.events, command)
        done = self.attempt(work, dies)
        now = Tournament.objects.get(pk=row_id)
        how = "" if done else "lost: " if dies and now.events == row.events else "refused: "
        self.reached[how + name] += 1

    def _command(self, data: st.DataObject, state: TournamentState, kind: str) -> cmd.Command:
        """An act of this kind, in most cases one that is possible now."""
        met = [place for place, meeting in enumerate(state.current) if None not in meeting.players]
        if kind == "replay":
            met = [place for place in met if state.current[place].result is not None] or met
        number, place = state.number, data.draw(st.sampled_from(met or [0]))
        entered = sorted(state.ratings)
        entrant = data.draw(st.sampled_from(entered or NAMES))
        newcomer = data.draw(st.sampled_from([name for name in NAMES if name not in entered] or NAMES))
        loser = data.draw(st.sampled_from(state.current[place].players if met else (entrant,)))
        match kind:
            case "forfeit":
                return cmd.Forfeit(number, place, loser or entrant, *BY)
            case "both":
                return cmd.DoubleForfeit(number, place, *BY)
            case "adjudicate":
                return cmd.Adjudicate(number, place, data.draw(st.sampled_from(RESULTS)), *BY)
            case "replay":
                return cmd.Replay(number, place, *BY)
            case "undo":
                return cmd.Undo(*BY)
            case "cancel":
                return cmd.Cancel(*BY)
            case "hold":
                return cmd.Resume(*BY) if state.paused else cmd.Pause(*BY)
            case "replace":
                return cmd.Replace(entrant, newcomer, 500, *BY)
            case "enter":
                return cmd.Enter(newcomer, 500, *BY)
            case "withdraw":
                return cmd.Withdraw(entrant, *BY)
            case _:
                terms = state.terms
                return cmd.Edit(replace(terms, starts_at=self.now + MINUTE), *BY)

    # deaths

    def attempt(self, work: Callable[[], object], dies: bool) -> bool:
        """Do something; True if it was done. `dies`: the process is killed before the transaction ends."""
        before = connection.run_on_commit[:]
        try:
            with transaction.atomic():
                work()
                transaction.set_rollback(dies)
        except (TournamentRefusedError, actions.MovedOnError):
            connection.run_on_commit = before
            return False
        self.commit()
        return not dies

    def commit(self) -> None:
        """Do what waits for the end of the transaction: the one around the search never ends."""
        waiting, connection.run_on_commit = connection.run_on_commit, []
        for _, work, *_ in waiting:
            work()

    # what always holds

    @invariant()
    def everything_is_consistent(self) -> None:
        if hasattr(self, "undo"):
            self.steps += 1
            if self.steps % 4 == 0:
                assert audit().faults == []
            for name in self._going_on() if self.steps % 4 else self.rows:
                judge(name)

    def come_to_rest(self) -> None:
        """All tournaments go on to their ends, and nothing is left."""
        TournamentRules.now += 20 * MINUTE
        for _ in range(MOST_STEPS):
            for row in Tournament.objects.filter(phase__in=("open", "playing")):
                if history.state(row).paused:
                    self.attempt(lambda: self._resume(row), False)  # noqa: B023
                if FORMATS[row.format].continuous and self.now < (history.state(row).deadline or 0):
                    TournamentRules.now += 31 * MINUTE
                if row.format == "league":
                    TournamentRules.now += 31 * MINUTE
            for _step in self._look():
                pass
            for match_id in self._open_tables():
                self._end(match_id, "0")
            for name in self._going_on():
                judge(name)
            if not progress.tournaments_to_run(self.now):
                break
        for name in self.rows:
            judge(name)
        unfinished = Tournament.objects.filter(phase__in=("open", "playing"))
        assert not unfinished, [(row.format, history.events(row.pk)) for row in unfinished]
        self.reached.update(f"{row.phase} at last: {row.format}" for row in Tournament.objects.all())
        dangling = [name for name, state in self.tables.items() if state in ("open", "begun")]
        assert not dangling, [str(row) for row in Pairing.objects.filter(match_id__in=dangling).values()]
        assert audit().faults == []

    def _resume(self, row: Tournament) -> None:
        try:
            actions.execute(row.pk, cmd.Resume("director"))
        except TournamentRefusedError:  # its pairs are possible no more
            actions.execute(row.pk, cmd.PairByHand((), "director", "A reason"))
            actions.execute(row.pk, cmd.Resume("director"))


def _is_possible(state: TournamentState, pair: tuple[str, str]) -> bool:
    """True if the director may pair these two for the next round."""
    try:
        meetings_by_hand(state, (pair,))
    except TournamentRefusedError:
        return False
    return True
