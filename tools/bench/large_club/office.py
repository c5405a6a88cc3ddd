"""The work of the staff: the log, reports, requests, and what fair play has found."""

from tools.bench.large_club.population import OWNER, Population, moment
from tools.bench.large_club.rows import Batches
from tools.bench.large_club.talk import Talk

from zaria.club.fair_play.models import Agreement
from zaria.club.staff.models import Act, ActKind, Notice
from zaria.club.support.models import Message, Report, Thread

OPEN = 200
"""Most reports and requests that wait."""
ACTS = (ActKind.WARN, ActKind.MUTE, ActKind.COMMENT, ActKind.VOID)
RULES = 4
GAMES = ("tabla", "long-nardy", "short-nardy", "backgammon")


class Office:
    """Reports, requests, and the acts of the staff."""

    def __init__(self, population: Population, batches: Batches, talk: Talk) -> None:
        self._population, self._batches, self._talk = population, batches, talk
        self._owner = population.people[OWNER]
        self._now = moment(population.now)

    def act(self, count: int) -> None:
        """Store so many acts; the member concerned has read about each."""
        for number in range(1, count + 1):
            person, kind = self._population.someone(), self._population.choices.choice(ACTS)
            self._batches.add(
                Act(
                    id=number, by_id=self._owner.pk, by_name=self._owner.login, kind=kind,
                    about_id=person.pk, name=person.login, reason=self._talk.words(),
                )
            )  # fmt: skip
            self._batches.add(Notice(to_id=person.pk, act_id=number, read_at=self._now))

    def receive(self, count: int) -> None:
        """Store so many reports, and as many requests with two messages each."""
        for number in range(count):
            is_open = number < min(OPEN, count // 10)
            member, reporter = self._population.pair()
            self._batches.add(
                Report(
                    about=f"player:{member.login}", member_id=member.pk, name=member.login,
                    reporter_id=reporter.pk, player=f"{reporter.player}{number}", player_name=reporter.login,
                    rule=number % RULES, text=self._talk.words(), closed_at=None if is_open else self._now,
                    closed_by_id=None if is_open else self._owner.pk,
                )
            )  # fmt: skip
            self._batches.add(
                Thread(
                    id=number + 1, kind="question", state="open" if is_open else "closed",
                    member_id=member.pk, language="en", last_at=self._now,
                    waiting_since=self._now if is_open else None,
                )
            )  # fmt: skip
            for _ in range(2):
                self._batches.add(Message(thread_id=number + 1, text=self._talk.words()))

    def compare(self, count: int) -> None:
        """Store the agreement of about so many members with the engine."""
        choices = self._population.choices
        pairs = {(self._population.someone().pk, choices.choice(GAMES)) for _ in range(count)}
        for key, game in sorted(pairs):
            self._batches.add(
                Agreement(
                    member_id=key, game=game, matches=5, decisions=200, rate=choices.random() * 20,
                    agreement=choices.random(), share=choices.random(), score=choices.random() * 5,
                )
            )  # fmt: skip
