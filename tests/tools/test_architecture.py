"""The pictures of the import graph: current, and drawn so that every arrow leads down."""

import re

import pytest
from tools.generate.architecture import DRAWN, PICTURES, Picture, contract_heights, drawing_of, room_imports
from tools.generate.layered_drawing import draw, heights_of, shortest_arrows

DIAMOND = {"roof": {"left", "right", "cellar"}, "left": {"cellar"}, "right": {"cellar"}, "cellar": set()}


@pytest.mark.parametrize("picture", DRAWN, ids=lambda picture: picture.file)
def test_picture_is_current(picture: Picture) -> None:
    stored = (PICTURES / picture.file).read_text(encoding="utf-8")
    assert stored == drawing_of(picture), "run: python -m tools.generate.architecture"


@pytest.mark.parametrize("picture", DRAWN, ids=lambda picture: picture.file)
def test_picture_shows_every_room_of_the_contract(picture: Picture) -> None:
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", drawing_of(picture))
    assert set(contract_heights(picture.package)) <= set(labels)
    assert sorted(labels) == sorted(room_imports(picture.package))


def test_arrows_that_a_longer_way_replaces_are_left_out() -> None:
    assert heights_of(DIAMOND) == {"cellar": 0, "left": 1, "right": 1, "roof": 2}
    assert shortest_arrows(DIAMOND) == {
        "cellar": [],
        "left": ["cellar"],
        "right": ["cellar"],
        "roof": ["left", "right"],
    }


def test_drawing_has_a_box_for_each_node_and_arrows_that_lead_down() -> None:
    drawing = draw(DIAMOND, "A <house>")
    assert "<title>A &lt;house&gt;</title>" in drawing
    assert drawing.count('class="box"') == len(DIAMOND)
    arrows = re.findall(r'class="arrow" d="M\d+ (\d+).* (\d+)" marker', drawing)
    assert len(arrows) == 4
    assert all(int(start) < int(end) for start, end in arrows)


def test_package_without_a_contract_is_refused() -> None:
    with pytest.raises(LookupError, match=r"zaria\.bots"):
        contract_heights("zaria.bots")
