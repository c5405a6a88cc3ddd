"""Upgrades a journal file from before the lobby's lists: stores the card of each match."""

import logging
import sqlite3

from zaria.live.journal.base import Row
from zaria.live.matches.cards import current_listing
from zaria.live.matches.live_match import LiveMatch

log = logging.getLogger(__name__)

VERSION = 1
"""`user_version` of a file whose matches are all listed."""

_UNLISTED = "SELECT id, secret, places FROM match WHERE over = 0 AND listed IS NULL"
_EVENTS = "SELECT seq, at, kind, body, actor, cmd FROM event WHERE match_id = ? ORDER BY seq"
_CARD = "UPDATE match SET listed = ?, shown = ?, card = ?, player0 = ?, player1 = ? WHERE id = ?"


def list_all(db: sqlite3.Connection) -> None:
    """Store the card of each unfinished match that has none. Free where that was done."""
    if db.execute("PRAGMA user_version").fetchone()[0] >= VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    for match_id, secret, places in db.execute(_UNLISTED).fetchall():
        try:
            live_match = LiveMatch(match_id, secret, places)
            for columns in db.execute(_EVENTS, (match_id,)):
                live_match.take(Row(*columns))
            card = current_listing(live_match)
        except Exception:
            log.exception("match %s: cannot list it", match_id)
        else:
            db.execute(_CARD, (live_match.now, card.shown, card.body, *card.players, match_id))
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")
