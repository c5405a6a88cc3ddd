"""Changes of accounts behind the pages."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context, ratelimit
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import (
    Argon2PasswordHasher,
    BasePasswordHasher,
    PBKDF2PasswordHasher,
    check_password,
    identify_hasher,
    make_password,
)
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.base import BaseStorage
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation
from redis.exceptions import RedisError

from tests.support.club.member_client import code
from tests.support.patience import PATIENCE
from zaria.club.accounts import guests, hashers, logins, players
from zaria.club.accounts.adapter import AccountAdapter
from zaria.club.accounts.flows import registration, sessions, sign_in
from zaria.club.accounts.flows.two_factor import AuthenticateForm, MFAAdapter, ReauthenticateForm
from zaria.club.accounts.models import Face, Member, RefusedName
from zaria.club.accounts.registry import Registry, registry
from zaria.club.matches.results.models import Played
from zaria.club.personal_data import deletion, export
from zaria.club.site.http import errors
from zaria.club.staff.models import Act
from zaria.live.journal.base import StoreUnavailableError

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> Member:
    ivan = Member.objects.create_user("Ivan5", "ivan@example.org", "Tavla2Nardy")
    EmailAddress.objects.create(user=ivan, email=ivan.email, verified=True, primary=True)
    return ivan


@pytest.fixture
def request_(rf: RequestFactory) -> Iterator[HttpRequest]:
    request = rf.post("/", REMOTE_ADDR="1.2.3.4")
    request.session, request.user = SessionStore(), AnonymousUser()
    request._messages = BaseStorage(request)  # type: ignore[attr-defined]
    with context.request_context(request):
        yield request
    cache.clear()


def test_a_password_is_kept_as_argon2(member: Member) -> None:
    assert identify_hasher(member.password).algorithm == "argon2"
    assert "m=19456,t=3,p=1" in member.password


@pytest.mark.parametrize("algorithm", [Argon2PasswordHasher, PBKDF2PasswordHasher])
def test_hashes_from_before_passwords_were_normalised_still_verify(
    algorithm: type[BasePasswordHasher],
) -> None:
    decomposed = "Cafe\u03012nardy"
    hasher = algorithm()
    hashed = hasher.encode(decomposed, hasher.salt())
    assert check_password(decomposed, hashed)
    assert not check_password("Cafe2nardy", hashed)


@pytest.mark.parametrize("name", ["Ivan5", "Nobody99"])
def test_a_name_that_nobody_has_takes_as_much_work(
    member: Member, name: str, request_: HttpRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords: list[str] = []
    for work in ("encode", "verify"):
        original = getattr(hashers.Hasher, work)

        def noted(self: hashers.Hasher, password: str, *more: Any, original: Any = original) -> Any:
            passwords.append(password)
            return original(self, password, *more)

        monkeypatch.setattr(hashers.Hasher, work, noted)
    assert authenticate(request_, username=name, password="Guess1Guess") is None
    assert passwords == ["Guess1Guess"]


def test_passwords_wait_for_each_other() -> None:
    with ThreadPoolExecutor(1) as thread:
        for _ in range(hashers.AT_ONCE):
            hashers._turn.acquire()
        try:
            future = thread.submit(make_password, "Tavla2Nardy")
            with pytest.raises(TimeoutError):
                future.result(0.2)
        finally:
            hashers._turn.release(hashers.AT_ONCE)
        assert check_password("Tavla2Nardy", future.result(PATIENCE))


@pytest.mark.parametrize(
    "login",
    [
        "Admin7",
        "adm1n",
        "ADMIN",
        "xadminx",
        "rnoderator",
        "Zar1a",
        "root1",
        "R00T99",
        "staff",
        "5taff",
        "f0ck0",
        "systems",
    ],
)
def test_names_that_are_refused(login: str) -> None:
    words = list(RefusedName.objects.values_list("word", "whole"))
    assert logins.holds(login, words) is (login != "f0ck0")


@pytest.mark.parametrize(
    "login",
    [
        *(
            "Moder88",
            "SiteAdm",
            "rootroot",
            "operator1",
            "Operators7",
            "0per4t0r",
            "root2root",
            "adminroot",
            "moders",
        ),
        *("Casino24", "Kaz1no", "BestBookmaker", "poker77", "bonus1", "CreditsBank"),
        *("mudak12", "suka777", "xuiXui", "pizdec1", "huihui", "dickcock", "siktir9", "malaka7", "Skata99"),
        *("cacat1", "gamoto5", "kurvi22", "laino8", "ibne34", "asshole7"),
    ],
)
def test_offices_and_obscene_words_are_refused_alone_and_in_a_row(login: str) -> None:
    words = list(RefusedName.objects.values_list("word", "whole"))
    assert logins.holds(login, words)


@pytest.mark.parametrize(
    "login",
    [
        *(
            "Modern55",
            "Moderno",
            "Website1",
            "Rootsy",
            "Admiral",
            "Essex22",
            "Huyen77",
            "Sukalo",
        ),
        *(
            "Kurtis",
            "Debater",
            "Community",
            "Malakoff",
            "Analyst",
            "Titus55",
            "Sikora",
            "Sussex1",
            "Future99",
        ),
        *("Skatalo", "Amkar77", "12345678", "Vladimir", "Elizaveta", "Mustafa", "Dimitris", "Ionut55"),
    ],
)
def test_words_that_only_look_like_them_are_given(login: str) -> None:
    words = list(RefusedName.objects.values_list("word", "whole"))
    assert not logins.holds(login, words)


@pytest.mark.parametrize(
    "login", ["Ivan5", "Rooted", "Stafford", "Badminton", "Ownership", "Scunthorp", "Dickens"]
)
def test_names_that_are_not(login: str) -> None:
    words = list(RefusedName.objects.values_list("word", "whole"))
    assert logins.holds(login, words) is (login in ("Badminton", "Scunthorp"))


def test_the_staff_keeps_the_list() -> None:
    RefusedName.objects.create(word="Spoiler")
    with pytest.raises(Exception, match="not allowed"):
        AccountAdapter().clean_username("sp01ler7")


def test_a_guest_becomes_a_member() -> None:
    guest = guests.new()
    first, second, third = (Member(username=f"Name{i}", email=f"{i}@example.org") for i in range(3))
    registration.take_over(first, guest)
    first.save()
    registration.take_over(second, guest)  # the first address was mistyped, so that nobody has confirmed it
    second.save()
    first.refresh_from_db()
    assert first.player != guest.id
    assert (second.player, second.colour) == (guest.id, guest.colour)
    sign_in.complete(second)
    registration.take_over(third, guest)
    assert third.player != guest.id


def test_a_member_is_a_guest_until_signing_in(member: Member) -> None:
    read = Registry()
    read.read()
    assert not read.is_member(member.player)
    sign_in.complete(member)
    read.read()
    assert read.is_member(member.player)
    assert registry.is_member(member.player)


def test_a_session_that_is_ended_is_ended_for_sockets(
    member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    second_registry = Registry(closed.append)
    second_registry.read()
    session = SessionStore()
    session.create()
    key = session.session_key
    assert key is not None
    tag = players.session_tag(key)
    assert not registry.refuses(member.player, tag)
    sessions.end(member, [key])
    assert registry.refuses(member.player, tag)
    assert not SessionStore().exists(key)
    second_registry.read()  # another process
    assert second_registry.refuses(member.player, tag)
    assert closed == [member.player]


def test_who_never_confirms_loses_login_and_address(member: Member) -> None:
    late = Member.objects.create_user("Never5", "never@example.org", "x")
    EmailAddress.objects.create(user=late, email=late.email)
    registration.expire()
    assert Member.objects.count() == 2
    Member.objects.update(date_joined=timezone.now() - timedelta(days=4))
    registration.expire()
    assert list(Member.objects.values_list("username", flat=True)) == ["Ivan5"]


def test_attempts_on_an_account_count_together(request_: HttpRequest) -> None:
    adapter = AccountAdapter(request_)
    for port in range(5):
        request_.META["HTTP_HOST"] = f"localhost:{8000 + port}"  # any port is a host's of ours
        adapter.pre_authenticate(request_, username="Ivan5")
    with pytest.raises(ValidationError):
        adapter.pre_authenticate(request_, username="iVAN5")


@pytest.mark.parametrize(
    ("days", "message"), [(2, "You can use it again after"), (9999, "can't use it at the moment")]
)
def test_who_is_blocked_hears_why(
    member: Member, request_: HttpRequest, monkeypatch: pytest.MonkeyPatch, days: int, message: str
) -> None:
    shown: dict[str, Any] = {}
    monkeypatch.setattr(
        errors,
        "page",
        lambda request, status, title, text, appeal: shown.update(status=status, text=text, appeal=appeal),
    )
    member.blocked_until = timezone.now() + timedelta(days=days)
    Act.objects.create(by_name="boss", kind="block", about=member, name="Ivan5", reason="Spat on the board")
    AccountAdapter(request_).pre_login(request_, member, email=None)
    assert shown["status"] == 403
    assert shown["appeal"]
    assert message in shown["text"]
    assert "Spat on the board" in shown["text"]


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "Reason: Spat"),
        ("bg", "Причина: Spat"),
        ("ru", "Причина: Spat"),
        ("ro", "Motiv: Spat"),
        ("el", "Αιτιολογία: Spat"),
        ("tr", "Gerekçe: Spat"),
    ],
)
def test_who_is_blocked_hears_why_in_their_language(
    member: Member, request_: HttpRequest, monkeypatch: pytest.MonkeyPatch, language: str, reason: str
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(errors, "page", lambda request, status, title, text, appeal: shown.append(text))
    member.blocked_until = timezone.now() + timedelta(days=2)
    end = member.blocked_until
    Act.objects.create(by_name="boss", kind="block", about=member, name="Ivan5", reason="Spat", until=end)
    with translation.override(language):
        AccountAdapter(request_).pre_login(request_, member, email=None)
    assert shown[0].endswith(f". {reason}")


def test_attempts_of_an_address_are_counted(request_: HttpRequest) -> None:
    tried = [bool(ratelimit.consume(request_, action="signup")) for _ in range(21)]
    assert tried == [True] * 20 + [False]
    request_.META["REMOTE_ADDR"] = "127.0.0.1"
    assert all(ratelimit.consume(request_, action="signup") for _ in range(30))  # this machine is not


def _app(member: Member) -> tuple[Authenticator, str]:
    """An app on the phone of a member, and its secret."""
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    data = {"secret": MFAAdapter().encrypt(secret)}
    return Authenticator.objects.create(user=member, type=Authenticator.Type.TOTP, data=data), secret


@pytest.mark.parametrize("form", [AuthenticateForm, ReauthenticateForm])
def test_a_code_of_the_app_works_once(
    member: Member, request_: HttpRequest, monkeypatch: pytest.MonkeyPatch, form: Any
) -> None:
    _, secret = _app(member)
    shown, now = code(secret), time.time()

    def takes(text: str) -> bool:
        cache.clear()  # allauth's own memory of it, which is shorter
        with context.request_context(request_):
            is_valid: bool = form({"code": text}, user=member).is_valid()
            return is_valid

    assert takes(shown)
    assert not takes(shown)
    for seconds in (30, 45):
        monkeypatch.setattr(time, "time", lambda seconds=seconds: now + seconds)
        assert not takes(shown)  # still within what clocks may differ by
    assert takes(code(secret))


def _played(match_id: str, **fields: Any) -> Played:
    usual: dict[str, Any] = {
        "game": "tabla", "began": 1, "ended": 2, "length": 1, "speed": "none", "player0": "a", "player1": "b",
        "name0": "A", "name1": "B", "score0": 1, "score1": 0, "how": "played",
    }  # fmt: skip
    return Played.objects.create(match_id=match_id, **{**usual, **fields})


def test_what_is_left_of_a_deleted_account(member: Member) -> None:
    _played("m1", player1=member.player, name1="Ivan5")
    player, number = member.player, member.pk
    member.tokens.create(name="bot", hash="h", start="s")
    deletion.delete(member, "Jade-Otter 12")
    row = Member.objects.get(pk=number)
    assert (row.player, row.is_active, row.has_usable_password()) == (player, False, False)
    assert "ivan" not in f"{row.username} {row.email}".lower()
    assert not EmailAddress.objects.exists()
    assert not row.tokens.exists()
    assert Played.objects.get().name1 == "Jade-Otter 12"
    assert registry.refuses(player, "")


def test_what_is_exported(member: Member) -> None:
    _played("m1", player0=member.player)
    _played("m2")
    Face.objects.create(key="f", owner=member, image=b"webp")
    data = export.of(member)
    assert data["faces"] == [{"key": "f", "webp": "d2VicA=="}]
    assert [match["match_id"] for match in data["matches"]] == ["m1"]
    assert data["account"]["email"] == "ivan@example.org"
    assert "password" not in data["account"]


@pytest.mark.parametrize(
    ("error", "status"),
    [(RedisError("away"), 503), (StoreUnavailableError("away"), 503), (ValueError(), None)],
)
def test_pages_while_a_store_is_away(
    request_: HttpRequest, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int | None
) -> None:
    monkeypatch.setattr(errors, "page", lambda request, status, title, text: HttpResponse(status=status))
    answer = errors.OutageMiddleware(lambda request: HttpResponse()).process_exception(request_, error)
    assert (answer and answer.status_code) == status


def test_browser_and_address_of_a_session_go_with_it(member: Member) -> None:
    keys = []
    for days in (-1, 1):
        session = SessionStore()
        session.set_expiry(timezone.now() + timedelta(days=days))
        session.create()
        keys.append(session.session_key)
        UserSession.objects.create(user=member, ip="1.2.3.4", user_agent="x", session_key=session.session_key)
    assert sessions.delete_expired(timezone.now(), 9) == 1
    assert list(UserSession.objects.values_list("session_key", flat=True)) == keys[1:]
