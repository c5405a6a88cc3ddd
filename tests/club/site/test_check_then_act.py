"""Several requests of one sender at once do not pass a bound together, in both engines."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone

from tests.support.club.lock_meetings import meeting
from tests.support.club.tournament_terms import terms
from zaria.club.accounts.models import Member
from zaria.club.conversations import actions as conversations
from zaria.club.conversations.actions import ConversationRefusedError
from zaria.club.conversations.models import Conversation
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.kinds import ISSUED, TransferKind, member_code
from zaria.club.matches.notes import actions as notes
from zaria.club.matches.notes.models import Note
from zaria.club.shop import actions as shop
from zaria.club.shop.models import Treat
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.club.support import actions as support
from zaria.club.support.models import Report, Thread
from zaria.club.support.subjects import Subject
from zaria.club.tournaments import roles
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.models import Tournament
from zaria.match.events import Player

TOGETHER = 4
REFUSED = (
    ConversationRefusedError,
    notes.NoteRefusedError,
    PermissionDenied,
    RefusedTextError,
    shop.TooManyTreatsError,
)
SENT_ALONG = {"page": "", "match": "", "browser": ""}
GUEST = Player("guest1", "Guest", "#333333")


def member(login: str) -> Member:
    return Member.objects.create(
        username=login, email=f"{login}@example.org", password="!", since=timezone.now()
    )


class Places:
    """The bounded acts of a sender: what is done, how often at most, and what counts them."""

    def __init__(self) -> None:
        self.sender = member("Ann")
        self.others = [member(f"Other{number}") for number in range(conversations.NEW_A_DAY + TOGETHER)]
        ledger.ensure_member(self.sender.player)
        ledger.post([Booking("g", TransferKind.GRANT, ISSUED, member_code(self.sender.player), 9999_00)])

    def treat(self, number: int) -> None:
        shop.send_treat("tea", (self.sender.player, "Ann"), "bob", f"{number}")

    def letter(self, number: int) -> None:
        support.open_thread(None, "guest@example.org", "question", f"Letter {number}", "en", SENT_ALONG)

    def report(self, number: int) -> None:
        subject = Subject(about=f"player:{number}", title="", path="", member=None, context={})
        support.report(GUEST, None, subject, 1, "")

    def note(self, number: int) -> None:
        notes.write(self.sender, f"m{number}", "Text", number * 60_000)

    def conversation(self, number: int) -> None:
        conversations.begin_direct(self.sender, self.others[number])

    def tournament(self, number: int) -> None:
        director_actions.set_up(self.sender, terms(private=True), nonce=f"{number}")


ACTS: dict[str, tuple[Callable[[Places, int], None], int, type]] = {
    "treats": (Places.treat, shop.TREATS_AN_HOUR, Treat),
    "letters": (Places.letter, support.THREADS_A_DAY, Thread),
    "reports": (Places.report, support.REPORTS_A_DAY, Report),
    "notes": (Places.note, notes.MOST, Note),
    "conversations": (Places.conversation, conversations.NEW_A_DAY, Conversation),
    "tournaments": (Places.tournament, roles.MOST_PRIVATE, Tournament),
}


@pytest.fixture
def places(club: None) -> Places:
    """See `Places`."""
    return Places()


@pytest.mark.parametrize("name", ACTS)
def test_the_last_place_is_taken_once(places: Places, name: str) -> None:
    act, most, model = ACTS[name]
    numbers = count()
    if model is Note:  # too many to write one by one
        rows = (
            Note(member=places.sender, match_id=f"old{number}", text="Text", at=0)
            for number in range(most - 1)
        )
        Note.objects.bulk_create(rows)
    else:
        for _ in range(most - 1):
            act(places, next(numbers))
    barrier = Barrier(TOGETHER)

    def press(number: int) -> None:
        barrier.wait()
        try:
            with suppress(*REFUSED):
                act(places, number)
        finally:
            connection.close()

    with ThreadPoolExecutor(TOGETHER) as threads:
        list(threads.map(press, [next(numbers) for _ in range(TOGETHER)]))
    assert model.objects.count() == most  # type: ignore[attr-defined]


@pytest.mark.parametrize("club", ["postgresql"], indirect=True)
def test_the_last_treat_of_an_hour_sent_twice_at_once_is_one_treat(club: None) -> None:
    places = Places()
    for number in range(shop.TREATS_AN_HOUR - 1):
        places.treat(number)
    with meeting("treat", lambda: places.treat(99)) as waits:
        ledger.lock_accounts([member_code(places.sender.player)])
        assert waits()
        places.treat(99)
    assert Treat.objects.count() == shop.TREATS_AN_HOUR
