"""Stakes that do not agree with the journal: each kind is named, and repaired where it can be."""

from typing import Any

import pytest

from tests.support.club.staked_matches import MemoryJournal, StakedMatch, member, staked
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking, NotEnoughCreditsError, post
from zaria.club.ledger.check import audit
from zaria.club.ledger.kinds import SHOP, TransferKind, member_code
from zaria.club.ledger.queries import Balance, balance
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now_ms
from zaria.club.staff.actions import matches as staff
from zaria.club.stakes import actions
from zaria.club.stakes.comparison import Comparison, compare
from zaria.live.journal.base import Stored

pytestmark = pytest.mark.usefixtures("club_in_sqlite")

TERMS = staked("tabla", 2_00, 6_00)
HELD = 6_00
LONG_AGO = 1_000_000
FREE = Balance(1000_00, 0)


class Club:
    """A journal in memory."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()

    def load(self, match_id: str) -> Stored | None:
        match = self.journal.matches.get(match_id)
        return None if match is None else match.stored

    def compare(self) -> Comparison:
        running = [match_id for match_id, match in self.journal.matches.items() if match.phase != "over"]
        return compare(self.load, running)

    def play(self, *, held: bool = True) -> StakedMatch:
        """A match of "ann" and "bob" in play; without `held` their stakes were lost."""
        now = now_ms()
        assert TERMS.stakes is not None
        until = actions.hold("m", TERMS.stakes, 1, ["ann", "bob"])[0].until if held else now + 20_000
        match = StakedMatch("m", TERMS, (member("ann"), None), 0, now)
        for player in ("ann", "bob"):
            match.append(len(match.rows), match.sit(player, until, now))
        self.journal.matches["m"] = match
        return match

    def end(self, match: StakedMatch) -> Played:
        """Let the side to act resign, and store the result."""
        match.resign(now_ms())
        results.write({"m": match.record})
        return Played.objects.get(match_id="m")

    def repair(self, *faults: str) -> None:
        """Repair just these faults; nothing is wrong afterwards."""
        discrepancies = self.compare().discrepancies
        assert [discrepancy.fault for discrepancy in discrepancies] == list(faults)
        for discrepancy in discrepancies:
            assert discrepancy.repair is not None
            discrepancy.repair()
        assert self.compare().discrepancies == []
        assert audit().faults == []


@pytest.fixture
def club_now() -> Club:
    return Club()


def let_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every request that may still use a hold be over."""
    monkeypatch.setattr("zaria.club.stakes.comparison.now_ms", lambda: now_ms() + LONG_AGO)


def test_a_match_in_order_has_no_discrepancy(club_now: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = club_now.play()
    let_time_pass(monkeypatch)
    assert club_now.compare() == Comparison(1, [])
    club_now.end(match)
    assert club_now.compare() == Comparison(1, [])


def test_a_voided_match_is_in_order_once_it_is_booked_back(club_now: Club) -> None:
    played = club_now.end(club_now.play())
    staff.void(None, played, "Arranged")
    assert club_now.compare().discrepancies == []
    staff.restore(None, played, "It was not")
    assert club_now.compare().discrepancies == []


def test_a_match_without_holds_gets_them(club_now: Club) -> None:
    match = club_now.play(held=False)
    club_now.repair(*(f"{name} plays, and the stake of 6.00 is not held" for name in ("ann", "bob")))
    assert balance("ann") == balance("bob") == Balance(994_00, HELD)
    played = club_now.end(match)
    assert played.won is not None
    assert club_now.compare().discrepancies == []


def test_a_result_without_holds_is_paid_by_the_loser(club_now: Club) -> None:
    played = club_now.end(club_now.play(held=False))
    winner, loser = ("ann", "bob") if played.won == 0 else ("bob", "ann")
    club_now.repair(f"it is over and unpaid: {loser} owes 2.00")
    assert balance(loser) == Balance(998_00, 0)
    assert balance(winner) == Balance(1001_80, 0)


def test_a_result_with_one_hold_is_paid_too(club_now: Club) -> None:
    match = club_now.play(held=False)
    assert TERMS.stakes is not None
    actions.hold("m", TERMS.stakes, 1, ["ann"])
    played = club_now.end(match)
    loser = ("ann", "bob")[1 - (played.won or 0)]
    club_now.repair(f"it is over and unpaid: {loser} owes 2.00")


def test_a_loser_without_credits_stays_a_fault(club_now: Club) -> None:
    played = club_now.end(club_now.play(held=False))
    loser = ("ann", "bob")[1 - (played.won or 0)]
    ledger.ensure_member(loser)
    post([Booking("shop:all", TransferKind.PURCHASE, member_code(loser), SHOP, 999_00)])
    (discrepancy,) = club_now.compare().discrepancies
    assert discrepancy.repair is not None
    with pytest.raises(NotEnoughCreditsError):
        discrepancy.repair()
    assert club_now.compare().discrepancies[0].fault == discrepancy.fault
    assert balance(loser) == Balance(1_00, 0)


def test_a_repair_pays_once(club_now: Club) -> None:
    club_now.end(club_now.play(held=False))
    (discrepancy,) = club_now.compare().discrepancies
    assert discrepancy.repair is not None
    for _ in range(2):
        discrepancy.repair()
    assert club_now.compare().discrepancies == []


def test_holds_that_nobody_uses_go_back(club_now: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert TERMS.stakes is not None
    club_now.play()
    actions.hold("never opened", TERMS.stakes, 1, ["dan"])
    actions.hold("m", TERMS.stakes, 1, ["eve"])
    assert club_now.compare().discrepancies == []
    let_time_pass(monkeypatch)
    club_now.repair(
        "a stake is held of eve, who do not play there",
        "stakes are held for a table that was never opened",
    )
    assert balance("dan") == balance("eve") == FREE


def test_what_is_held_after_the_end_goes_back(club_now: Club) -> None:
    match = club_now.play()
    club_now.end(match)
    assert TERMS.stakes is not None
    actions.hold("m", TERMS.stakes, 1, ["eve"])
    club_now.repair("it is over, and stakes are still held")
    assert balance("eve") == FREE


def test_a_result_that_was_passed_over_is_stored_and_settled(club_now: Club) -> None:
    match = club_now.play()
    match.resign(now_ms())
    assert club_now.compare().discrepancies == []  # the projector has yet to come
    results.write({}, up_to=(now_ms() + LONG_AGO, ""))
    club_now.repair("it is over, and has no result")
    assert balance("ann") != FREE


def test_what_was_paid_wrongly_is_for_people_to_correct(club_now: Club) -> None:
    played = club_now.end(club_now.play())
    loser = ("ann", "bob")[1 - (played.won or 0)]
    twice = Booking("again", TransferKind.WIN, member_code(loser), member_code("eve"), 1_00, match_id="m")
    post([twice])
    (discrepancy,) = club_now.compare().discrepancies
    assert discrepancy.fault.startswith("paid were ")
    assert discrepancy.repair is None


def test_a_match_that_was_paid_before_its_end_or_is_unknown_is_named(club_now: Club) -> None:
    club_now.play()
    for match_id in ("m", "lost"):
        early = Booking(
            match_id, TransferKind.WIN, member_code("ann"), member_code("bob"), 1_00, match_id=match_id
        )
        post([early])
    faults = [str(discrepancy) for discrepancy in club_now.compare().discrepancies]
    assert [fault.partition(";")[0] for fault in faults] == [
        "match lost: it was paid, and the journal does not have it",
        "match m: it was paid before its end",
    ]


def test_a_club_without_stakes_reads_no_match(settings: Any, club_now: Club) -> None:
    club_now.play(held=False)
    settings.LEDGER = settings.LEDGER._replace(stakes=False)
    assert club_now.compare() == Comparison(0, [])
