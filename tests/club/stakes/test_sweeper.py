"""The sweeper and the holds that it looks at, moment by moment."""

import logging
from collections.abc import Iterator

import pytest

from tests.support.club.staked_matches import Inline, MemoryJournal, StakedMatch, member, staked
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.check import audit
from zaria.club.ledger.queries import Balance, balance
from zaria.club.matches.results import actions as results
from zaria.club.site import clock
from zaria.club.stakes import actions, sweeper
from zaria.club.stakes.actions import MARGIN, SEAT_WITHIN
from zaria.club.stakes.sweeper import StakeSweeper
from zaria.live.matches.escrow import Held
from zaria.match import commands as cmd

START = 1_800_000_000_000
TERMS = staked("short-nardy-5s", 10_00)
FREE, HELD = Balance(1000_00, 0), Balance(990_00, 10_00)


class Club:
    """A table of "ann" in a journal, and the sweeper, at a time `now` that tests set."""

    def __init__(self) -> None:
        self.now = START
        self.journal = MemoryJournal()
        self.sweeper = StakeSweeper(self.journal, every=0.0)  # type: ignore[arg-type]

    def open(self) -> StakedMatch:
        self.hold("ann")
        self.journal.matches["m"] = StakedMatch("m", TERMS, (member("ann"), None), 0, self.now)
        return self.journal.matches["m"]

    def hold(self, player: str) -> Held:
        assert TERMS.stakes is not None
        return actions.hold("m", TERMS.stakes, 1, [player])[0]

    def sweep(self) -> None:
        coroutine = self.sweeper.sweep(Inline())  # type: ignore[arg-type]
        with pytest.raises(StopIteration):
            coroutine.send(None)

    def play(self) -> StakedMatch:
        """The table, with both seated."""
        match = self.open()
        for player in ("ann", "bob"):
            match.append(len(match.rows), match.sit(player, self.hold(player).until, self.now))
        return match


@pytest.fixture
def club_at(club_in_sqlite: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """The club; the ledger balances after every test."""
    club = Club()
    for module in (ledger, actions, sweeper):
        monkeypatch.setattr(module, "now_ms", lambda: club.now)
    monkeypatch.setattr(clock, "play_ms", lambda: club.now)
    yield club
    assert audit().faults == []


def test_a_hold_goes_back_once_no_command_can_use_it(club_at: Club) -> None:
    club_at.open()
    club_at.now += 1_000_000
    held = club_at.hold("bob")
    assert held.until == club_at.now + SEAT_WITHIN
    club_at.now = held.until + MARGIN
    club_at.sweep()
    assert balance("bob") == HELD
    club_at.now += 1
    club_at.sweep()
    assert (balance("ann"), balance("bob")) == (HELD, FREE)


def test_a_command_may_be_on_its_way_for_more_than_a_minute() -> None:
    """A host that lost its database tries again for so long; the seat is taken after that or never."""
    assert MARGIN >= 99_000


def test_a_young_hold_stays_beside_one_that_goes_back(club_at: Club) -> None:
    club_at.open()
    club_at.now += 1_000_000
    club_at.hold("bob")
    club_at.now += SEAT_WITHIN + MARGIN + 1
    club_at.hold("eve")
    club_at.sweep()
    assert (balance("bob"), balance("eve")) == (FREE, HELD)


def test_a_hold_beside_two_players_goes_back_and_their_holds_stay(club_at: Club) -> None:
    club_at.play()
    club_at.hold("eve")
    club_at.now += SEAT_WITHIN + MARGIN + 1
    club_at.sweep()
    assert (balance("ann"), balance("bob"), balance("eve")) == (HELD, HELD, FREE)


def test_a_guest_who_sits_keeps_the_hold_while_the_owner_is_away(club_at: Club) -> None:
    match = club_at.open()
    match.append(len(match.rows), match.sit("bob", club_at.hold("bob").until, club_at.now))
    assert match.phase == "open"
    club_at.now += SEAT_WITHIN + MARGIN + 1
    club_at.sweep()
    assert (balance("ann"), balance("bob")) == (HELD, HELD)


def test_a_second_request_prolongs_the_hold(club_at: Club) -> None:
    club_at.open()
    first = club_at.hold("bob")
    club_at.now += 110_000
    second = club_at.hold("bob")
    assert (second.until, second.new) == (club_at.now + SEAT_WITHIN, False)
    club_at.now = first.until + MARGIN + 1
    club_at.sweep()
    assert balance("bob") == HELD
    club_at.now = second.until + MARGIN + 1
    club_at.sweep()
    assert balance("bob") == FREE


def test_a_hold_after_one_that_went_back_is_another(club_at: Club) -> None:
    club_at.open()
    for _ in range(3):
        held = club_at.hold("bob")
        assert held.new
        assert balance("bob") == HELD
        assert actions.release("m", "bob", held)
        assert balance("bob") == FREE


def test_holds_of_a_table_that_was_never_opened_go_back(club_at: Club) -> None:
    club_at.hold("ann")
    club_at.now += SEAT_WITHIN + MARGIN
    club_at.sweep()
    assert balance("ann") == HELD
    club_at.now += 1
    club_at.sweep()
    assert balance("ann") == FREE


def test_a_hold_for_a_closed_table_goes_back(club_at: Club) -> None:
    club_at.open().do(0, cmd.Cancel(), club_at.now)
    club_at.now += SEAT_WITHIN + MARGIN + 1
    club_at.sweep()
    assert balance("ann") == FREE


def test_a_result_that_was_never_stored_is_settled(club_at: Club, caplog: pytest.LogCaptureFixture) -> None:
    """The projector leaves out a match that the database does not take; it goes on with the next one."""
    match, ended = club_at.play(), club_at.now
    match.resign(ended)
    club_at.now += SEAT_WITHIN + MARGIN + 1
    club_at.sweep()
    assert (balance("ann"), balance("bob")) == (HELD, HELD), "the projector may still come to it"
    results.write({}, up_to=(ended, "m"))
    with caplog.at_level(logging.ERROR):
        club_at.sweep()
    assert "match m: stakes were held after its end" in caplog.text
    assert sorted((balance("ann"), balance("bob"))) == [FREE._replace(available=990_00), Balance(1009_00, 0)]
    results.write({"m": match.record})
    club_at.sweep()
    assert sorted((balance("ann"), balance("bob"))) == [FREE._replace(available=990_00), Balance(1009_00, 0)]


def test_a_hold_for_a_match_that_was_settled_goes_back(club_at: Club) -> None:
    match = club_at.play()
    match.resign(club_at.now)
    results.write({"m": match.record})
    club_at.hold("eve")
    club_at.now += SEAT_WITHIN + MARGIN + 1
    club_at.sweep()
    assert balance("eve") == FREE
