"""Writes tallies of members' decisions from the analyses of rated matches. Call it in a thread: it waits."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import brotli
from django.db import transaction
from django.db.models import QuerySet

from zaria.bots import analysis as analyses
from zaria.bots.analysis.marks import SCALE, unit_of
from zaria.bots.analysis.shape import Analysis, Decision
from zaria.club.accounts.models import Member
from zaria.club.fair_play.detection import (
    METHOD,
    NOTHING,
    SHOWN,
    TOLERATED,
    Choices,
    DecisionTally,
    Unit,
    add,
    find_evidence,
    subtract,
    tally,
    tolerated,
)
from zaria.club.fair_play.models import Agreement, MatchTally, UsualShare
from zaria.club.matches.analysis import actions as stored
from zaria.club.matches.results.models import Played

DEPTH: analyses.Depth = "deep"
"""The depth of the analyses that are good enough."""
LEAST = 20
"""The least decisions with which a member's share counts in the population."""

Key = tuple[int, str]
"""The key of a member, and a game."""


class TallyChange(NamedTuple):
    """The tallies of one match by which the sums of a member change: those before, and those of now."""

    before: list[DecisionTally]
    now: list[DecisionTally]


def rated_between_people() -> QuerySet[Played]:
    """Return the matches that count; a voided match shows its decisions as well."""
    return Played.objects.filter(
        rated=True, void=False, training=False, member0=True, member1=True, bot0="", bot1=""
    )


@transaction.atomic
def record(match_id: str) -> bool:
    """Write the tallies of a match and the sums of its players; return whether there were any.

    Only rated matches between people have tallies. The work does not grow with the matches of the players.
    """
    changes = _write(match_id)
    usual = _stored_usual_shares({game for _, game in changes})
    for (member, game), change in sorted(changes.items()):
        if change.before != change.now:
            _update(member, game, usual[game], change)
    return bool(changes)


def recompute() -> int:
    """Write everything again from the stored analyses; return the number of matches read.

    Tallies of deleted analyses remain, unless they are of another method.
    """
    number = 0
    for match_id in list(stored.finished(DEPTH)):
        with transaction.atomic():
            number += bool(_write(match_id))
    MatchTally.objects.exclude(method=METHOD).delete()
    keys = {*MatchTally.objects.values_list("member_id", "game").distinct()}
    keys |= {*Agreement.objects.values_list("member_id", "game")}
    for _ in range(2):  # the tolerated shares follow from those that the first round has found
        store_usual_shares()
        usual = _stored_usual_shares({game for _, game in keys})
        for member, game in sorted(keys):
            with transaction.atomic():
                _locked([member])
                _update(member, game, usual[game])
    store_usual_shares()
    return number


def store_usual_shares() -> None:
    """Compute the tolerated shares from those of all members, and store them for `record`."""
    shares: dict[str, list[float]] = defaultdict(list)
    rows = Agreement.objects.filter(decisions__gte=LEAST).order_by().values_list("game", "share")
    for game, share in rows.iterator():
        shares[game].append(share)
    usual = {game: tolerated(game_shares, unit_of(game)) for game, game_shares in shares.items()}
    for game, share in sorted(usual.items()):
        UsualShare.objects.update_or_create(game=game, defaults={"share": share})
    UsualShare.objects.exclude(game__in=usual).delete()


def outdate(match: Played) -> None:
    """Mark the sums that contain the tallies of a match: they are computed again with the next match."""
    for member, game in match.tallies.values_list("member_id", "game"):
        Agreement.objects.filter(member_id=member, game=game).update(method=0)


def forget(member: Member) -> None:
    """Delete all numbers of a member."""
    member.match_tallies.all().delete()
    member.agreements.all().delete()


def _write(match_id: str) -> dict[Key, TallyChange]:
    """Write the tallies of a match if its analysis is stored; return those before and now by key."""
    match = rated_between_people().filter(pk=match_id).first()
    packed = stored.packed(match_id, DEPTH) if match is not None else None
    if match is None or packed is None:
        return {}
    players = {0: match.player0, 1: match.player1}
    people = Member.objects.filter(player__in=players.values(), is_active=True, robot=False)
    keys = dict(_locked(people.values_list("pk", flat=True)))
    before = list(match.tallies.order_by("side", "game"))
    now = [
        MatchTally(
            member_id=keys[players[side]],
            match=match,
            side=side,
            game=game,
            method=METHOD,
            logs=array("f", sums.logs).tobytes(),
            **{name: getattr(sums, name) for name in ("decisions", "loss", "hard", "agreed")},
        )
        for side, game, sums in _tallies(analyses.decode(brotli.decompress(packed)))
        if players[side] in keys
    ]
    changes: dict[Key, TallyChange] = defaultdict(lambda: TallyChange([], []))
    for row in before:
        if row.method == METHOD:
            changes[row.member_id, row.game].before.append(row.tally)
    for row in now:
        changes[row.member_id, row.game].now.append(row.tally)
    if any(change.before != change.now for change in changes.values()) or len(before) != len(now):
        match.tallies.all().delete()
        MatchTally.objects.bulk_create(now)
    return changes


def _locked(members: Iterable[int]) -> list[tuple[str, int]]:
    """Lock members: two workers may write numbers of the same one. Return their players and keys."""
    rows = Member.objects.filter(pk__in=members).select_for_update(no_key=True)
    return list(rows.order_by("pk").values_list("player", "pk"))


def _tallies(analysis: Analysis) -> Iterator[tuple[int, str, DecisionTally]]:
    """Return side, game and tally of each player with decisions that count."""
    decisions: dict[tuple[int, str], list[Choices]] = defaultdict(list)
    for game in analysis.games:
        for decision in analysis.decisions:
            if game.first <= decision.frame <= game.last and decision.kind == "turn" and decision.choices:
                decisions[decision.side, game.game].append(_choices(decision))
    for (side, game_id), choices in sorted(decisions.items()):
        sums = tally(choices, analysis.method.unit)
        if sums.decisions:
            yield side, game_id, sums


def _choices(decision: Decision) -> Choices:
    """Return a turn of an analysis in the form of the detection."""
    losses = tuple(choice.loss for choice in decision.choices[:SHOWN])
    played = next(place for place, choice in enumerate(decision.choices) if choice.played)
    return Choices(losses, played, decision.ways, decision.agrees, decision.loss)


def _update(member: int, game: str, usual: float, change: TallyChange | None = None) -> None:
    """Store the sums of a locked member in a game.

    They are the stored sums with the change; without it, or where these are not of this method, all tallies
    are added up.
    """
    stored = Agreement.objects.filter(member_id=member, game=game).first()
    if change is not None and stored is not None and stored.method == METHOD:
        matches = stored.matches - len(change.before) + len(change.now)
        together = stored.tally
        for sums in change.before:
            together = subtract(together, sums)
        for sums in change.now:
            together = add(together, sums)
    else:
        matches, together = 0, NOTHING
        for row in MatchTally.objects.filter(member_id=member, game=game, method=METHOD).order_by("pk"):
            matches, together = matches + 1, add(together, row.tally)
    if matches:
        sums_row = _agreement(matches, together, unit_of(game), usual)
        Agreement.objects.update_or_create(member_id=member, game=game, defaults=sums_row)
    elif stored is not None:
        stored.delete()


def _stored_usual_shares(games: Iterable[str]) -> Mapping[str, float]:
    """Return the tolerated share of decisions like an engine's in each of these games."""
    stored = dict(UsualShare.objects.filter(game__in=games).values_list("game", "share"))
    return {game: stored.get(game, TOLERATED[unit_of(game)]) for game in games}


def _agreement(matches: int, together: DecisionTally, unit: Unit, usual: float) -> dict[str, float | bytes]:
    evidence = find_evidence(together, usual)
    return {
        "method": METHOD,
        "matches": matches,
        "decisions": together.decisions,
        "rate": SCALE[unit] * together.loss / max(1, together.decisions),
        "agreement": together.agreed / together.hard if together.hard else 1.0,
        "share": evidence.share,
        "score": evidence.score,
        "loss": together.loss,
        "hard": together.hard,
        "agreed": together.agreed,
        "logs": array("d", together.logs).tobytes(),
    }
