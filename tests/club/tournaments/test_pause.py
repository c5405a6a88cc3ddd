"""The pause before the matches of a later round, as the runner and the players' pages take it."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.support.club.tournament_play import begun, play, waiting
from zaria.club.site.clock import HOUR_MS, now_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.page_parts import Countdown, countdowns
from zaria.club.tournaments.pages import own_panel
from zaria.club.tournaments.pages.table_part import find
from zaria.club.tournaments.runner import progress
from zaria.tournaments.refusals import TournamentRefusedError

PAUSE = 45_000


@pytest.fixture(autouse=True)
def _english(transactional_db: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def in_final(pause: int = PAUSE) -> tuple[Tournament, Pairing]:
    """A tournament of four whose final was paired just now."""
    row, _members = begun(4, pause_ms=pause)
    row = play(row, 1)
    (final,) = waiting(row)
    return row, final


def paired(final: Pairing, ago: int) -> None:
    """Have the final paired so long (ms) ago; below 0: the clock was set back since."""
    Pairing.objects.filter(pk=final.pk).update(since=now_ms() - ago)


def test_the_first_round_begins_at_once() -> None:
    row, _members = begun(4, pause_ms=PAUSE)
    step = progress.step(row.pk)
    assert len(step.openings) == 2


def test_the_table_is_opened_at_the_end_of_the_pause() -> None:
    row, final = in_final()
    step = progress.step(row.pk)
    assert step.openings == []
    assert step.wait_ms is not None
    assert 0 < step.wait_ms <= PAUSE
    panel = own_panel.panel(row, history.state(row), final.player0, joined=False)
    assert (panel.stage, panel.ready) == ("pause", (False, False))
    assert 0 < panel.remaining <= PAUSE
    paired(final, PAUSE + 1)  # a process that was frozen, or started again, finds the pause over
    step = progress.step(row.pk)
    assert [opening.match_id for opening in step.openings] == [final.match_id]
    assert step.wait_ms is not None


def test_a_clock_that_was_set_back_prolongs_no_pause() -> None:
    row, final = in_final()
    paired(final, -HOUR_MS)
    assert len(progress.step(row.pk).openings) == 1


def test_two_players_who_are_ready_wait_no_longer() -> None:
    row, final = in_final()
    actions.say_ready(row.pk, final.player1)
    assert progress.step(row.pk).openings == []
    panel = own_panel.panel(row, history.state(row), final.player1, joined=False)
    assert panel.ready == (True, False)
    actions.say_ready(row.pk, final.player0)
    assert len(progress.step(row.pk).openings) == 1


def test_without_a_pause_the_next_match_follows_and_nobody_says_ready() -> None:
    row, final = in_final(0)
    with pytest.raises(TournamentRefusedError):
        actions.say_ready(row.pk, final.player0)
    assert countdowns([final.player0]) == {}
    assert len(progress.step(row.pk).openings) == 1


def test_the_head_and_the_result_sheet_count_down_to_the_next_match() -> None:
    row, final = in_final()
    (countdown,) = countdowns([final.player0])[final.player0]
    assert countdown == Countdown(row.pk, "Friday eight", final.since + PAUSE, "next")
    semi_final = Pairing.objects.get(tournament=row, number=1, player0=final.player0)
    shown = find(str(semi_final.match_id), final.player0)
    assert shown is not None
    assert shown.next_at == final.since + PAUSE
    (loser,) = {semi_final.player0, semi_final.player1} - {final.player0}
    assert countdowns([loser]) == {loser: []}
    for player in (final.player0, final.player1):
        actions.say_ready(row.pk, player)
    assert countdowns([final.player0]) == {final.player0: []}


def test_a_table_that_opens_ends_the_countdown() -> None:
    row, final = in_final()
    progress.mark_opened([str(final.match_id)])
    assert countdowns([final.player0]) == {final.player0: []}
    paired(final, PAUSE + 1)
    Pairing.objects.filter(pk=final.pk).update(opened_at=None, ordered=False)
    assert countdowns([final.player0]) == {final.player0: []}
    assert countdowns(["nobody"]) == {}
    assert row.phase == Tournament.Phase.PLAYING
