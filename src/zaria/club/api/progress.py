"""The owner's progress: what their decisions cost, by month, phase and kind."""

from typing import Annotated, Any, Literal

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from ninja import Field, Query, Router, Schema

from zaria.bots.analysis.game_sums import FINE
from zaria.bots.analysis.marks import unit_of
from zaria.bots.analysis.shape import Unit
from zaria.club.accounts.models import Member
from zaria.club.api import authentication
from zaria.club.api.games import known
from zaria.club.progress import stored_sums
from zaria.club.progress.rates import DecisionTotals
from zaria.club.progress.stored_sums import Month

router = Router(tags=["Account"])


class ProgressSum(Schema):
    """Decisions of a phase and a kind; `loss` is in points, or in chances to win."""

    phase: str = Field(examples=["contact"])
    kind: str = Field(examples=["turn", "no_double", "double", "too_good", "take", "drop", "resign"])
    decisions: int
    loss: float
    rate: float | None = Field(description="The error rate: lower is better")
    margin: float | None = Field(description="The true rate lies so near in 95 of 100 cases")


class ProgressMonth(Schema):
    """A month (UTC) with analysed matches; `luck` is that above the opponents', in points."""

    month: str = Field(examples=["2026-11"])
    matches: int
    decisions: int
    rate: float | None
    margin: float | None
    luck: float | None = Field(description="null where there are no dice, as `adjusted`")
    result: int = Field(description="Points won less points lost")
    adjusted: float | None = Field(description="The result without the luck of both sides")
    sums: list[ProgressSum]


class Progress(Schema):
    """The months of a game, at most 24 of them."""

    game: str
    unit: Literal["points", "chance"]
    months: list[ProgressMonth]


@router.get("account/progress", response=list[Progress], summary="Own progress")
async def progress(
    request: HttpRequest, game: Annotated[str, Query(max_length=40)] = ""
) -> list[dict[str, Any]]:
    """The errors of the owner by month, phase and kind, from the analysed matches of the last 24 months.

    `game` is one of them; without it there are all games, the one with the most matches first. A robot
    account has none.
    """
    if game:
        known(game)
    member = authentication.member(request)
    assert member is not None
    return await sync_to_async(_games)(member, game)


def _games(member: Member, game: str) -> list[dict[str, Any]]:
    names = [played.game for played in stored_sums.games_of(member)]
    return [
        {
            "game": name,
            "unit": unit_of(name),
            "months": [_month(month, unit_of(name)) for month in stored_sums.months_of(member, name)],
        }
        for name in names
        if game in ("", name)
    ]


def _month(month: Month, unit: Unit) -> dict[str, Any]:
    dice = unit == "points"
    return {
        "month": month.month,
        "matches": month.matches,
        "decisions": month.totals.decisions,
        **_rate(month.totals, unit),
        "luck": month.luck / FINE if dice else None,
        "result": month.result,
        "adjusted": month.adjusted / FINE if dice else None,
        "sums": [
            {
                "phase": phase,
                "kind": kind,
                "decisions": totals.decisions,
                "loss": totals.loss / FINE,
                **_rate(totals, unit),
            }
            for (phase, kind), totals in sorted(month.parts.items())
        ],
    }


def _rate(totals: DecisionTotals, unit: Unit) -> dict[str, float | None]:
    rate, margin = totals.rate(unit), totals.margin(unit)
    return {
        "rate": None if rate is None else round(rate, 2),
        "margin": None if margin is None else round(margin, 2),
    }
