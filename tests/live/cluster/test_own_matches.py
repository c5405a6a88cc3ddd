"""The sockets of a process that owns the match: nothing travels, until somebody watches elsewhere."""

import asyncio
from collections.abc import Callable
from functools import partial

from tests.live.cluster.test_digests import BOB, NO_COMPARISON, Watcher
from tests.support.live.cluster_club import ANN, Club, Losses, held, hosting, until
from tests.support.match.dice_matches import SEEDS
from tests.support.patience import PATIENCE
from zaria.live.cluster import wire
from zaria.live.cluster.process import Process
from zaria.live.cluster.redis_pubsub import Count
from zaria.live.matches.live_match import LiveMatch
from zaria.match import commands as cmd

NO_DIGESTS = NO_COMPARISON._replace(digest=1_000_000)


class Table:
    """A match of a process with both roles, which ann and bob watch there."""

    def __init__(self, club: Club, owner: Process, match_id: str) -> None:
        self.club = club
        self.owner = owner
        self.id = match_id
        self.watcher = Watcher(owner, match_id)
        self.published: list[str] = []
        """The channels of all messages that the owner has published."""
        Losses(owner.node, self._publishes)

    def _publishes(self, channel: str, _message: bytes) -> bool:
        self.published.append(channel)
        return False

    @property
    def is_quiet(self) -> bool:
        """Return whether its events are not published."""
        return self.id in self.owner.node.bus._quiet

    async def sit(self, player: str) -> int:
        """Let a player sit down; return the number of the event once a page here has it."""
        place, seed = ((ANN, SEEDS[0]), (BOB, SEEDS[1]))[player == "bob"]
        live_match = await self.watcher.began
        assert live_match is not None
        sit = cmd.Sit(place, seed, live_match.match.seal)
        seq = await self.club.give(self.owner, self.id, player, f"sit {player}", sit)
        await until(lambda: self.watcher.last == seq)
        return seq


async def quiet_table(club: Club) -> tuple[Table, Process]:
    """A table at which ann sits and whose events stay in their process, and another process."""
    club.limits = NO_DIGESTS
    owner, web = await club.add("web,host", "web")
    table = Table(club, owner, await club.open(web, (ANN, BOB), owner))
    await table.sit("ann")
    await until(lambda: table.is_quiet)
    return table, web


async def watches(process: Process, match_id: str) -> Watcher:
    """A page in a process, once it knows the match."""
    watcher = Watcher(process, match_id)
    async with asyncio.timeout(PATIENCE):
        await watcher.began
    return watcher


async def test_events_that_nobody_else_watches_are_not_published(club: Club) -> None:
    table, _ = await quiet_table(club)
    table.published.clear()
    await table.sit("bob")
    assert wire.BUS + table.id not in table.published


async def test_a_page_elsewhere_is_sent_the_events_from_then_on(club: Club) -> None:
    table, web = await quiet_table(club)
    elsewhere = await watches(web, table.id)
    await until(lambda: not table.is_quiet)
    seq = await table.sit("bob")
    await until(lambda: elsewhere.last == seq)
    assert not table.is_quiet


async def test_an_event_before_the_announcement_of_a_watcher_is_published_again(club: Club) -> None:
    table, web = await quiet_table(club)
    losses = Losses(web.node, lambda channel, _: channel == wire.PROCESS + table.owner.node.id, count=1)
    elsewhere = await watches(web, table.id)
    assert losses.lost == 1
    seq = await table.sit("bob")
    await until(lambda: elsewhere.last == seq)


async def test_a_page_whose_process_lost_redis_for_a_moment_is_sent_the_events(club: Club) -> None:
    """The owner may have published in that moment, and have learned that nobody listened."""
    table, web = await quiet_table(club)
    elsewhere = await watches(web, table.id)
    await until(lambda: not table.is_quiet)
    table.owner.node.bus._quiet.add(table.id)
    await web.node.redis.client_kill_filter(_type="pubsub")
    await until(lambda: not table.is_quiet)
    seq = await table.sit("bob")
    await until(lambda: elsewhere.last == seq)


async def test_a_page_of_the_owner_reads_the_match_of_the_host(club: Club) -> None:
    table, _ = await quiet_table(club)
    pages: list[LiveMatch | None] = []

    def is_shared() -> bool:
        table.owner.match_service.use(table.id, pages.append)
        return bool(pages) and pages[-1] is held(table.owner, table.id)

    await until(is_shared)
    assert await table.owner.match_service.live_match(table.id) is held(table.owner, table.id)


async def test_a_page_reads_the_journal_while_another_host_may_have_stored_events(club: Club) -> None:
    table, _ = await quiet_table(club)
    table.owner._digest_lost()
    assert await table.owner.match_service.live_match(table.id) is not held(table.owner, table.id)


async def test_a_command_whose_match_moves_away_is_sent_to_the_new_owner(club: Club) -> None:
    table, _ = await quiet_table(club)
    host = hosting(table.owner)
    host.outage.begin("test")
    sitting = asyncio.ensure_future(table.sit("bob"))
    await until(lambda: len(held(table.owner, table.id).pending) == 1)
    host.let_go(table.id)
    host.outage.end("test")
    assert await sitting == await club.stored(table.id)


async def test_a_page_that_opens_at_the_owner_is_not_taken_for_one_elsewhere(club: Club) -> None:
    """Redis counts the receivers of a message before the page listens, and its answer arrives after that."""
    club.limits = NO_DIGESTS
    owner, web = await club.add("web,host", "web")
    match_id = await club.open(web, (ANN, BOB), owner)
    await watches(web, match_id)
    live_match = await web.match_service.live_match(match_id)
    assert live_match is not None
    pubsub, bus = owner.node.pubsub, owner.node.bus
    publish, answers = pubsub.publish, list[Callable[[], None]]()

    def publish_and_wait(channel: str, message: bytes, count: Count | None = None) -> None:
        wait = None if count is None else lambda receivers: answers.append(partial(count, receivers))
        publish(channel, message, wait)

    pubsub.publish = publish_and_wait  # type: ignore[method-assign]
    await club.give(web, match_id, "ann", "sit", cmd.Sit(ANN, SEEDS[0], live_match.match.seal))
    await until(lambda: bool(answers))
    Watcher(owner, match_id)
    await until(lambda: pubsub.hears(wire.BUS + match_id))
    bus._watched_at.clear()  # the page elsewhere has been open for long
    for answer in answers:
        answer()
    assert match_id not in bus._quiet


async def test_a_process_that_missed_an_event_is_sent_the_later_ones(club: Club) -> None:
    """The owner believed that nobody listens elsewhere."""
    table, web = await quiet_table(club)
    elsewhere = await watches(web, table.id)
    await until(lambda: not table.is_quiet)
    table.owner.node.bus._quiet.add(table.id)
    seq = await table.sit("bob")
    web.match_service.on_stored(table.id, seq)
    await until(lambda: elsewhere.last == seq)
    await until(lambda: not table.is_quiet)


async def test_events_are_published_again_after_the_owner_has_lost_its_connection(club: Club) -> None:
    """Redis did not count the owner meanwhile: the only receiver may have been another process."""
    table, _ = await quiet_table(club)
    table.owner.node._pubsub_changed(True)
    assert not table.is_quiet
