"""The tables of a club: what each grows with, or the age at which its rows are deleted.

The rooms delete where they write, if a row there has a short life. `AGES` has the others: a worker deletes
their rows in slices, in the process that records results.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils import timezone

from zaria.club.accounts.flows.sessions import delete_expired, delete_unused
from zaria.club.accounts.models import AccountChange, EndedSession
from zaria.club.agreements.actions import delete_left_over
from zaria.club.matches.analysis.models import DONE, FAILED, Analysis
from zaria.club.matches.results.search_waits import LOOK_BACK_MS
from zaria.club.notifications.actions import delete_before
from zaria.club.site.http.submissions import LIFETIME
from zaria.club.site.worker import Worker
from zaria.club.storage.models import TableSize
from zaria.club.studies.models import Study, StudyChange
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.club.vacations.hours import KEPT_MS as HOURS_MS

AT_ONCE = 100
"""Rows that one transaction deletes."""
SLICE_S = 0.05
"""Seconds of work in a slice."""
PAUSE_S = 1.0
"""Seconds between two slices."""
IDLE_S = 6 * 3600.0
"""Seconds from the end of one pass to the next."""

Delete = Callable[[datetime, int], int]
"""Deletes at most so many rows from before a moment; returns how many."""


class Age(NamedTuple):
    """The age at which the rows of a table are deleted."""

    age: timedelta
    delete: Delete


class Growth(NamedTuple):
    """The reason why the rows of tables are kept: what they grow with."""

    cause: str
    tables: tuple[str, ...]


def _delete(rows: QuerySet[Any], field: str, most: int) -> int:
    keys = list(rows.order_by(field).values_list("pk", flat=True)[:most])
    model: type[Model] = rows.model
    model._default_manager.filter(pk__in=keys).delete()
    return len(keys)


def _delete_ended_sessions(moment: datetime, most: int) -> int:
    return _delete(EndedSession.objects.filter(at__lt=moment), "at", most)


def _delete_analyses(moment: datetime, most: int) -> int:
    requested_before = Analysis.objects.filter(asked__lt=moment.timestamp() * 1000, state__in=(DONE, FAILED))
    return _delete(requested_before, "asked", most)


def _delete_offers(moment: datetime, most: int) -> int:
    open_states = (TableOfferState.OPEN, TableOfferState.ACCEPTING)
    return _delete(TableOffer.objects.filter(at__lt=moment).exclude(state__in=open_states), "at", most)


def _delete_study_changes(moment: datetime, most: int) -> int:
    return _delete(StudyChange.objects.filter(at__lt=moment.timestamp() * 1000), "at", most)


def _delete_removed_studies(moment: datetime, most: int) -> int:
    removed = Study.objects.filter(removed_at__gt=0, removed_at__lt=moment.timestamp() * 1000)
    return _delete(removed, "removed_at", most)


def _delete_sizes(moment: datetime, most: int) -> int:
    return _delete(TableSize.objects.filter(day__lt=moment.date()), "day", most)


_SESSION_AGE = timedelta(seconds=settings.SESSION_COOKIE_AGE)
AGES = {
    "agreements_sealedacts": Age(timedelta(days=30), delete_left_over),
    "analysis_analysis": Age(timedelta(days=365), _delete_analyses),
    "django_session": Age(timedelta(0), delete_expired),
    "members_endedsession": Age(_SESSION_AGE, _delete_ended_sessions),
    "notifications_notification": Age(timedelta(days=90), delete_before),
    "storage_tablesize": Age(timedelta(days=365), _delete_sizes),
    "studies_study": Age(timedelta(days=30), _delete_removed_studies),
    "studies_studychange": Age(timedelta(days=30), _delete_study_changes),
    "table_offers_tableoffer": Age(timedelta(days=90), _delete_offers),
    "usersessions_usersession": Age(_SESSION_AGE, delete_unused),
}
"""The age of rows that the worker deletes, by table. Sessions have theirs from their end on."""

_ADDRESS_AGE = timedelta(days=settings.RATING_LIMITS.address_days)
ROOM_AGES = {
    "members_accountchange": AccountChange.KEPT,
    "notifications_knock": timedelta(days=1),
    "notifications_pushsubscription": _SESSION_AGE,
    "ratings_pairmatch": timedelta(days=2),
    "ratings_seataddress": _ADDRESS_AGE,
    "ratings_sharedbrowser": _ADDRESS_AGE,
    "results_searchwait": timedelta(milliseconds=LOOK_BACK_MS),
    "site_submission": LIFETIME,
    "vacations_openhours": timedelta(milliseconds=HOURS_MS),
}
"""The age of rows that the rooms delete, by table."""

GROWTH = (
    Growth(
        "matches",
        (
            *("match", "event", "compressed", "wait", "results_played", "analysis_sidegrade"),
            *("fair_play_matchtally", "ledger_transfer", "progress_matchprogress", "ratings_change"),
            *(
                "waiting_turnreminder",
                "library_indexedmatch",
                "library_positionblock",
                "library_storedposition",
                "library_yeararchive",
                "library_archivepart",
            ),
        ),
    ),
    Growth(
        "members",
        (
            *("account_emailaddress", "members_member", "members_member_groups", "members_face"),
            *("members_member_user_permissions", "members_accountaddress", "members_token"),
            *("socialaccount_socialaccount", "socialaccount_socialtoken", "mfa_authenticator"),
            *("fair_play_agreement", "federations_membership", "ledger_account", "ledger_welcomedaddress"),
            *("learn_lessonprogress", "library_collection", "library_fileimport", "library_importedmatch"),
            *(
                "library_importfile",
                "library_matchtag",
                "library_publicmatchword",
                "library_collectionperson",
                "library_namelink",
            ),
            *("notifications_noticesettings", "notifications_notificationswitch"),
            *("player_limits_consent", "player_limits_limitsetting"),
            *("progress_monthmatches", "progress_monthsum", "progress_progressswitches"),
            *("player_limits_pause", "player_limits_reminder", "ratings_season", "ratings_staketotal"),
            *("puzzles_puzzleattempt", "puzzles_puzzlereport", "puzzles_puzzlesettings"),
            *("puzzles_puzzlestreak", "puzzles_puzzlevote", "puzzles_repeatcard", "puzzles_solverrating"),
            *("ratings_standing", "relations_relation", "results_lastmeeting", "shop_giftclock"),
            *("shop_purchase", "shop_treat", "texts_consent", "vacations_vacation"),
            *("vacations_vacationswitch", "waiting_tableorder", "broadcast_drawing"),
        ),
    ),
    Growth(
        "what members write and pay",
        (
            *("comments_comment", "conversations_conversation", "conversations_line"),
            *("conversations_participant", "notes_note", "payouts_payoutrequest", "support_message"),
            *("studies_studychapter", "studies_studyperson"),
            *("groups_group", "groups_pupil", "groups_homework", "groups_simul", "groups_simulseat"),
            *("scribe_matchsheet", "scribe_sheetstep"),
            *("support_report", "support_thread", "top_up_payment", "top_up_reversal"),
        ),
    ),
    Growth(
        "tournaments and federations",
        (
            *("federations_coatofarms", "federations_contract", "federations_contractend"),
            *("federations_federation", "federations_federationimport", "federations_federationtext"),
            "broadcast_featuredtable",
            *("federations_title", "tournaments_entry", "tournaments_invitation", "tournaments_pairing"),
            *("tournaments_placeoffer", "tournaments_seriestournament", "tournaments_tournament"),
            *("tournaments_tournamentevent", "tournaments_tournamentseries"),
        ),
    ),
    Growth(
        "acts of the staff",
        (
            *("django_admin_log", "members_refusedname", "ratings_correction", "site_forbiddenword"),
            *("staff_act", "staff_notice", "support_cannedanswer", "texts_sitetext", "texts_textversion"),
        ),
    ),
    Growth(
        "the program alone",
        (
            *("account_emailconfirmation", "auth_group", "auth_group_permissions", "auth_permission"),
            *("compression", "django_content_type", "django_migrations", "fair_play_usualshare"),
            *("ledger_soundaudit", "progress_peerband", "progress_peersum", "ratings_due"),
            *("results_scribed", "site_storedbrand"),
            *("puzzles_clubpuzzle", "puzzles_dailypuzzle", "puzzles_matchsearchmark", "puzzles_puzzlestate"),
            *("socialaccount_socialapp", "tournaments_pendingstep", "waiting_knockmark"),
        ),
    ),
)


class Retention(Worker):
    """Deletes the rows that have reached their age."""

    def __init__(self, is_responsible: Callable[[], bool], pause_s: float = PAUSE_S) -> None:
        """`is_responsible` says whether this process does the work."""
        super().__init__("retention", pause_s)
        self._is_responsible = is_responsible

    async def run_round(self) -> float | None:
        """Delete a slice; returns None for the usual pause, or `IDLE_S` when nothing is left to delete."""
        if not self._is_responsible():
            return IDLE_S
        return None if await self._database.run(delete_slice, timezone.now()) else IDLE_S


def delete_slice(now: datetime, seconds: float = SLICE_S) -> bool:
    """Delete rows of each table for about `seconds`; return whether there may be more."""
    has_more = False
    for rule in AGES.values():
        until = time.monotonic() + seconds / len(AGES)
        while number := rule.delete(now - rule.age, AT_ONCE):
            if number == AT_ONCE and time.monotonic() >= until:
                has_more = True
                break
    return has_more
