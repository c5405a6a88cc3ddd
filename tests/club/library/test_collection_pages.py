"""The pages of collections and imports, for their owners and for strangers."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.club.library.test_importing import MAT, collection, imported, member, read_all
from tests.support.club.statistics_client import Browser
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.library import actions
from zaria.club.library.models import Collection, ImportedMatch, ImportFile, MatchTag
from zaria.club.support.subjects import find_subject

pytestmark = pytest.mark.django_db


def signed_in(owner: Member) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(owner)
    return client


def send(client: Client, *files: tuple[str, bytes], **fields: Any) -> Any:
    uploads = [SimpleUploadedFile(name, body) for name, body in files]
    headers = fields.pop("headers", {})
    return client.post("/library/imports", {"files": uploads, "game": "tabla"} | fields, headers=headers)


def test_files_are_sent_read_and_listed() -> None:
    owner = member()
    client = signed_in(owner)
    answer = send(client, ("a.mat", MAT), ("b.mat", b"nothing"), title="Old evenings")
    assert answer.status_code == 302
    page = html_of(client.get(answer.headers["Location"]))
    assert 'data-refresh="2"' in page
    assert "0 / 2" in page
    read_all()
    page = html_of(client.get(answer.headers["Location"]))
    assert 'data-refresh="0"' in page
    assert "b.mat" in page
    assert "a line like “3 point match” is missing" in page
    target = Collection.objects.get()
    assert (target.title, target.visibility, target.owner) == ("Old evenings", "private", owner)
    listed = html_of(client.get(f"/library/collections/{target.key}"))
    assert f"/library/matches/{ImportedMatch.objects.get().key}/replay" in listed


def test_a_script_sends_the_rest_into_the_same_import() -> None:
    client = signed_in(member())
    json_request = {"headers": {"accept": "application/json"}}
    first = json.loads(send(client, ("a.mat", MAT), **json_request).content)
    fields = {"import": first["import"], "collection": first["collection"]}
    second = json.loads(send(client, ("b.mat", MAT), **fields, **json_request).content)
    assert second == first
    assert Collection.objects.count() == 1
    assert ImportFile.objects.filter(file_import__key=first["import"]).count() == 2
    refused = send(client, **json_request)
    assert refused.status_code == 422
    assert json.loads(refused.content)["reason"] == "Choose files, a folder or an archive first."


@pytest.mark.parametrize(
    "fields",
    [{"title": "x" * 61}, {"game": "bridge"}, {"collection": "not-mine-123"}, {"own_name": "x" * 65}],
)
def test_wrong_fields_are_refused_and_nothing_is_stored(fields: dict[str, str]) -> None:
    answer = send(signed_in(member()), ("a.mat", MAT), **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in html_of(answer)
    assert not ImportFile.objects.exists()


def test_another_members_import_and_collection_take_no_files() -> None:
    target = collection(member("Bob"))
    row = imported(target, ("a.mat", MAT))
    client = signed_in(member())
    assert send(client, ("b.mat", MAT), collection=target.key).status_code == 422
    send(client, ("b.mat", MAT), **{"import": row.key})
    assert row.files.count() == 1, "a key of another's import begins one of one's own"


def addresses(target: Collection) -> list[str]:
    match = target.matches.get()
    return [
        f"/library/collections/{target.key}",
        f"/library/matches/{match.key}/replay",
        f"/library/matches/{match.key}.mat",
        f"/library/matches/{match.key}.json",
    ]


BESIDE = (
    "/t/{}/replay",
    "/t/{}.json",
    "/t/{}/embed",
    "/t/{}/picture.png",
    "/t/{}/analysis.json",
    "/t/{}/analysis/quick.json",
    "/t/{}/grades",
    "/t/{}/attempt.json",
)
"""Addresses of matches that were played here; an imported match has none of them."""


def test_a_private_match_answers_its_owner_alone() -> None:
    owner, stranger = member("Bob"), member()
    target = collection(owner)
    imported(target, ("a.mat", MAT))
    for path in addresses(target):
        assert Browser(owner).get(path).status == 200, path
        assert Browser(stranger).get(path).status == 404, path
        assert Browser().get(path).status == 404, path
    actions.change_collection(target, "Shared", "unlisted")
    assert [Browser().get(path).status for path in addresses(target)] == [200] * 4
    assert "Shared" not in Browser(stranger).get("/library/collections").text
    actions.change_collection(target, "Shared", "public")
    assert "Shared" in Browser(stranger).get("/library/collections").text


@pytest.mark.parametrize("path", BESIDE)
def test_an_imported_match_has_no_address_of_a_table(path: str) -> None:
    target = collection()
    imported(target, ("a.mat", MAT))
    match = target.matches.get()
    assert Browser(target.owner).get(path.format(match.match_id)).status == 404


def test_a_stranger_changes_nothing() -> None:
    target = collection(member("Bob"), "public")
    imported(target, ("a.mat", MAT))
    key = target.matches.get().key
    client = signed_in(member())
    for act in ("change", "delete", "matches"):
        fields = {"title": "Mine", "visibility": "private", "act": "delete", "match": key}
        assert client.post(f"/library/collections/{target.key}/{act}", fields).status_code == 404
    target.refresh_from_db()
    assert (target.title, target.matches.count()) == ("Old matches", 1)


def test_tags_are_put_filtered_and_taken() -> None:
    target = collection()
    imported(target, ("a.mat", MAT))
    key, path = target.matches.get().key, f"/library/collections/{target.key}"
    assert target.owner is not None
    client = signed_in(target.owner)
    assert client.post(f"{path}/matches", {"match": key, "word": "final", "act": "tag"}).status_code == 302
    assert key in html_of(client.get(f"{path}?tag=final&player=ada"))
    assert key not in html_of(client.get(f"{path}?player=nobody"))
    assert client.get(f"{path}?tag=other").status_code == 422
    client.post(f"{path}/matches", {"match": key, "word": "final", "act": "untag"})
    assert not MatchTag.objects.exists()
    for number in range(actions.MOST_TAGS):
        actions.tag(target, [key], f"tag {number}")
    answer = client.post(f"{path}/matches", {"match": key, "word": "one more", "act": "tag"})
    assert answer.status_code == 422
    assert "A match can have 10 tags." in html_of(answer)
    assert client.post(f"{path}/matches", {"match": key, "word": "", "act": "tag"}).status_code == 422
    client.post(f"{path}/matches", {"match": [key, "unknown"], "act": "delete"})
    assert not ImportedMatch.objects.exists()


def test_a_collection_is_renamed_and_deleted() -> None:
    target = collection()
    assert target.owner is not None
    client, path = signed_in(target.owner), f"/library/collections/{target.key}"
    assert client.post(f"{path}/change", {"title": "", "visibility": "public"}).status_code == 422
    assert client.post(f"{path}/change", {"title": "Ours", "visibility": "public"}).status_code == 302
    assert find_subject(f"collection:{target.key}", None, lambda _match: None) is not None
    client.post(f"{path}/delete")
    assert not Collection.objects.exists()


def test_an_import_is_stopped() -> None:
    client = signed_in(member())
    address = send(client, ("a.mat", MAT), ("b.mat", MAT)).headers["Location"]
    client.post(f"{address}/stop")
    read_all()
    assert not ImportedMatch.objects.exists()
    assert 'data-refresh="0"' in html_of(client.get(address))


def test_a_guest_is_led_to_the_way_in() -> None:
    page = Browser().get("/library/collections")
    assert page.status == 200
    assert 'href="/account/login/?next=/library/collections"' in page.text
    assert Client().post("/library/imports").status_code == 302


def filled(count: int) -> tuple[Client, Collection, list[str]]:
    """A collection with matches of B0, B1 and so on at events in the opposite order, and their keys."""
    target = collection()
    assert target.owner is not None
    files = [(f"{number}.mat", MAT.replace(b"Ada", b"B%d" % number)) for number in range(count)]
    imported(target, *files)
    matches = list(target.matches.order_by("name0", "name1", "id"))
    for number, match in enumerate(matches):
        match.event = f"event {count - number}"
        match.save()
    return signed_in(target.owner), target, [match.key for match in matches]


def shown(client: Client, target: Collection, order: str) -> list[str]:
    """The keys of the matches that the page lists."""
    page = html_of(client.get(f"/library/collections/{target.key}", {"order": order}))
    return re.findall(r"/library/matches/([-\w]{12})/replay", page)


def test_a_list_is_sorted_as_its_reader_chooses() -> None:
    client, target, keys = filled(3)
    assert shown(client, target, "player") == keys
    assert shown(client, target, "event") == keys[::-1]
    ImportedMatch.objects.filter(key=keys[2]).update(event="")
    assert shown(client, target, "event") == [keys[1], keys[0], keys[2]], "without an event: last"
    assert shown(client, target, "hand") == shown(client, target, "")[::-1], "as they were imported"
    path = f"/library/collections/{target.key}"
    assert client.get(f"{path}?order=unknown").status_code == 422
    assert 'value="up"' not in html_of(client.get(f"{path}?order=hand&player=B1")), "a part has no order"


def test_writers_move_matches_by_hand() -> None:
    client, target, _keys = filled(4)
    path = f"/library/collections/{target.key}/matches"
    a, b, c, d = shown(client, target, "hand")
    answer = client.post(path, {"act": "up", "match": [c, d], "page": "1"})
    assert shown(client, target, "hand") == [a, c, d, b]
    assert answer.headers["Location"].endswith(f"?order=hand&page=1&mark={c}&mark={d}#acts")
    marked = re.findall(r'value="([-\w]{12})"[^>]*checked', html_of(client.get(answer.headers["Location"])))
    assert marked == [c, d]
    client.post(path, {"act": "down", "match": [a, b]})
    assert shown(client, target, "hand") == [c, a, d, b]
    client.post(path, {"act": "place", "match": [b], "before": c})
    assert shown(client, target, "hand") == [b, c, a, d]
    client.post(path, {"act": "place", "match": [b, a], "before": ""})
    assert shown(client, target, "hand") == [c, d, b, a]
    client.post(path, {"act": "up", "match": ["unknown", c]})
    assert shown(client, target, "hand") == [c, d, b, a]
    assert signed_in(member("Stranger")).post(path, {"act": "up", "match": d}).status_code == 404
    imported(target, ("late.mat", MAT.replace(b"Ada", b"Late")))
    assert shown(client, target, "hand")[:4] == [c, d, b, a]
    reader, writer = member("Reader"), member("Writer")
    actions.change_collection(target, target.title, "public")
    Member.objects.update(since=timezone.now())
    for person, role in ((reader, "reader"), (writer, "writer")):
        actions.invite(target, person.username, role)
    assert signed_in(reader).post(path, {"act": "up", "match": d}).status_code == 404
    signed_in(writer).post(path, {"act": "up", "match": d})
    assert shown(Client(), target, "hand")[:4] == [d, c, b, a]
