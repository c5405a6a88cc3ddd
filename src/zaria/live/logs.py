"""Log records as one line of JSON each, for collecting those of several processes.

A record names its request by itself. One whose text begins with "match %s" is about that match. Players' ids
do not belong in the log, and addresses only where a connection is rejected.
"""

import json
import logging
import re
import secrets
import time
from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("zaria_request", default="")
"""The id of the present request; empty outside of one."""
PROCESS: dict[str, str] = {}
"""Fields of this process in every line: its `roles`, and its `process` id among several."""

QUIET_S = 60.0
"""Seconds for which `OnceAMinute` drops repeats of a message."""

_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_ABOUT = "match %s"


def request_id(proposed_id: str | None) -> str:
    """The id that a request brings, if it is valid; else a new one."""
    return proposed_id if proposed_id and _ID.fullmatch(proposed_id) else secrets.token_hex(8)


class Json(logging.Formatter):
    """One line of JSON for each record: at, level, logger, text, and where known request, match, error."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
            "match": _match(record),
            "request": REQUEST.get(),
            **PROCESS,
            "error": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in line.items() if value}, ensure_ascii=False)


def _match(record: logging.LogRecord) -> str:
    """The match that a record is about; empty if none."""
    args = record.args
    about = isinstance(record.msg, str) and record.msg.startswith(_ABOUT)
    return str(args[0]) if about and isinstance(args, tuple) and args else ""


class UnexpectedOnly(logging.Filter):
    """Drops Django's record of each answer 503, which is expected under load and during outages.

    `outage` logs a record of its own about the store.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record."""
        return getattr(record, "status_code", None) != 503


class OnceAMinute(logging.Filter):
    """Logs each message of a logger once a minute, with the number of records dropped since.

    Errors raised at different lines are different messages. It belongs to loggers whose records visitors can
    cause as often as they like.
    """

    def __init__(self) -> None:
        super().__init__()
        self._dropped: dict[tuple[str, str], int] = {}
        self._quiet_until: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record."""
        now, message = time.monotonic(), str(record.msg)
        key = message, _raised_at(record)
        if now < self._quiet_until.get(key, 0.0):
            self._dropped[key] = self._dropped.get(key, 0) + 1
            return False
        self._quiet_until[key] = now + QUIET_S
        dropped = self._dropped.pop(key, 0)
        if dropped:
            record.msg = f"{message} ({dropped} more since the last)"
        return True


def _raised_at(record: logging.LogRecord) -> str:
    """The file and line at which the error of a record was raised; "" without an error."""
    traceback = record.exc_info[2] if record.exc_info else None
    if traceback is None:
        return ""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"
