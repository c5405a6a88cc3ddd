"""Log lines that a visitor can cause are bounded."""

import logging
import re
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings

import zaria
from zaria.live.logs import OnceAMinute

SOURCE = Path(zaria.__file__).parent
CALL = re.compile(r"\blog\.(?:warning|error|exception|critical|log)\(")
EXCUSED = {
    "bots": "an engine failed",
    "club.accounts.registry": "a job that reads members every few seconds",
    "club.conversations": "the store of conversations; lines and requests of a player are limited",
    "club.waiting.news": "needs an outage of the journal while a member plays by the day",
    "club.lobby.staked_tables": "needs a member, and a table with a stake",
    "club.demo": "a demo serves its own machine alone",
    "club.library": "a job that stores positions of finished matches",
    "club.ledger": "audits, and a job that waits for the database",
    "club.matches": "jobs that record and analyse matches",
    "club.notifications": "a job that mails",
    "club.site.announcer": "a job that waits for the database",
    "club.site.database": "the start of a process",
    "club.site.child_process": "a child process that crashed",
    "club.site.worker": "jobs that wait for the database",
    "club.staff": "needs a member of the staff",
    "club.stakes": "needs a member, a table and the stake of a match",
    "club.storage": "a job that compresses old matches",
    "club.table_offers": "needs a member and a table",
    "club.texts": "a job that reads the versions of texts",
    "club.top_up.actions": "needs the provider's signature",
    "club.tournaments": "jobs that run tournaments",
    "live.bus": "a failure of a listener within a process",
    "live.cluster": "messages between processes of the club",
    "live.conversations": "the store of conversations; lines and requests of a player are limited",
    "live.counts": "logged once a minute for an address by itself",
    "live.engines": "an engine failed",
    "live.fanout": "a failure of a receiver within a process",
    "live.journal": "the store of matches",
    "live.lobby": "jobs of the lobby; tables and searches of a player are limited",
    "live.matches": "the host of matches; commands of a player are limited",
}
"""Modules, or rooms, with records that a stranger cannot cause without bound, each with the reason."""


def test_a_message_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("tests.once_a_minute")
    bound = OnceAMinute()
    log.addFilter(bound)
    for number in range(100):
        log.warning("refused: %s", number)
    log.warning("another message")
    log.removeFilter(bound)
    assert caplog.messages == ["refused: 0", "another message"]


def test_errors_of_different_lines_are_all_logged(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("tests.once_a_minute.errors")
    bound = OnceAMinute()
    log.addFilter(bound)
    for text in ("1", "x", "y") * 2:
        try:
            try:
                int(text)
            except ValueError:
                raise
            raise KeyError
        except (KeyError, ValueError):
            log.exception("a request failed")
    log.removeFilter(bound)
    assert caplog.messages == ["a request failed"] * 2


def modules_that_log() -> set[str]:
    """The modules with a record of a warning or worse."""
    return {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in SOURCE.rglob("*.py")
        if CALL.search(path.read_text(encoding="utf-8"))
    }


def test_each_record_that_a_stranger_can_cause_is_bounded() -> None:
    loggers = cast(dict[str, dict[str, Any]], settings.LOGGING["loggers"])
    bounded = {name for name, logger in loggers.items() if "once_a_minute" in logger.get("filters", ())}
    modules = modules_that_log()
    unbounded = {
        module
        for module in modules
        if f"zaria.{module}" not in bounded
        and not any(f"{module}.".startswith(f"{excused}.") for excused in EXCUSED)
    }
    assert unbounded == set()
    assert bounded <= {f"zaria.{module}" for module in modules}
    assert {room for room in EXCUSED if not any(f"{m}.".startswith(f"{room}.") for m in modules)} == set()
