"""Two members in one browser: that is stored, nothing else, and not for long."""

import time
from typing import Any

import pytest
from django.test import Client

from tests.support.club.rating_records import DAY, member
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.personal_data import deletion, export
from zaria.club.ratings import browsers
from zaria.club.ratings.models import SharedBrowser

__all__ = ["plain_files"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]
PASSWORD = "Tavla2Nardy"
PATH = "/account/login/"


def sign_in(client: Client, number: int) -> None:
    """By the form, as one does; the browser keeps its cookies."""
    answer = client.post(PATH, {"login": f"Member{number}", "password": PASSWORD})
    assert answer.status_code == 302
    assert client.get("/me/account").status_code == 200  # a page names the browser to the member
    client.post("/account/logout/")


@pytest.fixture
def _members(db: None, plain_files: None) -> None:
    """Three members with passwords."""
    for number in range(3):
        account: Any = member(number)
        account.set_password(PASSWORD)
        account.save()
        account.emailaddress_set.create(email=account.email, verified=True, primary=True)


@pytest.mark.usefixtures("_members")
def test_two_members_in_one_browser_are_noticed(settings: Any) -> None:
    family, stranger = Client(), Client()
    sign_in(family, 1)
    assert not SharedBrowser.objects.exists()
    sign_in(stranger, 2)
    sign_in(family, 0)
    sign_in(family, 0)
    assert browsers.shared(["p0", "p1", "p2"]) == {("p0", "p1")}
    assert browsers.shared(["p0", "p2"]) == set()
    now = time.time_ns() // 1_000_000
    browsers.purge(now + (settings.RATING_LIMITS.address_days + 1) * DAY)
    assert not SharedBrowser.objects.exists()
    settings.RATING_LIMITS = settings.RATING_LIMITS._replace(address_days=0)
    sign_in(family, 0)
    assert not SharedBrowser.objects.exists()


@pytest.mark.usefixtures("_members")
def test_it_goes_with_the_account() -> None:
    client = Client()
    sign_in(client, 0)
    sign_in(client, 1)
    account = Member.objects.get(player="p0")
    assert export.of(account)["shared_browsers"] == 1
    deletion.delete(account, "Nobody")
    assert not SharedBrowser.objects.exists()
