"""The notice of a vacation that has begun by itself."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, moment_text, register


class VacationBody(NoticeBody, total=False):
    """The end of the vacation (ms); `is_postponed`: it was planned, and begins a day later."""

    ends_at: int
    is_postponed: bool


def _vacation(body: VacationBody) -> tuple[str, str]:
    moment = moment_text(body.get("ends_at"))
    until = _("until {moment} (UTC)").format(moment=moment) if moment else ""
    if body.get("is_postponed"):
        return _("Your vacation begins a day later: at a table less than a day is left"), until
    return _("A day of vacation has begun: your time at a table was nearly over"), until


VACATION = register(
    NoticeKind(
        "vacation",
        36,
        gettext_lazy("Vacations that begin by themselves"),
        "clock",
        VacationBody,
        _vacation,
        Switches(page=True, mail=True, push=False),
        "one a day, as long as there are days of vacation or a plan waits",
    )
)
