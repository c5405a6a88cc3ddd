"""The tournaments of the demo: a Friday eight, an arena, a league and a Swiss, set up by their directors."""

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.demo.cast import ADMINISTRATORS, MEMBER, OWNER
from zaria.club.demo.members import by_login
from zaria.club.demo.play import terms_of
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS, now_ms
from zaria.club.tournaments import actions
from zaria.club.tournaments.director import actions as director
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.terms import TournamentTerms

FRIDAY, ARENA = "Friday eight", "Evening arena"
ARENA_MS = 2 * HOUR_MS
FEE = 20_00
_ABSENT_MS = 3 * MINUTE_MS


def friday(starts_at: int) -> TournamentTerms:
    """The terms of a Friday eight."""
    return TournamentTerms(
        "knockout",
        terms_of("tabla", 3),
        starts_at,
        title=FRIDAY,
        text="Eight players, knock-out, tabla to 3. The winner orders the coffee.",
        least=4,
        most=8,
        fee=FEE,
        federation="balkan",
        federation_rate=5_00,
        house_rate=5_00,
        shares=(70, 30),
        absent_ms=_ABSENT_MS,
    )


def arena(starts_at: int) -> TournamentTerms:
    """The terms of an arena of two hours."""
    return TournamentTerms(
        "arena",
        terms_of("short-nardy"),
        starts_at,
        title=ARENA,
        text="Come and go as you like; most points win.",
        bonus=100_00,
        sponsor="Kahve & Co.",
        shares=(50, 30, 20),
        round_ms=ARENA_MS,
        absent_ms=_ABSENT_MS,
        robots=True,
    )


def league(starts_at: int) -> TournamentTerms:
    """The terms of a league of four months."""
    return TournamentTerms(
        "league",
        terms_of("backgammon", 3),
        starts_at,
        title="Winter league",
        text="Everyone plays everyone twice, one round a week.",
        least=4,
        most=8,
        federation="aegean",
        round_ms=7 * DAY_MS,
    )


def swiss(starts_at: int) -> TournamentTerms:
    """The terms of a Swiss that is over."""
    return TournamentTerms(
        "swiss",
        terms_of("long-nardy"),
        starts_at,
        rounds=4,
        title="Aegean open",
        text="Four rounds of long nardy.",
        fee=FEE,
        federation="aegean",
        federation_rate=10_00,
        shares=(50, 30, 20),
        absent_ms=_ABSENT_MS,
    )


def announce(terms: TournamentTerms, members: Sequence[Member]) -> str:
    """Let its director announce a tournament, and these members enter it; return its id."""
    row = director.set_up(by_login(_director(terms)), terms)
    enter(row.pk, members)
    return str(row.pk)


def enter(tournament_id: str, members: Sequence[Member]) -> None:
    """Let members enter, as far as there is room, and they can pay."""
    for member in members:
        with suppress(TournamentRefusedError):
            actions.enter(tournament_id, member)


def people(chance: random.Random, count: int, *logins: str, **conditions: Any) -> list[Member]:
    """So many members by chance, who are people, first those with these logins."""
    members = Member.objects.filter(robot=False, is_staff=False, **conditions).order_by("pk")
    first = [by_login(login) for login in logins]
    unnamed = list(members.exclude(username__in={MEMBER, *logins}))
    return [*first, *chance.sample(unnamed, min(count - len(first), len(unnamed)))]


def say_ready(tournament_id: str) -> None:
    """Let all players of a league be ready for their matches of this round."""
    waiting = Pairing.objects.filter(tournament=tournament_id, how="", opened_at=None)
    for pair in list(waiting.values_list("player0", "player1")):
        for player in filter(None, pair):
            with suppress(TournamentRefusedError):
                actions.say_ready(tournament_id, player)


def is_open(tournament_id: str) -> bool:
    """Return whether a tournament waits for its start."""
    return Tournament.objects.filter(pk=tournament_id, phase=Tournament.Phase.OPEN).exists()


def is_over(tournament_id: str) -> bool:
    """Return whether a tournament is over or cancelled."""
    return Tournament.objects.filter(pk=tournament_id, phase__in=("over", "cancelled")).exists()


def renew(chance: random.Random) -> None:
    """Keep the club in full swing: announce the next Friday eight and the next arena when they are due."""
    now = now_ms()
    announced = Tournament.objects.filter(phase=Tournament.Phase.OPEN)
    if not announced.filter(title=FRIDAY).exists():
        announce(friday(now + 10 * MINUTE_MS), people(chance, 6))
    running = Tournament.objects.filter(phase__in=(Tournament.Phase.OPEN, Tournament.Phase.PLAYING))
    if not running.filter(title=ARENA).exists():
        announce(arena(now + MINUTE_MS), people(chance, 10))


def _director(terms: TournamentTerms) -> str:
    balkan, aegean = ADMINISTRATORS
    return {"balkan": balkan, "aegean": aegean}.get(terms.federation, OWNER)
