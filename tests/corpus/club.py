"""Fills an empty data directory, or database, with a small club: `python -m tests.corpus.club DIRECTORY`.

Its matches are those of the corpus in DIRECTORY. Where the club is, the environment says, as for the server.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.corpus import facts, files

PASSWORD = "Tavla2Nardy"
TOKENS = {
    "ann": "zaria_corpus-of-ann-reads-only-0123456789",
    "robot": "zaria_corpus-of-robot-plays-0123456789",
}
SECRET_KEY = "the corpus is signed with this key and with no other"
MEMBERS = {
    "ann": "mAnnAnnAnnAnnAnn",
    "dan": "mDanDanDanDanDan",
    "robot": "mRobotRobotRobot",
    "rude": "mRudeRudeRudeRud",
    "owner": "mOwnerOwnerOwner",
    "admin": "mAdminAdminAdmin",
    "moder": "mModerModerModer",
}
PLAYERS = (("gAdaAdaAdaAdaAda", "Ada", "#b8862f"), ("gBorisBorisBoris", "Борис", "#4a6fa5"))
"""The two guests."""
STORED = (
    "tabla single",
    "tabla match",
    "tabla training",
    "tabla rematch",
    "tabla version 1",
    "tabla cancelled",
    "tabla nobody",
    "tabla unfinished",
    "tabla crawford",
    "backgammon match",
    "backgammon crawford",
    "backgammon waiting",
    "backgammon left",
    "long-nardy match",
    "long-nardy robot",
    "short-nardy version 1",
    "three-games match",
    "gulbara match",
    "chess rated",
    "chess unfinished",
    "russian-draughts rated",
    "ugolki agreed",
)
CLOCKED = "tabla with a running clock"
EPOCH = datetime(2026, 9, 1, tzinfo=UTC)
FAR = datetime(2199, 1, 1, tzinfo=UTC)


def chosen(home: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The lines of the corpus that the club has, each with what was made of it."""
    for path in sorted((home / "matches").iterdir()):
        expected = files.read(home / "expected" / path.name)
        for line, frozen in zip(files.read(path), expected, strict=True):
            if line["name"] in STORED:
                yield line, frozen


def ids_of(home: Path) -> dict[str, str]:
    """The ids of the club's matches by their names."""
    return {line["name"]: line["id"] for line, _ in chosen(home)}


def main(home: Path) -> None:
    """Make it all."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.site.settings"
    import django
    from django.core.management import call_command

    from zaria.club.site import data_directory

    data_directory.prepare()
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    lines = list(chosen(home))
    asyncio.run(_store(lines))
    members = _members()
    _results(lines)
    _analyses(home, {line["id"] for line, _ in lines})
    _staff(members)
    _tokens(members)


async def _store(lines: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    from zaria.club.site import data_directory
    from zaria.live.journal import factory
    from zaria.live.journal.base import Listing, Mark, Row

    journal = await factory.connect(data_directory.database_url(), data_directory.directory())

    async def store(match: Any, card: Any, mark: Mark) -> None:
        rows = [Row(*row) for row in match.rows]
        listing = Listing(card["shown"], card["body"].encode(), tuple(card["players"]))
        await journal.open(match.id, match.secret, match.places, rows[:1], listing)
        if rows[1:]:
            stored = asyncio.get_running_loop().create_future()
            journal.append(match.id, rows[1:], mark, lambda error: stored.set_result(error), listing)
            assert await stored is None

    for line, frozen in lines:
        over = line["rows"][-1][1] == "closed"
        await store(facts.stored(line), frozen["card"], Mark.OVER if over else Mark.NONE)
    clocked = _clocked()
    await store(clocked, facts.views(clocked)["card"], Mark.RUNNING)
    await journal.close()


def _clocked() -> Any:
    """A match that is being played on the clock."""
    from tests.corpus.host import MEMBERS as PLAYERS
    from tests.corpus.host import Hosted, Plan
    from tests.corpus.make import stored
    from zaria.match.terms import ClockTerms, Terms

    terms = Terms("tabla", length=3, cube=True, clock=ClockTerms(delay=12_000, bank=12 * 3600_000))
    return stored(Hosted(Plan(CLOCKED, terms, PLAYERS, ends="unfinished", at=20, reserved=True)))


def _members() -> dict[str, Any]:
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password

    from zaria.club.accounts.models import Member

    hashed = make_password(PASSWORD)
    members: dict[str, Any] = {}
    for name, player in MEMBERS.items():
        member = members[name] = Member.objects.create(
            username=name,
            email=f"{name}@example.org",
            player=player,
            password=hashed,
            colour="#2f7d6b",
            country={"ann": "BG", "dan": "GR"}.get(name, ""),
            language="en",
            robot=name == "robot",
            since=EPOCH,
            seen_at=FAR,
            date_joined=EPOCH,
            settings={"show_online": False} if name == "dan" else {},
        )
        EmailAddress.objects.create(user=member, email=member.email, verified=True, primary=True)
    return members


def _results(lines: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    from zaria.club.matches.results import actions
    from zaria.club.ratings import recompute

    over = [line for line, _ in lines if line["rows"][-1][1] == "closed"]
    over.sort(key=lambda line: (line["rows"][-1][0], line["id"]))
    records = {line["id"]: [row[2].encode() for row in line["rows"]] for line in over}
    actions.write(records, (over[-1]["rows"][-1][0], over[-1]["id"]))
    while recompute.step() is not None:
        pass


def _analyses(home: Path, there: set[str]) -> None:
    import brotli

    from zaria.bots.analysis import VERSION
    from zaria.club.matches.analysis.models import DONE, FAILED, Analysis

    for line in files.read(home / "analyses.jsonl.xz"):
        if line["match"] in there:
            body = line["body"].encode()
            Analysis.objects.create(
                match_id=line["match"],
                depth="quick",
                version=VERSION,
                state=DONE,
                progress=100,
                asked=int(EPOCH.timestamp() * 1000),
                body=brotli.compress(body, mode=brotli.MODE_TEXT, quality=9),
                size=len(body),
                took=1234,
            )
    Analysis.objects.create(
        match_id=sorted(there)[0],
        depth="deep",
        version=VERSION,
        effort=2,
        state=FAILED,
        asked=0,
        reason="too_long",
    )


def _staff(members: dict[str, Any]) -> None:
    from zaria.club.matches.results.models import Played
    from zaria.club.ratings import recompute
    from zaria.club.staff.actions import accounts, appointments, corrections, matches, names, sanctions

    appointments.appoint(None, members["owner"], "The first of all", "owner")
    owner = members["owner"]
    owner.refresh_from_db()
    appointments.appoint(owner, members["admin"], "Helps", "administrators")
    appointments.appoint(owner, members["moder"], "Helps", "moderators")
    sanctions.warn(owner, members["dan"], "Please be polite.", 3)
    sanctions.mute(owner, members["dan"], "Was not polite.", FAR)
    sanctions.block(owner, members["rude"], "Two accounts", FAR)
    accounts.rename(owner, members["rude"], "A name of somebody else", "rudest")
    names.refuse_name(owner, "Nobody's name", "tsarina", whole=False)
    corrections.correct(owner, members["ann"], "A mistake", "tabla", Decimal("1100.00"), EPOCH)
    rated = Played.objects.filter(rated=True, void=False).order_by("ended")
    matches.void(owner, rated[0], "Arranged")
    matches.void(owner, rated[1], "Arranged as well")
    matches.restore(owner, Played.objects.get(pk=rated[1].pk), "Was not")
    while recompute.step() is not None:
        pass


def _tokens(members: dict[str, Any]) -> None:
    from zaria.club.accounts.models import Token
    from zaria.club.accounts.registry import token_hash

    for name, secret in TOKENS.items():
        scopes = "read play" if name == "robot" else "read"
        Token.objects.create(
            owner=members[name], name="corpus", scopes=scopes, hash=token_hash(secret), start=secret[:12]
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
