"""The requests and answers about offers of other terms, as OpenAPI describes them."""

from typing import Any, Literal

from ninja import Field, Schema

OfferState = Literal["open", "accepting", "accepted", "declined", "withdrawn", "ended"]


class TableOffer(Schema):
    """The last offer between the owner of an open table and one reader."""

    id: int
    reader: str = Field(description="The login of the member who may sit down")
    by_owner: bool = Field(description="Whether the owner of the table has made it")
    round: int = Field(description="1 for the first offer between the two", examples=[1])
    state: OfferState
    at: int = Field(description="Milliseconds since the epoch")
    terms: dict[str, Any] = Field(description="All terms of the match; amounts are hundredths, times ms")
    match: str = Field(description="The agreed table, or empty")


class TableOfferList(Schema):
    """The offers at an open table that concern the caller."""

    match: str
    owner: str = Field(description="The login of the owner")
    by_owner: bool = Field(description="Whether the caller is the owner")
    most_rounds: int = Field(description="The most offers between two members, both sides together")
    offers: list[TableOffer]


class NewTableOffer(Schema, extra="forbid"):
    """An offer of other terms; `terms` are fields of `GameDetail` that change: stake, length, cube, clock."""

    terms: dict[str, str | int | bool] = Field(max_length=40, examples=[{"length": 3, "clock": "quick"}])
    offer: int | None = Field(None, description="The offer that the owner answers")
    round: int = Field(0, ge=0)


class OfferAnswer(Schema, extra="forbid"):
    """An answer to an offer; `round` is that of the offer as the caller knows it."""

    round: int = Field(ge=1)


class AnsweredOffer(Schema):
    """The offer after an answer; `match` is the agreed table of an accepted one."""

    id: int
    state: OfferState
    match: str
