"""A club that is killed and loses power at random moments, and the comparison of all notes with its rows.

One process on SQLite, with members who play for stakes, talk, buy and write. `tools.bench.kills_and_cuts`
runs it.
"""

import asyncio
import csv
import random
import re
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple, cast

from django.core.management import call_command

from tests.proof.checks import Judge
from tests.proof.durable_house import DurableHouse
from tests.proof.form_writers import WritingProof, compare_forms
from tests.proof.stakes import StakedProof
from tests.proof.talk import LineJudge
from tests.proof.talking import Onlooker
from tests.support.club.stake_auditor import Auditor, Entry
from tests.support.http_client import Visitor
from tests.support.power_cut import build_library
from zaria.club.ledger.check import audit

AFTER_READY_S, MEAN_PAUSE_S = 0.3, 1.3
"""A blow comes this long after the club is ready, and so much later on the average."""
BLOWS_AT_ONCE = 5
"""Blows between two moments at which everybody has to go on."""
THINK_S = 0.2
MATCH_KEYS = ("match", "welcome")
"""The keys of transfers by which stakes are audited; purchases and gifts are compared with their notes."""


_KINDS = {
    "lost": r"stored as None|is not stored|was shown, \d+ are stored",
    "doubled": r"stored twice|is stored \d+ times|is line \d+ and \d+",
    "out of order": r": numbers \[|not in order|went back|(event|line) \d+ after -?\d+$",
}
"""The judges' sentences about each kind of broken promise."""


class Options(NamedTuple):
    """The length and kind of a run; `pairs` of players, and as many of members who write."""

    minutes: float
    seed: int
    pairs: int
    cuts: float


class Blocker:
    """The tables of the site are never blocked outside of pytest."""

    def unblock(self) -> "nullcontext[None]":
        return nullcontext()


class BlowProof(WritingProof, StakedProof):
    """One process, its players and writers, and what is left of their promises."""

    def __init__(self, folder: Path, library: Path, seed: int) -> None:
        super().__init__(folder, THINK_S, cast(Any, Blocker()))
        self.folder = folder
        self.crowd.choose = random.Random(seed)
        self.house = DurableHouse(folder, folder / "log", library, **self.environment)
        self.houses.append(self.house)
        self.counts: Counter[str] = Counter()
        self.idle: list[str] = []
        self.faults: list[str] = []

    def log(self) -> str:
        """The standard error of all starts."""
        return (self.folder / "log").read_text(errors="replace")

    async def start(self) -> None:
        """Start the club, on what the last end has left of it."""
        await self.house.start()
        self.home = self.house.data

    async def blow(self, cuts: float) -> None:
        """Kill the club, or cut its power, and start it again."""
        if self.crowd.choose.random() < cuts:
            self.counts["cuts"] += 1
            await self.house.cut()
        else:
            self.counts["kills"] += 1
            await self.house.kill()
        await self.start()

    def _set_table(self, visitor: Visitor, fields: Mapping[str, str]) -> str:
        """Open a table at the least stake: credits have to last for an hour of matches."""
        return super()._set_table(visitor, {**fields, "stake": "1.00"})

    async def look(self) -> None:
        """Note the players who do not go on."""
        try:
            await self.go_on()
        except AssertionError as error:
            self.counts["standing still"] += len(self.crowd.late())
            self.idle.append(str(error)[:4000])

    async def come_to_rest(self) -> None:
        """Wait for all lines, and until nothing is held but what the sweeper returns."""
        await WritingProof.come_to_rest(self)
        await StakedProof.come_to_rest(self)

    def compare(self) -> None:
        """Compare all notes with what is stored."""
        judge = Judge(self.stored(), [client for client in self.clients if not isinstance(client, Onlooker)])
        self.counts["acknowledged"] += judge.judge().acked
        direct: dict[str, set[str]] = {}
        for onlooker in self.onlookers:
            direct.setdefault(onlooker.direct, set()).add(onlooker.guest.id)
        authors = {writer.player.id for writer in self.writers}
        speakers = self._speakers()
        lines = LineJudge(self._lines(), self.stored(), speakers, direct)
        lines.judge()
        self.counts["acknowledged"] += sum(len(speaker.talk.said) for speaker in speakers)
        forms = compare_forms(self.writers, self.home)
        self.counts["acknowledged"] += forms.acknowledged
        self.counts["forms"] += forms.acknowledged
        own_forms = [fault for fault in lines.problems if _is_form(fault, authors)]
        problems = [fault for fault in lines.problems if fault not in own_forms]
        self._sort([*self.crowd.problems, *judge.problems, *problems])
        self.counts["lost"] += len(forms.lost)
        self.counts["doubled"] += len(forms.doubled)
        self.faults += [*forms.lost, *forms.doubled]

    def _sort(self, problems: list[str]) -> None:
        for problem in problems:
            self.counts[kind_of(problem)] += 1
            self.faults.append(problem)

    def audit_stakes(self) -> list[str]:
        """The faults of the ledger against the journal."""
        faults = self.ask(audit).faults
        file = self.folder / "ledger.csv"
        self.ask(call_command, "ledger", "export", str(file))
        with file.open(encoding="utf-8", newline="") as lines:
            entries = [Entry.read(row) for row in csv.DictReader(lines)]
        staked = [entry for entry in entries if entry.key.split(":")[0] in MATCH_KEYS]
        auditor = Auditor(staked, self.stored(), [client.guest.id for client in self.clients])
        print(auditor.audit())
        return [*(f"ledger: {fault}" for fault in faults), *auditor.problems]


def _is_form(fault: str, authors: set[str]) -> bool:
    """Return whether the judge of sockets has met a line that was sent as a form."""
    return "is stored for {}" in fault and any(author in fault for author in authors)


def kind_of(problem: str) -> str:
    """Return the column of the summary in which a problem counts."""
    for kind, pattern in _KINDS.items():
        if re.search(pattern, problem):
            return kind
    return "other"


async def run(options: Options, folder: Path) -> int:
    """Run it in an empty folder, and print the figures; the exit code."""
    proof = BlowProof(folder, build_library(folder), options.seed)
    journal_faults: list[str] = []
    try:
        await proof.start()
        await proof.gather_pairs(options.pairs)
        await proof.gather_onlookers(options.pairs)
        await proof.gather_writers()
        writing = [asyncio.create_task(writer.write()) for writer in proof.writers]
        await proof.look()
        end = time.monotonic() + 60 * options.minutes
        while time.monotonic() < end:
            for _ in range(BLOWS_AT_ONCE):
                pause = AFTER_READY_S + proof.crowd.choose.expovariate(1 / MEAN_PAUSE_S)
                await asyncio.sleep(pause)
                await proof.blow(options.cuts)
            await proof.look()
            print(f"{proof.counts['kills']} kills, {proof.counts['cuts']} cuts", flush=True)
        for task in writing:
            task.cancel()
        await asyncio.gather(*writing, return_exceptions=True)
        try:
            await proof.finish()
        except AssertionError as error:
            proof.counts["standing still"] += 1
            proof.idle.append(str(error)[:4000])
        if await proof.close() != [0]:
            proof.faults.append("the club did not stop in order")
        await proof.sweep()
        proof.compare()
        journal_faults = await asyncio.to_thread(proof.audit_stakes)
    finally:
        await proof.clean()
    return report(proof, journal_faults, options.seed)


def report(proof: BlowProof, journal_faults: list[str], seed: int) -> int:
    """Print what is wrong, and the summary; the exit code."""
    failed = [entry for entry in proof.log_entries() if "Traceback" in entry]
    unpaid = [entry for entry in proof.log_entries() if "cannot be paid" in entry]
    for fault in [*proof.idle, *proof.faults[:40], *journal_faults[:40], *failed[:5], *unpaid[:5]]:
        print(f"- {fault}")
    counts = proof.counts
    ledger = any(fault.startswith("ledger: ") for fault in journal_faults)
    agree = not unpaid and not any(not fault.startswith("ledger: ") for fault in journal_faults)
    print(
        f"seed {seed}: {counts['kills']} kills, {counts['cuts']} power cuts; {counts['acknowledged']}"
        f" acknowledgements compared ({counts['forms']} of forms): {counts['lost']} lost,"
        f" {counts['doubled']} doubled, {counts['out of order']} out of order, {counts['other']} other;"
        f" {counts['standing still']} standing still; tracebacks {len(failed)};"
        f" the ledger {'has faults' if ledger else 'balances'};"
        f" ledger and journal {'agree' if agree else 'DISAGREE'}"
    )
    return int(bool(proof.idle or proof.faults or journal_faults or failed or unpaid))
