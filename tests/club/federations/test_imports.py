"""A federation leaves with its file, and comes into another club: all of it or nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.html import strip_tags

from tests.club.federations.conftest import People, SignIn, add
from tests.club.federations.test_pages import Connected
from tests.club.profile.test_avatars import drawn
from zaria.club.accounts.models import Member
from zaria.club.federations import permissions, signals
from zaria.club.federations.actions import contents, memberships
from zaria.club.federations.arms import uploaded
from zaria.club.federations.export import document
from zaria.club.federations.match_records import ExpectedMatch
from zaria.club.federations.models import Contract, Federation, Membership, MembershipState
from zaria.club.profile.avatars import encode_again


@pytest.fixture
def file(people: People, sofia: Federation) -> dict[str, Any]:
    """The file of a federation with everything."""
    by = people["Marica"]
    add(sofia, people["Ann"])
    add(sofia, people["Bob"])
    contents.save_text(by, sofia, "bg", "Играем **табла**", "Без дим")
    contents.save_details(by, sofia, contents.Details("open", "Café Roma", "https://roma.example"))
    contents.give_title(by, sofia, people["Bob"], "Champion", 2026)
    contents.save_arms(by, sofia, encode_again(drawn("PNG")))
    sofia.refresh_from_db()
    return document(sofia)


def bring(tmp_path: Path, file: Any, *more: str) -> None:
    """Run the command on a file."""
    path = tmp_path / "sofia.json"
    path.write_text(file if isinstance(file, str) else json.dumps(file))
    call_command("federation", "import", str(path), *more)


def test_a_federation_comes_back_as_it_was_but_for_its_administration(
    people: People,
    sofia: Federation,
    file: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Member.objects.filter(pk=people["Bob"].pk).update(username="Robert")
    bring(tmp_path, file, "--slug", "sofia-2")
    output = capsys.readouterr().out
    assert "/f/sofia-2. Members with an account here, who are invited: 1 of 2." in output
    assert "Without an account: Bob." in output
    federation = Federation.objects.get(slug="sofia-2")
    again = document(federation)
    for key in ("name", "created", "closed", "mode", "sponsor", "sponsor_address", "texts", "titles"):
        assert again[key] == file[key], key
    assert uploaded(federation).startswith(b"RIFF")
    assert again["members"] == []
    invited = Membership.objects.get(federation=federation)
    assert (invited.member, invited.state, invited.by) == (people["Ann"], MembershipState.INVITED, None)
    assert not permissions.is_administrator(people["Marica"], federation)
    contract = Contract.objects.get(federation=federation)
    assert (contract.administrator, contract.login, contract.is_in_force) == (None, "Marica", False)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "pgn"}, "not the file of a federation"),
        ({"version": 2}, "version 2 of the format is unknown"),
        ({"name": ""}, "$.name"),
        ({"slug": "So Fia"}, "$.slug"),
        ({"mode": "secret"}, "$.mode"),
        ({"more": 1}, "more"),
        ({"created": "yesterday"}, "$.created"),
        ({"created": "2999-01-01T00:00:00Z"}, "in the future"),
        ({"sponsor_address": "javascript:alert(1)"}, "sponsor_address"),
        ({"texts": {"de": {"text": "", "rules": ""}}}, "unknown language 'de'"),
        ({"texts": {"bg": {"text": "x" * 8001, "rules": ""}}}, "$.texts"),
        ({"arms": "PHN2Zz4="}, "arms"),
        ({"arms": "?"}, "arms"),
        ({"members": [{"login": name, "since": "2026-01-01T00:00:00Z"} for name in ("Ann", "ann")]}, "twice"),
        ({"members": [{"login": "Ann"}]}, "$.members"),
        ({"contracts": [{"login": "Ann"}]}, "$.contracts"),
        ({"members": [{"login": "Ann", "since": "2099-01-01T00:00:00Z"}]}, "members: a moment"),
        ({"members": [{"login": "Ann", "since": "0001-01-01T00:00:00Z"}]}, "members: a moment"),
        ({"titles": [{"login": "", "name": "x", "year": 1, "at": "2099-01-01T00:00:00Z"}]}, "titles: a"),
        ({"name": "\u202e \u200b"}, "Write something first."),
        ({}, "there is a federation sofia"),
    ],
)
def test_a_wrong_file_changes_nothing(
    file: dict[str, Any], tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(CommandError, match="is not imported") as refused:
        bring(tmp_path, file | changes)
    assert message in str(refused.value)
    assert (Federation.objects.count(), Membership.objects.count()) == (1, 2)


def test_members_see_their_titles_confirm_and_get_them_then(
    people: People, sofia: Federation, file: dict[str, Any], tmp_path: Path, sign_in: SignIn
) -> None:
    bring(tmp_path, file | {"name": "So\u202efia  \u200bclub"}, "--slug", "sofia-2")
    federation, bob = Federation.objects.get(slug="sofia-2"), people["Bob"]
    assert federation.name == "Sofia club"
    assert not federation.memberships.filter(state=MembershipState.MEMBER).exists()
    title = federation.titles.get()
    assert (title.member, title.login) == (None, "Bob")
    memberships.join(people["Ann"], federation)
    title.refresh_from_db()
    assert title.member is None
    client = sign_in(bob)
    for page in ("/federations", "/f/sofia-2"):
        text = " ".join(strip_tags(client.get(page).content.decode()).split())
        assert f"If you accept, you get these titles from another club: {title.name} {title.year}" in text, (
            page
        )
    memberships.join(bob, federation)
    title = federation.titles.get()
    assert title.member == bob
    assert "If you accept" not in client.get("/f/sofia-2").content.decode()


def test_a_login_that_came_later_has_no_title(
    people: People, sofia: Federation, file: dict[str, Any], tmp_path: Path
) -> None:
    Member.objects.filter(pk=people["Bob"].pk).update(username="Robert")
    bring(tmp_path, file, "--slug", "sofia-2")
    federation = Federation.objects.get(slug="sofia-2")
    Member.objects.filter(pk=people["Keeper"].pk).update(username="Bob")
    memberships.join(Member.objects.get(username="Bob"), federation)
    assert federation.titles.get().member is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"a": "\\ud800"}', "[" * 100_000])
def test_a_file_that_is_no_json(db: None, tmp_path: Path, text: str) -> None:
    with pytest.raises(CommandError, match="is not imported"):
        bring(tmp_path, text)


def test_a_file_that_is_not_there_and_a_wrong_address(db: None, file: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot read"):
        call_command("federation", "import", str(tmp_path / "nowhere.json"))
    with pytest.raises(CommandError, match="--slug takes"):
        bring(tmp_path, file, "--slug", "So Fia")


def test_rooms_above_add_parts_to_the_file_and_read_them_again(
    people: People, sofia: Federation, tmp_path: Path
) -> None:
    seen: list[tuple[str, Any, list[str]]] = []

    def export(federation: Federation, **_: object) -> tuple[str, Any]:
        return "minutes", [federation.slug]

    def check(parts: dict[str, Any], **_: object) -> dict[str, ExpectedMatch]:
        if parts["minutes"] != ["sofia"]:
            raise ValueError("minutes: unknown")
        return {}

    def take(federation: Federation, parts: dict[str, Any], members: dict[str, Member], **_: object) -> None:
        seen.append((federation.slug, parts["minutes"], list(members)))

    add(sofia, people["Ann"])
    with (
        Connected(signals.export_parts, export),
        Connected(signals.parts_checked, check),
        Connected(signals.parts_imported, take),
    ):
        file = document(sofia)
        bring(tmp_path, file, "--slug", "other")
        assert seen == [("other", ["sofia"], ["ann"])]
        with pytest.raises(CommandError, match="minutes: unknown"):
            bring(tmp_path, file | {"parts": {"minutes": []}}, "--slug", "third")
    assert not Federation.objects.filter(slug="third").exists()
