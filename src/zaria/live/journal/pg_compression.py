"""The tables of PostgreSQL for compressed matches, created while processes of the last release run beside."""

import psycopg

_IS_THERE = "SELECT to_regclass('live.compressed') IS NOT NULL"
_SCHEMA = """
ALTER TABLE live.match ADD COLUMN compressed integer;
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
"""
"""A compressed event holds its number against every writer, as a row does by its key."""
_INVALID = """
SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('live.match_in_rows') AND NOT indisvalid
"""
_INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS match_in_rows ON live.match(over, id)
WHERE over > 0 AND compressed IS NULL
"""


def create_tables(db: psycopg.Connection) -> None:
    """Create what is missing, in the caller's transaction; takes no lock where nothing is."""
    if not _value(db, _IS_THERE):
        db.execute(_SCHEMA)


def create_index(db: psycopg.Connection) -> None:
    """Create the index of uncompressed matches, however long that takes, while people play."""
    db.execute("SET statement_timeout = 0")
    try:
        if _value(db, _INVALID):  # an attempt was interrupted
            db.execute("DROP INDEX CONCURRENTLY live.match_in_rows")
        db.execute(_INDEX)
    finally:
        db.execute("RESET statement_timeout")


def _value(db: psycopg.Connection, query: str) -> object:
    row = db.execute(query).fetchone()
    return None if row is None else row[0]
