"""A federation with a tournament whose matches were really played, and files of it."""

import gzip
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from django.db import transaction

from tests.support.club.tournament_terms import members, terms
from tests.support.finished_matches import keep
from tests.support.match.dice_matches import SEEDS, Table
from zaria.club.accounts.models import Member
from zaria.club.federations.actions.contracts import create_federation
from zaria.club.federations.models import Federation
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.club.tournaments.rating_terms import match_terms
from zaria.club.tournaments.runner import progress
from zaria.match import commands as cmd
from zaria.match.dice_play.dice import Dice
from zaria.match.events import Event, Player
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments.field import LOSS, WIN, Result

SINGLE = Terms("tabla", clock=ClockTerms(delay=20_000, bank=240_000), rated=True)
Records = dict[str, list[Event]]


def resigned(
    terms: Terms, match_id: str, players: Sequence[Player], turns: int = 3, loser: int = 1
) -> list[Event]:
    """A match with true dice that one side gives up after some turns."""
    table = Table(terms, dice=Dice(secrets.token_bytes(32), match_id), seated=False)
    for side, player in enumerate(players):
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    for _ in range(2 * turns):
        table.step()
    while table.match.to_act() != loser:
        table.step()
    table.do(loser, cmd.Resign(1))
    table.do(1 - loser, cmd.Accept())
    return table.events


@transaction.atomic
def played_cup(slug: str, players: int = 4, since: int = 0) -> tuple[Tournament, Records]:
    """A knock-out of the federation `slug`, over in one moment, and the records of its matches.

    Its members are new: `Ann0` and so on, or from a later number on.
    """
    if not Federation.objects.filter(slug=slug).exists():
        create_federation(slug, f"Tabla of {slug}")
    row, entrants = actions.create(terms(match=SINGLE, federation=slug), "director"), members(players, since)
    for member in entrants:
        actions.enter(row.pk, member)
    seats = {member.player: member.as_player() for member in entrants}
    actions.begin(row.pk)
    records: Records = {}
    agreed = match_terms(history.state(row).terms)
    while pairings := list(Pairing.objects.filter(tournament=row, how="")):
        for pairing in pairings:
            assert pairing.match_id is not None
            both = (seats[pairing.player0], seats[pairing.player1])
            records[pairing.match_id] = resigned(agreed, pairing.match_id, both)
            progress.report(pairing, Result((WIN, LOSS)))
    return Tournament.objects.get(pk=row.pk), records


def store(home: Path, records: Records) -> None:
    """Store matches in the journal of a data directory."""
    keep(home, records)


def become_another_club(row: Tournament) -> None:
    """Take a tournament and its federation out of the club, whose members are others now."""
    Federation.objects.filter(slug=row.federation).delete()
    for model in (Pairing, Entry, TournamentEvent):
        model.objects.filter(tournament=row).delete()
    Tournament.objects.filter(pk=row.pk).delete()
    for member in Member.objects.all():
        Member.objects.filter(pk=member.pk).update(player=f"other-{member.pk}")


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file."""
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def change(path: Path, changes: Callable[[list[bytes]], list[bytes]]) -> None:
    """Write the file anew with other lines."""
    path.write_bytes(gzip.compress(b"".join(changes(lines_of(path)))))


def change_events(line: bytes, changes: Callable[[list[dict[str, object]]], None]) -> bytes:
    """Return a record with other events."""
    record = msgspec.json.decode(line)
    changes(record["events"])
    return msgspec.json.encode(record) + b"\n"
