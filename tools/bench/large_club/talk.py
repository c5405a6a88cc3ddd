"""Conversations, comments, notices, and who follows whom."""

import hashlib
from itertools import count

from tools.bench.large_club.population import AGE_MS, DAY_MS, VETERAN, Person, Population, moment
from tools.bench.large_club.rows import Batches

from zaria.club.comments.models import Comment
from zaria.club.conversations.models import Conversation, Line, Participant
from zaria.club.notifications.models import Notification
from zaria.club.relations.models import Relation

WORDS = ("good", "game", "thanks", "again", "tomorrow", "roll", "lucky", "double", "nice")
LINES = 14
"""Mean number of lines of a conversation."""
LONG = 2_000
"""Lines of the veteran's first conversation in a club of the whole scale."""
NOTICE_KINDS = ("message", "follower", "gift", "comment")
UNREAD = 0.1
"""Share of conversations and notices that are unread."""


class Talk:
    """Lines, comments and notices of members, and their relations."""

    def __init__(self, population: Population, batches: Batches) -> None:
        self._population, self._batches = population, batches
        self._choices = population.choices

    def words(self) -> str:
        """Draw a short sentence, of a kind."""
        return " ".join(self._choices.choices(WORDS, k=self._choices.randrange(2, 14)))

    def converse(self, lines: int, long: int) -> None:
        """Store direct conversations with so many lines in all; the veteran's first one has `long` lines."""
        veteran = self._population.people[VETERAN]
        pairs: set[frozenset[Person]] = set()
        written = 0
        for number in count():
            if written >= lines:
                return
            pair = self._population.pair(veteran if number % LINES == 0 else None)
            if frozenset(pair) in pairs:
                continue
            pairs.add(frozenset(pair))
            length = long if number == 0 else 1 + int(self._choices.expovariate(1 / LINES))
            self._conversation(number, pair, length)
            written += length

    def _conversation(self, number: int, pair: tuple[Person, Person], length: int) -> None:
        key = f"{number:06d}"
        at = self._population.now - self._choices.randrange(DAY_MS, AGE_MS)
        first, second = sorted(person.player for person in pair)
        conversation = Conversation(
            id=f"direct:{key}", kind="direct", key=key, last=length, pair=f"{first} {second}",
            by=pair[0].player, begun_at=at,
        )  # fmt: skip
        self._batches.add(conversation)
        for line in range(1, length + 1):
            at += self._choices.randrange(1000, DAY_MS // LONG)
            author = self._choices.choice(pair)
            self._batches.add(
                Line(
                    conversation_id=conversation.pk, number=line, at=at, author=author.player,
                    name=author.login, colour=author.colour, member=True, command=str(line),
                    text=self.words(),
                )
            )  # fmt: skip
        conversation.at = at
        for person in pair:
            is_unread = self._choices.random() < UNREAD
            self._batches.add(
                Participant(
                    conversation_id=conversation.pk, player=person.player, last_at=at,
                    read=length - 1 if is_unread else length, unread_since=at if is_unread else None,
                )
            )  # fmt: skip

    def comment(self, number: int, matches: int) -> None:
        """Store so many comments, some about the club and the rules, the others about matches."""
        for place in range(number):
            about = self._choices.choice(
                ("club", "rules:tabla", "rules:long-nardy", "match", "match", "match")
            )
            if about == "match":
                about = f"match:L{self._choices.randrange(matches):08}"
            text = f"{self.words()} {place}"
            digest = hashlib.sha256(text.encode()).hexdigest()
            author = self._population.someone()
            self._batches.add(Comment(place=about, author_id=author.pk, text=text, digest=digest))

    def notify(self, number: int) -> None:
        """Store so many notices, a part of them the veteran's."""
        for place in range(number):
            to, sender = self._population.pair(self._population.people[VETERAN] if place % 30 == 0 else None)
            at = moment(self._population.moment_of(place, number))
            self._batches.add(
                Notification(
                    to_id=to.pk, kind=self._choices.choice(NOTICE_KINDS), key=f"notice:{place}", at=at,
                    body=dict.fromkeys(("name", "login"), sender.login) | {"path": "/notices"},
                    read_at=None if self._choices.random() < UNREAD else at,
                )
            )  # fmt: skip

    def relate(self, number: int) -> None:
        """Let about so many members follow or block another one."""
        veteran = self._population.people[VETERAN]
        pairs = {self._population.pair(veteran if place % 60 == 0 else None) for place in range(number)}
        for member, person in sorted(pairs):
            blocks = self._choices.random() < 0.03
            self._batches.add(
                Relation(member_id=member.pk, other_id=person.pk, follows=not blocks, blocks=blocks)
            )
