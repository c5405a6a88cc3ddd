"""The cost of pages for a server, beside that of a view that does nothing, in one run.

A new club serves one guest, who opens the pages in turns, round by round. It prints the processor time of
the server for each page (median of the rounds), and how many times that of the view which does nothing, but
has the same server, middleware and connection. `make bench` runs it with the other benchmarks.

    python -m tools.bench.pages [--rounds 5] [--requests 20]
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

NOTHING = "/nothing"
PAGES = (
    "/",
    "/new/backgammon",
    "/rules",
    "/rules/tabla",
    "/ranking",
    "/people",
    "/matches",
    "/tournaments",
    "/federations",
    "/shop",
    "/about",
    "/account/login/",
    "/account/signup/",
)
"""Pages that a guest opens."""
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
OPEN = "Zaria is open: "
GOAL_MS = 6


def serve(data: str) -> None:
    """Serve a club with the data in this folder, and one page more."""
    os.environ |= {"ZARIA_DATA": data, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
    import django
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    from zaria.cli.main import main as command

    django.setup()
    from zaria.club import urls

    async def nothing(request: HttpRequest) -> HttpResponse:
        return HttpResponse("nothing")

    urls.urlpatterns.insert(0, path(NOTHING[1:], nothing))
    sys.exit(command(["serve", "--port", "0"]))


@contextmanager
def server() -> Iterator[tuple[int, str]]:
    """Start a server with a new club; its process and its address."""
    with tempfile.TemporaryDirectory() as data:
        program = [sys.executable, "-m", "tools.bench.pages", "--serve", data]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                line = next(line for line in process.stdout if OPEN in line)
                yield process.pid, line.partition(OPEN)[2].strip()
            finally:
                process.terminate()


def processor_s(process: int) -> float:
    """Return the processor time of a process in seconds, with that of its threads that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_A_SECOND


class Guest:
    """A browser with one connection and its cookies."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        self._cookies: dict[str, str] = {}

    def open(self, page: str) -> None:
        """Open a page; raises `RuntimeError` if there is none."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        self._connection.request("GET", page, headers={"Cookie": cookies, "Accept-Language": "en"})
        response = self._connection.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"{page}: {response.status}")
        for header in response.headers.get_all("Set-Cookie") or ():
            name, _, value = header.partition(";")[0].partition("=")
            self._cookies[name] = value


def measure(rounds: int, requests: int) -> dict[str, float]:
    """Return the milliseconds of processor time for each page, the median of the rounds."""
    costs: dict[str, list[float]] = {page: [] for page in (NOTHING, *PAGES)}
    with server() as (process, address):
        guest = Guest(address)
        for page in costs:
            guest.open(page)  # the first one loads its templates
        for _ in range(rounds):
            for page, times in costs.items():
                before = processor_s(process)
                for _ in range(requests):
                    guest.open(page)
                times.append((processor_s(process) - before) / requests * 1000)
    return {page: statistics.median(times) for page, times in costs.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, default=20, help="in each round, for each page")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    costs = measure(options.rounds, options.requests)
    nothing = costs[NOTHING]
    for page, cost in costs.items():
        print(f"{page:20} {cost:5.1f} ms of processor time, {cost / nothing:4.1f} x a view that does nothing")
    median = statistics.median(costs[page] for page in PAGES)
    ratio = f"{median:5.1f} ms, {median / nothing:4.1f} x"
    print(f"{'median of the pages':20} {ratio}; goal {GOAL_MS} ms on a quiet core")


if __name__ == "__main__":
    main()
