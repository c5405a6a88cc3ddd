"""Work for the staff and the administrators of the demo: requests, reports, titles and an analysis."""

import random
from contextlib import suppress

from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.comments.models import Comment
from zaria.club.demo.cast import ADMINISTRATORS, MEMBER, STAFF
from zaria.club.demo.members import FEDERATIONS, by_login
from zaria.club.demo.play import BOARDS
from zaria.club.federations.actions import contents
from zaria.club.federations.models import Federation
from zaria.club.matches.analysis import actions as analysis
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now
from zaria.club.support import actions as support
from zaria.club.support.subjects import find_subject

REQUESTS = (
    ("question", "How do I change my login? I would like my old name back."),
    ("fault", "The sound of the dice stays off on my phone after I lock the screen."),
    ("question", "Може ли турнир по гюлбара в неделя?"),
)
"""Requests to the staff by kind."""
_SENT_ALONG = {"page": "/help", "match": "", "browser": "A browser of the demo"}
REPORTS = ("He wrote the same below three matches.", "I think this was meant for another match.")
TITLES = ("Champion", "Cup winner")
DEPTH = "quick"
ANALYSES = 12
"""Matches of the member that are analysed."""


def write_to_staff(chance: random.Random) -> None:
    """Let some members ask the staff, and others report comments."""
    people = list(Member.objects.filter(robot=False).exclude(username__in=STAFF).order_by("pk"))
    for kind, text in REQUESTS:
        support.open_thread(chance.choice(people), "", kind, text, "en", _SENT_ALONG)
    for text, comment in zip(REPORTS, Comment.objects.order_by("-pk"), strict=False):
        reporter = chance.choice([member for member in people if member.pk != comment.author_id])
        subject = find_subject(f"comment:{comment.pk}", reporter.player, lambda _match_id: None)
        if subject is not None:
            support.report(reporter.as_player(), reporter, subject, 1, text)


def give_titles(chance: random.Random) -> None:
    """Let the administrators give titles to members of their federations."""
    for administrator, slug in zip(ADMINISTRATORS, FEDERATIONS, strict=True):
        federation = Federation.objects.get(slug=slug)
        members = [row.member for row in federation.memberships.order_by("pk").select_related("member")]
        for title, member in zip(
            TITLES, chance.sample(members, min(len(TITLES), len(members))), strict=False
        ):
            contents.give_title(by_login(administrator), federation, member, title, now().year)


def analyse_matches() -> None:
    """Have the last matches of the member with dice analysed, as a click on the page of each does."""
    player = by_login(MEMBER).player
    matches = Played.objects.filter(Q(player0=player) | Q(player1=player), void=False)
    for match in matches.exclude(game__in=BOARDS).order_by("-ended")[:ANALYSES]:
        opponent = match.player1 if match.player0 == player else match.player0
        with suppress(analysis.AnalysisRefusedError):  # each waits for one at a time
            analysis.ask(match.match_id, DEPTH, opponent)
