"""`zaria serve` that writes down what each statement of the site costs SQLite.

Started by `python -m tests.support.club.counting_server serve …`. COUNTS is the file: a JSON object in each
line for an execution, with the function of the club that made it, the steps of SQLite's virtual machine and
the rows that it returned.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from django.db.backends.signals import connection_created

from tests.support.club.explaining_server import origin
from zaria.cli import main as cli

TICK = 10
"""Steps between two counts."""
_lock = Lock()


def install(**more: Any) -> None:
    """Count the work of the statements of a connection, which may be opened again."""
    wrappers = more["connection"].execute_wrappers
    if count not in wrappers:
        wrappers.append(count)


def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement, and write down its cost; what a query returns is read once more for that."""
    if not sql.startswith(("SELECT", "UPDATE", "DELETE", "INSERT")):
        return execute(sql, params, many, context)
    db, steps, rows = context["connection"].connection, 0, 0

    def tick() -> int:
        nonlocal steps
        steps += TICK
        return 0

    db.set_progress_handler(tick, TICK)
    try:
        if sql.startswith("SELECT"):
            cursor = context["connection"].create_cursor()
            cursor.execute(sql, params or ())
            rows = len(cursor.fetchall())
            cursor.close()
            db.set_progress_handler(None, 0)
        return execute(sql, params, many, context)
    finally:
        db.set_progress_handler(None, 0)
        with _lock, Path(os.environ["COUNTS"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"origin": origin(), "steps": steps, "rows": rows}) + "\n")


if __name__ == "__main__":
    connection_created.connect(install)
    sys.exit(cli.main(sys.argv[1:]))
