"""The limits of pupil accounts: money, letters, texts that others read, and being seen by strangers."""

import re
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.urls import URLPattern, URLResolver, get_resolver

from tests.club.groups.test_groups import ada, add, browser, group, member
from zaria.club.accounts.models import Member
from zaria.club.conversations.actions import ConversationRefusedError, begin_direct
from zaria.club.conversations.authors import find_authors
from zaria.club.conversations.batch import Writer
from zaria.club.federations.actions.memberships import find_member
from zaria.club.groups import actions
from zaria.club.groups.models import Group, Pupil
from zaria.club.groups.pupil_edge import OPEN_FORMS, OPEN_PAGES, is_closed
from zaria.club.ledger.actions import ensure_member
from zaria.club.notifications.channels import channels_of
from zaria.club.notifications.kinds import KINDS
from zaria.club.people import queries as people
from zaria.club.player_limits.queries import deposit_objection, stake_objection
from zaria.club.tournaments.director.forms import found_member
from zaria.club.tournaments.roles import setup_objection
from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import NewLine, Refused
from zaria.live.sockets.protocol.conversation_lines import Phrase

__all__ = ["ada", "group"]

pytestmark = pytest.mark.django_db

READ_BY_NOBODY_ELSE = {
    "agreed_line": "moves of a game",
    "agreement": "moves of a game",
    "favourites": "names of games",
    "group_join": "a code",
    "keep": "values of settings",
    "new": "the names of two players on one device, which are refused",
    "open": "a file of matches, which is shown to its sender and not stored",
    "relation": "a login in the address",
    "report": "a text to the staff",
    "waiting_order": "the order of own tables",
}
"""Forms that pupils may send and that take more than choices, with what is typed there."""


@pytest.fixture
def pupil(ada: Member, group: Group) -> Pupil:
    """A pupil account in Ada's group."""
    return add(ada, group, "Mira")[0]


def every_address(resolver: URLResolver | None = None) -> Iterator[tuple[str, str]]:
    """The name of each address of the site, and a path there."""
    stack: list[tuple[URLResolver, str, str]] = [(resolver or get_resolver(), "", "/")]
    while stack:
        current, space, start = stack.pop()
        for pattern in current.url_patterns:
            route = start + str(pattern.pattern).lstrip("^").rstrip("$")
            if isinstance(pattern, URLResolver):
                inner = f"{pattern.namespace}:" if pattern.namespace else space
                stack.append((pattern, inner, route))
            elif isinstance(pattern, URLPattern) and pattern.name and "(?" not in route:
                path = re.sub(r"<int:\w+>", "1", route).replace("<uuid:token>", str(UUID(int=0)))
                path = re.sub(r"<(?:\w+:)?\w+>", "tabla", path)
                yield space + pattern.name, path.replace("\\", "").replace("?", "")


def test_every_form_that_is_not_named_is_closed() -> None:
    names = set()
    for name, path in every_address():
        names.add(name)
        assert is_closed(path, "POST") == (name not in OPEN_FORMS), (name, path)
    assert names >= OPEN_FORMS - {"relation"} | OPEN_PAGES  # the walk leaves regular expressions out


@pytest.mark.parametrize(
    "path", ["/comments", "/studies/new", "/t/x/note", "/me", "/treats", "/tournaments/new", "/support"]
)
def test_a_closed_form_is_refused(pupil: Pupil, path: str) -> None:
    answer = browser(pupil.member).post(path, {"text": "Hello", "title": "Hello"})
    assert answer.status_code == 403
    assert "pupil accounts" in answer.content.decode()


def test_open_forms_that_take_texts_are_looked_at() -> None:
    assert set(READ_BY_NOBODY_ELSE) <= OPEN_FORMS


@pytest.mark.parametrize(
    "path", ["/shop", "/top-up", "/me/payouts", "/me/limits", "/messages", "/me/account", "/account/email/"]
)
def test_pages_of_money_and_letters_are_closed(pupil: Pupil, path: str) -> None:
    answer = browser(pupil.member).get(path)
    assert answer.status_code == 403
    assert "pupil accounts" in answer.content.decode()


@pytest.mark.parametrize("path", ["/learn", "/learn/tabla", "/puzzles", "/me", "/groups", "/rules/tabla"])
def test_pages_of_play_and_lessons_are_open(pupil: Pupil, path: str) -> None:
    assert browser(pupil.member).get(path).status_code == 200


def test_only_their_group_sees_pupils(ada: Member, group: Group, pupil: Pupil) -> None:
    eve, bob = member("Eve"), member("Bob")
    actions.join(bob, actions.new_join_code(group))
    page = f"/@{pupil.member.username}"
    for client in (browser(), browser(eve)):
        assert client.get(page).status_code == 404
        assert client.get(f"{page}/picture.png").status_code == 404
        assert client.get(f"/api/v1/members/{pupil.member.username}").status_code == 404
    for reader in (ada, bob, pupil.member):
        assert browser(reader).get(page).status_code == 200
    assert pupil.member not in people.search(pupil.member.username[:4])
    assert pupil.member.hidden


def test_pupils_neither_stake_nor_set_up_tournaments(pupil: Pupil) -> None:
    player = pupil.member.player
    assert stake_objection(player, 100) == "pupil_account"
    assert deposit_objection(player, 100) == "pupil_account"
    assert setup_objection(pupil.member) == "pupil_account"


def test_nobody_writes_to_pupils_alone(ada: Member, pupil: Pupil) -> None:
    for author, reader in ((pupil.member, ada), (ada, pupil.member)):
        with pytest.raises(ConversationRefusedError):
            begin_direct(author, reader)
    assert find_authors([pupil.member.player])[pupil.member.player].is_pupil


def test_no_mail_goes_to_pupils(pupil: Pupil) -> None:
    assert not any(channels_of([pupil.member], kind)[pupil.member].mail for kind in KINDS.values())


def test_the_head_of_pages_offers_pupils_no_money_and_no_letters(pupil: Pupil) -> None:
    for path in ("/me", "/groups"):
        page = browser(pupil.member).get(path).content.decode()
        for closed in (
            "/shop",
            "/messages",
            "/me/account",
            "/me/stats/credits",
            "/top-up",
            "/scribe",
            "/me/limits",
        ):
            assert f'href="{closed}' not in page, (path, closed)
    assert ensure_member(pupil.member.player).balance == 0


def test_pupils_write_ready_phrases_only(pupil: Pupil) -> None:
    author = pupil.member.as_player()

    def write(text: str, phrase: Phrase | None = None) -> object:
        line = NewLine("table:m", f"{text}{phrase}", author, 1, text, phrase)
        return Writer(0).store([line], {}).results[0]

    assert write("I live at number 7") == Refused("pupil_phrases_only")
    assert isinstance(write("", "hello"), StoredLine)


def test_nobody_adds_a_pupil_to_a_federation_or_a_tournament(pupil: Pupil) -> None:
    assert find_member(pupil.member.username) is None
    with pytest.raises(ValidationError):
        found_member(pupil.member.username)
