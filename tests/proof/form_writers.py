"""Members of the proof who send forms, and note which of them the club acknowledged."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.proof.talking import TalkingProof
from tests.support.http_client import Page, Visitor
from zaria.club.ledger.kinds import TransferKind
from zaria.club.shop.goods import GOODS
from zaria.club.site.database import databases
from zaria.match.events import Player

PAUSE_S = 1.0
SHOPPING = 0.15
"""The share of forms that buy something."""
ACKNOWLEDGED = 302


class Note(NamedTuple):
    """A form: its table in the database and what it has written there."""

    place: str
    text: str


class FormWriter:
    """A member who buys, takes the gift, and writes to the staff, to the club and to another member.

    A purchase is sent until it is acknowledged; a text that got no answer is not sent again, since it may be
    stored. Each text is sent once only, so that a doubled one is known.
    """

    def __init__(self, player: Player, visitor: Visitor, conversation: str, chance: random.Random) -> None:
        self.player = player
        self.acknowledged: list[Note] = []
        self._visitor = visitor
        self._conversation = conversation
        self._chance = chance
        self._goods = sorted(GOODS, key=lambda code: GOODS[code].price)
        self._texts = 0
        self._has_gift = False

    async def write(self) -> None:
        """Send forms until the task is cancelled."""
        while True:
            await asyncio.sleep(PAUSE_S * (0.5 + self._chance.random()))
            await asyncio.shield(asyncio.to_thread(self._send_any))

    def _send_any(self) -> None:
        try:
            if self._chance.random() >= SHOPPING:
                self._write_text()
            elif not self._has_gift:
                self._take_gift()
            elif self._goods:
                self._buy(self._goods[0])
        except (httpx.HTTPError, AssertionError):  # the club is down
            return

    def _take_gift(self) -> None:
        if self._visitor.post("/shop/gift").status == ACKNOWLEDGED:
            self._has_gift = True
            self.acknowledged.append(Note("gift", self.player.id))

    def _buy(self, code: str) -> None:
        page = self._visitor.post(f"/shop/{code}")
        if page.status == ACKNOWLEDGED:
            self.acknowledged.append(Note("purchase", f"shop:{code}:{self.player.id}"))
            self._goods.remove(code)
        elif page.status < 500:
            self._goods.clear()  # too few credits are left

    def _write_text(self) -> None:
        self._texts += 1
        text = f"{self.player.name} writes text {self._texts}"
        place = self._chance.choice(list(_TEXTS))
        if self._post_text(place, text).status == ACKNOWLEDGED:
            self.acknowledged.append(Note(place, text))

    def _post_text(self, place: str, text: str) -> Page:
        if place == "support_message":
            return self._visitor.post("/support", kind="question", text=text)
        if place == "comments_comment":
            return self._visitor.post("/comments", place="club", text=text)
        return self._visitor.post(self._conversation, text=text)


class WritingProof(TalkingProof):
    """A proof in which the members who read conversations send forms, too."""

    def __init__(self, *args: object, **environment: str) -> None:
        super().__init__(*args, **environment, ZARIA_TREATS_AN_HOUR="0")
        self.writers: list[FormWriter] = []

    async def gather_writers(self) -> None:
        """Let the onlookers send forms, but for the first two: one of them has blocked the other."""
        for onlooker in self.onlookers[2:]:
            visitor = Visitor(f"http://127.0.0.1:{self.crowd.ports()[0]}")
            for pair in onlooker._headers["Cookie"].split("; "):
                name, _, value = pair.partition("=")
                visitor.cookies.set(name, value)
            chance = random.Random(self.crowd.choose.random())
            address = f"/messages/{onlooker.direct}"
            self.writers.append(FormWriter(onlooker.guest, visitor, address, chance))


class FormFigures(NamedTuple):
    """The number of acknowledged forms, and sentences about those that are not stored once."""

    acknowledged: int
    lost: list[str]
    doubled: list[str]


_TEXTS = {
    "support_message": "SELECT text FROM support_message",
    "comments_comment": "SELECT text FROM comments_comment",
    "conversations_line": "SELECT text FROM conversations_line",
}
_TRANSFERS = {
    "purchase": f"SELECT key FROM ledger_transfer WHERE kind = '{TransferKind.PURCHASE}'",
    "gift": "SELECT substr(a.code, 8) FROM ledger_transfer t JOIN ledger_account a ON a.id = t.credit_id"
    f" WHERE t.kind = '{TransferKind.GIFT}'",
}


def compare_forms(writers: list[FormWriter], home: Path) -> FormFigures:
    """Compare the notes of these members with the database in `home`."""
    with closing(sqlite3.connect(home / databases.FILE)) as db:
        stored = {
            place: Counter(text for (text,) in db.execute(query))
            for place, query in (_TEXTS | _TRANSFERS).items()
        }
    notes = [note for writer in writers for note in writer.acknowledged]
    lost = [
        f"{note.text} in {note.place} was acknowledged" for note in notes if not stored[note.place][note.text]
    ]
    names = tuple(f"{writer.player.name} writes text " for writer in writers)
    doubled = [
        f"{text} in {place} is stored {count} times"
        for place, texts in stored.items()
        for text, count in texts.items()
        if count > 1 and (place in _TRANSFERS or text.startswith(names))
    ]
    return FormFigures(len(notes), lost, doubled)
