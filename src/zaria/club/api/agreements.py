"""Acts agreed to in advance in a match by the day: read and set by their own player."""

from typing import Annotated, Any, Literal

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest
from ninja import Field, Path, Router, Schema

from zaria.club.accounts import players
from zaria.club.agreements import actions, queries
from zaria.club.agreements.own_table import AgreementRefusedError, OwnTable, find_own_table
from zaria.club.agreements.texts import REFUSED
from zaria.club.api import authentication
from zaria.club.api.problems import ProblemError
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import now_ms
from zaria.match.ahead import MOST_LINES, MOST_PLIES, AgreedActs
from zaria.match.cube import LIMIT

router = Router(tags=["Matches"])

MatchId = Annotated[str, Path(max_length=40)]


class MatchAgreement(Schema, extra="forbid"):
    """The acts to which a player has agreed in advance; nobody else sees them before they act."""

    roll: Literal["", "window", "always"] = Field(
        "", description="Roll without asking: until a double might be right, or always"
    )
    take: int = Field(0, ge=0, le=LIMIT, description="Take doubles up to this value of the cube; 0: none")
    drop: bool = Field(False, description="Drop all other doubles")
    accept: int = Field(
        0,
        ge=0,
        le=100,
        description="Accept a resignation of so many points or more, before the cube; 0: none",
    )
    lines: list[list[str]] = Field(
        [],
        max_length=MOST_LINES,
        description="In board games, moves from the position after `plies` moves on: of the opponent and of "
        f"the player in turn, at most {MOST_PLIES}; the last is the player's",
        examples=[[["e7e5", "g1f3"]]],
    )
    plies: int = Field(0, ge=0, description="The moves of the match made so far, without those taken back")


@router.get("tables/{match_id}/agreement", response=MatchAgreement, summary="Own acts agreed to in advance")
async def agreement(request: HttpRequest, match_id: MatchId) -> dict[str, Any]:
    """Your own agreement at your table by the day; `lines` are those that still lie ahead.

    The acts stand with `ahead` in the events of the record once they are made.
    """
    table = await _own_table(request, match_id)
    return _shown(table, await sync_to_async(queries.own_acts)(match_id, table.player))


@router.post("tables/{match_id}/agreement", response=MatchAgreement, summary="Agree to acts in advance")
async def agree(request: HttpRequest, match_id: MatchId, new: MatchAgreement) -> Any:
    """Agree to these acts at your own table by the day, in place of all before.

    Lines begin with a move of the opponent, who is to move; `plies` says which position they begin from.
    """
    if not authentication.may_play(request):
        raise ProblemError("robots_only")
    table = await _own_table(request, match_id)
    try:
        acts = msgspec.convert(new.dict(), AgreedActs)
        acts = await sync_to_async(actions.agree)(table, acts, now_ms())
    except msgspec.ValidationError as invalid:
        raise ProblemError.refused("bad_agreement", str(REFUSED["bad_agreement"])) from invalid
    except AgreementRefusedError as refused:
        raise ProblemError.refused(refused.code, str(REFUSED[refused.code])) from refused
    return _shown(table, acts)


async def _own_table(request: HttpRequest, match_id: str) -> OwnTable:
    """Return the table as its own player sees it; raises `ProblemError`."""
    player = players.of(request)
    if player is None or not player.member:
        raise ProblemError("token_needed")
    table = await find_own_table(live_of(request), match_id, player.id)
    if table is None:
        raise ProblemError("unknown_match")
    return table


def _shown(table: OwnTable, acts: AgreedActs) -> dict[str, Any]:
    return {
        "roll": acts.roll,
        "take": acts.take,
        "drop": acts.drop,
        "accept": acts.accept,
        "lines": [list(line) for line in table.open_lines(acts)],
        "plies": len(table.moves),
    }
