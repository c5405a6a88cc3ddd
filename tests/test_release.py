"""The release: its wheel is installed into an empty environment, serves, plays a match and analyses it."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.club.socket_seat import resign_at_once
from tests.support.http_client import Visitor
from tests.support.servers import ROOT, Server, environment

pytestmark = [pytest.mark.slow, pytest.mark.service]
UV = str(Path(sys.executable).with_name("uv"))


class InstalledServer(Server):
    """A server of the installed package; its working directory has no sources."""

    def __init__(self, data: Path, program: Path) -> None:
        self.program = program
        super().__init__(data)

    def _open(self, port: int) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.program, "serve", "--port", str(port), "--bot-pause", "0"],
            cwd=self.program.parent,
            env=environment(self.data),
            stdout=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `zaria` command of a wheel in an environment of its own."""
    built, home = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("empty") / "venv"
    environ = {**os.environ, "ZARIA_PORTABLE": "1"}
    build = (UV, "build", "-q", "--no-build-isolation", "--python", sys.executable, "-o", str(built))
    python = ("--python", str(home / "bin" / "python"))
    subprocess.run(build, cwd=ROOT, env=environ, check=True)
    (wheel,) = built.glob("*.whl")
    for command in (
        ("venv", "-q", "--python", sys.executable, str(home)),
        ("pip", "install", "-q", *python, "--require-hashes", "-r", "requirements/base.txt"),
        ("pip", "install", "-q", *python, "--no-deps", str(wheel)),
    ):
        subprocess.run((UV, *command), cwd=ROOT, check=True)
    return home / "bin" / "zaria"


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
    found = await asyncio.to_thread(subprocess.check_output, command, cwd=tmp_path)
    assert json.loads(found)
