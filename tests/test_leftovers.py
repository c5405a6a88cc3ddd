"""Processes that a run of tests starts end with it, even if it is killed."""

import os
import select
import shutil
import subprocess
import sys

import pytest

from tests.support.by_day import by_day
from tests.support.patience import PATIENCE

SERVICE = """
import sys
from threading import Thread
from tests.support import services

service = getattr(services, sys.argv[1])()
starting = Thread(target=service.start)
starting.start()
starting.join()  # a service outlives the thread that starts it
assert service.answers()
print(service.process.pid, service.home, flush=True)
sys.stdin.read()
"""
FORK = """
import os, sys
from tests.support.forked_processes import ForkedProcess

server = ForkedProcess("http.server", "0", "--bind", "127.0.0.1", env=os.environ)
print(server.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.service
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the kernel does not end them")
@pytest.mark.parametrize("how", by_day(("killed",), ("killed", "ended")))
@pytest.mark.parametrize("child", ["Redis", "Postgres", "fork"])
def test_nothing_stays_after_the_process_that_started_it(child: str, how: str) -> None:
    program = [sys.executable, "-c", FORK if child == "fork" else SERVICE, child]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        pid, *homes = run.stdout.readline().split()
        process = os.pidfd_open(int(pid))
        try:
            assert not select.select([process], [], [], 0)[0], "it runs as long as its run"
            if how == "killed":
                run.kill()
            run.communicate()
            assert select.select([process], [], [], PATIENCE)[0], "it stays"
        finally:
            os.close(process)
            for home in homes:
                shutil.rmtree(home)
