"""Notices of invitations to a table, and of offered rematches, to members who do not see them."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import delete_event, end_event, notify
from zaria.club.notifications.models import Notification
from zaria.club.notifications.notice_kinds import INVITATION, InvitationBody
from zaria.club.play.notice_kinds import REMATCH
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.lobby.calls import Answer, Call
from zaria.live.matches.hooks import RematchReport
from zaria.match.player_info import PlayerInfo

_CALL = "call:"
_LOOK_BACK = timedelta(hours=1)
"""More than the time for which an invitation stands; by then its notice says itself that it is over."""


class TableNotices:
    """Both kinds of notices, for live play (`CallNotices`, `Report` of rematches). One for each process."""

    def __init__(self) -> None:
        self._database = DatabaseThread("table-notices")
        self._closed = False

    async def close(self) -> None:
        """End after what is being done."""
        self._closed = True
        await self._database.close()

    async def keep_calls(self, calls: Sequence[Call]) -> None:
        """Notify the guests of unseen invitations; all others have ended."""
        if not self._closed:
            await self._database.run(_keep_calls, calls)

    async def on_answers(self, answers: Collection[Answer]) -> None:
        """Delete the notices of invitations that are answered."""
        if not self._closed:
            await self._database.run(_delete_answered, answers)

    async def report_rematches(self, reports: Sequence[RematchReport]) -> None:
        """Notify of rematches that are offered; the notices of others end."""
        if not self._closed:
            await self._database.run(_report_rematches, reports)


def _keep_calls(calls: Sequence[Call]) -> None:
    standing = {f"{_CALL}{call.match_id}": call for call in calls}
    sent = Notification.objects.filter(
        kind=INVITATION.name,
        key__startswith=_CALL,
        at__gte=timezone.now() - _LOOK_BACK,
        body__over__isnull=True,
    )
    notified = list(sent.order_by("at").values_list("to", "key"))
    for to, key in notified:
        if key not in standing:
            end_event(to, key)
    for _, key in notified:
        standing.pop(key, None)
    unseen = {key: call for key, call in standing.items() if call.unseen}
    members = _numbers([call.guest for call in unseen.values()])
    senders = _players([call.host for call in unseen.values()])
    for key, call in unseen.items():
        body = _body(call.match_id, call.host, call.game, call.until)
        sender = senders.get(call.host.name, "") if call.host.member else ""
        notify(members.get(call.guest, ()), INVITATION, body, key=key, sender=sender)


def _delete_answered(answers: Collection[Answer]) -> None:
    members = _numbers([answer.guest for answer in answers])
    for answer in answers:
        for to in members.get(answer.guest, ()):
            delete_event(to, f"{_CALL}{answer.match_id}")


def _report_rematches(reports: Sequence[RematchReport]) -> None:
    members = _numbers([report.to for report in reports])
    senders = _players([report.by for report in reports])
    for report in reports:
        to, key = members.get(report.to, []), f"rematch:{report.match_id}"
        for pk in to:
            if report.state == "over":
                end_event(pk, key)
            else:
                delete_event(pk, key)
        if report.state == "offered":
            body = _body(report.match_id, report.by, report.game, report.until)
            sender = senders.get(report.by.name, "") if report.by.member else ""
            notify(to, REMATCH, body, key=key, sender=sender)


def _numbers(players: Collection[str]) -> dict[str, list[int]]:
    """The numbers of members by their ids as players."""
    rows = Member.objects.filter(player__in=players).values_list("player", "pk") if players else ()
    return {player: [pk] for player, pk in rows}


def _players(senders: Collection[PlayerInfo]) -> dict[str, str]:
    """The ids of members by their logins. Guests have none: other limits count their invitations."""
    logins = {sender.name for sender in senders if sender.member}
    rows = Member.objects.filter(username__in=logins).values_list("username", "player") if logins else ()
    return dict(rows)


def _body(match_id: str, by: PlayerInfo, game: str, until: int | None) -> InvitationBody:
    body = InvitationBody(name=by.name, game=game, until=until, path=f"/t/{match_id}")
    if by.member:
        body["after"] = f"/@{by.name}"
    return body
