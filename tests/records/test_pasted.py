"""Positions as people paste them: one function finds the identifier."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria import games
from zaria.games.protocols import InvalidPositionError
from zaria.records.position_ids import pasted

BOARD = "-b----E-C---eE---c-e----B-"
XGID = f"XGID={BOARD}:0:0:1:31:0:0:0:0:10"
POSITION = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"
IDS = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
FEN = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        (XGID, XGID),
        (XGID.replace("XGID", "xgid"), XGID),
        (f"XGID = {XGID[5:]}", XGID),
        (XGID[5:], XGID),
        (f"{XGID}\nX:Anna   O:Boris\nScore is X:0 O:0. Unlimited Game\n +13-14-15+\n", XGID),
        (f"My position: {XGID} (what now?)", XGID),
        (BOARD, BOARD),
        (f"XGID={BOARD}", BOARD),
        ("  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n +13+", IDS),
        ("GNU Backgammon  Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA", IDS),
        ("Position ID: 4HPwATDgc/ABMA", "4HPwATDgc/ABMA"),
        (IDS, IDS),
        (f"it was {POSITION}, he said", POSITION),
        (POSITION, POSITION),
        (FEN, FEN),
        (FEN.replace(" ", "_"), FEN),
        (f'[SetUp "1"]\n[FEN "{FEN}"]\n\n1... Kd7', FEN),
        (f"See {FEN} please", FEN),
        ('[FEN "W:W31,K40:B18."]', "W:W31,K40:B18."),
        ("W:W31, K40:B18", "W:W31, K40:B18"),
        ("nothing", "nothing"),
    ],
)
def test_the_identifier_in_a_text(text: str, identifier: str) -> None:
    extracted = pasted.identifier_of(f"  {text}\n")
    assert extracted.rstrip(",") == identifier


@pytest.mark.parametrize("text", [XGID, f"{XGID.lower()[:5]}{XGID[5:]}", f"hello {XGID}"])
def test_the_dice_of_an_xgid_are_read(text: str) -> None:
    position, standing = pasted.read(games.dice_game("backgammon"), text, 0)
    assert position.duty is not None
    assert standing is not None
    assert standing.dice == (3, 1)


@given(st.text(max_size=120) | st.text(alphabet="XGID=-aAbB:01WBkK/ \n", max_size=120))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with suppress(InvalidPositionError):
        pasted.read(games.dice_game("backgammon"), text, 0)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(InvalidPositionError, match="too long"):
        pasted.identifier_of("x" * 5_000)
