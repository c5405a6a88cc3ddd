"""The band of a demo: it makes a visitor on the machine itself one of the personas, and nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import AsyncClient, override_settings

from zaria.club.accounts.models import Member
from zaria.club.demo import cast
from zaria.club.demo import settings as demo_settings
from zaria.club.demo.personas import PERSONAS
from zaria.club.site.clock import now

HERE, ELSEWHERE = ("127.0.0.1", 40_000), ("192.0.2.1", 40_000)
PATH = "/demo/persona"

pytestmark = pytest.mark.usefixtures("plain_files")


class FromClient(AsyncClient):
    """A browser whose connections come from `peer`."""

    peer = HERE

    async def request(self, **request: Any) -> Any:
        return await super().request(**request, client=list(self.peer))


@pytest.fixture
def visitor(transactional_db: None) -> Iterator[FromClient]:
    for login in (cast.OWNER, cast.DIRECTOR, cast.MEMBER):
        Member.objects.create_user(login, f"{login}@example.org", since=now())
    with override_settings(ROOT_URLCONF=demo_settings.ROOT_URLCONF, TEMPLATES=demo_settings.TEMPLATES):
        yield FromClient()


async def be(visitor: FromClient, persona: str, **headers: str) -> Any:
    return await visitor.post(PATH, {"persona": persona, "next": "/about"}, headers=headers)


async def current(visitor: FromClient) -> str:
    """The login of the visitor; "" for a guest."""
    response = await visitor.get("/about")
    assert response.status_code == 200
    return str(response.context["user"].get_username())


async def test_each_persona_is_one_click_away(visitor: FromClient) -> None:
    for persona, (login, _title) in PERSONAS.items():
        response = await be(visitor, persona)
        assert (response.status_code, response["Location"]) == (302, "/about")
        assert await current(visitor) == login


async def test_the_band_names_the_present_persona(visitor: FromClient) -> None:
    await be(visitor, "director")
    response = await visitor.get("/about")
    pressed = [name for name, _title, is_current in response.context["demo_personas"] if is_current]
    assert pressed == ["director"]
    assert response.content.count(b'class="demo-band"') == 1


async def test_other_machines_see_the_band_and_may_not_use_it(visitor: FromClient) -> None:
    visitor.peer = ELSEWHERE
    assert (await be(visitor, "owner")).status_code == 403
    response = await visitor.get("/about")
    assert b'class="demo-band"' in response.content
    assert b'value="owner"' not in response.content


async def test_a_visitor_behind_a_proxy_may_not_use_it(visitor: FromClient) -> None:
    assert (await be(visitor, "owner", X_Forwarded_For="192.0.2.1")).status_code == 403
    assert await current(visitor) == ""


async def test_a_form_of_another_site_is_refused(visitor: FromClient) -> None:
    visitor.handler.enforce_csrf_checks = True
    assert (await be(visitor, "owner")).status_code == 403
    assert (await visitor.get(PATH)).status_code == 405


async def test_an_unknown_persona_and_a_foreign_page_lead_nowhere(visitor: FromClient) -> None:
    assert (await be(visitor, "nobody")).status_code == 404
    response = await visitor.post(PATH, {"persona": "member", "next": "https://example.org/"})
    assert response["Location"] == "/"


async def test_a_club_has_neither_the_address_nor_the_band(transactional_db: None) -> None:
    visitor = FromClient()
    assert (await visitor.post(PATH, {"persona": "owner"})).status_code == 404
    assert b"demo-band" not in (await visitor.get("/about")).content
