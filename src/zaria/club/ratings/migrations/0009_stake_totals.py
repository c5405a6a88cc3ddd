"""Sums of the credits won in staked matches, for the ranking by winnings."""

from collections import Counter
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 2000
MEMBER = "member:"


def add_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None) -> None:
    """Add up the settlements of all staked matches and their corrections."""
    transfers = apps.get_model("ledger", "Transfer").objects.exclude(match_id="")
    booked = transfers.filter(kind__in=("win", "fee", "correction")).order_by("match_id")
    rows = booked.values_list(
        "match_id", "kind", "hold__debit__code", "debit__code", "credit__code", "amount", "debit__unit"
    )
    sums: Counter[tuple[str, str, str, str]] = Counter()
    matches: dict[str, Counter[tuple[str, str]]] = {}
    for match_id, group in groupby(rows.iterator(AT_ONCE), key=lambda row: row[0]):
        matches[match_id] = _gains(group)
        if len(matches) == AT_ONCE:
            _add(apps, matches, sums)
            matches = {}
    _add(apps, matches, sums)
    _store(apps, sums)


def _gains(rows: Any) -> Counter[tuple[str, str]]:
    """The gains of the accounts of members in a match, by account and unit."""
    gains: Counter[tuple[str, str]] = Counter()
    for _match, kind, holder, debit, credit, amount, unit in rows:
        gains[debit if kind == "correction" else holder, unit] -= amount
        gains[credit, unit] += amount
    return gains


def _add(
    apps: Apps, matches: dict[str, Counter[tuple[str, str]]], sums: Counter[tuple[str, str, str, str]]
) -> None:
    played = apps.get_model("results", "Played").objects.filter(pk__in=matches)
    for match_id, game, ended in played.values_list("match_id", "game", "ended"):
        day = datetime.fromtimestamp(ended / 1000, UTC)
        for (code, unit), gain in matches[match_id].items():
            if code.startswith(MEMBER):
                for name in (game, ""):
                    for period in (f"{day:%Y-%m}", f"{day:%Y}", ""):
                        sums[code.removeprefix(MEMBER), name, period, unit] += gain


def _store(apps: Apps, sums: Counter[tuple[str, str, str, str]]) -> None:
    members = dict(apps.get_model("members", "Member").objects.values_list("player", "pk"))
    total = apps.get_model("ratings", "StakeTotal")
    total.objects.bulk_create(
        [
            total(member_id=members[player], game=game, period=period, unit=unit, amount=amount)
            for (player, game, period, unit), amount in sums.items()
            if player in members
        ],
        batch_size=AT_ONCE,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0008_browsers_of_the_second"),
        ("ledger", "0005_welcomed_addresses"),
        ("results", "0008_tournament"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StakeTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(blank=True, max_length=32)),
                ("period", models.CharField(blank=True, max_length=7)),
                ("unit", models.CharField(max_length=8)),
                ("amount", models.BigIntegerField(default=0)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stake_totals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("member", "game", "period", "unit"), name="one_stake_total"
                    )
                ],
            },
        ),
        migrations.RunPython(add_up, migrations.RunPython.noop),
    ]
