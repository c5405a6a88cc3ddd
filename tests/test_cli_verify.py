"""`zaria verify FILE`: what it prints, and its exit codes."""

import argparse
import io
import json
from pathlib import Path

import pytest

from tests.playthroughs.regenerate import HERE
from zaria.cli import verify as cli_verify
from zaria.records.source_text import MOST_BYTES
from zaria.usage import UsageError

GOLDEN = HERE / "long-nardy-single.json"


def run(path: Path) -> int:
    parser = argparse.ArgumentParser()
    cli_verify.add_commands(parser.add_subparsers())
    args = parser.parse_args(["verify", str(path)])
    return int(args.run(args))


def test_a_true_record(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(GOLDEN) == 0
    out, err = capsys.readouterr()
    assert out.endswith("seal verified; 93 rolls and 191 events match\n")
    assert err == ""


def test_a_changed_roll_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(GOLDEN.read_bytes())
    seventh = next(event for event in record["events"] if event.get("n") == 7)
    seventh["dice"] = [6, 6] if seventh["dice"] != [6, 6] else [5, 5]
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(record))
    assert run(changed) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{changed}: roll 7: the record says ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not a match record: "),
        (b"\x00\xff", "line 1: not text in UTF-8"),
        (b"{}", "not a match record: "),
        (GOLDEN.read_bytes()[:999], "not a match record: "),
        (GOLDEN.read_bytes() + b" " * MOST_BYTES, "larger than 4 MB"),
    ],
)
def test_what_is_no_record(tmp_path: Path, body: bytes, reason: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(body)
    with pytest.raises(UsageError, match=rf"bad\.json: {reason}[^\n]*$"):
        run(path)


def test_no_more_is_read_than_is_looked_at() -> None:
    with pytest.raises(UsageError, match="/dev/zero: larger than 4 MB"):
        run(Path("/dev/zero"))


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GOLDEN.read_bytes())))
    assert run(Path("-")) == 0


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        run(tmp_path / "none.json")
    with pytest.raises(UsageError, match="directory"):
        run(tmp_path)
