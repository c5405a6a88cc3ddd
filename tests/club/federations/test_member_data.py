"""A member's data in federations: their file, and the end of their account."""

import json

import pytest
from django.test import Client

from tests.club.federations.conftest import People, SignIn, add
from tests.support.http_client import html_of
from zaria.club.federations.actions import contents, contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.models import Contract, ContractEnd, Federation, Membership, Title
from zaria.club.personal_data import deletion, export
from zaria.club.site.database.append_only import UnchangeableError


def test_the_file_has_memberships_titles_and_contracts(people: People, sofia: Federation) -> None:
    marica = people["Marica"]
    add(sofia, marica)
    contents.give_title(marica, sofia, marica, "Master", 2025)
    federations = export.of(marica)["federations"]
    federations = json.loads(json.dumps(federations, default=str))
    assert [(membership["slug"], membership["state"]) for membership in federations["memberships"]] == [
        ("sofia", "member")
    ]
    assert [(title["name"], title["year"]) for title in federations["titles"]] == [("Master", 2025)]
    assert [(contract["party_name"], contract["ended_at"]) for contract in federations["contracts"]] == [
        ("Marica Petrova", None)
    ]
    assert export.of(people["Ann"])["federations"] == {"memberships": [], "titles": [], "contracts": []}


def test_a_deleted_account_leaves_no_name_and_administers_nothing(
    people: People, sofia: Federation, varna: Federation, sign_in: SignIn
) -> None:
    marica = people["Marica"]
    add(sofia, marica)
    contents.give_title(marica, sofia, marica, "Master", 2025)
    contracts.give_administration(None, varna, marica, Agreement("legal", "Tavla Ltd", "Contract 2"))
    deletion.delete(marica, "Amber-Fox 42")
    assert not Membership.objects.exists()
    assert (Title.objects.get().member, Title.objects.get().login) == (None, "")
    assert ContractEnd.objects.count() == 2
    ended = Contract.objects.filter(login="").order_by("pk")
    assert [contract.party_name for contract in ended] == ["", "Tavla Ltd"]
    page = html_of(Client().get("/f/sofia"))
    assert "former member" in page
    assert "Marica" not in page


def test_contracts_and_their_ends_stay_as_they_are(people: People, sofia: Federation) -> None:
    contract = Contract.objects.get()
    ending = contracts.take_back_administration(people["Keeper"], contract, "Because")
    contract.reference = ending.reason = "Another"
    for row in (contract, ending):
        for change in (row.save, row.delete, type(row).objects.all().delete):
            with pytest.raises(UnchangeableError):
                change()
        with pytest.raises(UnchangeableError):
            type(row).objects.update(by_name="x")
    assert Contract.objects.get().reference == "Contract 1 of sofia"
    assert ContractEnd.objects.get().reason == "Because"
