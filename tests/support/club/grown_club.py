"""A club with any number of rows in each table that grows, written by one statement a table."""

from typing import Any

from django.db import connection, models
from django.utils import timezone

from tests.support.club.random_matches import ME, match
from tests.support.club.rating_records import DAY, START
from tests.support.club.tournament_terms import entered
from zaria.club.accounts.models import Member
from zaria.club.comments.models import Comment
from zaria.club.conversations.models import Conversation, Line, Participant
from zaria.club.federations.actions.contents import MOST_TITLES
from zaria.club.federations.models import Federation, Membership, Title
from zaria.club.ledger.models import Account, Transfer
from zaria.club.library.models import IndexedMatch
from zaria.club.matches.notes.models import Note
from zaria.club.matches.results.models import LastMeeting
from zaria.club.notifications.models import Notification
from zaria.club.ratings.models import Change, PairMatch, Season, SeatAddress, Standing
from zaria.club.relations.models import Relation
from zaria.club.site.models import Submission
from zaria.club.staff.models import Act
from zaria.club.support.models import Message, Report, Thread
from zaria.club.top_up.models import Payment
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent

FIRST_ID = 1000
"""The key of the first of the rows whose keys others name."""
FRIENDS = 100
"""Most whom ME follows."""
OPEN = 100
"""Most reports and requests that wait for the staff."""
QUARTER = DAY // 4
"""Milliseconds between two matches."""


def multiply(row: models.Model, first: int, last: int, **expressions: str) -> None:
    """Store a row once for each number from `first` to below `last`.

    `expressions` are the columns that differ, as SQL of the number `n`.
    """
    fields = [field for field in row._meta.concrete_fields if field.column in expressions or not auto(field)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(expressions.get(str(field.column), "%s") for field in fields)
    constants = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for field in fields
        if field.column not in expressions
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT %s UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < %s)"
            f' INSERT INTO "{row._meta.db_table}" ({columns}) SELECT {values} FROM numbers',
            [first, last, *constants],
        )


def auto(field: "models.Field[Any, Any]") -> bool:
    """Return whether the database numbers the rows itself."""
    return isinstance(field, models.AutoField)


class GrownClub:
    """A club around the member ME; each number adds a member, who meets ME in every way there is."""

    def __init__(self) -> None:
        since = timezone.now()
        self.me = Member.objects.create(
            username="Marica", email="marica@example.org", player=ME, since=since, password="!"
        )
        self.owner = Member.objects.create(
            username="Owner", email="o@example.org", since=since, is_staff=True, is_superuser=True
        )
        self.federation = Federation.objects.create(slug="friday", name="Friday")
        self.tournament, _ = entered(4)
        self.place = Conversation.objects.create(
            id="direct:long", kind="direct", key="long", pair=f"{ME} p-x"
        )
        for player in (ME, "p-x"):
            Participant.objects.create(conversation=self.place, player=player)
        self.house = Account.objects.get_or_create(code="house:issued", unit="silver", guarded=False)[0]
        self.account = Account.objects.create(code=f"member:{ME}", unit="silver", guarded=True)

    def grow(self, first: int, last: int) -> None:
        """Add the rows of the numbers from `first` to below `last`."""
        self.add_members(first, last)
        self.add_matches(first, last)
        self.add_transfers(first, last)
        self.add_talk(first, last)
        self.add_tournaments(first, last)
        self.add_staff_work(first, last)

    def add_members(self, first: int, last: int) -> None:
        """Add members who follow ME and are followed, in the federation and with a rating."""
        now = timezone.now()
        multiply(
            Member(password="!", since=now, seen_at=now),
            first,
            last,
            id=f"{FIRST_ID} + n",
            username="'Member' || n",
            email="'m' || n || '@example.org'",
            player="'p' || n",
        )
        member_id = f"{FIRST_ID} + n"
        Federation.objects.update(size=last)
        if first < FRIENDS:
            multiply(Relation(member=self.me, follows=True), first, min(last, FRIENDS), other_id=member_id)
        multiply(Relation(other=self.me, follows=True), first, last, member_id=member_id)
        multiply(Membership(federation=self.federation, state="member"), first, last, member_id=member_id)
        if first < MOST_TITLES:
            title = Title(federation=self.federation, name="Champion", year=2026)
            multiply(title, first, min(last, MOST_TITLES), member_id=member_id)
        for game in ("", "tabla"):
            rating = {"rating": "500 + n % 700", "member_id": member_id}
            numbers: dict[str, Any] = {"game": game, "played": 20, "won": 12, "at": START}
            multiply(Standing(best=900, **numbers), first, last, **rating)
            multiply(Season(period=now.strftime("%Y-%m"), **numbers), first, last, **rating)

    def add_matches(self, first: int, last: int) -> None:
        """Add rated matches of ME with their changes of ratings and notes."""
        at, match_id = f"{START} + n * {QUARTER}", "'m' || n"
        multiply(
            match(0, rated=True),
            first,
            last,
            match_id=match_id,
            began=at,
            ended=at,
            player1="'p' || n % 50",
            won="n % 2",
        )
        meeting = {"player": f"'{ME}'", "opponent": "'p' || n", "ended": at}
        multiply(LastMeeting(), first, last, **meeting)
        multiply(IndexedMatch(), first, last, match_id=match_id, ended=at)
        multiply(Note(member=self.me, text="A note", at=START), first, last, match_id=match_id)
        for game in ("", "tabla"):
            change = Change(member=self.me, player=ME, game=game, before=500, after=501, best=510, result=1)
            multiply(change, first, last, match=match_id, at=at)
        pair = {"match_id": match_id, "two": "'p' || n % 50"}
        multiply(PairMatch(one=ME), first, last, day="20370 + n / 4", **pair)
        multiply(SeatAddress(player=ME, address="a"), first, last, match_id=match_id, at=at)

    def add_transfers(self, first: int, last: int) -> None:
        """Add credits of ME, and payments."""
        transfer = Transfer(kind="gift", debit=self.house, credit=self.account, amount=1)
        multiply(
            transfer,
            first,
            last,
            key="'gift:' || n",
            at=f"{START} + n * {QUARTER}",
            debit_after="-n - 1",
            credit_after="n + 1",
        )
        payment = Payment(variant="stripe", currency="EUR", player=ME, unit="silver", credits=100, total=1)
        multiply(payment, first, last, token="'token' || n", nonce="'nonce' || n")

    def add_talk(self, first: int, last: int) -> None:
        """Add conversations of ME, lines of one more, notices and comments."""
        now, direct = timezone.now(), "'direct:' || n"
        multiply(
            Conversation(kind="direct", last=1, at=START, by=ME),
            first,
            last,
            id=direct,
            key="n",
            pair=f"'{ME} p' || n",
        )
        multiply(Participant(player=ME, last_at=START), first, last, conversation_id=direct)
        multiply(Participant(last_at=START), first, last, conversation_id=direct, player="'p' || n")
        line = Line(number=1, at=START, name="Marica", colour="#333333", member=True, text="Hello", author=ME)
        multiply(line, first, last, conversation_id=direct, command="n")
        line.conversation = self.place
        multiply(line, first, last, number="n + 1", command="n")
        Conversation.objects.filter(pk=self.place.pk).update(last=last, at=START)
        notice = Notification(to=self.me, kind="follower", body={"login": "Member1"}, at=now)
        multiply(notice, first, last, key="'follower:' || n")
        multiply(
            Comment(text="Good"),
            first,
            last,
            place="CASE n % 2 WHEN 0 THEN 'club' ELSE 'rules:tabla' END",
            author_id=f"{FIRST_ID} + n",
            digest="n",
        )

    def add_tournaments(self, first: int, last: int) -> None:
        """Add tournaments that are over, in which ME has played."""
        tournament = Tournament.objects.get(pk=self.tournament.pk)
        tournament.phase, tournament.director, tournament.federation = "over", ME, "friday"
        key, at = "'t' || n", f"{START} + n * {QUARTER}"
        multiply(tournament, first, last, id=key, ended_at=at, starts_at=at)
        multiply(Entry(player=ME, name="Marica", at=START, place=1), first, last, tournament_id=key)
        columns = {"player": "'p' || n", "name": "'Member' || n"}
        multiply(Entry(at=START, place=2), first, last, tournament_id=key, **columns)
        pairing = Pairing(number=1, place=0, player0=ME, since=START, how="played", points0=2, points1=0)
        multiply(pairing, first, last, tournament_id=key, player1="'p' || n", match_id="'m' || n")
        event = TournamentEvent(number=1, at=START, kind="paused", body="{}")
        multiply(event, first, last, tournament_id=key)

    def add_staff_work(self, first: int, last: int) -> None:
        """Add requests and reports, most of them handled, entries of the log of acts, and forms sent."""
        now = timezone.now()
        key = f"{FIRST_ID} + n"
        thread = Thread(kind="question", language="en", last_at=now, waiting_since=now)
        handled = f"CASE WHEN n < {OPEN} THEN NULL ELSE '{now:%Y-%m-%d %H:%M:%S}' END"
        state = f"CASE WHEN n < {OPEN} THEN 'open' ELSE 'closed' END"
        multiply(thread, first, last, id=key, member_id=key, state=state)
        multiply(Message(by=self.me, text="Why?"), first, last, thread_id=key)
        report = Report(name="Rude", player_name="Member", rule=3)
        about = {"about": "'player:Rude' || n", "player": "'p' || n"}
        multiply(report, first, last, reporter_id=key, closed_at=handled, **about)
        act = Act(by=self.owner, by_name="Owner", kind="warn", reason="Rude", about=self.me, name="Marica")
        multiply(act, first, last)
        multiply(Submission(content="form", at=now), first, last, key="'form' || n")
