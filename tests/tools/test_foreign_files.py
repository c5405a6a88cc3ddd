"""The tool that reads a folder of other programs' files."""

from pathlib import Path

from tools.checks.foreign_files import CRASHED, READ, REFUSED, readings

from tests.support.records.recorded_matches import FILES


def test_the_counts_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "two.pgn").write_bytes(b'1. e4 *\n\n[White "x"]\n1. Ke4 *\n')
    (tmp_path / "bytes.mat").write_bytes(b"\x00\x98")
    states = [(reading.name, reading.number, reading.state) for reading in readings(tmp_path)]
    assert states == [("bytes.mat", 1, REFUSED), ("two.pgn", 1, READ), ("two.pgn", 2, REFUSED)]


def test_no_file_of_the_tests_crashes() -> None:
    assert not [reading for reading in readings(FILES) if reading.state == CRASHED]
