"""Fills the sums of members and the usual shares with what the tallies of today say."""

from array import array
from collections import defaultdict

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Count

from zaria import games
from zaria.club.fair_play.detection import LOGS, Unit, tolerated

METHOD = 1
LEAST = 20


def fill_sums(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    agreements = apps.get_model("fair_play", "Agreement").objects
    tallies = apps.get_model("fair_play", "MatchTally").objects.filter(method=METHOD).order_by()
    numbers = {
        (member, game): number
        for member, game, number in tallies.values_list("member", "game").annotate(Count("pk"))
    }
    for row in agreements.only("pk", "member", "game", "matches", "logs"):
        if row.matches != numbers.get((row.member_id, row.game)):
            continue  # its sums are of another method: they are computed again with the next match
        if not row.logs:
            sums = {"loss": 0.0, "hard": 0.0, "agreed": 0.0}
            logs = [0.0] * LOGS
            for tally in tallies.filter(member=row.member_id, game=row.game).order_by("pk").iterator():
                logs = [
                    before + more for before, more in zip(logs, array("f", bytes(tally.logs)), strict=True)
                ]
                sums = {name: total + getattr(tally, name) for name, total in sums.items()}
            agreements.filter(pk=row.pk).update(**sums, logs=array("d", logs).tobytes())
        agreements.filter(pk=row.pk).update(method=METHOD)


def fill_usual_shares(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    shares: dict[str, list[float]] = defaultdict(list)
    rows = apps.get_model("fair_play", "Agreement").objects.filter(decisions__gte=LEAST).order_by()
    for game, share in rows.values_list("game", "share"):
        shares[game].append(share)
    usual_shares = apps.get_model("fair_play", "UsualShare").objects
    for game, game_shares in shares.items():
        unit: Unit = "points" if games.get(game).kind == "dice" else "chance"
        usual_shares.create(game=game, share=tolerated(game_shares, unit))


class Migration(migrations.Migration):
    dependencies = [("fair_play", "0001_tables")]

    operations = [
        migrations.AddField(
            model_name="agreement",
            name="method",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.CreateModel(
            name="UsualShare",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=32, unique=True)),
                ("share", models.FloatField()),
            ],
            options={"default_permissions": ()},
        ),
        migrations.RunPython(fill_sums, migrations.RunPython.noop),
        migrations.RunPython(fill_usual_shares, migrations.RunPython.noop),
    ]
