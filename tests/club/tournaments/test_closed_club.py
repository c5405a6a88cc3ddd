"""Tournaments of all formats while the club is closed, or its clock jumps, at any of their moments.

Whatever happens, each one ends; one in which a match was played pays its pool, and any other gives all back.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from tests.support.by_day import by_day
from tests.support.club.tournament_judge import judge
from tests.support.club.tournament_terms import TABLA, members, terms
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import pool_code
from zaria.club.ledger.models import Account
from zaria.club.ledger.queries import balance
from zaria.club.matches.results.models import Played
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.match import events as match_events
from zaria.tournaments.formats.registry import FORMATS

HOUR, MINUTE = 3_600_000, 60_000
FEE, BONUS = 5_00, 50_00
MOST_LOOKS = 200
COMING = ("played", "unplayed")
MOMENTS = ("start", "tables", "results", "end")
"""Before the start, when tables were opened, when a result is recorded, and when three are."""


class Club:
    """The runner of a club with one tournament, and the clock of the machine."""

    now = 1_800_000_000_000

    def __init__(self, format_: str, players: Sequence[Member], *, comes: bool) -> None:
        self.comes = comes
        wanted = terms(
            format_,
            starts_at=Club.now + MINUTE,
            rounds=3,
            round_ms=5 * MINUTE if format_ in ("arena", "league") else 0,
            fee=FEE,
            bonus=BONUS,
        )
        self.row = actions.create(wanted, "director")
        for member in players:
            actions.enter(self.row.pk, member)

    def run(self, happen: str, trouble: Callable[[], None]) -> Tournament:
        """Run it to its end; `trouble` comes at the moment `happen`."""
        for look in range(MOST_LOOKS):
            if happen == "start" and look == 0:
                trouble()
            Club.now += MINUTE
            openings = self._look()
            if happen == "tables" and openings:
                happen = ""
                trouble()
            self._end_tables(partly=happen == "results")
            if happen == "results" and self._decided():
                happen = ""
                trouble()
            row = Tournament.objects.get(pk=self.row.pk)
            if row.phase in ("over", "cancelled"):
                return row
            if happen == "end" and self._decided() >= 3:
                happen = ""
                trouble()
        raise AssertionError(f"{self.row.format} does not end: {Tournament.objects.get(pk=self.row.pk)}")

    def _decided(self) -> int:
        """The number of its meetings that are decided."""
        return Pairing.objects.filter(tournament=self.row).exclude(how="").count()

    def _look(self) -> list[str]:
        """The runner looks once, as it does after a restart: nothing is known but what is stored."""
        history._states.clear()
        opened: list[str] = []
        for row_id in progress.tournaments_to_run(Club.now):
            step = progress.step(row_id)
            opened += [opening.match_id for opening in step.openings]
            progress.mark_opened([opening.match_id for opening in step.openings])
            for match_id in step.unclear:
                progress.report_absence(match_id, _unseated(match_id))
            progress.mark_ended(step.ended)
        return opened

    def _end_tables(self, *, partly: bool) -> None:
        """Players come to the tables that are open, and win with side 0; or nobody comes to any."""
        pairings = Pairing.objects.filter(how="", opened_at__isnull=False, closed=False).order_by("pk")
        for pairing in pairings[: 1 if partly else None]:
            if self.comes:
                _record(pairing)
            else:
                Pairing.objects.filter(pk=pairing.pk).update(closed=True)


def _unseated(match_id: str) -> list[bytes]:
    opened = match_events.Opened(id=match_id, at=Club.now, terms=TABLA, seal="", version=1)
    over = match_events.MatchEnded(at=Club.now, winner=None, score=(0, 0), secret="")
    return [match_events.encode(opened), match_events.encode(over)]


def _record(pairing: Pairing) -> None:
    """Record the result of a table once: side 0 has won."""
    fields = {"game": "tabla", "length": 3, "speed": "fast", "how": "played", "began": Club.now}
    names = {"player0": pairing.player0, "player1": pairing.player1, "name0": "Ann", "name1": "Bob"}
    score = {"won": 0, "score0": 3, "score1": 0, "ended": Club.now}
    Played.objects.get_or_create(match_id=pairing.match_id, defaults={**fields, **names, **score})


@dataclass(frozen=True)
class Trouble:
    """Time that passes while nobody looks, and the jump of the clock that stays."""

    closed_ms: int
    jump_ms: int

    def __call__(self) -> None:
        Club.now += self.closed_ms + self.jump_ms


TROUBLES = {
    "closed for ten minutes": Trouble(10 * MINUTE, 0),
    "closed for two hours": Trouble(2 * HOUR, 0),
    "an hour ahead": Trouble(0, HOUR),
    "an hour back": Trouble(0, -HOUR),
}


@pytest.fixture(autouse=True)
def _clock(club: None, monkeypatch: pytest.MonkeyPatch) -> None:
    Club.now = 1_800_000_000_000
    for module in (ledger, actions, progress):
        monkeypatch.setattr(module, "now_ms", lambda: Club.now)
    monkeypatch.setattr(progress, "play_ms", lambda: Club.now)
    monkeypatch.setattr("tests.support.club.tournament_terms.now_ms", lambda: Club.now)


@pytest.mark.parametrize(
    ("trouble", "players_come"),
    by_day([("closed for two hours", "played"), ("an hour back", "unplayed")], product(TROUBLES, COMING)),
)
@pytest.mark.parametrize("format_", FORMATS)
def test_a_tournament_ends_whenever_the_club_is_away(format_: str, players_come: str, trouble: str) -> None:
    comes = players_come == "played"
    players = members(4)
    for member in players:
        ledger.ensure_member(member.player)
    before = {member: balance(member.player).available for member in players}
    for moment in MOMENTS:
        row = Club(format_, players, comes=comes).run(moment, TROUBLES[trouble])
        judge(row.pk)
        assert row.phase == ("over" if comes else "cancelled"), moment
        balances = {member: balance(member.player) for member in players}
        won = sum(current.available - before[member] for member, current in balances.items())
        assert won == (BONUS if comes else 0), moment
        assert comes or all(current == (before[member], 0) for member, current in balances.items())
        assert not Account.objects.filter(code=pool_code(row.pk)).exclude(balance=0).exists()
        before = {member: current.available for member, current in balances.items()}
    assert audit().faults == []
