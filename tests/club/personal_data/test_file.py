"""The file of a member's data is sent in parts, so that a long one is never in memory as a whole."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from tests.support.club.grown_club import GrownClub
from zaria.club.accounts.models import Member
from zaria.club.personal_data import export

MATCHES = 1_200
AT_ONCE = 500
"""Rows of a part."""

pytestmark = pytest.mark.django_db


def test_the_parts_are_the_whole_file_and_long_sections_are_cut() -> None:
    club = GrownClub()
    club.add_matches(0, MATCHES)
    club.add_transfers(0, AT_ONCE + 1)
    parts = list(export.json_parts(club.me))
    file = json.loads(b"".join(parts))
    assert file == json.loads(json.dumps(export.of(club.me), cls=DjangoJSONEncoder))
    assert [len(file[name]) for name in ("matches", "transfers")] == [MATCHES, AT_ONCE + 1]
    assert file["matches"][0]["match_id"] == "m0"
    assert max(part.count(b'"player0":') for part in parts) == AT_ONCE
    assert max(part.count(b'"amount":') for part in parts) == AT_ONCE


def test_a_file_without_rows_is_json() -> None:
    member = Member.objects.create(username="Nobody", email="n@example.org", password="!")
    file = json.loads(b"".join(export.json_parts(member)))
    assert (file["matches"], file["transfers"]) == ([], [])
    assert list(file) == list(export.of(member))
