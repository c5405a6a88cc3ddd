"""Live play, the projector, analyses and measurements of one process, with its pages."""

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from django.conf import settings

from zaria.club.conversations.announcements import RemovalAnnouncer
from zaria.club.conversations.reminders import remind
from zaria.club.conversations.store import ClubConversations
from zaria.club.fair_play import background as fair_play
from zaria.club.fair_play.usual_shares import UsualShareUpdates
from zaria.club.ledger.announcements import BalanceAnnouncer
from zaria.club.ledger.audits import LedgerAudits
from zaria.club.lobby.staked_tables import StakedTableNotices
from zaria.club.matches.analysis.supervisor import AnalysisSupervisor
from zaria.club.matches.results.meetings import recent_meetings
from zaria.club.matches.results.projector import Follower, projector_of, records_results
from zaria.club.matches.results.search_waits import SearchWaits
from zaria.club.notifications.announcements import UnreadAnnouncer
from zaria.club.notifications.new_connections import NewConnections
from zaria.club.notifications.worker import NotificationWorker
from zaria.club.play.table_notices import TableNotices
from zaria.club.ratings.policy import ClubRatingPolicy
from zaria.club.ratings.updates import RatingUpdates
from zaria.club.relations.arrivals import FriendArrivals
from zaria.club.relations.pairing import BlockPolicy
from zaria.club.server.http_server import serve_http, wait_for_signal
from zaria.club.server.options import BOTS, ServeOptions
from zaria.club.shop.reminders import notify_of_gifts
from zaria.club.site import clock, data_directory, environment
from zaria.club.site.i18n import translate
from zaria.club.stakes.escrow import ClubEscrow
from zaria.club.stakes.sweeper import StakeSweeper
from zaria.club.table_offers.endings import TableOfferEndings
from zaria.club.tournaments.announcements import TournamentAnnouncer
from zaria.club.tournaments.runner.reminders import notify_of_starts
from zaria.club.tournaments.runner.runner import TournamentRunner
from zaria.live import logs
from zaria.live.app import Live
from zaria.live.config import ROLES, LiveConfig
from zaria.live.journal import factory
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.tournament_readers import LastEvent
from zaria.live.metrics import Metrics
from zaria.live.process.gc_policy import GarbageCollector


async def run(options: ServeOptions) -> None:
    """Serve until SIGINT or SIGTERM. Raises `ConfigurationError` before that."""
    async with parts(options) as (live, metrics):
        if options.listener is None and options.operator is None:
            await wait_for_signal(options)
        else:
            await serve_http(live, metrics, options)


@asynccontextmanager
async def parts(options: ServeOptions) -> AsyncIterator[tuple[Live, Metrics]]:
    """Start all parts besides the listeners, and close them at the end in the opposite order.

    A part that fails to start or to close leaves none of the others open.
    """
    async with AsyncExitStack() as stack:
        policy = ClubRatingPolicy(settings.RATING_LIMITS)
        stack.push_async_callback(policy.close)
        pairing = BlockPolicy()
        stack.push_async_callback(pairing.close)
        escrow = ClubEscrow()
        stack.push_async_callback(escrow.close)
        tournaments = TournamentAnnouncer()
        stack.push_async_callback(tournaments.close)
        conversations = ClubConversations(settings.LINES_A_MINUTE)
        stack.push_async_callback(conversations.close)
        live = await _start_live(options, policy, pairing, escrow, tournaments.last_event, conversations)
        stack.push_async_callback(live.stop)
        clock.follow(live.now)
        _start_news(live, conversations, stack)
        _start_notices(live, stack)
        waits = SearchWaits()
        stack.push_async_callback(waits.close)
        live.lobby.matcher.report = waits.record
        policy.find = live.match
        _label_logs(live, options)
        audits = LedgerAudits()
        stack.push_async_callback(audits.close)
        runner = TournamentRunner(live, records_results(live))
        stack.push_async_callback(runner.close)
        tournaments.follow(live, runner.wake)
        projector = projector_of(live, [*_followers(live), runner.follow, audits.follow])
        stack.push_async_callback(projector.close)
        projector.start()
        runner.start()
        jobs = [remind, notify_of_gifts, notify_of_starts]
        worker = NotificationWorker(records_results(live), jobs, options.port)
        stack.push_async_callback(worker.close)
        worker.start()
        if options.has(BOTS):
            live.engines.warm()
            supervisor = AnalysisSupervisor(fair_play.find_work)
            stack.push_async_callback(supervisor.close)
            supervisor.start()
        metrics = Metrics(live, options.roles or ROLES)
        stack.callback(metrics.close)
        metrics.register(audits)
        garbage = GarbageCollector(live.attended, lambda: live.endpoint.counts.answering > 0)
        stack.callback(garbage.close)
        yield live, metrics


def _start_news(live: Live, conversations: ClubConversations, stack: AsyncExitStack) -> None:
    """Send open pages balances, unread counts, and the news of conversations that come from no socket."""
    balances = BalanceAnnouncer(live.lobby.sessions.credits_changed)
    stack.push_async_callback(balances.close)
    balances.start()
    if live.conversations is None:
        return
    conversations.unread = live.conversations.unread
    for news in (
        RemovalAnnouncer(live.conversations.removed),
        UnreadAnnouncer(live.conversations.unread),
    ):
        stack.callback(news.stop)
        news.start()
    connections = NewConnections(live.conversations.unread, balances.add)
    stack.push_async_callback(connections.close)
    live.lobby.sessions.connections.report = connections.report


def _start_notices(live: Live, stack: AsyncExitStack) -> None:
    """Notify members of friends who come, of invitations and of rematches."""
    arrivals, tables = FriendArrivals(live.lobby.sessions.online.users), TableNotices()
    for notices in (arrivals, tables):
        stack.push_async_callback(notices.close)
    live.lobby.sessions.arrivals.report = arrivals.report
    live.lobby.calls.notices = tables
    is_recorder = records_results(live)
    for follower in (TableOfferEndings(live, is_recorder), StakedTableNotices(live, is_recorder)):
        stack.push_async_callback(follower.close)
        follower.start()
    if live.host is not None:
        live.host.rematch_reports.report = tables.report_rematches


def _followers(live: Live) -> list[Follower]:
    """Everything that follows from results, in the order in which it is done after each round."""
    return [
        StakeSweeper(live.journal).sweep,
        RatingUpdates(live.lobby.sessions.rated).compute,
        UsualShareUpdates().follow,
    ]


def _label_logs(live: Live, options: ServeOptions) -> None:
    logs.PROCESS["roles"] = ",".join(sorted(options.roles or ROLES))
    if live.process is not None:
        logs.PROCESS["process"] = live.process.node.id


async def _start_live(
    options: ServeOptions,
    policy: ClubRatingPolicy,
    pairing: BlockPolicy,
    escrow: ClubEscrow,
    last_tournament_event: LastEvent,
    conversations: ClubConversations,
) -> Live:
    journal, redis = options.home / factory.FILE, environment.redis_url()
    if redis is not None:
        print("Connecting to the other processes through Redis.", flush=True)
    try:
        return await Live.start(
            LiveConfig(
                path=journal,
                translate=translate,
                bot_pause=options.bot_pause,
                key=hashlib.blake2b(settings.SECRET_KEY.encode(), person=b"zaria people").digest(),
                database=data_directory.database_url(),
                redis=redis,
                roles=ROLES if options.roles is None else options.roles,
                engines=environment.number("ZARIA_ENGINES"),
                policy=policy,
                pairing_policy=pairing,
                escrow=escrow,
                search_stakes=escrow,
                last_tournament_event=last_tournament_event,
                recent_meetings=recent_meetings,
                conversations=conversations,
            )
        )
    except sqlite3.Error as error:
        raise data_directory.ConfigurationError(f"cannot use {journal}: {error}") from error
    except StoreUnavailableError as error:
        raise data_directory.ConfigurationError(str(error)) from error
    except ValueError as error:
        raise data_directory.ConfigurationError(f"cannot use ZARIA_REDIS_URL: {error}") from error
