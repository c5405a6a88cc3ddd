"""Writing and reading records."""

import json

import pytest

from tests.playthroughs.regenerate import HERE
from zaria.match.events import Rolled
from zaria.records.errors import InvalidRecordError
from zaria.records.formats.json import dump, load

GOLDEN = (HERE / "tabla-single.json").read_bytes()


def test_a_record_is_plain_json() -> None:
    record = json.loads(GOLDEN)
    assert (record["format"], record["version"], record["id"]) == ("zaria-match", 1, "tabla-single")
    assert [event["t"] for event in record["events"]][:4] == ["opened", "seated", "seated", "game"]
    assert record["events"][-1]["t"] == "closed"


def test_what_is_read_is_written_again() -> None:
    assert dump(load(GOLDEN)) == GOLDEN


def test_a_record_begins_with_its_opening() -> None:
    with pytest.raises(ValueError, match="begins with the opening"):
        dump([Rolled(at=1, side=0, n=1, dice=(1, 2))])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"null",
        b'{"format":"zaria-match","version":1,"id":"x"}',
        b'{"format":"zaria-match","version":1,"id":"x","events":[]}',
        b'{"format":"zaria-match","version":1,"id":"x","events":[{"t":"roll"}]}',
        b'{"format":"zaria-match","version":1,"id":"x","events":[{"t":"rolled","at":1,"side":0,"n":1,"dice":[1,2]}]}',
        GOLDEN[: len(GOLDEN) // 2],
        GOLDEN.replace(b"zaria-match", b"other-match"),
        GOLDEN.replace(b'"version":1,"id"', b'"version":2,"id"', 1),
        GOLDEN.replace(b'"id":"tabla-single"', b'"id":"another"', 1),
        GOLDEN.replace(b'"side":0', b'"side":2', 1),
        GOLDEN.replace(b'"side":0', b'"side":null', 1),
        GOLDEN.replace(b'"dice":[', b'"dice":[7,', 1),
        b"\xff\xfe" + GOLDEN,
        b"[" * 100_000,
    ],
    ids=range(17),
)
def test_what_is_no_record(body: bytes) -> None:
    with pytest.raises(InvalidRecordError, match=r"^not a match record: [^\n]+$"):
        load(body)
