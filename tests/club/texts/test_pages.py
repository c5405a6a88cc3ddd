"""The texts of the club: in six languages, true of this club, edited by the staff, never lost."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.support.by_day import by_day
from tests.support.http_client import html_of
from tests.support.scripts import LANGUAGES, spoken
from zaria import __version__
from zaria.club.accounts.models import Member
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.actions.site_texts import publish_text
from zaria.club.staff.models import Act
from zaria.club.texts import actions, directives, queries, shipped
from zaria.club.texts.directives import Facts, escaped, filled
from zaria.club.texts.kinds import RULES, TextKind
from zaria.club.texts.models import TextVersion


def article(page: str) -> str:
    element = re.search(r'(?s)<article class="text">.*?</article>', page)
    assert element is not None
    return element[0]


@pytest.mark.django_db
@pytest.mark.parametrize("language", by_day(("el",), LANGUAGES))
def test_each_text_is_there_in_each_language(language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    for kind in TextKind:
        page = client.get(f"/{kind}")
        assert page.status_code == 200
        html = html_of(page)
        text = article(html)
        assert spoken(re.sub(r"(?s)<code>.*?</code>|<.*?>|Zaria|GNU|IP|cookie", "", text)) == language
        assert "{{" not in text
        assert html.count("<h1>") == 1
    foot = html.partition('<footer class="foot">')[2]
    for path in (*TextKind.values, "api/docs", "contact"):
        assert f'href="/{path}"' in foot
    assert f'class="version">Zaria {__version__}<' in foot


@pytest.mark.parametrize("kind", TextKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_that_come_along_are_whole(kind: TextKind, language: str) -> None:
    text = shipped.shipped_text(kind, language)
    assert (shipped.HOME / language / f"{kind}.md").exists()
    assert not list(directives.unknown(text))
    if kind is TextKind.CONDUCT:
        assert re.findall(r"^(\d+)\. ", text, re.MULTILINE) == [str(number) for number in RULES]


@pytest.mark.django_db
def test_the_texts_say_what_is_true_of_this_club(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    privacy = article(html_of(client.get("/privacy")))
    assert f"after {settings.SESSION_COOKIE_AGE // 86400} days" in privacy
    assert f"<code>{settings.CSRF_COOKIE_NAME}</code>" in privacy
    assert "payment service" not in privacy
    assert "the operator of this club" in article(html_of(client.get("/terms")))


def test_values_and_conditions_of_a_text() -> None:
    pay = "{{ if payments }}\n- Pay.\n\n{{ end }}\n"
    text = "By {{ value owner }}.\n\n" + pay + "{{ if providers }}\nOther.\n{{ end }}\nEnd"
    facts = Facts({"owner": escaped("A*B <i>")}, {"payments"})
    assert filled(text, facts) == "By A\\*B \\<i\\>.\n\n- Pay.\n\nEnd"
    assert list(directives.unknown(text)) == []
    assert list(directives.unknown("{{ value secret }} {{ if x }}\n{{ value most }}")) == [
        "{{ value secret }}",
        "{{ if x }}",
    ]


@pytest.mark.django_db
def test_a_new_version_is_shown_at_once_and_the_earlier_ones_stay(client: Client) -> None:
    texts = queries.all_markdown(TextKind.TERMS, shipped.NUMBER)
    texts["en"] = "## New\n\n<script>alert(1)</script> [x](javascript:alert(1)) {{ value owner }}\n"
    actions.publish(TextKind.TERMS, texts, "Keeper", asks_again=False)
    page = html_of(client.get("/terms"))
    assert "<h2" in article(page)
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "Version 2," in page
    old = html_of(client.get("/terms?version=1"))
    assert "This is an earlier version." in old
    assert "Liability" in old
    for wrong in ("3", "0", "x", "-1"):
        assert client.get(f"/terms?version={wrong}").status_code == 404
    russian = html_of(client.get("/terms", headers={"Accept-Language": "ru"}))
    assert "Ответственность" in russian


@pytest.mark.django_db
def test_a_version_is_never_changed() -> None:
    version = actions.publish(TextKind.ABOUT, {"en": "One"}, "Keeper", asks_again=False)
    with pytest.raises(TypeError):
        version.save()
    with pytest.raises(TypeError):
        TextVersion.objects.all().delete()


def test_the_staff_edits_a_text_in_all_languages(keeper: Member) -> None:
    client = Client()
    client.force_login(keeper)
    assert 'href="/staff/texts/conduct/"' in html_of(client.get("/staff/texts/"))
    page = html_of(client.get("/staff/texts/conduct/"))
    assert page.count("<textarea") == len(LANGUAGES) + 1
    fields = queries.all_markdown(TextKind.CONDUCT, 1) | {"en": "## Be kind\r\n", "seen": "1"}
    address = "/staff/texts/conduct/"
    assert client.post(address, fields).status_code == 422, "not without a reason"
    fields["reason"] = "Shorter"
    assert client.post(address, {**fields, "ru": "{{ value secret }}"}).status_code == 422
    assert client.post(address, {**fields, "asks_again": "on"}).status_code == 302
    assert client.post(address, fields).status_code == 422, "another version is in force meanwhile"
    act = Act.objects.get()
    assert (act.kind, act.reason, act.by) == ("text", "Shorter", keeper)
    assert act.details["after"] == {"text": "conduct", "version": 2, "asks_again": True}
    assert queries.markdown_of(TextKind.CONDUCT, 2, "en") == "## Be kind\n"
    greek_fields = {"el": "Νέο", "reason": "Greek", "seen": "2"}
    assert client.post(address + "?language=el", greek_fields).status_code == 302
    assert queries.markdown_of(TextKind.CONDUCT, 3, "en") == "## Be kind\n"
    assert queries.markdown_of(TextKind.CONDUCT, 3, "el") == "Νέο\n"
    assert client.get("/staff/texts/else/").status_code == 404


def test_texts_are_for_those_who_may_and_only_for_changes(keeper: Member) -> None:
    same = queries.all_markdown(TextKind.ABOUT, 1)
    with pytest.raises(ActionRefusedError):
        publish_text(keeper, "x", TextKind.ABOUT, same, 1, asks_again=False)
    keeper.groups.clear()
    client = Client()
    client.force_login(Member.objects.get(pk=keeper.pk))
    assert client.get("/staff/texts/about/").status_code == 403
    assert client.post("/staff/texts/about/", {"en": "x", "seen": "1", "reason": "x"}).status_code == 403
    assert not TextVersion.objects.exists()
