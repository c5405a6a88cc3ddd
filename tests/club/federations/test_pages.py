"""The public pages of federations: list, page, members, ranking, coat of arms; joining and leaving."""

import re
from datetime import timedelta

import pytest
from django.dispatch import Signal
from django.test import Client
from django.utils import timezone

from tests.club.federations.conftest import People, SignIn, add, use_up
from tests.support.by_day import by_day
from tests.support.http_client import html_of
from tests.support.scripts import OTHERS
from zaria import __version__
from zaria.club.accounts.models import Member
from zaria.club.federations import limits, queries, signals
from zaria.club.federations.actions import contents, contracts, memberships
from zaria.club.federations.models import Federation, Membership, Title
from zaria.club.federations.views import PER_PAGE, SHORT_LIST
from zaria.club.ratings.models import OVERALL, Standing


def state(federation: Federation, member: Member) -> str:
    """The state of a membership; "" without one."""
    membership = queries.membership(federation, member)
    return membership.state if membership else ""


def test_the_list_has_open_federations_with_the_number_of_members(
    people: People, sofia: Federation, varna: Federation
) -> None:
    add(sofia, people["Ann"])
    add(sofia, people["Bob"], "requested")
    page = html_of(Client().get("/federations"))
    assert page.index("Nardy of Varna") < page.index("Tabla of Sofia")
    assert re.search(r"<small>\s*1 member\b", page)
    assert re.search(r"<small>\s*0 members\b", page)
    contracts.close_federation(varna)
    assert "Varna" not in html_of(Client().get("/federations"))
    assert "was closed on" in html_of(Client().get("/f/varna"))


def test_a_member_shows_their_titles_with_their_federations(people: People, sofia: Federation) -> None:
    ann, by = people["Ann"], people["Marica"]
    add(sofia, ann)
    assert ">Titles</h2>" not in html_of(Client().get("/@Ann"))
    contents.give_title(by, sofia, ann, "Champion", 2026)
    page = html_of(Client().get("/@Ann"))
    assert "<span>Champion 2026</span>" in page
    assert '<a href="/f/sofia">Tabla of Sofia</a>' in page


def test_a_federation_that_does_not_exist(db: None) -> None:
    for path in ("", "/arms", "/members", "/titles", "/ranking"):
        assert Client().get(f"/f/nowhere{path}").status_code == 404


def test_the_page_shows_all_that_belongs_to_the_federation(people: People, sofia: Federation) -> None:
    ann, by = people["Ann"], people["Marica"]
    add(sofia, ann)
    contents.save_text(by, sofia, "en", "We play **tabla**.", "# No smoking")
    contents.save_details(by, sofia, contents.Details("open", "Café Roma", "https://roma.example"))
    contents.give_title(by, sofia, ann, "Champion", 2026)
    for member, rating in ((ann, 612), (people["Bob"], 700)):
        Standing.objects.create(member=member, game=OVERALL, rating=rating, best=rating, played=3, at=1)
    page = html_of(Client().get("/f/sofia"))
    assert f'class="version">Zaria {__version__}<' in page
    assert "We play <strong>tabla</strong>." in page
    assert "<h3>No smoking</h3>" in page
    assert 'href="https://roma.example"' in page
    assert "Champion 2026" in page
    assert page.count('href="/@Marica"') == 1
    assert "612" in page
    assert "Bob" not in page
    whole = html_of(Client().get("/f/sofia/ranking?by=won"))
    assert 'href="/f/sofia/ranking"' in whole
    assert "/@Ann" in whole
    assert "/@Bob" not in whole
    assert "/@Ann" in html_of(Client().get("/f/sofia/members?page=x"))


def test_a_page_of_a_federation_has_its_latest_titles_and_leads_to_all(
    people: People, sofia: Federation
) -> None:
    ann = people["Ann"]
    titles = [Title(federation=sofia, member=ann, name="Champion", year=2025 - n) for n in range(PER_PAGE)]
    Title.objects.bulk_create(titles[:SHORT_LIST])
    page = html_of(Client().get("/f/sofia"))
    assert [int(year) for year in re.findall(r"Champion (\d+)", page)] == [
        *range(2025, 2025 - SHORT_LIST, -1)
    ]
    assert 'href="/f/sofia/titles"' not in page
    Title.objects.bulk_create(titles[SHORT_LIST:])
    page = html_of(Client().get("/f/sofia"))
    assert page.count("Champion") == SHORT_LIST
    assert 'href="/f/sofia/titles"' in page
    assert html_of(Client().get("/f/sofia/titles")).count("Champion") == PER_PAGE
    Title.objects.create(federation=sofia, login="Cleo", name="Master", year=1900)
    second = html_of(Client().get("/f/sofia/titles?page=2"))
    assert "Champion" not in second
    assert "<b>Master 1900</b>" in second
    assert "<span>Cleo</span>" in second


def test_texts_come_in_the_language_of_the_reader_or_in_the_next_best(
    people: People, sofia: Federation
) -> None:
    by = people["Marica"]
    contents.save_text(by, sofia, "bg", "Играем табла", "")
    page = html_of(Client().get("/f/sofia", headers={"accept-language": "ru"}))
    assert 'lang="bg"' in page
    assert "Играем табла" in page
    contents.save_text(by, sofia, "en", "We play", "")
    assert "We play" in html_of(Client().get("/f/sofia", headers={"accept-language": "ru"}))
    page = html_of(Client().get("/f/sofia", headers={"accept-language": "bg"}))
    assert "Играем табла" in page
    assert 'aria-label="About the federation" lang=' not in page
    contents.save_text(by, sofia, "en", "", "")
    assert not sofia.texts.filter(language="en").exists()


def test_the_coat_of_arms_is_drawn_or_uploaded(people: People, sofia: Federation) -> None:
    drawn = Client().get("/f/sofia/arms")
    assert (drawn["Content-Type"], drawn.status_code) == ("image/svg+xml", 200)
    assert "max-age=60" in drawn["Cache-Control"]
    assert Client().get("/f/sofia/arms", headers={"if-none-match": drawn["ETag"]}).status_code == 304
    contents.save_arms(people["Marica"], sofia, b"picture")
    address = html_of(Client().get("/f/sofia")).partition('class="shield"')[2].split('"')[1]
    uploaded = Client().get(address)
    assert (uploaded.content, uploaded["Content-Type"]) == (b"picture", "image/webp")
    assert "immutable" in uploaded["Cache-Control"]
    assert "sandbox" in uploaded["Content-Security-Policy"]
    contents.save_arms(people["Marica"], sofia, b"")
    assert not sofia.coats_of_arms.exists()


def test_a_member_asks_and_takes_the_request_back(people: People, sofia: Federation, sign_in: SignIn) -> None:
    ann = sign_in(people["Ann"])
    assert "Request to join" in html_of(ann.get("/f/sofia"))
    assert ann.post("/f/sofia/join").status_code == 302
    assert state(sofia, people["Ann"]) == "requested"
    assert "Request sent" in html_of(ann.get("/federations"))
    assert ann.post("/f/sofia/leave").status_code == 302
    assert state(sofia, people["Ann"]) == "left"
    assert ann.post("/f/sofia/join").status_code == 302, "a member who left may ask at once"
    assert state(sofia, people["Ann"]) == "requested"


def test_everybody_joins_an_open_federation_but_those_who_were_removed(
    people: People, sofia: Federation, sign_in: SignIn
) -> None:
    Federation.objects.update(mode="open")
    ann = sign_in(people["Ann"])
    ann.post("/f/sofia/join")
    assert state(sofia, people["Ann"]) == "member"
    assert "Leave the federation" in html_of(ann.get("/f/sofia"))
    memberships.remove(people["Marica"], sofia, "ann")
    answer = ann.post("/f/sofia/join")
    assert answer.status_code == 422
    assert "a week after the administrators" in html_of(answer)
    Membership.objects.update(since=timezone.now() - memberships.WAIT - timedelta(minutes=1))
    ann.post("/f/sofia/join")
    assert state(sofia, people["Ann"]) == "requested"


def test_an_invited_member_joins_where_nobody_else_can(
    people: People, sofia: Federation, sign_in: SignIn
) -> None:
    Federation.objects.update(mode="invitation")
    ann = sign_in(people["Ann"])
    assert "Join" not in html_of(ann.get("/f/sofia"))
    assert ann.post("/f/sofia/join").status_code == 422
    memberships.invite(people["Marica"], sofia, "Ann")
    assert "You are invited" in html_of(ann.get("/federations"))
    ann.post("/f/sofia/join")
    assert state(sofia, people["Ann"]) == "member"


def test_guests_and_bots_do_not_join(people: People, sofia: Federation, sign_in: SignIn) -> None:
    assert Client().post("/f/sofia/join").status_code == 403
    assert Client().post("/f/sofia/leave").status_code == 403
    assert "Sign in to join" in html_of(Client().get("/f/sofia"))
    Member.objects.filter(pk=people["Ann"].pk).update(robot=True)
    assert sign_in(people["Ann"]).post("/f/sofia/join").status_code == 422
    assert not Membership.objects.exists()


def test_nobody_joins_a_closed_federation_but_members_may_leave(
    people: People, sofia: Federation, sign_in: SignIn
) -> None:
    add(sofia, people["Bob"])
    contracts.close_federation(sofia)
    assert sign_in(people["Ann"]).post("/f/sofia/join").status_code == 422
    assert sign_in(people["Bob"]).post("/f/sofia/leave").status_code == 302
    assert state(sofia, people["Bob"]) == "left"


def test_requests_are_limited(people: People, sofia: Federation, sign_in: SignIn) -> None:
    use_up(limits.requests(), people["Ann"])
    for path in ("join", "leave"):
        assert sign_in(people["Ann"]).post(f"/f/sofia/{path}").status_code == 429
    assert sign_in(people["Bob"]).post("/f/sofia/join").status_code == 302


def test_a_page_is_not_changed_by_get(people: People, sofia: Federation, sign_in: SignIn) -> None:
    for path in ("join", "leave"):
        assert sign_in(people["Ann"]).get(f"/f/sofia/{path}").status_code == 405


def test_rooms_above_add_sections_to_the_page(sofia: Federation) -> None:
    def section(federation: Federation, **_: object) -> str:
        return f"<section>Calendar of {federation.slug}</section>"

    with Connected(signals.page_sections, section):
        assert "<section>Calendar of sofia</section>" in html_of(Client().get("/f/sofia"))
    assert "Calendar" not in html_of(Client().get("/f/sofia"))


class Connected:
    """A receiver of a signal for the time of a test."""

    def __init__(self, signal: Signal, receiver: object) -> None:
        self.signal, self.receiver = signal, receiver

    def __enter__(self) -> None:
        self.signal.connect(self.receiver)  # type: ignore[arg-type]

    def __exit__(self, *_: object) -> None:
        self.signal.disconnect(self.receiver)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["/f/sofia", "/federations", "/f/sofia/members", "/f/sofia/ranking"])
@pytest.mark.parametrize("language", by_day(("el",), OTHERS))
def test_pages_open_in_every_language(sofia: Federation, path: str, language: str) -> None:
    assert Client().get(path, headers={"accept-language": language}).status_code == 200
