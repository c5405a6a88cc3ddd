"""The owner's score sheets over the API."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from tests.support.club.statistics_client import marica
from zaria.club.accounts.models import Member
from zaria.club.scribe import actions
from zaria.club.scribe.models import MatchSheet
from zaria.match.terms import Terms
from zaria.records.scribe_sheet import Write
from zaria.records.written_match import DiceAct, TurnAct

pytestmark = pytest.mark.django_db(transaction=True)


def answer(member: Member | None, path: str = "") -> tuple[int, str]:
    client = AsyncClient()
    if member is not None:
        client.force_login(member)
    response: Any = async_to_sync(client.get)(f"/api/v1/account/score-sheets{path}")
    return response.status_code, response.content.decode()


def sheet_of(member: Member) -> MatchSheet:
    facts = actions.SheetFacts(("Ann", "Bob"), "Open", "Final", "Sofia", None, 0)
    row = actions.create(member, Terms("backgammon", length=5, cube=True), facts)
    actions.write(row, 0, Write(DiceAct((3, 1))))
    actions.write(row, 1, Write(TurnAct(((8, 3), (6, 1)))))
    return row


def test_sheets_are_listed_with_their_facts() -> None:
    member = marica()
    row = sheet_of(member)
    status, body = answer(member)
    assert status == 200
    [sheet] = json.loads(body)
    assert (sheet["id"], sheet["names"], sheet["length"], sheet["score"]) == (
        row.pk,
        ["Ann", "Bob"],
        5,
        [0, 0],
    )
    assert (sheet["event"], sheet["match"]) == ("Open", "")
    assert sheet["formats"] == ["json", "mat", "sgf"]


def test_a_record_is_what_is_written_so_far() -> None:
    member = marica()
    row = sheet_of(member)
    status, body = answer(member, f"/{row.pk}/record?format=mat")
    assert status == 200
    assert "8/5 6/5" in body
    assert answer(member, f"/{row.pk}/record")[0] == 200
    assert answer(member, f"/{row.pk}/record?format=pgn")[0] == 404
    assert answer(member, f"/{row.pk}/record?format=doc")[0] == 422


def test_nobody_reads_the_sheets_of_others() -> None:
    row = sheet_of(marica())
    stranger = Member.objects.create_user("stranger", "stranger@example.org", "x")
    assert json.loads(answer(stranger)[1]) == []
    assert answer(stranger, f"/{row.pk}/record")[0] == 404
    assert answer(None)[0] == 401
