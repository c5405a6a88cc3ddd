"""Log lines that a visitor can cause are bounded."""

import logging

import pytest

from zaria.live.logs import OnceAMinute


def test_a_message_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("tests.once_a_minute")
    bound = OnceAMinute()
    log.addFilter(bound)
    for number in range(100):
        log.warning("refused: %s", number)
    log.warning("another message")
    log.removeFilter(bound)
    assert caplog.messages == ["refused: 0", "another message"]
