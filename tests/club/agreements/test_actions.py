"""Agreements in the database: what terms and rules allow, what is stored, and what ends them."""

import pytest
from django.utils import timezone

from tests.support.club.rating_records import START, played
from tests.support.match.board_matches import FOOLS_MATE, give
from tests.support.match.dice_matches import Table
from zaria.club.accounts.models import Member
from zaria.club.agreements import actions, queries
from zaria.club.agreements.models import SealedActs
from zaria.club.agreements.own_table import AgreementRefusedError, OwnTable
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.personal_data import deletion, export
from zaria.match import commands as cmd
from zaria.match.ahead import NOTHING, AgreedActs, moves_made
from zaria.match.terms import ClockTerms, Terms

pytestmark = pytest.mark.django_db
CLOCK = ClockTerms.by_days(2)
ANN, BOB = "m-ann", "m-bob"
LINE = ("e7e5", "g1f3", "b8c6", "f1b5")


@pytest.fixture(autouse=True)
def _fresh_rates() -> None:
    actions.rates.cache_clear()


def on_points(**terms: object) -> OwnTable:
    """A table with dice of Ann, who plays side 0."""
    table = Table(Terms("backgammon", clock=CLOCK, **terms))  # type: ignore[arg-type]
    return OwnTable(table.match, ANN, 0, [])


def chess_of(player: str, *moves: str) -> OwnTable:
    """The table of the side that moved last, after these moves."""
    table = Table(Terms("chess", clock=CLOCK))
    for move in moves:
        give(table, move)
    return OwnTable(table.match, player, 1 - table.match.turn, moves_made(table.events))


def refusal(table: OwnTable, acts: AgreedActs) -> str:
    with pytest.raises(AgreementRefusedError) as refused:
        actions.agree(table, acts, START)
    assert not SealedActs.objects.filter(player=table.player).exists()
    return refused.value.code


def test_what_is_agreed_to_replaces_what_was_before() -> None:
    table = on_points(cube=True)
    for acts in (AgreedActs(roll="window", take=4), AgreedActs(drop=True, accept=2)):
        assert actions.agree(table, acts, START) == acts
        assert queries.own_acts(table.match.id, ANN) == acts
    assert queries.agreed_acts(table.match.id, (BOB, ANN)) == (NOTHING, AgreedActs(drop=True, accept=2))
    assert queries.agreed_acts(table.match.id, (ANN, None)) == (AgreedActs(drop=True, accept=2), NOTHING)
    assert actions.agree(table, NOTHING, START) == NOTHING
    assert not SealedActs.objects.exists()


def test_acts_of_a_later_version_agree_to_nothing() -> None:
    SealedActs.objects.create(match_id="m", player=ANN, acts={"song": True}, at=timezone.now())
    assert queries.own_acts("m", ANN) == NOTHING


@pytest.mark.parametrize("acts", [AgreedActs(roll="always"), AgreedActs(take=2), AgreedActs(drop=True)])
def test_without_a_cube_nothing_of_it_can_be_agreed_to(acts: AgreedActs) -> None:
    assert refusal(on_points(), acts) == "not_agreed_on"
    assert refusal(chess_of(ANN, "e2e4"), acts) == "not_agreed_on"


def test_resignations_and_lines_are_those_of_the_game() -> None:
    assert refusal(on_points(), AgreedActs(accept=4)) == "not_agreed_on"
    assert refusal(on_points(), AgreedActs(lines=(("e7e5", "g1f3"),))) == "not_agreed_on"
    assert refusal(chess_of(ANN, "e2e4"), AgreedActs(accept=1)) == "not_agreed_on"


@pytest.mark.parametrize(
    ("lines", "plies", "code"),
    [
        ((LINE,), 0, "gone_on"),
        ((LINE,), 2, "gone_on"),
        ((LINE[:3],), 1, "no_reply"),
        ((("e7e5", "e1e3"),), 1, "illegal_line"),
        ((("e2e4", "e7e5"),), 1, "illegal_line"),
        ((LINE, ("e7e5", "d2d4")), 1, "two_replies"),
        ((LINE, ("e7e5", "g1f3", "b8c6", "f1c4")), 1, "two_replies"),
    ],
)
def test_a_line_is_legal_and_has_one_reply(lines: tuple[tuple[str, ...], ...], plies: int, code: str) -> None:
    assert refusal(chess_of(ANN, "e2e4"), AgreedActs(lines=lines, plies=plies)) == code


def test_a_line_ends_with_the_game() -> None:
    first_table = chess_of(ANN, *FOOLS_MATE[:1])
    actions.agree(first_table, AgreedActs(lines=((FOOLS_MATE[1], FOOLS_MATE[2]),), plies=1), START)
    second_table = chess_of(BOB, *FOOLS_MATE[:2])
    actions.agree(second_table, AgreedActs(lines=(FOOLS_MATE[2:],), plies=2), START)
    too_long = AgreedActs(lines=((*FOOLS_MATE[2:], "a2a3", "a7a6"),), plies=2)
    assert refusal(chess_of("m-eve", *FOOLS_MATE[:2]), too_long) == "illegal_line"


def test_lines_wait_for_the_opponent() -> None:
    """On one's own turn there is nothing that they could answer."""
    table = chess_of(ANN, "e2e4")._replace(side=1)
    assert refusal(table, AgreedActs(lines=(LINE,), plies=1)) == "gone_on"


def test_lines_are_stored_with_the_turns_taken_back() -> None:
    game = Table(Terms("chess", clock=CLOCK))
    for move in ("e2e4", "e7e5"):
        give(game, move)
    side = game.match.turn
    game.do(1 - side, cmd.RequestTakeback())
    game.do(side, cmd.AcceptTakeback())
    table = OwnTable(game.match, ANN, 1 - game.match.turn, moves_made(game.events))
    acts = actions.agree(table, AgreedActs(lines=(LINE, LINE), plies=1), START)
    assert (acts.lines, acts.backs) == ((LINE,), 1)
    assert table.open_lines(acts) == [LINE]


def test_too_many_changes_wait() -> None:
    table = on_points()
    for _ in range(actions.CHANGES_A_MINUTE):
        actions.agree(table, AgreedActs(accept=1), START)
    with pytest.raises(AgreementRefusedError, match="too_fast"):
        actions.agree(table, AgreedActs(accept=2), START)


def test_agreements_end_with_their_match() -> None:
    for match_id in ("m1", "m2"):
        SealedActs.objects.create(match_id=match_id, player=ANN, acts={}, at=timezone.now())
    matches_recorded.send(None, results=[(played("m1"), Terms("tabla", clock=CLOCK))])
    assert list(SealedActs.objects.values_list("match_id", flat=True)) == ["m2"]


def test_a_member_can_read_their_agreements_and_takes_them_along() -> None:
    now = timezone.now()
    ann, bob = (
        Member.objects.create(username=name, email=f"{name}@example.org", since=now)
        for name in ("ann", "bob")
    )
    for member in (ann, bob):
        SealedActs.objects.create(match_id="m", player=member.player, acts={"take": 2}, at=now)
    assert list(export.of(ann)["agreements"]) == [{"match_id": "m", "acts": {"take": 2}, "at": now}]
    deletion.delete(ann, "Nobody")
    assert list(SealedActs.objects.values_list("player", flat=True)) == [bob.player]
