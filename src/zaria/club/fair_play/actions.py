"""Writes tallies of members' decisions from the analyses of rated matches. Call it in a thread: it waits."""

from array import array
from collections import defaultdict
from collections.abc import Iterator

import brotli  # type: ignore[import-untyped]
from django.db import transaction
from django.db.models import QuerySet

from zaria import games
from zaria.bots import analysis as analyses
from zaria.bots.analysis.marks import SCALE
from zaria.bots.analysis.shape import Analysis, Decision
from zaria.club.accounts.models import Member
from zaria.club.fair_play.detection import (
    METHOD,
    NOTHING,
    SHOWN,
    Choices,
    Tally,
    Unit,
    add,
    find_evidence,
    tally,
    tolerated,
)
from zaria.club.fair_play.models import Agreement, MatchTally
from zaria.club.matches.analysis import actions as stored
from zaria.club.matches.results.models import Played

DEPTH: analyses.Depth = "deep"
"""The depth of the analyses that are good enough."""
LEAST = 20
"""The least decisions with which a member's share counts in the population."""

Key = tuple[int, str]
"""The key of a member, and a game."""


def rated_between_people() -> QuerySet[Played]:
    """Return the matches that count; a voided match shows its decisions as well."""
    return Played.objects.filter(
        rated=True, void=False, training=False, member0=True, member1=True, bot0="", bot1=""
    )


@transaction.atomic
def record(match_id: str) -> bool:
    """Write the tallies of a match and the sums of its players; return whether there were any.

    Only rated matches between people have tallies.
    """
    changed = _write(match_id)
    _update(changed, match_id)
    return bool(changed)


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
        _update(keys)
    return number


def forget(member: Member) -> None:
    """Delete all numbers of a member."""
    member.match_tallies.all().delete()
    member.agreements.all().delete()


def unit_of(game: str) -> Unit:
    """Return the unit of losses in a game."""
    return "points" if games.get(game).kind == "dice" else "chance"


def _write(match_id: str) -> set[Key]:
    """Write the tallies of a match if its analysis is stored; return the changed keys."""
    match = rated_between_people().filter(pk=match_id).first()
    packed = stored.packed(match_id, DEPTH) if match is not None else None
    if match is None or packed is None:
        return set()
    players = {0: match.player0, 1: match.player1}
    people = Member.objects.filter(player__in=players.values(), is_active=True, robot=False)
    # Two workers may write numbers of the same member: one waits for the other.
    keys = dict(people.select_for_update(no_key=True).order_by("pk").values_list("player", "pk"))
    changed = {*match.tallies.values_list("member_id", "game")}
    match.tallies.all().delete()
    rows = [
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
    MatchTally.objects.bulk_create(rows)
    return changed | {(row.member_id, row.game) for row in rows}


def _tallies(analysis: Analysis) -> Iterator[tuple[int, str, Tally]]:
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


def _update(keys: set[Key], match_id: str | None = None) -> None:
    """Store the sums of these members in these games.

    The tallies of `match_id` are added to the stored sums; without it, or if the stored sums do not cover all
    other matches, all tallies are added up.
    """
    usual = {game: _usual(game) for game in {game for _, game in keys}}
    for member, game in sorted(keys):
        rows = MatchTally.objects.filter(member_id=member, game=game, method=METHOD)
        matches = rows.count()
        if not matches:
            Agreement.objects.filter(member_id=member, game=game).delete()
            continue
        stored = Agreement.objects.filter(member_id=member, game=game).first()
        together = NOTHING
        if match_id is not None and stored is not None and stored.logs:
            latest = rows.filter(match=match_id)
            if stored.matches + len(latest) == matches:
                together, rows = stored.tally, latest
        for row in rows.order_by("pk").iterator():
            together = add(together, row.tally)
        sums = _agreement(matches, together, unit_of(game), usual[game])
        Agreement.objects.update_or_create(member_id=member, game=game, defaults=sums)


def _usual(game: str) -> float:
    """Return the tolerated share of decisions like an engine's in a game."""
    shares = Agreement.objects.filter(game=game, decisions__gte=LEAST).values_list("share", flat=True)
    return tolerated(shares, unit_of(game))


def _agreement(matches: int, together: Tally, unit: Unit, usual: float) -> dict[str, float | bytes]:
    evidence = find_evidence(together, usual)
    return {
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
