"""The schedule of steps."""

from zaria.club.tournaments.runner.schedule import StepSchedule


def test_the_last_moment_of_a_tournament_counts() -> None:
    schedule = StepSchedule(0)
    schedule.put("a", 10)
    schedule.put("b", 20)
    schedule.put("a", 30)
    assert schedule.next() == 20
    assert schedule.take_until(19) == []
    assert schedule.take_until(30) == ["b", "a"]
    assert schedule.next() is None


def test_a_clock_that_was_set_back_is_noticed() -> None:
    schedule = StepSchedule(100)
    assert not schedule.is_set_back(100)
    assert schedule.is_set_back(99)
    assert not schedule.is_set_back(99)
