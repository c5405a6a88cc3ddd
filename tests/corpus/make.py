"""Makes a corpus with the code as it is now: `python -m tests.corpus.make DIRECTORY [PART …]`.

The corpus of `tests/data/corpus` is frozen: it was made once, and what a later version makes goes beside it
(`docs/compatibility.md`). All parts but the databases follow from constants.
"""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import django

from tests.corpus import adapter, api, facts, files, plans, sessions
from tests.corpus.adapter import StoredMatch, StoredRow
from tests.corpus.club import SECRET_KEY, ids_of
from tests.corpus.host import Hosted, Plan
from tests.corpus.servers import FILES, copied
from tests.support.servers import Server, environment
from tests.support.services import Postgres, postgres_bin
from zaria.match.terms import ClockTerms, Terms

SIGNED_AT = 1_795_000_000
"""The moment at which cookies are signed, in seconds."""
RECORDED = {
    "tabla": (Terms("tabla", length=3, cube=True), 60),
    "tapa": (Terms("tapa"), 24),
    "long-nardy": (Terms("long-nardy", delayed=True), 24),
    "gulbara": (Terms("gulbara"), 24),
    "indiyka": (Terms("indiyka"), 16),
    "russian-draughts": (Terms("russian-draughts"), 24),
    "draughts": (Terms("draughts", delayed=True), 24),
    "ugolki": (Terms("ugolki"), 16),
    "chess": (Terms("chess", clock=ClockTerms(bank=600_000, increment=5_000)), 24),
}
"""The terms of each session, and how many commands of play it has."""
BESIDE = {
    "tournament": plans.of_tournament,
    "money-sessions": plans.of_sessions,
    "takebacks": plans.of_takebacks,
    "by-day": plans.of_days,
    "results": plans.of_results,
}
"""Matches that have a file of their own beside those of the games."""
ANALYSED = ("backgammon", "tabla", "long-nardy", "tapa", "chess", "russian-draughts", "ugolki")


def matches(home: Path) -> None:
    """Stored matches of every game that has none yet, and what the code makes of them.

    Those of the other games stay as they are, so that a game can be added to the frozen corpus. Matches of
    a tournament, money sessions and takebacks with consent have files of their own.
    """
    for kind in (*adapter.every_game(), *BESIDE):
        if (home / "matches" / f"{kind}.jsonl.xz").exists():
            continue
        planned = BESIDE[kind]() if kind in BESIDE else plans.of_game(kind)
        played = [(hosted.plan.name, stored(hosted)) for hosted in planned]
        files.write(
            home / "matches" / f"{kind}.jsonl.xz", (facts.line_of(name, match) for name, match in played)
        )
        expected = (
            {"id": match.id, "records": facts.records(match), **facts.views(match)} for _, match in played
        )
        files.write(home / "expected" / f"{kind}.jsonl.xz", expected)


def stored(hosted: Hosted) -> StoredMatch:
    """A match as the journal would store it."""
    rows = [StoredRow(*row) for row in hosted.rows]
    return StoredMatch(hosted.id, hosted.secret, hosted.places, rows)


def analyses(home: Path) -> None:
    """Analyses of some of the matches. Numbers may differ a little from one machine to the other."""
    documents = []
    for game in ANALYSED:
        line = files.read(home / "matches" / f"{game}.jsonl.xz")[1 if game == "backgammon" else 0]
        body = adapter.analysed([row.body for row in facts.stored(line).rows])
        documents.append({"match": line["id"], "body": body.decode()})
    files.write(home / "analyses.jsonl.xz", documents)


def databases(home: Path) -> None:
    """The same small club in SQLite files and as a dump of a PostgreSQL database."""
    with tempfile.TemporaryDirectory() as directory:
        data = Path(directory)
        _club(home, data)
        for name in FILES:
            whole = data / f"{name}.whole"
            with closing(sqlite3.connect(data / name)) as db:
                db.execute("VACUUM INTO ?", [str(whole)])
            _store(home / "club" / f"{name}.xz", whole.read_bytes())
    postgres = Postgres()
    postgres.start()
    try:
        with tempfile.TemporaryDirectory() as directory:
            _club(home, Path(directory), ZARIA_DATABASE_URL=postgres.database())
        command = [str(postgres_bin() / "pg_dump"), "--inserts", "--no-owner", "--no-privileges"]
        dump = subprocess.run([*command, postgres.url("test")], check=True, capture_output=True).stdout
    finally:
        postgres.stop()
    plain = [line for line in dump.splitlines() if not line.startswith((b"\\", b"SET transaction_timeout"))]
    _store(home / "club" / "postgres.sql.xz", b"\n".join(plain))


def _club(home: Path, data: Path, **more: str) -> None:
    command = [sys.executable, "-m", "tests.corpus.club", str(home)]
    subprocess.run(command, check=True, env=environment(data, ZARIA_SECRET_KEY=SECRET_KEY, **more))


def _store(path: Path, body: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(files.packed(body))


def answers(home: Path) -> None:
    """The API's answers about that club."""
    with tempfile.TemporaryDirectory() as directory:
        server = Server(
            copied(Path(directory)), module="tests.support.fast_engines", ZARIA_SECRET_KEY=SECRET_KEY
        )
        try:
            questions = api.questions(ids_of(home))
            files.write(home / "api.jsonl.xz", (api.answer(server.url, *question) for question in questions))
        finally:
            server.stop()


def recordings(home: Path) -> None:
    """Sessions at the endpoint, one for each kind of board, and one whose onlookers are behind."""
    for name, (terms, commands) in RECORDED.items():
        match = stored(Hosted(Plan(f"session {name}", terms, ends="open", by=None)))
        with tempfile.TemporaryDirectory() as directory:
            steps = asyncio.run(sessions.record(Path(directory), match, commands))
        files.write(home / "sessions" / f"{name}.jsonl.xz", [facts.line_of(name, match), *steps])


def cookies(home: Path) -> None:
    """The values that browsers keep."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.site.settings"
    django.setup()
    from tests.corpus import site_adapter

    set_now = site_adapter.cookies_written(SECRET_KEY, SIGNED_AT)
    values = site_adapter.cookies_read(set_now, SECRET_KEY, SIGNED_AT)
    storage = json.loads((home / "cookies.json").read_text())["storage"]
    document = {"key": SECRET_KEY, "at": SIGNED_AT, "cookies": set_now, "found": values, "storage": storage}
    (home / "cookies.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


PARTS: dict[str, Callable[[Path], None]] = {
    "matches": matches,
    "analyses": analyses,
    "databases": databases,
    "answers": answers,
    "recordings": recordings,
    "cookies": cookies,
}


def main(home: Path, *parts: str) -> None:
    """Make these parts, or all."""
    for part in parts or PARTS:
        PARTS[part](home)
        print(f"{part}: done")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
