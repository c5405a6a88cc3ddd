"""Each form that writes is sent twice, and takes effect once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.template import engines
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tests.support.club.member_client import Somebody
from tests.support.http_client import Page
from tests.support.servers import Server
from zaria.club.site.http import once, submissions
from zaria.club.site.models import Submission

TEMPLATES = Path(submissions.__file__).parents[3] / "web/templates"
FORM = re.compile(r"<form\b[^>]*?method=\"?post.*?</form>", re.DOTALL | re.IGNORECASE)
WITHOUT = {
    # a link of a mail, which mail programs post to as well; each time it switches the same notices off
    "zaria/notices/unsubscribe.html",
}
INCLUDED = re.compile(r'{% include "([^"]+)"')
TOKEN = re.compile(r"{%\s*csrf_token\s*%}")

database = pytest.mark.django_db(transaction=True)


@pytest.fixture
def member(server: Server) -> Somebody:
    return Somebody(server.url).join()


def nonce_of(page: Page) -> str:
    """The nonce of the first form of a page that takes effect once."""
    match = re.search(r'name="once" value="([\w-]+)"', page.text)
    assert match is not None
    return match[1]


def patterns(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, str]]:
    """The module and the name of each view."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield getattr(pattern.callback, "__module__", ""), f"{namespace}{pattern.name}"
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from patterns(pattern, inner)


def whole(form: str) -> str:
    """A form with the templates that it includes."""
    return form + "".join((TEMPLATES / name).read_text() for name in INCLUDED.findall(form))


def test_each_form_of_a_template_has_its_fields() -> None:
    forms = {
        (path.relative_to(TEMPLATES), form[0])
        for path in TEMPLATES.rglob("*.html")
        for form in FORM.finditer(path.read_text())
    }
    assert len(forms) > 80
    assert {str(path) for path, form in forms if not TOKEN.search(whole(form))} == WITHOUT


def test_the_token_of_a_form_brings_a_nonce_of_its_own() -> None:
    template = engines["django"].from_string("{% csrf_token %}{% csrf_token %}")
    nonces = re.findall(r'name="once" value="([\w-]+)"', template.render({}, RequestFactory().get("/")))
    assert len(set(nonces)) == 2
    assert all(map(submissions.is_nonce, nonces))


def test_views_that_run_again_are_listed_and_exist() -> None:
    names = {name for _, name in patterns(get_resolver())}
    assert set(once.IDEMPOTENT) <= names


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/support", {"kind": "question", "text": "Where is my cup?"}),
        ("/new", {"game": "tabla", "opponent": "computer", "last": "yes"}),
        ("/new", {"game": "chess", "opponent": "friend", "last": "yes"}),
    ],
)
def test_a_form_sent_twice_leads_to_the_first_effect(
    member: Somebody, path: str, fields: dict[str, str]
) -> None:
    page = member.get("/support")
    nonce = nonce_of(page)
    first, repeat = (member.fill(path, page, once=nonce, **fields) for _ in range(2))
    assert first.status == repeat.status == 302, first.text
    assert first.headers["Location"] == repeat.headers["Location"]
    later = member.fill(path, page, once=nonce_of(member.get("/support")), **fields)
    assert later.headers["Location"] != first.headers["Location"]


def test_other_content_with_the_same_nonce_takes_effect(member: Somebody) -> None:
    page = member.get("/support")
    nonce = nonce_of(page)
    locations = {
        member.fill("/support", page, once=nonce, kind="question", text=text).headers["Location"]
        for text in ("The first question", "The second question")
    }
    assert len(locations) == 2


def test_a_message_to_the_staff_sent_twice_is_stored_once(member: Somebody) -> None:
    thread = member.fill("/support", kind="question", text="Where is my cup?").headers["Location"]
    page = member.get(thread)
    for _ in range(2):
        assert member.fill(thread, page, once=nonce_of(page), text="It was blue.").status == 302
    assert member.get(thread).text.count("It was blue.") == 1


def test_a_refused_form_may_be_sent_again(member: Somebody) -> None:
    page = member.get("/support")
    for _ in range(2):
        refusal = member.fill("/support", page, once=nonce_of(page), kind="question", text="?")
        assert refusal.status == 422


def test_a_form_of_an_earlier_release_takes_effect_each_time(member: Somebody) -> None:
    page = member.get("/support")
    locations = {
        member.fill("/support", page, kind="question", text="Where is my cup?").headers["Location"]
        for _ in range(2)
    }
    assert len(locations) == 2


@database
async def test_a_repeat_after_a_lost_answer_leads_to_what_was_stored() -> None:
    assert await submissions.reserve("key", "content") is None
    await sync_to_async(submissions.record_destination)("/support/7")
    answer = await submissions.reserve("key", "content")
    assert answer is not None
    assert (answer.status_code, answer["Location"]) == (302, "/support/7")


@database
async def test_a_repeat_of_unknown_effect_is_refused() -> None:
    assert await submissions.reserve("key", "content") is None
    with pytest.raises(submissions.UnansweredError):
        await submissions.reserve("key", "content", patience_s=0)
    with pytest.raises(submissions.OtherContentError):
        await submissions.reserve("key", "other")


@database
def test_submissions_expire() -> None:
    now = timezone.now()
    Submission.objects.create(key="old", content="", at=now - submissions.LIFETIME * 2)
    Submission.objects.create(key="new", content="", at=now)
    submissions.purge()
    assert [row.key for row in Submission.objects.all()] == ["new"]
