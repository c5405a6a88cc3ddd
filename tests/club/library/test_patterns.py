"""Positions are found by a pattern of points, in bitmaps and, where there are none yet, in the table."""

from random import Random

import pytest

from tests.club.library.test_importing import MAT, collection, imported, member
from tests.support.club.random_matches import ME, OPPONENTS, match
from tests.support.club.statistics_client import Browser
from tests.support.finished_matches import played
from zaria.club.accounts.models import Member
from zaria.club.library import actions, indexing, position_blocks, queries
from zaria.club.library.models import CLUB_SHELF, Collection, StoredPosition
from zaria.club.library.position_blocks import Pattern, ids_of
from zaria.club.library.visibility import Reader
from zaria.club.matches import engine_access
from zaria.club.matches.engine_access import Silence
from zaria.records.turn_positions import PointMasks, point_masks

pytestmark = pytest.mark.django_db
EVENTS = played("tabla-single")
START = Pattern(PointMasks(held=0b100000, opponent_held=1 << 18), empty=0b10)


@pytest.fixture(autouse=True)
def _blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of 64 positions, all of which a search may read from the table, and two who show their games."""
    for name, player in (("Vera", ME), ("Stefan", OPPONENTS["member"]["player"])):
        Member.objects.create(username=name, email=f"{name}@example.org", player=player)
    monkeypatch.setattr(engine_access, "_guards", [])
    monkeypatch.setattr(position_blocks, "BLOCK_BITS", 6)
    monkeypatch.setattr(position_blocks, "BLOCK", 64)
    monkeypatch.setattr(position_blocks, "MOST_UNMADE", 1000)


def indexed(*numbers: int) -> None:
    for number in numbers:
        row = match(number)
        row.save()
        indexing.index(row, EVENTS)


def fits(row: StoredPosition, pattern: Pattern) -> bool:
    masks = [getattr(row, name) for name in PointMasks._fields]
    there = all(mask & wanted == wanted for mask, wanted in zip(masks, pattern.masks, strict=True))
    return there and not any(mask & pattern.empty for mask in masks)


def random_pattern(random: Random) -> Pattern:
    """A pattern of one to three points of a stored position, and an empty one."""
    row = random.choice(list(StoredPosition.objects.all()))
    masks = [0, 0, 0, 0]
    for _point in range(random.randint(1, 3)):
        place = random.randrange(4)
        bits = [bit for bit in range(25) if getattr(row, PointMasks._fields[place]) >> bit & 1]
        if bits:
            masks[place] |= 1 << random.choice(bits)
    return Pattern(PointMasks(*masks), random.choice([0, 1 << random.randrange(24)]))


def test_masks_say_who_stands_where() -> None:
    board = [0] * 26
    board[0], board[25], board[6], board[5], board[20], board[24] = -1, 2, 3, 1, -1, -18
    masks = point_masks(board)
    assert masks == PointMasks(1 << 24 | 1 << 5, 1 << 4, 1 << 23, 1 << 24 | 1 << 19)


def test_bitmaps_find_what_the_table_holds() -> None:
    indexed(*range(9))
    rows = list(StoredPosition.objects.order_by("-id"))
    random = Random(5)
    patterns = [START, *(random_pattern(random) for _number in range(40))]
    expected = [[row.pk for row in rows if fits(row, pattern)] for pattern in patterns]
    assert any(expected)
    assert [list(ids_of(pattern, "tabla", CLUB_SHELF)) for pattern in patterns] == expected
    blocks = 0
    while position_blocks.make_next():
        blocks += 1
    assert blocks == (rows[0].pk >> 6) - 1 > 2
    assert [list(ids_of(pattern, "tabla", CLUB_SHELF)) for pattern in patterns] == expected
    assert list(ids_of(START, "backgammon", CLUB_SHELF)) == []


def made_blocks(target: Collection) -> None:
    imported(target, ("a.mat", MAT))
    for block in range((StoredPosition.objects.order_by("-id")[0].pk >> 6) + 1):
        position_blocks.make(block)


def test_a_pattern_finds_private_matches_for_their_owner_alone() -> None:
    target = collection()
    made_blocks(target)
    assert target.owner is not None
    owner, stranger = Reader(target.owner.player, target.owner.pk), Reader("m2", member("Bob").pk)

    def places(reader: Reader, scope: queries.Scope = "all") -> int:
        return len(queries.find_pattern(START, "tabla", reader, scope).places)

    assert places(owner) == places(owner, "own") > 0
    assert [places(stranger), places(stranger, "own"), places(Reader()), places(owner, "club")] == [0] * 4
    actions.change_collection(target, "Shared", "public")
    assert places(stranger) == places(owner) == places(stranger, "public") > 0
    actions.change_collection(target, "Shared", "private")
    assert places(stranger) == 0 < places(owner)
    actions.delete_collection(target)
    assert places(owner) == 0


def test_results_and_errors_narrow_a_search() -> None:
    indexed(1)
    turns = [queries.TurnFilter("won"), queries.TurnFilter("lost")]
    counts = [len(queries.find_pattern(START, "tabla", turns=turn).places) for turn in turns]
    assert sum(counts) == len(queries.find_pattern(START, "tabla").places)
    assert queries.find_pattern(START, "tabla", turns=queries.TurnFilter(least_loss=40)).places == []
    StoredPosition.objects.update(loss=50)
    assert queries.find_pattern(START, "tabla", turns=queries.TurnFilter(least_loss=40)).places
    assert not queries.find_pattern(START, "tabla", turns=queries.TurnFilter(least_loss=80)).places


def test_the_page_finds_and_keeps_the_pattern() -> None:
    indexed(1)
    page = Browser().get("/library/pattern?game=tabla&p6=P&p19=O&p2=e&p25=nonsense")
    assert page.status == 200
    assert page.context["use"].places
    assert '<option value="P" selected>' in page.text
    assert "/t/m00001/replay?at=" in page.text
    empty = Browser().get("/library/pattern?game=tabla&p6=O&p5=O&p4=O&p3=O&p2=O&p1=O")
    assert "No position of this pattern" in empty.text
    blank = Browser().get("/library/pattern?game=chess")
    assert "use" not in blank.context
    assert blank.context["game"] == "backgammon"


def test_a_rated_match_silences_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    async def guard(*_args: object) -> Silence:
        return Silence(whole_game=True)

    monkeypatch.setattr(engine_access, "_guards", [guard])
    indexed(1)
    page = Browser().get("/library/pattern?game=tabla&p6=P")
    assert "use" not in page.context
    assert "rated match" in page.text
