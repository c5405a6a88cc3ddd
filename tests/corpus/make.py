"""Makes a corpus with the code as it is now: `python -m tests.corpus.make DIRECTORY [PART …]`.

The corpus of `tests/data/corpus` is frozen: it was made once, and what a later version makes goes beside it
(`docs/compatibility.md`). All parts but the databases follow from constants.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from tests.corpus import adapter, facts, files, plans
from tests.corpus.adapter import StoredMatch, StoredRow
from tests.corpus.host import Hosted

ANALYSED = ("backgammon", "tabla", "long-nardy", "tapa", "chess", "russian-draughts", "ugolki")


def matches(home: Path) -> None:
    """Stored matches of every game, and what the code makes of them."""
    for game in adapter.every_game():
        made = [(hosted.plan.name, stored(hosted)) for hosted in plans.of_game(game)]
        files.write(
            home / "matches" / f"{game}.jsonl.xz", (facts.line_of(name, match) for name, match in made)
        )
        expected = (
            {"id": match.id, "records": facts.records(match), **facts.views(match)} for _, match in made
        )
        files.write(home / "expected" / f"{game}.jsonl.xz", expected)


def stored(hosted: Hosted) -> StoredMatch:
    """A match as the journal would store it."""
    rows = [StoredRow(*row) for row in hosted.rows]
    return StoredMatch(hosted.id, hosted.secret, hosted.places, rows)


def analyses(home: Path) -> None:
    """Analyses of some of the matches. Numbers may differ a little from one machine to the other."""
    made = []
    for game in ANALYSED:
        line = files.read(home / "matches" / f"{game}.jsonl.xz")[1 if game == "backgammon" else 0]
        body = adapter.analysed([row.body for row in facts.stored(line).rows])
        made.append({"match": line["id"], "body": body.decode()})
    files.write(home / "analyses.jsonl.xz", made)


PARTS: dict[str, Callable[[Path], None]] = {"matches": matches, "analyses": analyses}


def main(home: Path, *parts: str) -> None:
    """Make these parts, or all."""
    for part in parts or PARTS:
        PARTS[part](home)
        print(f"{part}: done")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
