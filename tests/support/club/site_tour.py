"""Visitors who open every page of the site and send every form, for tests of what all of these share."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve

from tests.support.browser.site_pages import EXCUSED, PUZZLE
from tests.support.club.html_forms import Form, PageReader
from tests.support.club.imported_matches import import_match
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import entrusted
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.club.site.http import submissions
from zaria.club.site.http.once import takes_effect_once

DATA = [
    "/t/{match}.json",
    "/t/{match}/board.json",
    "/t/{match}/positions.json",
    "/t/{match}/overlay",
    "/t/{match}/overlay.json",
    "{tournament}/overlay",
    "{tournament}/overlay.json",
    "/t/{match}/picture.png",
    "/t/{match}/attempt.json",
    "/t/{match}/analysis.json",
    "/t/{match}/grades",
    "/t/{match}/milestone",
    "/t/{match}/analysis/quick.json",
    "/t/{match}/offers",
    "/t/{match}/ratings",
    "/t/{match}/tournament",
    "/t/{match}/hint",
    "/t/{match}/review",
    "/words/table",
    "/waiting",
    "/games/tiles",
    "/position/tabla/picture.png",
    "/position/tabla/opinion.json",
    "/f/{federation}/administration/account",
    "/f/{federation}/administration/account.csv",
    "/f/{federation}/export.json",
    "/f/{federation}/export.jsonl.gz",
    "/f/{federation}/export.csv",
    "/f/{federation}/arms",
    "/f/{federation}/archive/2026.zip",
    "/f/{federation}/archive/2026.zip.sha256",
    "/library/archive/2026.zip",
    "/library/archive/2026.zip.sha256",
    "/me/progress/months.csv",
    "{imported_match}.json",
    "{imported_match}/attempt.json",
    "{imported_match}/analysis.json",
    "{imported_match}/analysis/quick.json",
    "{study}/picture.png",
    "{study}/embed",
    "{study}/1/picture.png",
    "{study}/1/embed",
    "/oembed",
    "{study}/import",
    "/staff/studies/study/{study_key}/change/",
    "{study}/1/line.json",
    "{study}/1/entry.json",
    "{group}/pupils/{pupil}/data",
    "{group}/homework.csv",
    "/scribe/none/state",
    "/scribe/none/overlay",
    "/scribe/none/overlay.json",
    "/scribe/none/commentary",
    "/scribe/with/none",
    "/scribe/with/none/state",
    "/scribe/none/dice",
    "/scribe/with/none/dice",
    "/scribe/none/clock",
    "/scribe/none/clock.json",
    "/scribe/with/none/clock",
    "/scribe/with/none/clock.json",
    "/puzzles/next",
    "/puzzles/repeat",
    "/puzzles/daily/tables",
    f"/puzzles/{PUZZLE}/picture.png",
    "/me/account/data",
    "/face/{ann}",
    "/@{ann}/picture.png",
    "/account/free?login={ann}",
    "/me/stats/games.csv",
    "/me/stats/credits.csv",
    "/club/logo-96.png",
    "/account/common-passwords",
    "/account/known/none",
    "/account/2fa/recovery-codes/download/",
    "/account/2fa/authenticate/",
    "{conversation}/lines",
    "/messages/words",
    "/notices/unsubscribe/none",
    "/notices/letters/end/none",
    "/notices/push/key",
    "{tournament}",
    "{tournament}/embed",
    "{tournament}/live",
    "{tournament}/own",
    "{tournament}/place",
    "{tournament}/enter",
    "{tournament}/withdraw",
    "{tournament}/director",
    "{tournament}/export.json",
    "{tournament}/export.csv",
    "{tournament}/export.trf",
    "{tournament}.ics",
    "{tournament}/qr.svg",
    "/tournaments.ics",
    "/top-up/00000000-0000-0000-0000-000000000000",
    "/staff/payments/1/refund",
    "/staff/lines/{line}/",
    "/staff/members/",
    "/staff/jsi18n/",
    "/staff/password_change/",
    "/staff/password_change/done/",
    "/staff/autocomplete/",
    "/staff/r/1/1/",
    "/staff/results/played/1/change/",
    "/staff/ratings/correction/1/change/",
    "/staff/results/played/do/void/?id=1",
    "/staff/ratings/correction/do/apply/?id=1",
    "/staff/top_up/payment/do/refund/?id=1",
    "/staff/staff/act/do/undo/?id=1",
]
"""Addresses to which no link leads, or none that every visitor meets."""
BY_SCRIPT: dict[str, dict[str, str]] = {
    "/favourites": {"game": "tabla", "on": "1"},
    "/t/{match}/note": {"text": "A note"},
    "/t/{match}/call": {},
    "/t/{match}/commentary/arrows": {},
    "{import}/stop": {},
    "/t/{match}/missed": {},
    "/t/{match}/level/1": {},
    "/me/settings": {"sound": "on"},
    "/me/limits/withdraw": {"kind": "stake"},
    "/me/limits/consent/stake": {},
    "/me/limits/reminder/read": {},
    "/comments/1/remove": {},
    "{conversation}/mute": {"muted": "1"},
    "/messages/block": {"name": "{bob}"},
    "/notices/read": {},
    "/learn/tabla/solved": {"boards": "1"},
    "/learn/tabla/opening/solved": {"boards": "1"},
    f"/puzzles/{PUZZLE}/answer": {"moves": "24-1"},
    f"/puzzles/{PUZZLE}/run": {"moves": "24-1"},
    f"/puzzles/{PUZZLE}/embed/answer": {"moves": "24-1"},
    f"/puzzles/{PUZZLE}/acts": {"act": "like"},
    "{study}/1/change": {"operation": '{{"do":"add","node":0,"act":"31"}}'},
    "{study}/1/lead": {"node": "0"},
    "{group}/leave": {},
    "{group}/homework/1/delete": {},
    "{simul}/accept": {},
    "{simul}/begin": {},
    "{simul}/delete": {},
    "{group}/pupils/{pupil}/card": {},
    "{group}/pupils/{pupil}/remove": {},
    "/scribe/none/step": {},
    "/scribe/none/commentary/arrows": {},
    "/scribe/none/links": {"role": "reader"},
    "/scribe/with/none/step": {},
    "/scribe/none/clock/act": {},
    "/scribe/with/none/clock/act": {},
    "/notices/push/end": {},
    "/notices/push/1/remove": {},
    "{tournament}/check-in": {},
    "{tournament}/ready": {},
    "/account/confirm-email/again": {},
    "/account/signup/change": {"email": "y@example.org"},
    "/top-up/webhook/stripe": {},
    "/tournaments/series/none": {},
    "/staff/logout/": {},
}
"""Addresses that scripts and other servers send to, or forms that are shown in rare states, with fields."""
CLOSED = EXCUSED["is not offered to members of this club"]
UNPLAYED = EXCUSED["needs a tournament that is being played"] | {
    *EXCUSED["needs a table by the day, and is looked at there"],
    # scripts and letters lead there
    *("next_path", "open_shared", "waiting_letter_unsubscribe", "vacation_end"),
    *("app_part", "waiting_order", "push_key", "push_device", "push_device_end", "push_device_remove"),
}
LAST = {
    "account_logout",
    "account_delete",
    "account_change_password",
    "account_email",
    "account_reset_password",
    "account_reset_password_from_key",
    "usersessions_list",
    "session_end",
    "robot",
    "admin:logout",
}
"""Forms after which their sender is not who they were; they are sent when all else is done."""
ACT = re.compile(r"admin:\w+_do")
"""Forms of the acts of the staff: their addresses name the act."""
TIMES = 1
"""Addresses of a kind that each visitor opens."""


class Answer(NamedTuple):
    """The status that the site answered to a visitor with."""

    name: str
    request: str
    status: int


class Repeat(NamedTuple):
    """A form that was sent again: whether the answer was the same, and the rows that tables gained."""

    name: str
    same: bool
    added: dict[str, int]


class Tour:
    """A visitor who opens every page and sends every form they meet, each kind of them once or twice."""

    def __init__(
        self,
        visitor: Visitor,
        path_parts: dict[str, str],
        count_rows: Callable[[], Mapping[str, int]] | None = None,
    ) -> None:
        """With `count_rows`, which counts the rows of tables, each form is sent again at once."""
        self._visitor = visitor
        self._path_parts = path_parts
        self._words = {
            "login": path_parts["bob"],
            "name": path_parts["bob"],
            "reason": "Asked for",
            "email": "x@example.org",
            "year": "2026",
            "amount": "5",
        }
        self._queue: deque[str] = deque()
        self._known: set[str] = set()
        self._opened: Counter[str] = Counter()
        self._sent: set[tuple[str, str, str]] = set()
        self._late: list[tuple[str, list[tuple[str, str]]]] = []
        self._count_rows = count_rows
        self.answers: list[Answer] = []
        self.repeated: list[Repeat] = []

    def look(self, paths: Iterable[str]) -> None:
        """Open these addresses, and send nothing."""
        for path in paths:
            self._answer(path)

    def go(self, paths: Iterable[str]) -> None:
        """Open these addresses, send their forms, and follow all that they lead to."""
        for path in paths:
            self._open(path)
        while self._queue:
            self._open(self._queue.popleft(), TIMES)
        for path, fields in BY_SCRIPT.items():
            self._send(
                path.format(**self._path_parts),
                [(key, value.format(**self._path_parts)) for key, value in fields.items()],
            )
        for path, late_fields in sorted(self._late, key=lambda late: "delete" in late[0]):
            self._send(path, late_fields)

    def _open(self, path: str, times: int = 99) -> None:
        name = name_of(path)
        kind = urlsplit(path).path if name and ACT.fullmatch(name) else name
        if name is None or kind is None or path in self._known or self._opened[kind] >= times:
            return
        self._known.add(path)
        self._opened[kind] += 1
        self._follow(path, self._answer(path))

    def _answer(self, path: str) -> Page:
        page = self._visitor.get(path)
        self.answers.append(Answer(name_of(path) or "", f"GET {path}", page.status))
        return page

    def _follow(self, path: str, page: Page) -> None:
        if location := page.headers.get("Location"):
            self._queue.append(local(path, location))
        if not page.headers.get("Content-Type", "").startswith("text/html"):
            return
        reader = PageReader(page.text, self._words)
        self._queue.extend(local(path, link) for link in reader.links)
        for form in reader.forms:
            self._submit(path, form)

    def _submit(self, path: str, form: Form) -> None:
        for action, fields in form.submissions():
            target = local(path, action or path)
            name = name_of(target)
            if name is None or form.method != "post":
                continue
            tool = " ".join(
                value for key, value in fields if key in ("tool", "action", "answer", "act", "_act")
            )
            kind = (
                urlsplit(target).path if ACT.fullmatch(name) else name,
                tool,
                " ".join(sorted({key for key, _ in fields})),
            )
            if kind in self._sent:
                continue
            self._sent.add(kind)
            if name in LAST:
                self._late.append((target, fields))
            else:
                self._send(target, fields)

    def _send(self, path: str, fields: list[tuple[str, str]]) -> None:
        token = self._visitor.cookies.get(settings.CSRF_COOKIE_NAME) or ""
        data: dict[str, list[str]] = (
            {} if "csrfmiddlewaretoken" in dict(fields) else {"csrfmiddlewaretoken": [token]}
        )
        for key, value in fields:
            data.setdefault(key, []).append(value)
        page = self._visitor.send("POST", path, data=data, headers={"Referer": self._visitor.url + path})
        self.answers.append(Answer(name_of(path) or "", f"POST {path} {data}", page.status))
        if submissions.FIELD in data and page.status == HTTPStatus.FOUND and is_guarded(path):
            self._repeat(path, data, page)
        self._follow(path, page)

    def _repeat(self, path: str, data: dict[str, list[str]], first: Page) -> None:
        """Send a form again, as a second tap does, and note what that has changed."""
        if self._count_rows is None:
            return
        before = self._count_rows()
        page = self._visitor.send("POST", path, data=data, headers={"Referer": self._visitor.url + path})
        after = self._count_rows()
        same = (page.status, page.headers.get("Location")) == (first.status, first.headers.get("Location"))
        added = {table: after[table] - rows for table, rows in before.items() if after[table] != rows}
        self.repeated.append(Repeat(name_of(path) or "", same, added))


class World(NamedTuple):
    """The members of a tour, "ann" with a federation, "bob" in it, and what addresses are made of."""

    ann: Somebody
    bob: Somebody
    path_parts: dict[str, str]

    def paths(self, pages: Mapping[str, Iterable[str]]) -> list[str]:
        """The addresses of these pages of which the parts were made, and those to which no link leads."""
        templates = [
            path
            for paths in pages.values()
            for path in paths
            if set(re.findall(r"{(\w+)}", path)) <= self.path_parts.keys()
        ]
        return [path.format(**self.path_parts) for path in [*templates, *DATA]]


def populate(server: Server) -> World:
    """Let two members meet in a federation, a tournament and a conversation."""
    ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
    federation = entrusted(server, ann)
    bob.fill(f"/f/{federation}/join", bob.get(f"/f/{federation}"))
    path_parts = {"ann": ann.login, "bob": bob.login, "federation": federation, "match": "tabla-match"}
    path_parts["tournament"] = announce(ann, federation)
    begun = ann.fill(f"/messages/to/{bob.login}", ann.get(f"/@{bob.login}"))
    path_parts["conversation"] = begun.headers["Location"]
    assert ann.fill(path_parts["conversation"], text="Hello").status == 302
    path_parts["study"] = new_study(ann)
    path_parts["study_key"] = new_study(Somebody(server.url).join()).split("/")[2]
    path_parts |= import_match(ann) | new_group(ann)
    path_parts["line"] = path_parts["conversation"].removeprefix("/messages/") + "/1"
    ann.prove("/me/tokens")
    bob.prove("/me/tokens")
    return World(ann, bob, path_parts)


def new_study(member: Somebody) -> str:
    """Create a public study; return its address."""
    fields = {"title": "Openings", "visibility": "public", "game": "backgammon"}
    return member.fill("/studies/new", **fields).headers["Location"]


def new_group(member: Somebody) -> dict[str, str]:
    """Open a group with a pupil account; return its address, and the number of the pupil."""
    address = member.fill("/groups", title="4 b").headers["Location"]
    assert member.fill(f"{address}/pupils", member.get(address), names="Mira", is_allowed="on").status == 302
    pupil = re.search(rf"{address}/pupils/(\d+)", member.get(address).text)
    assert pupil is not None
    simul = {"game": "chess", "length": "1", "clock": "days-3"}
    begun = member.fill(f"{address}/simuls", member.get(address), **simul)
    return {"group": address, "pupil": pupil[1], "simul": begun.headers["Location"]}


def local(path: str, link: str) -> str:
    """The address of a link of a page at `path`, without its fragment; "" if it leads elsewhere."""
    parts = urlsplit(urljoin(path, link))
    if parts.scheme or parts.netloc:
        return parts.path if parts.hostname == "127.0.0.1" else ""
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def is_guarded(path: str) -> bool:
    """Return whether the forms of an address take effect once."""
    view = resolve(urlsplit(path).path)
    return takes_effect_once(view.func.__module__, view.view_name)


def name_of(path: str) -> str | None:
    """The name of the site's address at a path."""
    try:
        return resolve(urlsplit(path).path).view_name or "unnamed"
    except Resolver404:
        return None


def announce(member: Somebody, federation: str) -> str:
    """Announce a tournament of a federation and confirm its terms; return its address."""
    path = "/tournaments/new?as=friday"
    page = member.get(path)
    for _ in range(2):
        fields = next(
            dict(fields)
            for form in PageReader(page.text, {}).forms
            for _, fields in form.submissions()
            if ("act", "announce") in fields
        )
        fields["federation"] = federation
        page = member.send("POST", path, data=fields, headers={"Referer": member.url + path})
        if page.status == 302:
            break
    assert page.status == 302, page.text
    return page.headers["Location"].removesuffix("/director")
