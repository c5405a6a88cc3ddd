"""The cost of the jobs that run by themselves does not grow with the club: nothing walks through everything.

The jobs are those of a running server to which nobody comes: every statement that it makes is counted.
"""

import json
import time
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db.models import F
from django.db.models.functions import Mod
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from tests.support.club.grown_club import FIRST_ID, GrownClub, multiply
from tests.support.club.site_database import instead
from tests.support.club.tournament_terms import members, terms
from tests.support.patience import PATIENCE
from tests.support.servers import Server, furnish
from zaria.club.accounts.models import AccountChange, Member, Token
from zaria.club.notifications.models import Notification
from zaria.club.site.clock import now_ms
from zaria.club.site.database import databases
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent

FEW, MANY = 10, 1_000
"""Members, matches, tournaments that are over and so on."""
IN_PLAY = {FEW: 10, MANY: 300}
"""Tournaments in play, each of which needs some statements at the start."""
TABLE = Path(__file__).parents[3] / "docs" / "explanation" / "cluster.md"
"""The page that lists the jobs by their rooms."""
DAY = timedelta(days=1)
"""The age of what was stored: jobs read what is new."""
ROUND = "tournaments/runner/progress.py:needed_steps"
"""The function that begins a round of the runner of tournaments, every five seconds."""
SLACK = 200
"""Steps by which two executions of a statement may differ: a page more of an index, a cache that was cold."""
ROWS = 10
"""Rows by which they may differ: the events of a tournament, say, whose state is cached no more."""
AT_START = {
    "accounts/registry.py:_read_all_members": "reads the ids of all members at the start",
    "accounts/registry.py:_read_all_accounts": "reads blocks and closed accounts at the start",
    "accounts/registry.py:_grants": "reads all tokens at the start",
    "tournaments/runner/progress.py:tournaments_to_run": "makes a step of all that are played at the start",
    "fair_play/actions.py:store_usual_shares": "reads the numbers of all members, once an hour",
    "progress/peers.py:_stored_sums": "reads the sums of all members, four times a day",
    "progress/peers.py:_stored_ratings": "reads the ratings of all members, four times a day",
    "ledger/check.py:_rows": "reads every transfer, once a night",
    "ledger/check.py:audit": "reads every transfer, once a night",
}
"""Functions whose statements grow with the club, and why they may; they do not run between two rounds."""


class Execution(NamedTuple):
    """An execution of a statement: the function that made it, its steps, and the rows that it returned."""

    origin: str
    steps: int
    rows: int


class Cost(NamedTuple):
    """The steps and rows of a statement."""

    steps: int
    rows: int


def add_tournaments(count: int) -> None:
    """Add tournaments in play, of two whose table is open."""
    source = actions.create(terms(), "director")
    for member in members(2, since=10):
        actions.enter(source.pk, member)
    row = actions.begin(source.pk)
    key = "'r' || n"
    multiply(row, 0, count, id=key)
    for entry in Entry.objects.filter(tournament=source):
        multiply(entry, 0, count, tournament_id=key, player=f"'{entry.player}' || n")
    for pairing in Pairing.objects.filter(tournament=source):
        pairing.ordered, pairing.opened_at = True, now_ms()
        multiply(pairing, 0, count, tournament_id=key, match_id="'x' || n")
    for event in TournamentEvent.objects.filter(tournament=source):
        body = event.body.replace("'", "''").replace("%", "%%")
        multiply(event, 0, count, tournament_id=key, body=f"replace('{body}', '{source.pk}', {key})")
    assert Tournament.objects.filter(phase=Tournament.Phase.PLAYING).count() == count + 1


def add_closed_accounts(count: int) -> None:
    """Block a third of the members, close the accounts of another, and give each one a token."""
    number = Mod(F("pk"), 3)
    grown = Member.objects.filter(pk__gte=FIRST_ID).alias(number=number)
    grown.filter(number=0).update(blocked_until=timezone.now() + DAY)
    grown.filter(number=1).update(is_active=False)
    owner = f"{FIRST_ID} + n"
    multiply(Token(name="mine", start="zt"), 0, count, owner_id=owner, hash="'hash' || n")
    AccountChange.objects.update(at=timezone.now() - DAY / 2)


def club(home: Path, count: int, blocker: DjangoDbBlocker) -> Path:
    """A club of this size in a folder of its own."""
    furnish(home)
    with blocker.unblock(), instead(databases.default(None, home)):
        GrownClub().grow(0, count)
        Member.objects.update(since=timezone.now() - DAY)
        Notification.objects.update(at=timezone.now() - DAY)
        add_closed_accounts(count)
        add_tournaments(IN_PLAY[count])
    return home


def read(file: Path) -> list[Execution]:
    """The executions that a server has written down."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Execution(**json.loads(line)) for line in lines]


def settled_rounds(executions: Sequence[Execution]) -> list[Execution]:
    """The executions from the second round of tournaments to the fourth: the first follows the start."""
    starts = [place for place, execution in enumerate(executions) if execution.origin == ROUND]
    return list(executions[starts[1] : starts[3]]) if len(starts) > 3 else []


def dearest(executions: Sequence[Execution]) -> dict[str, Cost]:
    """The most steps and the most rows of one statement, by function."""
    costs: dict[str, Cost] = {}
    for execution in executions:
        steps, rows = costs.get(execution.origin, Cost(0, 0))
        costs[execution.origin] = Cost(max(steps, execution.steps), max(rows, execution.rows))
    return costs


def growing(
    few: Sequence[Execution], many: Sequence[Execution], exempt: Collection[str]
) -> dict[str, tuple[Cost, Cost]]:
    """The functions whose statements cost more in a club of many, with both costs."""
    cheap, dear = dearest(few), dearest(many)
    return {
        origin: (cheap[origin], dear[origin])
        for origin in cheap.keys() & dear.keys() - set(exempt)
        if dear[origin].steps > cheap[origin].steps + SLACK or dear[origin].rows > cheap[origin].rows + ROWS
    }


@pytest.mark.service
def test_a_job_costs_the_same_however_much_there_is(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    files = [tmp_path / "few", tmp_path / "many"]
    module = "tests.support.club.counting_server"
    with ExitStack() as stack:
        for file, count in zip(files, (FEW, MANY), strict=True):
            home = club(tmp_path / f"club-{count}", count, django_db_blocker)
            stack.enter_context(Server(home, module=module, COUNTS=str(file)))
        end = time.monotonic() + 4 * PATIENCE
        while not all(settled_rounds(read(file)) for file in files):
            assert time.monotonic() < end, "the jobs did not come to rest"
            time.sleep(0.5)
        few, many = (read(file) for file in files)
    assert growing(few, many, exempt=AT_START.keys()) == {}
    few, many = settled_rounds(few), settled_rounds(many)
    assert growing(few, many, exempt=()) == {}
    rooms = {execution.origin.rpartition("/")[0] for execution in many}
    assert {room for room in rooms if f"| `{room}/" not in TABLE.read_text(encoding="utf-8")} == set()
    numbers = [Counter(execution.origin for execution in executions) for executions in (few, many)]
    assert max(numbers[1].values()) <= 2 * max(numbers[0].values()), numbers
