"""Unread notices of the staff and of tournaments stand on the page of notices, too."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db import migrations
from django.db.models import Count, Q

AT_ONCE = 500


def carry_over(apps: Any, _schema: Any) -> None:
    """Copy the unread ones of members, and count them."""
    notification = apps.get_model("notifications", "Notification")
    member = apps.get_model("members", "Member")
    rows = [*_of_staff(apps), *_of_tournaments(apps, member)]
    rows.sort(key=lambda row: row["at"])
    notification.objects.bulk_create([notification(**row) for row in rows], AT_ONCE, ignore_conflicts=True)
    unread = Count("notifications", filter=Q(notifications__read_at=None, notifications__on_page=True))
    for pk, number in member.objects.annotate(n=unread).filter(n__gt=0).values_list("pk", "n"):
        member.objects.filter(pk=pk).update(unread_notices=number)


def _of_staff(apps: Any) -> Iterator[dict[str, Any]]:
    for to, act, at in (
        apps.get_model("staff", "Notice").objects.filter(read_at=None).values_list("to", "act", "act__at")
    ):
        yield {"to_id": to, "kind": "staff", "key": f"act:{act}", "at": at, "body": {"path": "/me/notices"}}


def _of_tournaments(apps: Any, member: Any) -> Iterator[dict[str, Any]]:
    found = apps.get_model("tournaments", "TournamentNotice").objects.select_related("tournament")
    ids = dict(member.objects.filter(player__in=found.values("player")).values_list("player", "pk"))
    for notice in found:
        if notice.player not in ids:
            continue
        body = {"title": notice.tournament.title, "path": f"/tournaments/{notice.tournament_id}"}
        if notice.kind != "invited":
            few = notice.kind == "cancelled" and not notice.reason
            body |= {"change": "few" if few else notice.kind, "reason": notice.reason}
        if notice.kind == "moved":
            body["starts_at"] = notice.starts_at
        yield {
            "to_id": ids[notice.player],
            "kind": "invitation" if notice.kind == "invited" else "tournament",
            "key": f"tournament-notice:{notice.pk}",
            "at": datetime.fromtimestamp(notice.at / 1000, UTC),
            "body": body,
        }


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0001_initial"),
        ("members", "0013_unread_notices"),
        ("staff", "0011_lines"),
        ("tournaments", "0006_skipped_starts"),
    ]

    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]
