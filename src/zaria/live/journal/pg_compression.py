"""The tables of PostgreSQL for compressed matches, created while processes of the last release run beside."""

import psycopg

_IS_THERE = "SELECT to_regclass('live.compressed') IS NOT NULL"
_BRIEFLY = "SET LOCAL lock_timeout = '500ms'"
_SCHEMA = """
CREATE TABLE live.compression(ready_at bigint NOT NULL);
INSERT INTO live.compression VALUES((extract(epoch FROM now()) * 1000)::bigint);
CREATE TABLE live.compressed(
    match_id text COLLATE "C" PRIMARY KEY, last integer NOT NULL, form text NOT NULL, body bytea NOT NULL);
ALTER TABLE live.compressed ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE FUNCTION live.refuse_taken_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM added
    WHERE seq <= (SELECT last FROM live.compressed c WHERE c.match_id = added.match_id) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'a number is taken by a compressed event' USING ERRCODE = 'unique_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER compressed_numbers AFTER INSERT ON live.event REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION live.refuse_taken_numbers();
ALTER TABLE live.match ADD COLUMN compressed integer;
"""
"""A compressed event holds its number against every writer, as a row does by its key.

The table of events is locked before that of matches, as by the statements of writers: else they could
deadlock.
"""
_IS_INDEXED = """
SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('live.match_in_rows')
"""
_INDEX = """
CREATE INDEX CONCURRENTLY match_in_rows ON live.match(over, id) WHERE over > 0 AND compressed IS NULL
"""
_INDEX_LOCK = 0x7A61726962
"""The advisory lock of the process that creates the index."""


def create_tables(db: psycopg.Connection) -> None:
    """Create what is missing, in a transaction that has no lock yet; takes none where nothing is missing.

    Raises `psycopg.errors.LockNotAvailable` while a backup runs, say: appends wait behind this statement.
    """
    if not _value(db, _IS_THERE):
        db.execute(_BRIEFLY)
        db.execute(_SCHEMA)


def create_index(db: psycopg.Connection) -> None:
    """Create the index of uncompressed matches, however long that takes, while people play.

    Does nothing where it exists, as a lock on the table would interrupt its autovacuum, or while another
    process creates it.
    """
    if _value(db, _IS_INDEXED) or not _value(db, f"SELECT pg_try_advisory_lock({_INDEX_LOCK})"):
        return
    db.execute("SET statement_timeout = 0")
    try:
        is_valid = _value(db, _IS_INDEXED)
        if is_valid is False:  # an attempt was interrupted
            db.execute("DROP INDEX CONCURRENTLY live.match_in_rows")
        if not is_valid:
            db.execute(_INDEX)
    finally:
        db.execute("RESET statement_timeout")
        db.execute(f"SELECT pg_advisory_unlock({_INDEX_LOCK})")


def _value(db: psycopg.Connection, query: str) -> object:
    row = db.execute(query).fetchone()
    return None if row is None else row[0]
