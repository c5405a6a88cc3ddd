"""Writes a batch of the journal to PostgreSQL with one statement, which is stored whole or not at all.

The events travel as arrays, packed here: psycopg's work for one value costs more than the event. A statement
outside of a transaction is atomic and takes one round trip; the primary key rejects numbers already taken.
"""

import struct
from collections.abc import Iterable, Sequence

import psycopg
from psycopg import pq

from zaria.live.journal import waits
from zaria.live.journal.base import ConflictError, Mark
from zaria.live.journal.pg_connection import checked, passing
from zaria.live.journal.writer import Job

_SCHEMA = """
CREATE SCHEMA IF NOT EXISTS live;
CREATE TABLE IF NOT EXISTS live.match(
    id text COLLATE "C" PRIMARY KEY, created bigint NOT NULL, secret bytea NOT NULL, places bytea NOT NULL,
    check_at bigint, over bigint NOT NULL,
    listed bigint, shown integer, card bytea, player0 text, player1 text);
CREATE TABLE IF NOT EXISTS live.event(
    match_id text COLLATE "C" NOT NULL, seq integer NOT NULL, at bigint NOT NULL, kind text NOT NULL,
    body bytea NOT NULL, actor text NOT NULL, cmd text NOT NULL, PRIMARY KEY(match_id, seq));
CREATE INDEX IF NOT EXISTS match_check ON live.match(check_at) WHERE check_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS match_over ON live.match(over, id) WHERE over > 0;
CREATE INDEX IF NOT EXISTS match_live ON live.match(created) WHERE over = 0 AND listed IS NOT NULL;
CREATE INDEX IF NOT EXISTS match_listed ON live.match(listed) WHERE listed IS NOT NULL;
CREATE INDEX IF NOT EXISTS match_shown ON live.match(created) WHERE over = 0 AND shown > 0;
"""
_TEXT, _BLOB, _INT, _LONG = 25, 17, 23, 20
"""PostgreSQL's type numbers."""
_EVENTS = """
INSERT INTO live.event
SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::bytea[], $6::text[], $7::text[])
"""
_HEADS = """
WITH head AS (SELECT * FROM unnest(
    $8::text[], $9::bigint[], $10::bytea[], $11::bytea[], $12::bigint[], $13::bigint[], $14::bigint[],
    $15::integer[], $16::bytea[], $17::text[], $18::text[])
  AS h(id, created, secret, places, check_at, over, listed, shown, card, player0, player1)),
made AS (INSERT INTO live.match
  SELECT id, created, secret, places, check_at, coalesce(over, 0), listed, shown, card, player0, player1
  FROM head WHERE secret IS NOT NULL %s),
changed AS (UPDATE live.match m SET
  check_at = CASE WHEN h.over IS NULL THEN m.check_at ELSE h.check_at END,
  over = coalesce(h.over, m.over),
  listed = coalesce(h.listed, m.listed), shown = coalesce(h.shown, m.shown), card = coalesce(h.card, m.card),
  player0 = CASE WHEN h.listed IS NULL THEN m.player0 ELSE h.player0 END,
  player1 = CASE WHEN h.listed IS NULL THEN m.player1 ELSE h.player1 END
  FROM head h WHERE h.secret IS NULL AND m.id = h.id)
"""
_UNTAKEN = "ON CONFLICT DO NOTHING"
_STATEMENTS = {
    "events": _EVENTS,
    "all": _HEADS % "" + _EVENTS,
    "try": _HEADS % _UNTAKEN + _EVENTS + _UNTAKEN + " RETURNING match_id, seq",
}
_SETTINGS = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"
"""Find rows by their key, however the planner judges arrays whose length it cannot know."""

_PUT_WAIT, _REMOVE_WAIT = waits.PUT.format(**waits.POSTGRES), waits.REMOVE.format(**waits.POSTGRES)
_UNLIST = waits.UNLIST.format(**waits.POSTGRES)

_Item = str | bytes | None


def create_tables(db: psycopg.Connection) -> None:
    """Create what is missing, in the caller's transaction, which locks the table of matches."""
    db.execute(_SCHEMA)
    db.execute(waits.POSTGRES_SCHEMA)


def prepare(db: psycopg.Connection) -> None:
    """Prepare a new connection for `store`."""
    db.execute(_SETTINGS)
    for name, text in _STATEMENTS.items():
        checked(db.pgconn.prepare(name.encode(), text.encode()))


def store(db: psycopg.Connection, batch: Sequence[Job]) -> None:
    """Write a batch; set the error of each job that was not stored.

    Raises an error for which `passing` is true when the server went away: the fate of the rest is unknown.
    """
    try:
        _store_all(db, batch)
    except psycopg.errors.UniqueViolation:
        _without_conflicts(db, batch)
    except Exception as error:
        if passing(error):
            raise
        _find_bad_job(db, batch, error)


def _store_all(db: psycopg.Connection, batch: Sequence[Job]) -> None:
    """Write a batch with one statement, and with the waits of matches by the day in one transaction."""
    if any(_changes_waits(job) for job in batch):
        with db.transaction():
            _run(db, "all", batch)
            _write_waits(db, batch)
    else:
        _run(db, "events" if all(job.plain for job in batch) else "all", batch)


def _changes_waits(job: Job) -> bool:
    return job.wait is not None


def _write_waits(db: psycopg.Connection, jobs: Sequence[Job]) -> None:
    for job in sorted(filter(_changes_waits, jobs), key=_match_id):
        if job.mark is Mark.OVER:
            db.execute(_REMOVE_WAIT, (job.match_id,))
        else:
            db.execute(_PUT_WAIT, waits.put_values(job))
            if waits.is_unlisted(job):
                db.execute(_UNLIST, (job.match_id,))


def _find_bad_job(db: psycopg.Connection, batch: Sequence[Job], error: Exception) -> None:
    """Find the one job that no database would accept, by halving the batch."""
    if len(batch) == 1:
        is_taken = isinstance(error, psycopg.errors.UniqueViolation)  # by a compressed event
        batch[0].error = ConflictError(batch[0].match_id) if is_taken else error
        return
    half = len(batch) // 2
    store(db, batch[:half])
    store(db, batch[half:])


def _without_conflicts(db: psycopg.Connection, batch: Sequence[Job]) -> None:
    """Write the batch without its conflicts: drop each match's first late job, then try the rest again."""
    jobs = list(batch)
    while jobs:
        try:
            with db.transaction():
                stored = _run(db, "try", jobs)
                late = _late(
                    jobs, {(stored.get_value(i, 0), stored.get_value(i, 1)) for i in range(stored.ntuples)}
                )
                if late:
                    raise psycopg.Rollback
                _write_waits(db, jobs)
        except Exception as error:
            if passing(error):
                raise
            _find_bad_job(db, jobs, error)
            return
        if not late:
            return
        for job in late.values():
            job.error = ConflictError(job.match_id)
        jobs = [job for job in jobs if job.error is None]


def _late(jobs: Sequence[Job], stored: set[tuple[bytes | None, bytes | None]]) -> dict[str, Job]:
    """The first job of each match that misses a row."""
    late: dict[str, Job] = {}
    for job in jobs:
        name = job.match_id.encode()
        for row in job.rows:
            key = name, b"%d" % row.seq
            if key not in stored:
                late.setdefault(job.match_id, job)
            stored.discard(key)  # another job that wants the same number has not got it
    return late


def _run(db: psycopg.Connection, name: str, jobs: Sequence[Job]) -> pq.abc.PGresult:
    # Sorted, so that two processes that want the same numbers do not deadlock.
    jobs = sorted(jobs, key=_match_id)
    values = _event_columns(jobs)
    if name != "events":
        values += _head_columns(jobs)
    return checked(db.pgconn.exec_prepared(name.encode(), values, [1] * len(values)))


def _match_id(job: Job) -> str:
    return job.match_id


def _event_columns(jobs: Iterable[Job]) -> list[bytes]:
    ids = [job.match_id for job in jobs for _ in job.rows]
    seqs, moments, kinds, bodies, actors, cmds = zip(*[row for job in jobs for row in job.rows], strict=True)
    return [
        _array(_TEXT, ids),
        _numbers(_INT, seqs),
        _numbers(_LONG, moments),
        _array(_TEXT, kinds),
        _array(_BLOB, bodies),
        _array(_TEXT, actors),
        _array(_TEXT, cmds),
    ]


def _head_columns(jobs: Iterable[Job]) -> list[bytes]:
    """The changes of the jobs to their matches, merged into one row for each match."""
    heads: dict[str, list[object]] = {}
    for job in jobs:
        if not job.plain:
            _fold(heads.setdefault(job.match_id, [None] * 10), job)
    columns = list(zip(*([name, *head] for name, head in heads.items()), strict=True)) or [()] * 11
    kinds = (_TEXT, _LONG, _BLOB, _BLOB, _LONG, _LONG, _LONG, _INT, _BLOB, _TEXT, _TEXT)
    return [
        _array(kind, column) if kind in (_TEXT, _BLOB) else _numbers(kind, column)
        for kind, column in zip(kinds, columns, strict=True)
    ]


def _fold(head: list[object], job: Job) -> None:
    at = job.rows[-1].at
    if job.new is not None:
        head[:3] = (job.rows[0].at, *job.new)
    if job.mark is not Mark.NONE:
        head[3:5] = job.mark_columns
    if job.card is not None:
        head[5:] = (at, job.card.shown, job.card.body, *job.card.players)


def _array(kind: int, items: Sequence[_Item]) -> bytes:
    """Encode an array of texts or blobs in PostgreSQL's binary form."""
    parts = [_head(kind, len(items))]
    for item in items:
        if item is None:
            parts.append(b"\xff\xff\xff\xff")
        else:
            data = item.encode() if isinstance(item, str) else item
            parts += (len(data).to_bytes(4, "big"), data)
    return b"".join(parts)


def _numbers(kind: int, items: Sequence[int | None]) -> bytes:
    """Encode an array of integers in PostgreSQL's binary form."""
    size, code = (4, "i") if kind == _INT else (8, "q")
    if None in items:
        packer = struct.Struct(f">i{code}")
        parts = [b"\xff\xff\xff\xff" if item is None else packer.pack(size, item) for item in items]
        return _head(kind, len(items)) + b"".join(parts)
    flat = [value for item in items for value in (size, item)]
    return _head(kind, len(items)) + struct.pack(">" + f"i{code}" * len(items), *flat)


def _head(kind: int, length: int) -> bytes:
    """Encode the header of a one-dimensional array that may hold NULL."""
    return struct.pack(">iiIii", 1, 1, kind, length, 1)
