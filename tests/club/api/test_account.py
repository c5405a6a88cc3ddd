"""One's own balance and transfers over the API: amounts as strings, and nobody else's."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from zaria.club.accounts.models import Member, Token
from zaria.club.accounts.registry import token_hash
from zaria.club.conversations.actions import begin_direct
from zaria.club.conversations.batch import Writer
from zaria.club.ledger import actions
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.kinds import ISSUED, TransferKind, member_code
from zaria.live.conversations.store import NewLine

pytestmark = pytest.mark.django_db(transaction=True)


def member(login: str, **fields: Any) -> Member:
    return Member.objects.create(username=login, email=f"{login}@example.org", player=login.lower(), **fields)


@pytest.fixture
def marica() -> Member:
    """A member with granted entries and a hold."""
    account = member("Marica")
    actions.ensure_member(account.player)
    for number in range(6):
        key = f"grant:{number}"
        actions.post([Booking(key, TransferKind.GRANT, ISSUED, member_code(account.player), 100 + number)])
    actions.hold(account.player, 12_50, "match:m1:hold", match_id="m1")
    return account


async def ask(path: str, of: Member | None) -> tuple[int, Any]:
    headers = {}
    if of is not None:
        secret = f"zaria_{of.username}"
        await Token.objects.aget_or_create(
            hash=token_hash(secret), defaults={"owner": of, "name": "One", "start": "zaria_"}
        )
        headers["Authorization"] = f"Bearer {secret}"
    answer = await AsyncClient().get(f"/api/v1/account/{path}", headers=headers)
    return answer.status_code, answer.json()


async def test_a_balance(marica: Member) -> None:
    assert await ask("balance", marica) == (
        200,
        {"unit": "credits", "available": "993.65", "held": "12.50"},
    )


async def test_transfers_page_by_page(marica: Member) -> None:
    seen: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        status, page = await ask(f"transfers?limit=3&cursor={cursor}", marica)
        assert status == 200
        seen += page["transfers"]
        cursor = page["cursor"]
    assert [transfer["amount"] for transfer in seen] == [
        "-12.50", "1.05", "1.04", "1.03", "1.02", "1.01", "1.00", "1000.00",
    ]  # fmt: skip
    assert len({transfer["id"] for transfer in seen}) == len(seen)
    first = {key: seen[0][key] for key in ("kind", "state", "balance", "match", "subject")}
    assert first == {"kind": "hold", "state": "pending", "balance": "993.65", "match": "m1", "subject": ""}


async def test_nobody_sees_the_transfers_of_others(marica: Member) -> None:
    stefan = await Member.objects.acreate(username="Stefan", email="s@example.org", player="stefan")
    assert (await ask("balance", stefan))[1]["available"] == "1000.00"
    status, problem = await ask(f"transfers?player={marica.player}", stefan)
    assert (status, problem["code"]) == (422, "bad_field")
    status, page = await ask("transfers", stefan)
    assert (status, [transfer["kind"] for transfer in page["transfers"]]) == (200, ["welcome"])


async def test_a_token_is_needed(marica: Member) -> None:
    for path in ("balance", "transfers"):
        status, problem = await ask(path, None)
        assert (status, problem["code"]) == (401, "token_needed")


async def test_a_robot_account_has_no_credits() -> None:
    robot = await Member.objects.acreate(username="Robot", email="r@r.r", player="robot", robot=True)
    for path in ("balance", "transfers"):
        status, problem = await ask(path, robot)
        assert (status, problem["code"]) == (403, "no_credits")


@pytest.mark.parametrize("cursor", ["x", "-1", "0", "9" * 19, "²", "1-a"])
async def test_a_place_that_no_page_has_named(marica: Member, cursor: str) -> None:
    status, problem = await ask(f"transfers?cursor={cursor}", marica)
    assert (status, problem["code"]) == (422, "bad_cursor")


async def test_a_robot_finds_the_conversations_in_which_a_person_has_written(marica: Member) -> None:
    robot = await Member.objects.acreate(username="Robot", email="r@example.org", player="robot", robot=True)
    assert await ask("conversations", robot) == (200, {"conversations": []})
    name = await sync_to_async(begin_direct)(marica, robot)
    assert await ask("conversations", robot) == (200, {"conversations": []})
    line = NewLine(name, "c", marica.as_player(), 17, "Hello, machine", None)
    await sync_to_async(Writer(0).store)([line], {})
    assert await ask("conversations", robot) == (
        200,
        {"conversations": [{"id": name, "login": "Marica", "last": 1, "at": 17, "unread": True}]},
    )
    status, problem = await ask("conversations", marica)
    assert (status, problem["code"]) == (403, "robots_only")
