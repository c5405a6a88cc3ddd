"""The table of matches by the day that wait: for the side to act, or for players to come.

Nothing of such a match is in memory between two commands. One row says whose turn it is, since when, and when
their time is over; it is written with the events, and deleted with the last one. Moments are in ms.
"""

from collections.abc import Sequence
from typing import Any

from zaria.live.journal.base import Listing, WaitingTable
from zaria.live.journal.writer import Job

_COLUMNS = """(
    match_id {text} PRIMARY KEY, player0 text, player1 text,
    side {small}, since {long} NOT NULL, due {long}, n integer NOT NULL)"""
SQLITE_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS wait
{_COLUMNS.format(text="text", small="integer", long="integer")} WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS wait_open ON wait(match_id) WHERE side IS NULL;
CREATE INDEX IF NOT EXISTS wait_due ON wait(due) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS wait_since ON wait(since, match_id) WHERE side IS NOT NULL;
CREATE INDEX IF NOT EXISTS wait_player0 ON wait(player0, side) WHERE side IS NOT NULL;
CREATE INDEX IF NOT EXISTS wait_player1 ON wait(player1, side) WHERE side IS NOT NULL;
"""
POSTGRES_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS live.wait
{_COLUMNS.format(text='text COLLATE "C"', small="smallint", long="bigint")};
CREATE INDEX IF NOT EXISTS wait_open ON live.wait(match_id) WHERE side IS NULL;
CREATE INDEX IF NOT EXISTS wait_due ON live.wait(due) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS wait_since ON live.wait(since, match_id) WHERE side IS NOT NULL;
CREATE INDEX IF NOT EXISTS wait_player0 ON live.wait(player0, side) WHERE side IS NOT NULL;
CREATE INDEX IF NOT EXISTS wait_player1 ON live.wait(player1, side) WHERE side IS NOT NULL;
"""

PUT = """
INSERT INTO {wait}(match_id, player0, player1, side, since, due, n) VALUES({p}, {p}, {p}, {p}, {p}, {p}, {p})
ON CONFLICT(match_id) DO UPDATE SET player0 = excluded.player0, player1 = excluded.player1,
    side = excluded.side, due = excluded.due, n = excluded.n,
    since = CASE WHEN {p} THEN excluded.since ELSE {wait}.since END
"""
UNLIST = "UPDATE {match} SET listed = NULL WHERE id = {p} AND listed IS NOT NULL"
"""After the first act of a match by the day the lobby need not read it any more."""
REMOVE = "DELETE FROM {wait} WHERE match_id = {p}"
DUE = "SELECT match_id FROM {wait} WHERE due <= {p} ORDER BY due LIMIT {p}"
_TABLES = """
SELECT match_id, card, {wait}.player0, {wait}.player1, side, since, due, n
FROM {wait} JOIN {match} ON id = match_id WHERE side IS NOT NULL AND
"""
AFTER = _TABLES + "(since, match_id) > ({p}, {p}{as_text}) ORDER BY since, match_id LIMIT {p}"
UNTIL = _TABLES + "due <= {p} ORDER BY due LIMIT {p}"
OF_PLAYER = (
    _TABLES + "{wait}.player0 = {p} UNION ALL " + _TABLES + "{wait}.player1 = {p} AND {wait}.player0 <> {p}"
)
OF_MATCHES = _TABLES + "match_id {among}"
COUNT = """
SELECT (SELECT count(*) FROM {wait} WHERE player0 = {p} AND side = 0)
     + (SELECT count(*) FROM {wait} WHERE player1 = {p} AND side = 1)
"""
LITE = {
    "wait": "wait",
    "match": "match",
    "p": "?",
    "as_text": "",
    "among": "IN (SELECT value FROM json_each(?))",
}
POSTGRES = {"wait": "live.wait", "match": "live.match", "p": "%s", "as_text": "::text", "among": "= ANY(%s)"}
"""The words of statements for both engines."""


def is_unlisted(job: Job) -> bool:
    """Return whether the match of a job runs, and the job changes nothing that the lobby shows."""
    return job.card is None and job.wait is not None and job.wait.side is not None


def put_values(job: Job) -> tuple[Any, ...]:
    """Return the values of `PUT` for a job that has a wait."""
    wait, last = job.wait, job.rows[-1]
    assert wait is not None
    return (job.match_id, *wait.players, wait.side, last.at, wait.due, last.seq, wait.is_new)


def waiting_table(row: Sequence[Any]) -> WaitingTable:
    """Return a row of `AFTER` or `OF_PLAYER`."""
    match_id, card, first, second, side, since, due, number = row
    return WaitingTable(match_id, Listing(0, card, (first, second)), side, since, due, number)
