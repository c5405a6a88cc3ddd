"""Federations and the staff: created, closed, entrusted and taken back, each with its entry in the log."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.club.staff.conftest import People, SignIn
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.federations import permissions
from zaria.club.federations.actions import contents
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.models import Contract, Federation
from zaria.club.staff import texts
from zaria.club.staff.actions import federations, recording
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.models import Act, Notice

AGREEMENT = Agreement("legal", "Tabla Sofia Ltd", "Contract 7")


@pytest.fixture
def sofia(people: People) -> Federation:
    """A federation."""
    federations.create(people["admin"], "Because", "sofia", "Tabla of Sofia")
    return Federation.objects.get()


def test_an_administrator_of_the_club_does_all_of_it_on_pages(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["admin"])

    def send(table: str, name: str, /, **fields: Any) -> str:
        answer = client.post(f"/staff/federations/{table}/do/{name}/", {"reason": "Because", **fields})
        return "" if answer.status_code == 302 else html_of(answer)

    for slug in ("So Fia", "s", "-sofia", "x" * 33):
        assert "small Latin letters" in send("federation", "create", slug=slug, name="Tabla")
    assert not send("federation", "create", slug="sofia", name="Tabla of Sofia")
    assert "This address is taken." in send("federation", "create", slug="sofia", name="Tabla")
    sofia = Federation.objects.get()
    terms = {"id": sofia.pk, "party": "natural", "party_name": "Ann Smith", "reference": "Contract 7"}
    assert "no member with this login" in send("federation", "entrust", login="nobody", **terms)
    assert "in the past" in send("federation", "entrust", login="annxx", until="2020-01-01T10:00", **terms)
    assert not send("federation", "entrust", login="ANNXX", **terms)
    assert "already administers the federation" in send("federation", "entrust", login="annxx", **terms)
    assert permissions.is_administrator(people["ann"], sofia)
    page = html_of(client.get(f"/staff/federations/federation/{sofia.pk}/change/"))
    assert "annxx" in page
    assert not send("contract", "recall", id=Contract.objects.get().pk)
    assert "This contract has ended." in send("contract", "recall", id=Contract.objects.get().pk)
    assert "Because" in html_of(
        client.get(f"/staff/federations/contract/{Contract.objects.get().pk}/change/")
    )
    assert not permissions.is_administrator(people["ann"], sofia)
    assert not send("federation", "windup", id=sofia.pk)
    assert not send("federation", "reopen", id=sofia.pk)
    kinds = [act.kind for act in Act.objects.order_by("pk")]
    assert kinds == ["found", "entrust", "recall", "windup", "reopen"]
    notices = [
        texts.sentence(notice.act) for notice in Notice.objects.filter(to=people["ann"]).order_by("pk")
    ]
    assert notices == [
        "You administer the federation Tabla of Sofia now.",
        "You no longer administer the federation Tabla of Sofia.",
    ]


def test_moderators_decide_nothing(people: People, sofia: Federation) -> None:
    before = Act.objects.count()
    contract_of = federations.entrust(people["admin"], sofia, "Because", people["ann"], AGREEMENT)
    assert contract_of.details["after"]["federation"] == "sofia"
    contract, by = Contract.objects.get(), people["moder"]
    acts: tuple[Callable[[], object], ...] = (
        lambda: federations.create(by, "x", "varna", "Varna"),
        lambda: federations.close(by, sofia, "x"),
        lambda: federations.reopen(by, sofia, "x"),
        lambda: federations.entrust(by, sofia, "x", people["bob"], AGREEMENT),
        lambda: federations.recall(by, contract, "x"),
    )
    for act in acts:
        with pytest.raises(PermissionDenied):
            act()
    assert (Act.objects.count(), Federation.objects.count(), Contract.objects.count()) == (before + 1, 1, 1)


def test_the_administration_of_a_federation_gives_no_power_of_the_staff(
    people: People, sofia: Federation, sign_in: SignIn
) -> None:
    federations.entrust(people["admin"], sofia, "Because", people["ann"], AGREEMENT)
    assert sign_in(people["ann"]).get("/staff/", follow=True).status_code == 403


def test_a_contract_ends_at_its_date(people: People, sofia: Federation) -> None:
    until = timezone.now() + timedelta(hours=1)
    federations.entrust(people["admin"], sofia, "x", people["ann"], AGREEMENT._replace(until=until))
    assert permissions.is_administrator(people["ann"], sofia)
    assert not Contract.objects.in_force(until).exists()


def test_changes_by_the_staff_stand_in_the_log_and_those_of_administrators_do_not(
    people: People, sofia: Federation
) -> None:
    federations.entrust(people["admin"], sofia, "Because", people["ann"], AGREEMENT)
    before = Act.objects.count()
    contents.save_text(people["ann"], sofia, "en", "We play", "")
    assert Act.objects.count() == before
    contents.save_text(people["admin"], sofia, "en", "We play tabla", "")
    act = Act.objects.first()
    assert act is not None
    assert (act.kind, act.by) == ("manage", people["admin"])
    assert act.details["after"] == {"federation": "sofia", "change": "texts (en)"}


def test_a_bot_and_a_closed_federation_are_refused(people: People, sofia: Federation) -> None:
    Member.objects.filter(pk=people["bob"].pk).update(robot=True)
    with pytest.raises(ActionRefusedError, match="can't administer"):
        federations.entrust(people["admin"], sofia, "x", people["bob"], AGREEMENT)
    federations.close(people["admin"], sofia, "x")
    with pytest.raises(ActionRefusedError, match="closed"):
        federations.entrust(people["admin"], sofia, "x", people["ann"], AGREEMENT)
    with pytest.raises(ActionRefusedError, match="closed"):
        federations.close(people["admin"], sofia, "x")


def test_a_blocked_administrator_reaches_nothing(people: People, sofia: Federation, sign_in: SignIn) -> None:
    federations.entrust(people["admin"], sofia, "x", people["ann"], AGREEMENT)
    client = sign_in(people["ann"])
    assert client.get("/f/sofia/administration").status_code == 200
    Member.objects.filter(pk=people["ann"].pk).update(blocked_until=recording.FOR_EVER)
    assert client.get("/f/sofia/administration").status_code == 302
