"""`zaria serve` that writes down how SQLite finds the rows of each statement of the site.

Started by `python -m tests.support.club.explaining_server serve …`. EXPLAINS is the file: a JSON object
in each line for a new statement, with its plan and the function of the club that made it.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from django.db.backends.signals import connection_created

from zaria.cli import main as cli

CLUB = f"{os.sep}zaria{os.sep}club{os.sep}"
_seen: set[str] = set()
_lock = Lock()


def install(**more: Any) -> None:
    """Explain the statements of a connection."""
    more["connection"].execute_wrappers.append(explain)


def explain(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement; the first time, write its plan down."""
    if not many and sql.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")) and sql not in _seen:
        _seen.add(sql)
        cursor = context["connection"].create_cursor()
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params or ())
        plan = [row[3] for row in cursor.fetchall()]
        cursor.close()
        with _lock, Path(os.environ["EXPLAINS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"origin": origin(), "sql": sql, "plan": plan}) + "\n")
    return execute(sql, params, many, context)


def origin() -> str:
    """The module and function of the club that made the statement."""
    frames = [frame for frame in traceback.extract_stack() if CLUB in frame.filename]
    if not frames:
        return ""
    frame = frames[-1]
    return f"{frame.filename.partition(CLUB)[2]}:{frame.name}"


if __name__ == "__main__":
    connection_created.connect(install)
    sys.exit(cli.main(sys.argv[1:]))
