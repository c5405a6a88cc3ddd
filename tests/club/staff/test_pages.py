"""The pages of the staff: who sees them, what they do, and that they do nothing else."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.test import Client
from django.urls import reverse
from payments import PaymentStatus

import zaria.club.urls  # noqa: F401  the site knows its models once the addresses are read
from tests.club.staff.conftest import People, SignIn
from tests.support.by_day import by_day
from tests.support.club.rating_records import START, played
from tests.support.http_client import html_of
from tests.support.scripts import OTHERS
from zaria.club.accounts.models import Member, RefusedName
from zaria.club.comments.models import Comment
from zaria.club.federations.actions import contents, contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.models import Contract
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.kinds import ISSUED, TransferKind, federation_code, member_code
from zaria.club.matches.results.models import Played
from zaria.club.payouts import actions as payouts
from zaria.club.payouts.configuration import PayoutSettings
from zaria.club.payouts.models import PayoutRequest
from zaria.club.ratings.models import Correction
from zaria.club.site.models import ForbiddenWord
from zaria.club.staff.actions import balances, matches, recording, refunds, sanctions
from zaria.club.staff.models import Act, ActKind
from zaria.club.staff.pages import admin_actions
from zaria.club.staff.pages.admin_actions import ReadOnlyAdmin
from zaria.club.staff.pages.site import site
from zaria.club.studies.models import Study
from zaria.club.support.models import CannedAnswer
from zaria.club.top_up.changes import Reversed
from zaria.club.top_up.models import Payment, decimal_amount
from zaria.club.top_up.refunds import Refund

HEADING = re.compile(r'(?:<div class="text">\s*<(?:a|span)[^>]*>|<summary>|<span id="filter-\w+">)([^<]+)')
TABLES = (
    "members_member",
    "results_played",
    "ratings_correction",
    "members_refusedname",
    "staff_act",
    "top_up_payment",
    "payouts_payoutrequest",
    "federations_federation",
    "federations_contract",
    "site_forbiddenword",
    "comments_comment",
    "studies_study",
    "support_cannedanswer",
)


def removed_study() -> Study:
    """A study without an owner."""
    return Study.objects.create(pk="removed", title="S", created=0, changed=0, removed_at=1)


def do(table: str, name: str, *ids: Any) -> str:
    query = "&".join(f"id={key}" for key in ids)
    return f"{reverse(f'admin:{table}_do', args=[name])}?{query}"


def logins(people: People) -> list[str]:
    return [member.username for member in people.values()]


def rows(model: Any, people: People) -> list[Any]:
    """All that is stored, but the owner, whom each visit changes."""
    stored = model.objects.order_by("pk")
    return list((stored.exclude(pk=people["owner"].pk) if model is Member else stored).values())


def send(client: Client, table: str, name: str, /, *ids: Any, **fields: Any) -> int:
    """Fill in the form of an action; the status of the answer (302: done)."""
    data = {"reason": "Because", "id": [str(key) for key in ids], **fields}
    return client.post(reverse(f"admin:{table}_do", args=[name]), data).status_code


@pytest.fixture
def contract(people: People) -> Contract:
    """One by which Bob administers a federation."""
    sofia = contracts.create_federation("sofia", "Tabla of Sofia")
    agreement = Agreement("natural", "Bob Smith", "Contract 7")
    return contracts.give_administration(people["admin"], sofia, people["bob"], agreement, "Because")


@pytest.fixture
def match(people: People) -> Played:
    """A rated one of Ann and Bob."""
    row = played("m1", START, (people["ann"].player, people["bob"].player))
    row.save()
    return row


@pytest.fixture
def correction(people: People) -> Correction:
    """One of Ann's."""
    return Correction.objects.create(member=people["ann"], at=START, rating=700, reason="x")


@pytest.fixture
def payout_request(people: People, settings: Any) -> PayoutRequest:
    """A request for a pay-out that waits."""
    settings.PAYOUTS = PayoutSettings(allowed=True)
    ledger.post([Booking("own", TransferKind.PRIZE, ISSUED, member_code(people["moder2"].player), 5_00)])
    return payouts.request(people["moder2"], 1_00, "")


@pytest.fixture
def payment(people: People) -> Payment:
    """One of Ann's that has arrived."""
    return Payment.objects.create(
        variant="stripe", player=people["ann"].player, nonce="nonce-0001", currency="EUR",
        total=decimal_amount(10_00), unit="credits", credits=1000_00, intent="pi_1",
        status=PaymentStatus.CONFIRMED,
    )  # fmt: skip


def test_strangers_are_sent_to_the_form_for_everybody(people: People) -> None:
    client = Client()
    for path in ("/staff/", "/staff/members/member/", do("members_member", "block", people["ann"].pk)):
        answer = client.get(path, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/account/login/?next=/staff/"), path
    assert client.get("/staff/login/?next=https://evil.example/").url == "/account/login/?next=/staff/"  # type: ignore[attr-defined]


def test_members_stay_outside(people: People, sign_in: SignIn) -> None:
    ann_browser = sign_in(people["ann"])
    for path in ("/staff/", "/staff/staff/act/file.csv", do("members_member", "block", people["bob"].pk)):
        assert ann_browser.get(path, follow=True).status_code == 403
    assert send(ann_browser, "members_member", "warn", people["bob"].pk) == 302  # to the form of signing in
    assert not Act.objects.exists()


def test_a_club_may_demand_a_second_step(
    people: People, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in(people["owner"])
    assert "two-step sign-in" in html_of(client.get("/staff/"))
    monkeypatch.setattr(settings, "STAFF_SECOND_STEP", True)
    answer = client.get("/staff/", follow=True)
    assert answer.status_code == 403
    assert "Two-step sign-in is required" in html_of(answer)
    Authenticator.objects.create(user=people["owner"], type=Authenticator.Type.TOTP, data={})
    answer = client.get("/staff/")
    assert answer.status_code == 200
    assert "two-step sign-in" not in html_of(answer)


def test_every_page_opens_and_is_kept_by_nobody(
    people: People,
    match: Played,
    correction: Correction,
    payment: Payment,
    payout_request: PayoutRequest,
    contract: Contract,
    sign_in: SignIn,
) -> None:
    owner = people["owner"]
    for kind in ("warn", "block"):
        more = [recording.FOR_EVER] if kind == "block" else [2]
        getattr(sanctions, kind)(owner, people["ann"], "Because", *more)
    matches.void(owner, match, "Because")
    client = sign_in(owner)
    act, word = Act.objects.all()[0], RefusedName.objects.create(word="bernardo")
    rude = ForbiddenWord.objects.create(word="bernardo*")
    comment = Comment.objects.create(place="club", author=people["bob"], text="Nice", digest="1")
    answer = CannedAnswer.objects.create(language="en", title="Thanks", text="Thank you")
    things = dict(
        zip(
            TABLES,
            (
                people["ann"],
                match,
                correction,
                word,
                act,
                payment,
                payout_request,
                contract.federation,
                contract,
                rude,
                comment,
                removed_study(),
                answer,
            ),
            strict=True,
        )
    )
    paths = ["/staff/", *(reverse(f"admin:{table}_changelist") for table in TABLES)]
    paths += [reverse(f"admin:{table}_change", args=[thing.pk]) for table, thing in things.items()]
    shown = {model._meta.label_lower.replace(".", "_"): admin for model, admin in site._registry.items()}
    for table, thing in things.items():
        paths += [do(table, action.name, thing.pk) for action in shown[table].admin_actions]  # type: ignore[attr-defined]
    paths += [do("members_refusedname", "refuse"), do("federations_federation", "create")]
    paths += [do("site_forbiddenword", "forbid"), do("support_cannedanswer", "add")]
    paths += [reverse("payment_refund", args=[payment.pk])]
    assert len(paths) == 1 + 3 + 13 + 14 + 2 + 1 + 1 + 2 + 1 + 5 + 3 + 1 + 1 + 4 + 3 + 4 + 4
    for path in paths:
        page = client.get(path)
        assert page.status_code == 200, path
        assert "no-store" in page["Cache-Control"], path
        assert b"help_key.js" in page.content, path
        assert b"<script>" not in page.content, path
        assert b" onclick=" not in page.content, path


def test_members_are_found(people: People, sign_in: SignIn) -> None:
    sanctions.block(people["admin"], people["ann"], "x", recording.FOR_EVER)
    sanctions.mute(people["admin"], people["bob"], "x", recording.FOR_EVER)
    client = sign_in(people["admin"])
    for query, expected in (
        ("q=ann", {"annxx"}),
        ("q=p-bob", {"bobxx"}),
        ("q=bob@example.org", {"bobxx"}),
        ("state=blocked", {"annxx"}),
        ("state=muted", {"bobxx"}),
        ("state=absent", set()),
        ("state=deleted", set()),
        ("sort=robots", set()),
        ("sort=staff", {"adminx", "admin2x", "moderx", "moder2x", "ownerx"}),
    ):
        page = html_of(client.get(f"/staff/members/member/?{query}"))
        assert {login for login in logins(people) if f">{login}</a>" in page} == expected, query


def test_addresses_are_for_administrators(people: People, sign_in: SignIn) -> None:
    page = reverse("admin:members_member_change", args=[people["ann"].pk])
    assert "ann@example.org" in html_of(sign_in(people["admin"]).get(page))
    moderator = sign_in(people["moder"])
    assert "ann@example.org" not in html_of(moderator.get(page))
    assert ">annxx</a>" not in html_of(moderator.get("/staff/members/member/?q=ann@example.org"))


def test_nobody_guesses_at_what_is_not_shown(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["moder"])
    for address, status in (
        ("members/member/?email__startswith=ann", 400),
        ("members/member/?password__startswith=argon2", 400),
        ("members/member/?state=blocked", 200),
        ("results/played/?counts=voided", 200),
        ("staff/act/?about__password__startswith=argon2", 400),
        ("staff/act/?about__id__exact=1&at__year=2026", 200),
    ):
        assert client.get(f"/staff/{address}").status_code == status, address


ACTIONS: list[tuple[str, str, dict[str, Any], str]] = [
    ("members_member", "warn", {"rule": "3"}, "warn"),
    ("members_member", "mute", {"lasts": "24"}, "mute"),
    ("members_member", "block", {"lasts": "ever"}, "block"),
    ("members_member", "block", {"lasts": "moment", "until": "2100-01-01T10:00"}, "block"),
    ("members_member", "rename", {"login": "Marica"}, "rename"),
    ("members_member", "correct", {"game": "tabla", "rating": "700", "at": "2025-01-01T10:00"}, "correct"),
    ("members_member", "appoint", {"rank": "moderators"}, "appoint"),
    ("results_played", "void", {}, "void"),
    ("ratings_correction", "back", {}, "correct"),
]
MILD = ("warn", "mute", "block", "rename")
"""Acts of moderators; administrators do them, too, every night."""


@pytest.mark.parametrize(
    ("table", "name", "fields", "kind", "who"),
    [
        pytest.param(*action, who, marks=[pytest.mark.slow] if who == "admin" and action[3] in MILD else [])
        for action in ACTIONS
        for who in ("admin", "moder")
    ],
)
def test_who_may_does_it_and_it_stands_in_the_book(
    people: People, match: Played, correction: Correction, sign_in: SignIn,
    table: str, name: str, fields: dict[str, Any], kind: str, who: str,
) -> None:  # fmt: skip
    thing: Any = {"members_member": people["ann"], "results_played": match}.get(table, correction)
    client = sign_in(people[who])
    allowed = who != "moder" or kind in MILD
    page = html_of(client.get(reverse(f"admin:{table}_change", args=[thing.pk])))
    assert (do(table, name, thing.pk) in page) is allowed
    assert send(client, table, name, thing.pk, **{**fields, "reason": ""}) == (422 if allowed else 403)
    assert not Act.objects.exists(), "not without a reason"
    assert send(client, table, name, thing.pk, **fields) == (302 if allowed else 403)
    acts = [(act.kind, act.by, act.reason) for act in Act.objects.all()]
    assert acts == ([(kind, people[who], "Because")] if allowed else [])


SAID: dict[str, dict[str, Any]] = {
    "warn": {"rule": "9"},
    "mute": {"lasts": "24"},
    "block": {"lasts": "ever"},
    "lift": {"kinds": ["block", "mute"]},
    "rename": {"login": "Marica"},
    "correct": {"game": "", "rating": "700.5", "at": "2025-01-01T10:00"},
    "appoint": {"rank": "administrators"},
    "refuse": {"word": "alfonso", "whole": "on"},
    "grant": {"amount": "5.00", "nonce": "grant-0001"},
    "take": {"amount": "1.00", "nonce": "take-0001"},
    "payout": {"amount": "1.00", "reference": "bank 7", "nonce": "payout-0001"},
    "close": {"nonce": "close-0001"},
    "pay": {"reference": "bank 7"},
    "federations_federation-payout": {"amount": "1.00", "reference": "bank 8", "nonce": "payout-0002"},
    "forbid": {"word": "alfonso*"},
    "add": {"language": "el", "title": "Ναι", "text": "Μάλιστα"},
    "create": {"slug": "varna", "name": "Nardy of Varna"},
    "entrust": {"login": "moderx", "party": "legal", "party_name": "Bob Ltd", "reference": "Contract 8"},
}
"""The text beside the reason, by the name of the action."""


def test_every_action_there_is_writes_one_act(
    people: People,
    match: Played,
    correction: Correction,
    payment: Payment,
    payout_request: PayoutRequest,
    contract: Contract,
    sign_in: SignIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "zaria.club.personal_data.deletion.erase", lambda member: "Guest 7"
    )  # the tables' store
    Member.objects.filter(pk=people["ann"].pk).update(face="fox", bio="Tabla, each evening")
    things: dict[str, Any] = {
        "members_member": people["ann"],
        "results_played": match,
        "ratings_correction": correction,
        "members_refusedname": RefusedName.objects.create(word="bernardo"),
        "comments_comment": Comment.objects.create(
            place="club", author=people["bob"], text="Nice", digest="1"
        ),
        "studies_study": Study.objects.create(pk="s", title="S", created=0, changed=0),
        "site_forbiddenword": ForbiddenWord.objects.create(word="bernardo"),
        "support_cannedanswer": CannedAnswer.objects.create(language="en", title="Thanks", text="Yes"),
        "staff_act": balances.grant(people["owner"], people["bob"], "Because", 5_00, "grant-0000"),
        "federations_federation": contract.federation,
        "federations_contract": contract,
        "payouts_payoutrequest": payout_request,
    }
    share = Booking("share", TransferKind.FEE, ISSUED, federation_code(contract.federation.slug), 5_00)
    ledger.post([share])
    client = sign_in(people["owner"])
    for model, shown in site._registry.items():
        table = model._meta.label_lower.replace(".", "_")
        assert isinstance(shown, ReadOnlyAdmin)
        for action in filter(None, (*shown.admin_actions, shown.add_action)):
            if action.name == "close":  # the balance of somebody who is blocked
                Member.objects.filter(pk=people["ann"].pk).update(blocked_until=recording.FOR_EVER)
            if action.name == "decline":  # the first one is paid
                things[table] = payouts.request(people["moder2"], 1_00, "")
            before = Act.objects.count()
            ids = () if action is shown.add_action else (things[table].pk,)
            more = SAID.get(f"{table}-{action.name}", SAID.get(action.name, {}))
            assert send(client, table, action.name, *ids, **more) == 302, action.name
            assert Act.objects.count() == before + 1, action.name
            act = Act.objects.all()[0]
            assert (act.by, act.reason) == (people["owner"], "Because")
            assert action.name in ("warn", "delete") or act.details["after"] or act.details["before"]
    refund = Reversed("re_1", payment.intent, payment.money, lifted=False)  # its page waits for the provider
    refunds.record_refund(people["owner"], Refund(payment, payment.money, 0), refund, "Because", "nonce-0001")
    contents.save_text(people["owner"], contract.federation, "en", "We play", "")
    directed = {
        ActKind.DIRECT,
        ActKind.TEXT,
        ActKind.CLUB,
        ActKind.LINE,
        ActKind.READ,
        ActKind.REPORT,
    }  # on pages of their own
    assert {act.kind for act in Act.objects.all()} == {*ActKind.values} - directed


@pytest.mark.parametrize("whom", by_day(("moder", "moder2"), ("moder", "moder2", "admin", "owner")))
def test_a_moderator_acts_on_no_staff(people: People, sign_in: SignIn, whom: str) -> None:
    client = sign_in(people["moder"])
    pk = people[whom].pk
    for name, fields in (("warn", {}), ("block", {"lasts": "24"}), ("rename", {"login": "Marica"})):
        assert client.get(do("members_member", name, pk)).status_code == 403
        assert send(client, "members_member", name, pk, **fields) == 403
        assert send(client, "members_member", name, people["ann"].pk, pk, **fields) in (403, 404)
    assert not Act.objects.exists()
    assert not Member.objects.exclude(blocked_until=None).exists()


def test_several_at_a_time_are_all_or_none(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["moder"])
    chosen = [people["ann"].pk, people["bob"].pk]
    answer = client.post(
        "/staff/members/member/", {"action": "block", "_selected_action": chosen, "index": "0"}
    )
    assert answer.status_code == 302
    assert send(client, "members_member", "block", *chosen, lasts="ever") == 302
    assert Act.objects.filter(kind="block").count() == 2
    sanctions.lift(people["moder"], people["ann"], "x", ["block"])
    assert send(client, "members_member", "face", *chosen) == 422, "neither has a picture"
    assert client.get(do("members_member", "rename", *chosen)).status_code == 404, "one at a time"
    assert client.get(do("members_member", "warn")).status_code == 404
    assert client.get(do("members_member", "warn", 999_999)).status_code == 404
    assert client.get(do("members_member", "nothing", chosen[0])).status_code == 404


def test_too_many_at_a_time_are_refused_with_the_reason(
    people: People, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_actions, "MOST", 1)
    chosen = {"action": "warn", "_selected_action": [people["ann"].pk, people["bob"].pk], "index": "0"}
    answer = sign_in(people["moder"]).post("/staff/members/member/", chosen, follow=True)
    assert "At most 1 at a time." in html_of(answer)


def test_a_form_from_elsewhere_does_nothing(people: People) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["owner"])
    assert send(client, "members_member", "warn", people["ann"].pk) == 403
    assert not Act.objects.exists()


def test_nothing_is_done_to_who_has_left(people: People, sign_in: SignIn) -> None:
    Member.objects.filter(pk=people["ann"].pk).update(is_active=False)
    client = sign_in(people["owner"])
    for name in ("warn", "rename", "block", "delete"):
        assert send(client, "members_member", name, people["ann"].pk, **SAID.get(name, {})) == 422
    assert not Act.objects.exists()


def test_words_are_refused_and_allowed(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["moder"])
    assert send(client, "members_refusedname", "refuse", word="Bernardo") == 302
    word = RefusedName.objects.get(word="bernardo")
    assert send(client, "members_refusedname", "refuse", word="x y") == 422
    assert send(client, "members_refusedname", "allow", word.pk) == 302
    assert Act.objects.filter(kind="names").count() == 2


def test_words_of_texts_are_forbidden_and_allowed(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["moder"])
    assert send(client, "site_forbiddenword", "forbid", word=" Groovy* ") == 302
    for refused in ("groovy*", "**", "x" * 41):
        assert send(client, "site_forbiddenword", "forbid", word=refused) == 422
    word = ForbiddenWord.objects.get(word="groovy*")
    assert send(client, "site_forbiddenword", "permit", word.pk) == 302
    assert not ForbiddenWord.objects.filter(word="groovy*").exists()
    assert [act.details["before"] or act.details["after"] for act in Act.objects.filter(kind="words")] == [
        {"word": "groovy*"}
    ] * 2


def test_django_itself_writes_nothing(
    people: People,
    match: Played,
    correction: Correction,
    payment: Payment,
    payout_request: PayoutRequest,
    contract: Contract,
    sign_in: SignIn,
) -> None:
    """Not even an owner adds, changes or deletes without an act."""
    sanctions.warn(people["owner"], people["ann"], "Because", 3)
    things: tuple[Any, ...] = (
        people["ann"],
        match,
        correction,
        RefusedName.objects.create(word="bernardo"),
        Act.objects.get(),
        payment,
        payout_request,
        contract.federation,
        contract,
        ForbiddenWord.objects.create(word="bernardo"),
        Comment.objects.create(place="club", author=people["bob"], text="Nice", digest="1"),
        removed_study(),
        CannedAnswer.objects.create(language="en", title="Thanks", text="Thank you"),
    )
    client = sign_in(people["owner"])
    fields = {"username": "Hacked", "is_superuser": "on", "voided": "on", "reason": "x", "word": "zzz"}
    for table, thing in zip(TABLES, things, strict=True):
        before = rows(type(thing), people)
        changed, deleted = (
            reverse(f"admin:{table}_{name}", args=[thing.pk]) for name in ("change", "delete")
        )
        assert client.get(reverse(f"admin:{table}_add")).status_code == 403
        assert client.post(reverse(f"admin:{table}_add"), {"reason": "x", "word": "zzz"}).status_code == 403
        assert client.post(changed, fields).status_code == 403
        assert client.post(deleted, {"post": "yes"}).status_code == 403
        chosen = {"action": "delete_selected", "_selected_action": [thing.pk], "post": "yes", "index": "0"}
        client.post(reverse(f"admin:{table}_changelist"), chosen)
        assert rows(type(thing), people) == before, table
    assert Act.objects.count() == 1


def test_only_these_tables_are_there() -> None:
    assert {model._meta.label_lower.replace(".", "_") for model in site._registry} == set(TABLES)


@pytest.mark.parametrize(
    ("language", "matches", "day", "singular", "plural"),
    [
        ("en", "Matches", "23 November", "Total: 1", "Total: 10"),
        pytest.param("bg", "Мачове", "23 ноември", "Общо: 1", "Общо: 10", marks=pytest.mark.slow),
        ("ru", "Матчи", "23 ноября", "Всего: 1", "Всего: 10"),
        pytest.param("ro", "Meciuri", "23 noiembrie", "Total: 1", "Total: 10", marks=pytest.mark.slow),
        ("el", "Ματς", "23 Νοεμβρίου", "Σύνολο: 1", "Σύνολο: 10"),
        pytest.param("tr", "Maçlar", "23 Kasım", "Toplam: 1", "Toplam: 10", marks=pytest.mark.slow),
    ],
)
def test_lists_are_named_counted_and_dated_as_the_language_does(
    people: People,
    sign_in: SignIn,
    match: Played,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    matches: str,
    day: str,
    singular: str,
    plural: str,
) -> None:
    boss = people["owner"]
    with monkeypatch.context() as then:
        then.setattr("django.utils.timezone.now", lambda: datetime(2026, 11, 23, 12, tzinfo=UTC))
        for number in range(10):
            Act.objects.create(by=boss, by_name="boss", kind="warn", name=f"Ann{number}", reason="Loud")
    client = sign_in(boss)
    headers = {"accept-language": language}
    acts = html_of(client.get(reverse("admin:staff_act_changelist"), headers=headers))
    assert plural in acts
    assert day in acts
    games = html_of(client.get(reverse("admin:results_played_changelist"), headers=headers))
    assert singular in games
    assert f"&rsaquo; {matches}</div>" in games


def test_the_list_of_acts_keeps_its_dot_in_turkish(people: People, sign_in: SignIn) -> None:
    page = sign_in(people["owner"]).get(
        reverse("admin:staff_act_changelist"), headers={"accept-language": "tr"}
    )
    assert "İşlemler" in html_of(page)
    assert "Işlemler" not in html_of(page)


@pytest.mark.parametrize("language", by_day(("el",), OTHERS))
def test_no_heading_of_a_list_stays_english(
    people: People, sign_in: SignIn, match: Played, correction: Correction, language: str
) -> None:
    Comment.objects.create(place="club", author=people["bob"], text="Nice", digest="1")
    removed_study()
    client = sign_in(people["owner"])
    for table in TABLES:
        path = reverse(f"admin:{table}_changelist")
        pages = {locale: client.get(path, headers={"accept-language": locale}) for locale in ("en", language)}
        headings = {
            locale: {" ".join(heading.split()) for heading in HEADING.findall(html_of(page))} - {""}
            for locale, page in pages.items()
        }
        assert headings["en"], table
        assert headings["en"] & headings[language] <= {"Bot", "Rating", "Text"}, "words of other languages"
