"""Facts that the code makes of a stored match: frozen once, and made again by each test."""

import hashlib
import json
import re
from typing import Any

from tests.corpus import adapter
from tests.corpus.adapter import Replayed, StoredMatch, StoredRow

WHOLE = 20
"""Of so many events one has its frames frozen in full, the others as digests."""
DIGITS = 6
"""Hexadecimal digits of each digest: for side 0, side 1 and an onlooker."""


def stored(line: dict[str, Any]) -> StoredMatch:
    """The match of a line of the corpus."""
    rows = [
        StoredRow(seq, at, kind, body.encode(), actor, command)
        for seq, (at, kind, body, actor, command) in enumerate(line["rows"])
    ]
    return StoredMatch(line["id"], bytes.fromhex(line["secret"]), line["places"].encode(), rows)


def line_of(name: str, match: StoredMatch) -> dict[str, Any]:
    """A match as a line of the corpus."""
    return {
        "id": match.id,
        "name": name,
        "secret": match.secret.hex(),
        "places": match.places.decode(),
        "rows": [[row.at, row.kind, row.body.decode(), row.actor, row.command] for row in match.rows],
    }


def digest(body: bytes) -> str:
    """Of a frame."""
    return hashlib.sha256(body).hexdigest()[:DIGITS]


def views(match: StoredMatch) -> dict[str, Any]:
    """Messages to all audiences: digests after each event, the frames of some, the state at the end.

    Later fields are left out: `expected` is from before them.
    """
    replayed = Replayed(match)
    digests: list[str] = []
    whole: dict[str, list[str]] = {}
    for seq, sent in enumerate(replayed.steps()):
        frames = [adapter.first_fields(frame) for frame in sent]
        digests.append("".join(map(digest, frames)))
        if seq % WHOLE == WHOLE - 1:
            whole[str(seq)] = [frame.decode() for frame in frames]
    return {
        "digests": digests,
        "frames": whole,
        "states": [adapter.first_state(state).decode() for state in replayed.states()],
        "view": adapter.first_fields(replayed.full_view()).decode(),
        "card": replayed.card(),
    }


def records(match: StoredMatch) -> dict[str, Any]:
    """Its record in each format that can hold it, and a digest of the events that are read from it.

    Our own record holds the stored bodies line by line, so that its digest says enough.
    """
    bodies = [row.body for row in match.rows]
    terms = json.loads(bodies[0])["terms"]
    by_format: dict[str, Any] = {}
    for form in adapter.FORMATS:
        written = adapter.record(bodies, form)
        if isinstance(written, str):
            continue
        text = hashlib.sha256(written).hexdigest() if form == "json" else written.decode()
        by_format[form] = {"text": text, "events": _read(written, form, terms)}
    return by_format


LATER_TAGS = re.compile(r'^\[(?:(?:ECO|Opening) ".*"|TimeControl "-")\]\n', re.MULTILINE)
"""Tags of PGN and PDN that the first corpus has not: names of openings, and that there was no clock."""
SITE = re.compile(r'^\[Site "http[^"]*"\]$', re.MULTILINE)


def without_later_tags(text: str) -> str:
    """A record without the tags that records have got since, and without the address of the club."""
    return SITE.sub('[Site "?"]', LATER_TAGS.sub("", text))


def _read(written: bytes, form: str, terms: dict[str, Any]) -> str | None:
    bodies = adapter.events_of(written, form, terms["game"], terms.get("options", {}))
    return None if isinstance(bodies, str) else hashlib.sha256(b"\n".join(bodies)).hexdigest()
