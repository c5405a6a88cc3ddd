"""The lines of the members of the demo: to each other, at tables, in rooms, and below pages."""

import random
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from zaria.club.accounts.models import Member
from zaria.club.comments import actions as comments
from zaria.club.comments.comment_places import find_place
from zaria.club.comments.models import Comment
from zaria.club.conversations import actions as conversations
from zaria.club.matches.results.models import Played
from zaria.club.relations import actions as relations
from zaria.club.site.clock import DAY_MS, MINUTE_MS, now_ms
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.club.tournaments.models import Entry
from zaria.live.app import Live
from zaria.live.conversations.store import NewLine
from zaria.match.events import Player


class Letter(NamedTuple):
    """A direct conversation: its id, its two players, and the lines that they write in turn."""

    conversation: str
    players: list[Player]
    lines: Sequence[str]


LETTERS = (
    ("Good match yesterday. Revenge on Friday?", "With pleasure. Tapa this time!", "Deal. Bring your luck."),
    ("Здравей! Ще играеш ли в петъчния турнир?", "Да, вече се записах.", "Тогава до довечера."),
    ("Did you see the replay? I should have kept the anchor.", "You had a 6-1 in hand, it was close."),
    ("Γεια σου! Παίζουμε ένα γρήγορο;", "Σε πέντε λεπτά είμαι εκεί."),
    ("Merhaba, lig maçımız ne zaman?", "Pazar akşamı uygun mu?", "Uygun, görüşürüz."),
    ("Bună! Felicitări pentru finală.", "Mulțumesc, am avut noroc la zaruri."),
    ("Привет! Научишь меня длинным нардам?", "Конечно, начнём с головы.", "Договорились!"),
)
COMMENTS = (
    "What a comeback from three points behind.",
    "The prime on the left held longer than I thought it would.",
    "Roll 14 decided it. Before that it was even.",
    "Много силна игра, поздравления!",
    "Ωραία παρτίδα, μπράβο και στους δύο.",
    "Güzel maçtı, tebrikler.",
    "I would have doubled two rolls earlier.",
    "Frumos jucat, mai ales finalul.",
    "Красиво закрыл шестёрку.",
    "That hit from the bar was brave.",
)
ABOUT_GAMES = {
    "tabla": "My grandfather taught me exactly these rules. Good to see them written down.",
    "tapa": "The mother rule always starts an argument at our table. Now we have a link.",
    "long-nardy": "Finally the head rule with the exception for the first turn.",
    "gulbara": "A doublet that climbs is the best moment of any game.",
}
TABLE_LINES = ("Good luck!", "You too.", "Nice roll.", "Thanks for the game!", "Well played.", "Again?")
ROOM_LINES = (
    "Who plays tonight?",
    "I am in. The draw was kind to me.",
    "Please be at your table in time, three minutes go by quickly.",
    "Good luck to everyone!",
)


def letters_by_chance(chance: random.Random) -> list[Letter]:
    """Begin conversations of members by chance."""
    members = _people()
    letters = []
    for lines in LETTERS:
        pair = chance.sample(members, 2)
        conversation = conversations.begin_direct(*pair)
        letters.append(Letter(conversation, [member.as_player() for member in pair], lines))
    return letters


def letters_to(login: str, chance: random.Random) -> list[Letter]:
    """Begin conversations of others with a member."""
    member = Member.objects.by_login(login).get()
    writers = chance.sample([writer for writer in _people() if writer.pk != member.pk], 3)
    return [
        Letter(conversations.begin_direct(writer, member), [writer.as_player(), member.as_player()], lines)
        for writer, lines in zip(writers, LETTERS, strict=False)
    ]


def room_lines(tournament: str) -> list[tuple[Player, str]]:
    """The lines of entrants in the room of a tournament, with their authors."""
    entrants = Entry.objects.filter(tournament=tournament).order_by("player").values("player")
    members = Member.objects.filter(player__in=entrants).order_by("pk")
    return list(zip([member.as_player() for member in members], ROOM_LINES, strict=False))


async def say_at_table(live: Live, match_id: str, side: int, players: Sequence[Player], text: str) -> None:
    """Write a line to the opponent at a table."""
    if live.conversations is not None:
        author, peer = players[side], players[1 - side].id
        line = NewLine(f"table:{match_id}", secrets.token_hex(8), author, live.now(), text, None, side, peer)
        await live.conversations.write(line)


async def say(live: Live, conversation: str, author: Player, text: str) -> None:
    """Write a line; a refused one is not written."""
    if live.conversations is not None:
        line = NewLine(conversation, secrets.token_hex(8), author, live.now(), text, None)
        await live.conversations.write(line)


def write_comments(chance: random.Random) -> None:
    """Comment on the last matches within a day of their end, and on the rules of some games before."""
    people = _people()
    present = now_ms()
    matches = Played.objects.filter(void=False).order_by("-ended").values_list("match_id", "ended")[:20]
    places = [(f"match:{match_id}", ended) for match_id, ended in matches] or [("club", present)]
    for number, text in enumerate(COMMENTS):
        place, ended = places[number * 2 % len(places)]
        at = min(present, ended + chance.randint(MINUTE_MS, DAY_MS))
        _comment(chance.choice(people), place, text, at)
    for game, text in ABOUT_GAMES.items():
        at = present - chance.randint(DAY_MS, 20 * DAY_MS)
        _comment(chance.choice(people), f"rules:{game}", text, at)


def follow(chance: random.Random) -> None:
    """Let each of the people follow some others."""
    people = _people()
    for member in people:
        for target in chance.sample(people, 4):
            if target.pk != member.pk:
                relations.follow(member, target)


def _comment(member: Member, place_name: str, text: str, at: int) -> None:
    """Write a comment at a time (ms) of the past; a refused one is not written."""
    place = find_place(place_name)
    if place is not None:
        try:
            comment = comments.write(member, place, text)
        except RefusedTextError:
            return
        Comment.objects.filter(pk=comment.pk).update(at=datetime.fromtimestamp(at / 1000, UTC))


def _people() -> list[Member]:
    return list(Member.objects.filter(robot=False).order_by("pk"))
