"""Live play, the projector, analyses and measurements of one process, with its pages."""

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext

from django.conf import settings
from prometheus_client.registry import Collector

from zaria.club.accounts.registry import delete_old_changes
from zaria.club.agreements.queries import agreed_acts
from zaria.club.conversations.announcements import RemovalAnnouncer
from zaria.club.conversations.reminders import remind
from zaria.club.conversations.store import ClubConversations
from zaria.club.fair_play import background as fair_play
from zaria.club.fair_play.usual_shares import UsualShareUpdates
from zaria.club.ledger.announcements import BalanceAnnouncer
from zaria.club.ledger.audits import LedgerAudits
from zaria.club.library import background as library
from zaria.club.library.child_supervisor import LibrarySupervisor
from zaria.club.library.worker import PositionIndexing
from zaria.club.library.year_archives.building import AFTER_START_S, ArchiveBuilding
from zaria.club.lobby.staked_tables import StakedTableNotices
from zaria.club.matches.analysis.supervisor import AnalysisSupervisor
from zaria.club.matches.results.meetings import recent_meetings
from zaria.club.matches.results.projector import Follower, projector_of, records_results
from zaria.club.matches.results.search_waits import SearchWaits
from zaria.club.notifications.announcements import UnreadAnnouncer
from zaria.club.notifications.new_connections import NewConnections
from zaria.club.notifications.push.sender import KnockSender
from zaria.club.notifications.waiting_tables import register_waiting_tables
from zaria.club.notifications.worker import NotificationWorker
from zaria.club.play.table_notices import TableNotices
from zaria.club.progress import background as progress
from zaria.club.progress.peers import PeerUpdates
from zaria.club.ratings import queries
from zaria.club.ratings.day_limits import ClubDayLimits
from zaria.club.ratings.policy import ClubRatingPolicy
from zaria.club.ratings.updates import RatingUpdates
from zaria.club.relations.arrivals import FriendArrivals
from zaria.club.relations.pairing import BlockPolicy
from zaria.club.server.http_server import serve_http, wait_for_signal
from zaria.club.server.live_link import LiveLink
from zaria.club.server.options import BOTS, ServeOptions
from zaria.club.shop.reminders import notify_of_gifts
from zaria.club.site import clock, data_directory, environment
from zaria.club.site.i18n import translate
from zaria.club.site.worker import Worker
from zaria.club.stakes.escrow import ClubEscrow
from zaria.club.stakes.sweeper import StakeSweeper
from zaria.club.storage.compression import MatchCompression
from zaria.club.storage.retention import Retention
from zaria.club.storage.sizes import TableSizes
from zaria.club.studies.announcements import StudyAnnouncer
from zaria.club.table_offers.endings import TableOfferEndings
from zaria.club.tournaments.announcements import TournamentAnnouncer
from zaria.club.tournaments.runner.reminders import notify_of_starts
from zaria.club.tournaments.runner.runner import TournamentRunner
from zaria.club.vacations.automatic import AutomaticVacations
from zaria.club.vacations.hours import OpenHoursNotes, OpenHoursRecorder
from zaria.club.vacations.policy import ClubDayPolicy
from zaria.club.waiting.news import WaitNews
from zaria.club.waiting.reported_tables import ReportedTables
from zaria.club.waiting.worker import KnockWorker
from zaria.live import logs
from zaria.live.app import Live
from zaria.live.config import ROLES, LiveConfig, SiteHooks
from zaria.live.journal import factory
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.hooks import LobbyHooks
from zaria.live.matches.hooks import MatchHooks
from zaria.live.metrics import Metrics
from zaria.live.process.gc_policy import GarbageCollector


async def run(options: ServeOptions) -> None:
    """Serve until SIGINT or SIGTERM. Raises `ConfigurationError` before that."""
    async with parts(options) as (live, metrics), _companion(live, options):
        if options.listener is None and options.operator is None:
            await wait_for_signal(options)
        else:
            await serve_http(live, metrics, options)


def _companion(live: Live, options: ServeOptions) -> AbstractAsyncContextManager[None]:
    return nullcontext() if options.companion is None else options.companion.accompany(live)


@asynccontextmanager
async def parts(options: ServeOptions) -> AsyncIterator[tuple[Live, Metrics]]:
    """Start all parts besides the listeners, and close them at the end in the opposite order.

    A part that fails to start or to close leaves none of the others open.
    """
    async with AsyncExitStack() as stack:
        link, tournaments = LiveLink(), TournamentAnnouncer()
        stack.push_async_callback(tournaments.close)
        balances, waits = BalanceAnnouncer(link.send_credits), WaitNews()
        stack.push_async_callback(balances.close)
        hours = OpenHoursNotes()
        connections = NewConnections(link.send_unread, balances.add, waits.send)
        hooks = _create_hooks(link, tournaments, connections, hours, stack)
        live = await _start_live(options, hooks)
        stack.push_async_callback(live.stop)
        link.connect(live)
        clock.follow(live.now)
        balances.start()
        stack.push_async_callback(waits.close)
        waits.start(live)
        _start_news(live, stack)
        _label_logs(live, options)
        collectors = list(_start_workers(live, tournaments, hours, options, stack))
        if options.has(BOTS):
            live.engines.warm()
            supervisor = AnalysisSupervisor(_find_work)
            stack.push_async_callback(supervisor.close)
            supervisor.start()
            collectors.append(supervisor)
        metrics = Metrics(live, options.roles or ROLES)
        stack.callback(metrics.close)
        for collector in collectors:
            metrics.register(collector)
        garbage = GarbageCollector(live.attended, lambda: live.endpoint.counts.answering > 0)
        stack.callback(garbage.close)
        yield live, metrics


def _create_hooks(
    link: LiveLink,
    tournaments: TournamentAnnouncer,
    connections: NewConnections,
    hours: OpenHoursNotes,
    stack: AsyncExitStack,
) -> SiteHooks:
    """Create what live play asks and notifies; it is closed after live play."""
    rating = ClubRatingPolicy(settings.RATING_LIMITS, link.match)
    pairing, escrow, waits, tables = BlockPolicy(), ClubEscrow(), SearchWaits(), TableNotices()
    conversations = ClubConversations(settings.LINES_A_MINUTE, link.send_unread)
    arrivals = FriendArrivals(link.online_users)
    days = ClubDayPolicy(agreed_acts, hours)
    day_limits = ClubDayLimits(link.tables_by_day)
    policies = (days, day_limits, rating, pairing, escrow)
    for part in (*policies, conversations, waits, tables, arrivals, connections):
        stack.push_async_callback(part.close)
    return SiteHooks(
        matches=MatchHooks(
            rating=rating,
            pairing=pairing,
            escrow=escrow,
            rematches=tables.report_rematches,
            days=days,
            day_limits=day_limits,
        ),
        lobby=LobbyHooks(
            pairing=pairing,
            search_stakes=escrow,
            recent_meetings=recent_meetings,
            last_tournament_event=tournaments.last_event,
            ratings=queries.astandings,
            invitations=tables,
            arrivals=arrivals.report,
            connections=connections.report,
            searches=waits.record,
        ),
        conversations=conversations,
    )


def _start_news(live: Live, stack: AsyncExitStack) -> None:
    """Send open pages the news that come from no socket, and follow the tables of members."""
    if live.conversations is not None:
        for news in (
            RemovalAnnouncer(live.conversations.removed),
            UnreadAnnouncer(live.conversations.unread),
        ):
            stack.callback(news.stop)
            news.start()
    studies = StudyAnnouncer(live.lobby.sessions.study_readers.changed)
    stack.callback(studies.stop)
    studies.start()
    is_recorder = records_results(live)
    for follower in (TableOfferEndings(live, is_recorder), StakedTableNotices(live, is_recorder)):
        stack.push_async_callback(follower.close)
        follower.start()


def _start_workers(
    live: Live,
    tournaments: TournamentAnnouncer,
    hours: OpenHoursNotes,
    options: ServeOptions,
    stack: AsyncExitStack,
) -> tuple[Collector, ...]:
    """Start tournaments, audits of the ledger, notices and the care for old rows; return their metrics."""
    audits = LedgerAudits()
    stack.push_async_callback(audits.close)
    runner = TournamentRunner(live, records_results(live))
    stack.push_async_callback(runner.close)
    tournaments.follow(live, runner.wake)
    projector = projector_of(live, [*_followers(live), runner.follow, audits.follow])
    stack.push_async_callback(projector.close)
    projector.start()
    runner.start()
    sender = KnockSender(options.port)
    jobs = [remind, notify_of_gifts, notify_of_starts, delete_old_changes, sender.send]
    worker = NotificationWorker(records_results(live), jobs, options.port)
    register_waiting_tables(ReportedTables(live))
    knocks = KnockWorker(live, records_results(live))
    for regular in (worker, knocks):
        stack.push_async_callback(regular.close)
        regular.start()
    sizes = TableSizes(records_results(live))
    keepers: tuple[Worker, ...] = (
        OpenHoursRecorder(hours),
        AutomaticVacations(live, records_results(live)),
        PositionIndexing(live.journal, records_results(live)),
        ArchiveBuilding(live.journal, records_results(live), AFTER_START_S),
        MatchCompression(records_results(live)),
        Retention(records_results(live)),
        sizes,
    )
    for keeper in keepers:
        stack.push_async_callback(keeper.close)
        keeper.start()
    imports = LibrarySupervisor(records_results(live))
    stack.push_async_callback(imports.close)
    imports.start()
    return audits, sizes, sender, imports


def _followers(live: Live) -> list[Follower]:
    """Everything that follows from results, in the order in which it is done after each round."""
    return [
        StakeSweeper(live.journal).sweep,
        RatingUpdates(live.lobby.sessions.rated).compute,
        UsualShareUpdates().follow,
        PeerUpdates().follow,
    ]


def _find_work() -> None:
    """Request the next analysis of the club's own, if there is time for one."""
    fair_play.find_work()
    progress.find_work()
    library.find_work()


def _label_logs(live: Live, options: ServeOptions) -> None:
    logs.PROCESS["roles"] = ",".join(sorted(options.roles or ROLES))
    if live.process is not None:
        logs.PROCESS["process"] = live.process.node.id


async def _start_live(options: ServeOptions, hooks: SiteHooks) -> Live:
    journal, redis = options.home / factory.FILE, environment.redis_url()
    if redis is not None:
        print("Connecting to the other processes through Redis.", flush=True)
    try:
        return await Live.start(
            LiveConfig(
                path=journal,
                translate=translate,
                bot_pause=options.bot_pause,
                now=None if options.companion is None else options.companion.now,
                key=hashlib.blake2b(settings.SECRET_KEY.encode(), person=b"zaria people").digest(),
                database=data_directory.database_url(),
                redis=redis,
                roles=ROLES if options.roles is None else options.roles,
                address=options.address,
                engines=environment.number("ZARIA_ENGINES"),
                hooks=hooks,
            )
        )
    except sqlite3.Error as error:
        raise data_directory.ConfigurationError(f"cannot use {journal}: {error}") from error
    except StoreUnavailableError as error:
        raise data_directory.ConfigurationError(str(error)) from error
    except ValueError as error:
        raise data_directory.ConfigurationError(f"cannot use ZARIA_REDIS_URL: {error}") from error
