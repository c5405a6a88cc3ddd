"""Erases a player's name from the stored matches, at their request.

Events never change otherwise: the name stands beside an id, and no roll, clock or result depends on it. Some
matches at once take one short transaction on a separate connection, so that the journal's writer hardly
waits, and the disk is not waited for at each match. A match in a host's memory keeps the name until it is
unloaded.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from zaria.live.journal.base import StoreUnavailableError
from zaria.live.journal.compressed import (
    FORM,
    LITE,
    POSTGRES,
    STORED_EVENTS,
    assemble,
    compress,
    last_compressed,
)
from zaria.live.journal.factory import FILE

AT_ONCE = 20
"""Matches that one transaction changes."""
PATIENCE_S = 10
"""Seconds for a connection to PostgreSQL, and for one statement."""
_MATCHES_OF = "SELECT id FROM {match} WHERE player0 = {p} OR player1 = {p}"
_MATCH = "SELECT places, card, player0, player1 FROM {match} WHERE id = {p} {lock}"
_NEW_MATCH = "UPDATE {match} SET places = {p}, card = {p} WHERE id = {p}"
_NEW_SEAT = "UPDATE {event} SET body = {p} WHERE match_id = {p} AND seq = {p}"
_NEW_COMPRESSED = "UPDATE {compressed} SET form = {p}, body = {p} WHERE match_id = {p}"


def forget(url: str | None, home: Path, player_id: str, name: str) -> int:
    """Rename a player to `name` in every stored match; return the number of matches. Blocks: use a thread.

    Raises `StoreUnavailableError` when PostgreSQL does not answer in time, and `sqlite3.Error` for the file.
    """
    if url:
        return _in_postgresql(url, player_id, name)
    with closing(sqlite3.connect(home / FILE, isolation_level=None, timeout=10)) as file:
        return _everywhere(file, LITE, player_id, name, "BEGIN IMMEDIATE")


def _in_postgresql(url: str, player_id: str, name: str) -> int:
    import psycopg

    from zaria.live.journal.pg_connection import PgConnection, passing, reason

    connection = PgConnection(url, PATIENCE_S, PATIENCE_S)
    try:
        return _everywhere(connection.db, POSTGRES, player_id, name, "BEGIN")
    except psycopg.Error as error:
        if passing(error):
            raise StoreUnavailableError(reason(error)) from error
        raise
    finally:
        connection.close()


def _everywhere(db: Any, words: dict[str, str], player_id: str, name: str, begin: str) -> int:
    rows = db.execute(_MATCHES_OF.format(**words), (player_id, player_id)).fetchall()
    for start in range(0, len(rows), AT_ONCE):
        db.execute(begin)
        try:
            for (match_id,) in rows[start : start + AT_ONCE]:
                _in_match(db, words, match_id, player_id, name)
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise
    return len(rows)


def _in_match(db: Any, words: dict[str, str], match_id: str, player_id: str, name: str) -> None:
    places, card, *sides = db.execute(_MATCH.format(**words), (match_id,)).fetchone()
    reserved, shown = json.loads(bytes(places) or b"[]"), json.loads(bytes(card)) if card else None
    for player in reserved or ():
        _rename(player, player_id, name)
    for player, side in zip((shown or {}).get("players", ()), sides, strict=False):
        if player and side == player_id:
            _anonymous(player, name)
    new = (_json(reserved), card if shown is None else _json(shown), match_id)
    db.execute(_NEW_MATCH.format(**words), new)
    selected = db.execute(STORED_EVENTS.format(**words), (match_id, match_id)).fetchall()
    rows = assemble(selected)
    seats = {row: json.loads(bytes(row.body)) for row in rows if row.kind == "seated"}
    if len(seats) > 1 and len({event["player"]["id"] for event in seats.values()}) == 1:
        return  # two people at one device, who are called by their colours
    renamed = {
        row.seq: row._replace(body=_json(event))
        for row, event in seats.items()
        if _rename(event["player"], player_id, name)
    }
    last = last_compressed(selected)
    for row in renamed.values():
        if row.seq > last:
            db.execute(_NEW_SEAT.format(**words), (row.body, match_id, row.seq))
    if any(seq <= last for seq in renamed):
        body = compress([renamed.get(row.seq, row) for row in rows if row.seq <= last])
        db.execute(_NEW_COMPRESSED.format(**words), (FORM, body, match_id))


def _rename(player: Any, player_id: str, name: str) -> bool:
    if not isinstance(player, dict) or player.get("id") != player_id:
        return False
    _anonymous(player, name)
    return True


def _anonymous(player: dict[str, Any], name: str) -> None:
    player["name"] = name
    for field in ("country", "face"):
        player.pop(field, None)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
