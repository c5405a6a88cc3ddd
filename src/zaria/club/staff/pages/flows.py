"""The page of suspicious flows: findings of the detector in staked matches. It decides nothing."""

from typing import Any

from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.ledger.kinds import TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results.models import Played
from zaria.club.ratings import addresses, browsers
from zaria.club.site.clock import DAY_MS
from zaria.club.staff.flow_detector import Finding, find_flows
from zaria.club.staff.gatherers import MemberFacts, StakedMatch
from zaria.club.staff.pages.date_format import moment_of
from zaria.club.staff.pages.filters import address_choices

PERIODS = {"7": 7, "30": 30, "90": 90}
"""Days back, by the word in the address."""
USUAL = "30"
MOST = 200_000
"""The most matches that are examined, the latest first."""
SHOWN = 20
"""The most findings on the page: those with the most evidence."""
VOIDED = 100
"""The most matches that one form voids."""
_CHUNK = 500
RETURNS = (TransferKind.RELEASE, TransferKind.REFUND, TransferKind.CORRECTION)
"""Kinds of transfers that return credits, which are no new income."""

MARKS = {
    "one_way": gettext_lazy("one-way results"),
    "quick": gettext_lazy("early ends"),
    "address": gettext_lazy("shared addresses"),
    "browser": gettext_lazy("shared browser"),
    "ring": gettext_lazy("ring"),
    "gathers": gettext_lazy("gathers credits"),
    "whole": gettext_lazy("most of a balance"),
    "young": gettext_lazy("new accounts"),
}


def read_findings(since: int) -> list[Finding]:
    """Return the findings in the staked matches that ended since a moment (ms)."""
    rows = Played.objects.filter(
        ended__gte=since, stake__isnull=False, won__isnull=False, void=False, voided=False
    )
    fields = ("match_id", "won", "player0", "player1", "how", "early", "ended")
    played = list(rows.filter(member0=True, member1=True).order_by("-ended").values_list(*fields)[:MOST])
    amounts = _amounts([row[0] for row in played])
    matches = []
    for match_id, won, player0, player1, how, early, ended in reversed(played):
        if match_id in amounts:
            winner, loser = (player0, player1) if won == 0 else (player1, player0)
            quick = early and how != "played"
            matches.append(StakedMatch(match_id, winner, loser, amounts[match_id], quick, ended))
    pairs = {(min(match.winner, match.loser), max(match.winner, match.loser)): None for match in matches}
    same = [pair for pair, number in addresses.shared(list(pairs)).items() if number]
    shared = browsers.shared({player for pair in pairs for player in pair})
    return find_flows(matches, same, shared, _facts({match.loser for match in matches}))


def _facts(players: set[str]) -> dict[str, MemberFacts]:
    """Read the total income of these members in the club's unit, and the moments of their admission."""
    facts: dict[str, MemberFacts] = {}
    ids = sorted(players)
    for start in range(0, len(ids), _CHUNK):
        part = ids[start : start + _CHUNK]
        incomes = Transfer.objects.filter(
            credit__code__in=[member_code(player) for player in part], credit__unit=settings.LEDGER.unit
        ).exclude(kind__in=RETURNS)
        had = dict(incomes.values_list("credit__code").annotate(sum=Sum("amount")))
        for player, since in Member.objects.filter(player__in=part).values_list("player", "since"):
            begun = 0 if since is None else int(since.timestamp() * 1000)
            facts[player] = MemberFacts(had.get(member_code(player), 0), begun)
    return facts


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page; `context` is what all pages of the staff share."""
    period = request.GET.get("period", USUAL)
    period = period if period in PERIODS else USUAL
    since = int(timezone.now().timestamp() * 1000) - PERIODS[period] * DAY_MS
    findings = read_findings(since)[:SHOWN]
    members = Member.objects.in_bulk(
        {player for finding in findings for player in finding.players}, field_name="player"
    )
    match_ids = sorted({match_id for finding in findings for match_id in finding.matches[-VOIDED:]})
    played, amounts = Played.objects.in_bulk(match_ids), _amounts(match_ids)
    periods = {"7": _("7 days"), "30": _("30 days"), "90": _("90 days")}
    choices = {
        "title": _("Suspicious flows"),
        "findings": [_row(finding, members, played, amounts) for finding in findings],
        "choices": address_choices({"period": (_("Period"), periods)}, {"period": period}),
    }
    return render(request, "staff/flows.html", {**context, **choices})


def _row(
    finding: Finding, members: dict[str, Member], played: dict[str, Played], amounts: dict[str, int]
) -> dict[str, Any]:
    """Return a finding with its last matches, the latest first."""
    matches = [played[match_id] for match_id in finding.matches[-VOIDED:] if match_id in played]
    matches.sort(key=lambda match: match.ended, reverse=True)
    void = reverse("admin:results_played_do", args=["void"])
    return {
        "finding": finding,
        "marks": [MARKS[mark] for mark in finding.marks],
        "gains": [
            (members.get(player), gain)
            for player, gain in sorted(finding.gains.items(), key=lambda item: -item[1])
        ],
        "matches": [
            {
                "match": match,
                "ended": moment_of(match.ended),
                "winner": match.name0 if match.won == 0 else match.name1,
                "amount": amounts.get(match.match_id, 0),
            }
            for match in matches
        ],
        "void": f"{void}?{urlencode([('id', match.pk) for match in matches])}",
    }


def _amounts(match_ids: list[str]) -> dict[str, int]:
    """Return the amounts that the winners got from the losers, by match."""
    amounts: dict[str, int] = {}
    for start in range(0, len(match_ids), _CHUNK):
        part = match_ids[start : start + _CHUNK]
        amounts.update(
            Transfer.objects.filter(match_id__in=part, kind=TransferKind.WIN).values_list(
                "match_id", "amount"
            )
        )
    return amounts
