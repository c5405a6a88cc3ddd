"""Processes of Python that have imported most of Zaria before they begin: importing is most of their start.

One process of each worker imports it and does nothing else but fork. A fork runs a module as `python -m`
does, with arguments, an environment, an output and a process id of its own: it is signalled, killed and
waited for like any other process. The settings, and all modules that read them, are imported after the fork;
their code is read before it.
`tests/club/server/test_serve.py` starts a server that imports everything itself.
"""

import atexit
import ctypes
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import IO, Any, NoReturn

from tests.support.read_modules import ReadModules

IMPORTED = (
    *(
        "zaria.cli.main",
        "zaria.live.app",
        "uvicorn.protocols.http.h11_impl",
        "picows",
        "redis.asyncio",
        "psycopg",
    ),
    *("django.contrib.admin.sites", "django.contrib.staticfiles.storage", "django.test", "fido2.server"),
    *("markdown_it", "PIL.ImageDraw", "phonenumbers", "pydantic", "prometheus_client"),
    *("babel.dates", "babel.numbers", "dateutil.rrule", "nh3", "packaging.version", "publicsuffixlist"),
    *("pydantic.json_schema", "pydantic.main", "pydantic.networks", "pydantic.type_adapter"),
    *("qrcode", "smtplib", "tomllib", "uvloop", "whitenoise.base", "django.db.migrations.loader"),
    *("django.db.backends.sqlite3.base", "django.db.models.sql.compiler"),
)
READ = ("zaria", "allauth", "ninja")
"""Packages whose other modules read the settings: only their code is there before the fork."""
_PDEATHSIG = 1
_MOST = 1 << 18
"""Bytes of a request: the environment is most of it."""

_LOCK = Lock()
"""So that threads start one process that forks, not two."""


class ForkedProcess:
    """A running fork. It reads the text `stdin`, and its errors go to the descriptor `stderr`.

    `stdout` is what it prints, to be read before it is waited for.
    """

    def __init__(
        self, module: str, *arguments: str, env: Mapping[str, str], stdin: str = "", stderr: int = 2
    ) -> None:
        entered, typing = os.pipe()
        reports, report = os.pipe()
        printed, stdout = os.pipe()
        request = json.dumps({"module": module, "arguments": arguments, "env": dict(env)}).encode()
        with _LOCK:
            forker = _forker()
        socket.send_fds(forker, [request], [report, entered, stdout, stderr])
        for descriptor in (report, entered, stdout):
            os.close(descriptor)
        with os.fdopen(typing, "w", encoding="utf-8") as typed:
            typed.write(stdin)
        self.stdout: IO[str] = os.fdopen(printed, encoding="utf-8")
        self._reports = os.fdopen(reports, encoding="ascii")
        self.pid = int(self._reports.readline())
        self._code: int | None = None

    @property
    def returncode(self) -> int | None:
        """The exit code, or the negative number of the signal that ended it; None while it runs."""
        return self.poll()

    def poll(self) -> int | None:
        """Look whether it has ended: its exit code, or None."""
        if self._code is None and select.select([self._reports], [], [], 0)[0]:
            self._code = int(self._reports.readline())
            self._reports.close()
            self.stdout.close()
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; the exit code. Raises `subprocess.TimeoutExpired` after `timeout` seconds."""
        if self._code is None:
            select.select([self._reports], [], [], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """At once, without a word."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """As an operator would."""
        self.send_signal(signal.SIGTERM)


@cache
def _forker() -> socket.socket:
    """The line to this worker's process that forks."""
    parent_socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(("ZARIA_", "DJANGO_"))
    }
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(its.fileno())],
        cwd=Path(__file__).parents[2],
        env={**variables, "PYTHONWARNINGS": "error::DeprecationWarning", "PYTHONFAULTHANDLER": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[its.fileno()],
    )
    its.close()

    def end() -> None:
        parent_socket.close()
        process.wait()

    atexit.register(end)
    return parent_socket


def fork_for(requests: socket.socket) -> None:
    """Fork for each request, until the worker has ended. Returns in each fork, too, when its module ends."""
    for name in IMPORTED:
        import_module(name)
    sys.meta_path.insert(0, ReadModules(*READ))
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait
    while True:
        body, (*descriptors,), _, _ = socket.recv_fds(requests, _MOST, 4)
        if not body:
            return
        if os.fork() == 0:
            _end_with_parent()
            requests.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _run(json.loads(body), *descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)


def _run(request: dict[str, Any], report: int, *standard: int) -> None:
    """Run a module in another fork, and report its process id and how it ends."""
    if pid := os.fork():
        for descriptor in standard:
            os.close(descriptor)
        _report(report, pid)
    _end_with_parent()
    os.close(report)
    for number, descriptor in enumerate(standard):
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv[1:] = request["arguments"]
    sys.modules.pop(request["module"], None)  # it runs once more, as `__main__`
    runpy.run_module(request["module"], run_name="__main__", alter_sys=True)


def _end_with_parent() -> None:
    """Let Linux kill this process with its parent: no server stays when a run of tests is killed."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)


def _report(report: int, pid: int) -> NoReturn:
    os.write(report, b"%d\n" % pid)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.write(report, b"%d\n" % code)
    os._exit(0)


if __name__ == "__main__":
    fork_for(socket.socket(fileno=int(sys.argv[1])))
