"""The edge of pupil accounts: the pages that they may open, and the forms that they may send.

A form that is not named here is refused, so a new page is closed to pupils until somebody has looked whether
others read what is typed there.
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.decorators import async_only_middleware
from django.utils.translation import gettext as _

from zaria.club.accounts.requests import is_pupil
from zaria.club.site.http import errors

Ask = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

OPEN_FORMS = frozenset(
    (
        "account_logout",
        "agreed_line",
        "agreement",
        "analysis_state",
        "attempt",
        "call-back",
        "chapter_solved",
        "favourites",
        "group_join",
        "hint",
        "keep",
        "language",
        "lesson_solved",
        "level_offer",
        "look",
        "missed-call",
        "new",
        "next_table",
        "notice_read",
        "notifications_read",
        "open",
        "progress_switches",
        "puzzle_acts",
        "puzzle_answer",
        "puzzle_frame_answer",
        "puzzle_run_answer",
        "puzzle_settings",
        "relation",
        "report",
        "result_offer",
        "review",
        "simul_accept",
        "vacation",
        "vacation_end",
        "vacation_switch",
        "waiting_close",
        "waiting_order",
    )
)
"""The views whose forms pupil accounts may send: play, lessons, puzzles, settings, reports to the staff."""
CLOSED_ROOMS = (
    "allauth.",
    "zaria.club.accounts.",
    "zaria.club.conversations.",
    "zaria.club.payouts.",
    "zaria.club.personal_data.",
    "zaria.club.player_limits.",
    "zaria.club.scribe.",
    "zaria.club.shop.",
    "zaria.club.staff.",
    "zaria.club.top_up.",
)
"""The packages whose pages are closed to pupil accounts: money, letters, and what needs an e-mail address."""
OPEN_PAGES = frozenset(("account_logout", "conversation_words", "notices"))
"""The views of these packages that are open all the same."""
CLOSED_PAGES = frozenset(
    (
        "add_to_study",
        "consent",
        "import_study",
        "new_study",
        "notification_switches",
        "presets",
        "robot",
        "stats_credits",
        "stats_credits_file",
        "stats_credits_month",
        "support",
        "tokens",
        "treats",
    )
)
"""The views of open packages whose pages are closed: those of forms that pupil accounts may not send."""


@async_only_middleware
def pupil_middleware(ask: Ask) -> Ask:
    """Refuse pages and forms that are closed to pupil accounts."""

    async def answer(request: HttpRequest) -> HttpResponseBase:
        if is_pupil(request) and is_closed(request.path_info, str(request.method)):
            text = _("This isn't open to pupil accounts.")
            return errors.page(request, HTTPStatus.FORBIDDEN, _("Not for pupils"), text)
        return await ask(request)

    return answer


def is_closed(path: str, method: str) -> bool:
    """Return whether a request is closed to pupil accounts."""
    try:
        match = resolve(path)
    except Resolver404:
        return False
    if method not in ("GET", "HEAD"):
        return match.view_name not in OPEN_FORMS
    if match.view_name in CLOSED_PAGES:
        return True
    return match.func.__module__.startswith(CLOSED_ROOMS) and match.view_name not in OPEN_PAGES
