"""The command that gives a rank."""

import io
import sys

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.club.staff.conftest import People
from zaria.club.accounts.models import Member
from zaria.club.staff import roles
from zaria.club.staff.models import Act


def appoint(login: str, rank: str, *more: str) -> str:
    """The output of the command."""
    out = io.StringIO()
    call_command("appoint", login, rank, *more, stdout=out)
    return out.getvalue()


def test_members_are_appointed_and_dismissed(people: People) -> None:
    assert appoint("ANNXX", "moderators").startswith("annxx is moderator now")
    assert roles.rank(Member.objects.get(username="annxx")) == roles.Rank.MODERATOR
    appoint("annxx", "nobody", "--reason", "has left")
    assert not Member.objects.get(username="annxx").is_staff
    assert [(act.by_name, act.reason) for act in Act.objects.all()] == [
        ("operator", "has left"),
        ("operator", ""),
    ]


def test_the_log_names_the_operator_in_the_language_of_the_reader(people: People) -> None:
    appoint("annxx", "moderators")
    act = Act.objects.get()
    shown = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            shown.add((act.author_text, act.reason_text))
    assert len(shown) == len(settings.LANGUAGES)
    assert ("operator", "Decision of the operator of the club") in shown


def test_an_account_is_made(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Tavla2Nardy\n"))
    appoint("Marica", "owner", "--email", "marica@example.org")
    marica = Member.objects.get(username="Marica")
    assert marica.is_superuser
    assert marica.check_password("Tavla2Nardy")
    assert EmailAddress.objects.get(user=marica).verified


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("stranger", "owner"), "there is no member stranger"),
        (("annxx", "owner", "--email", "a@example.org"), "leave --email out"),
        (("ownerx", "owner"), "Nothing would change"),
        (("Marica", "owner", "--email", "bob@example.org"), "exists"),
        (("no-login", "owner", "--email", "x@example.org"), "only Latin letters and digits"),
        (("Marica", "owner", "--email", "m@example.org", "weak"), "password"),
    ],
)
def test_what_makes_no_sense_is_refused(
    people: People, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    *words, last = arguments
    weak = last == "weak"
    monkeypatch.setattr(sys, "stdin", io.StringIO("weak\n" if weak else "Tavla2Nardy\n"))
    with pytest.raises(CommandError, match=says):
        appoint(*(words if weak else arguments))
    assert not Act.objects.exists()
    assert not Member.objects.filter(username="Marica").exists()
