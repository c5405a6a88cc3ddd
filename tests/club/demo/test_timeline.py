"""The clock of a demo."""

from zaria.club.demo.timeline import Timeline
from zaria.club.site import clock
from zaria.club.site.clock import DAY_MS, HOUR_MS


def test_it_moves_forward_to_the_present_and_never_back() -> None:
    timeline = Timeline(DAY_MS)
    moments = [timeline()]
    for ago_ms in (2 * HOUR_MS, 3 * HOUR_MS):
        timeline.advance(HOUR_MS)
        moments.append(timeline())
        timeline.go_to(ago_ms)
        moments.append(timeline())
    timeline.catch_up()
    timeline.advance(HOUR_MS)
    moments.append(timeline())
    assert moments == sorted(moments)
    assert abs(moments[-1] - clock.now_ms()) < HOUR_MS


def test_the_site_reads_it_within_a_block() -> None:
    with clock.use(lambda: 1_000):
        assert (clock.now_ms(), clock.now().isoformat()) == (1_000, "1970-01-01T00:00:01+00:00")
    assert clock.now_ms() > 1_000
