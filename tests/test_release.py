"""The release: its wheel is installed into an empty environment, serves, plays a match and analyses it.

Its pages show tables in Chromium, with the bundles that it made when it started.
"""

import asyncio
import json
import os
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import play_now, set_table
from tests.support.chromium import Visits, launch
from tests.support.club.socket_seat import resign_at_once
from tests.support.http_client import Visitor
from tests.support.releases import install
from tests.support.servers import ROOT, STATIC, Server, environment
from zaria.bots.tables import net

pytestmark = [pytest.mark.slow, pytest.mark.service, pytest.mark.timeout(1800)]  # a whole build comes first
PAGES = ("/rules/tabla", "/terms", "/manual", "/watch", "/tournaments", "/verify", "/account/signup/")
"""Pages with scripts of their own that anybody may open."""


class InstalledServer(Server):
    """A server of the installed package; it finds no sources."""

    def __init__(self, data: Path, program: Path) -> None:
        self.program = program
        (data / STATIC).mkdir(parents=True)  # it collects its own
        super().__init__(data)

    # `Server` uses of a process only what a fork has, too.
    def _open(self, port: int) -> subprocess.Popen[str]:  # type: ignore[override]
        return subprocess.Popen(
            [self.program, "serve", "--port", str(port), "--bot-pause", "0"],
            cwd=self.program.parent,
            env=environment(self.data, PYTHONPATH=""),
            stdout=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `zaria` command of a wheel in an environment of its own."""
    return install(ROOT, tmp_path_factory.mktemp("empty"))


async def test_the_wheel_serves_plays_and_analyses(program: Path, tmp_path: Path) -> None:
    server = await asyncio.to_thread(InstalledServer, tmp_path / "data", program)
    try:
        visitor = Visitor(server.url)
        path = await asyncio.to_thread(visitor.set_table, opponent="computer")
        async with asyncio.timeout(60):
            await resign_at_once(server, visitor, path)
        record = await asyncio.to_thread(visitor.get, f"{path}.json")
        assert record.status == 200
    finally:
        assert await asyncio.to_thread(server.stop) == 0
    file = tmp_path / "record.json"
    file.write_text(record.text)
    command = (str(program), "analyse", str(file), "--depth", "quick", "--json")
    output = await asyncio.to_thread(subprocess.check_output, command, cwd=tmp_path)
    assert json.loads(output)


BEST_TURNS = """
from zaria import games
from zaria.bots.tables import Engine, net
print(net.INSTRUCTIONS)
for name in ("backgammon", "tapa", "gulbara"):
    game = games.get(name)
    for roll in ((6, 5), (4, 2), (3, 1)):
        print(Engine(game).ranked(game.start().rolled(roll), 1, 1)[0].turn)
"""


def test_the_wheel_plays_the_same_by_any_instructions(program: Path) -> None:
    """It names those that it uses, and plays the same turns by those that every processor has."""
    outputs = {}
    for widest in ("plain", "avx512"):
        output = subprocess.check_output(
            (program.with_name("python"), "-c", BEST_TURNS),
            cwd=program.parent,
            env={**os.environ, "PYTHONPATH": "", "ZARIA_SIMD": widest},
            text=True,
        )
        name, *outputs[widest] = output.splitlines()
        assert name == "plain" if widest == "plain" else name in net.WIDTHS
    assert outputs["plain"] == outputs["avx512"]
    assert len(outputs["plain"]) == 9


@pytest.mark.browser
def test_pages_of_the_wheel_are_light_and_playable(program: Path, tmp_path: Path) -> None:
    server = InstalledServer(tmp_path / "data", program)
    try:
        with sync_playwright() as playwright:
            visits = Visits(launch(playwright), server.url)
            host = visits()
            set_table(host, "tabla", "friend")
            guest = visits(host.locator(".link input").input_value())
            expect(guest.locator("#sit")).to_be_visible()
            seats = Seat(host), Seat(guest)
            seats[1].press("#sit")
            for seat in seats:
                seat.wait("theirs", "move", "roll")
            squares = visits()
            play_now(squares, "chess")
            squares.wait_for_selector("html[data-ready]")
            for path in PAGES:
                visits.page(squares.context, path)
            visits.close()
    finally:
        assert server.stop() == 0
