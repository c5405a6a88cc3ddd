"""Dice: known answers (made with `openssl dgst -sha256 -mac HMAC`), fairness, rejection, the seal."""

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest

from zaria.match.dice_play.dice import Dice, faces, is_seed, roll, seal

SECRET = bytes(range(32))
SEEDS = ("0123456789abcdef", "fedcba9876543210")


def test_the_seal_is_the_hash_of_the_secret() -> None:
    assert seal(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert Dice(SECRET, "demo").seal == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.parametrize(
    ("n", "dice", "why"),
    [
        (1, (2, 3), "digest 13bc…: 19 % 6 + 1, 188 % 6 + 1"),
        (2, (6, 6), "digest 4d5f…"),
        (3, (5, 3), "digest d65c…"),
        (4, (5, 1), "digest acfe78…: the second byte, 254, is dropped"),
        (57, (3, 4), "digest fd6851…: the first byte, 253, is dropped"),
        (135, (6, 5), "digest fc2364…: 252 is dropped too"),
    ],
)
def test_known_rolls(n: int, dice: tuple[int, int], why: str) -> None:
    assert roll(SECRET, SEEDS, "demo", n) == dice, why


def test_every_part_of_the_label_matters() -> None:
    rolls = {
        tuple(roll(secret, seeds, match, n) for n in range(1, 21))
        for secret, seeds, match in [
            (SECRET, SEEDS, "demo"),
            (SECRET, (SEEDS[1], SEEDS[0]), "demo"),
            (SECRET, SEEDS, "demo2"),
            (bytes(32), SEEDS, "demo"),
        ]
    }
    assert len(rolls) == 4


def test_bytes_that_would_favour_low_faces_are_dropped() -> None:
    assert list(faces(bytes([255, 252, 251, 253, 0, 254, 5, 6]))) == [6, 1, 6, 1]
    assert Counter(faces(bytes(range(256)))) == dict.fromkeys(range(1, 7), 42)


def test_a_roll_reads_on_in_the_next_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty or more bytes of 252 and above do not happen: all but two values are dropped here instead."""
    values = b"\x0d\x21"
    monkeypatch.setattr("zaria.match.dice_play.dice._UNFAIR", bytes(set(range(256)) - set(values)))
    stream = b"".join(
        hmac.digest(SECRET, f"demo|{SEEDS[0]}|{SEEDS[1]}|1|{block}".encode(), "sha256") for block in range(99)
    )
    first, second = [at for at, byte in enumerate(stream) if byte in values][:2]
    assert first // 32 != second // 32, "the dice come from two blocks"
    assert roll(SECRET, SEEDS, "demo", 1) == (stream[first] % 6 + 1, stream[second] % 6 + 1)


def test_rolls_are_uniform() -> None:
    """Chi-square over the 36 ordered rolls of a fixed secret; 66.6 is the 0.1 % point at 35 degrees."""
    total = 18_000
    counts = Counter(roll(SECRET, SEEDS, "uniform", n) for n in range(total))
    expected = total / 36
    assert len(counts) == 36
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 66.6


def test_the_same_roll_however_often_it_is_asked() -> None:
    dice = Dice(SECRET, "demo")
    assert [dice.roll(SEEDS, 7) for _ in range(3)] == [roll(SECRET, SEEDS, "demo", 7)] * 3


def test_the_secret_stays_out_of_logs() -> None:
    assert repr(Dice(SECRET, "demo")) == "Dice('demo')"


def test_a_secret_of_another_size_is_no_secret() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dice(b"short", "demo")


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("0123456789abcdef", True),
        ("f" * 64, True),
        ("f" * 15, False),
        ("f" * 65, False),
        ("0123456789ABCDEF", False),
        ("0123456789abcdeg", False),
        ("0123456789abcdef\n", False),
        ("٠" * 16, False),
        ("", False),
    ],
)
def test_what_a_seed_looks_like(text: str, good: bool) -> None:
    assert is_seed(text) is good


def test_the_example_in_the_handbook_gives_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "dice.md").read_text()
    example = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert example is not None
    exec(example[1], {})
    assert capsys.readouterr().out == f"{seal(SECRET)}\n(2, 3)\n"
    assert seal(SECRET) in page
