"""The first of the staff at the club that tests share, and their actions."""

import re
import secrets
from functools import cache
from pathlib import Path

from tests.support.club.member_client import PASSWORD, Somebody
from tests.support.forked_processes import ForkedProcess
from tests.support.servers import QUICK, Server, environment

MEMBERS = "/staff/members/member/"
FEDERATIONS = "/staff/federations/federation/"


@cache
def boss_of(server: Server) -> Somebody:
    """Made at the machine, by one command beside the open club."""
    return boss_at(server.url, server.data, **server.more)


def boss_at(url: str, data: Path, **more: str) -> Somebody:
    """The first of the staff of a club; `more` is the environment of its processes."""
    somebody = Somebody(url)
    appoint = ("manage", "appoint", somebody.login, "owner", "--email", somebody.email)
    process = ForkedProcess(QUICK, *appoint, env=environment(data, **more), stdin=f"{PASSWORD}\n")
    assert process.stdout.read() == f"{somebody.login} is owner now, and has to sign in again.\n"
    assert process.wait() == 0
    assert somebody.sign_in(then="/staff/").headers["Location"] == "/staff/"
    return somebody


def number(boss: Somebody, login: str) -> str:
    """A member's, as the list of the staff has it."""
    (key,) = set(re.findall(rf"{MEMBERS}(\d+)/change/", boss.get(f"{MEMBERS}?q={login}").text))
    return str(key)


def act(boss: Somebody, name: str, login: str, **fields: str) -> int:
    """Do something to a member; the status of the answer (302: done)."""
    key = number(boss, login)
    path = f"{MEMBERS}do/{name}/"
    return boss.fill(path, boss.get(f"{path}?id={key}"), id=key, reason="Two accounts", **fields).status


def entrusted(server: Server, ann: Somebody) -> str:
    """The slug of a new federation that Ann administers."""
    boss, slug = boss_of(server), f"f{secrets.token_hex(4)}"
    path = f"{FEDERATIONS}do/create/"
    assert boss.fill(path, slug=slug, name=f"Tabla of {slug}", reason="Asked for").status == 302
    (key,) = set(re.findall(rf"{FEDERATIONS}(\d+)/change/", boss.get(f"{FEDERATIONS}?q={slug}").text))
    path = f"{FEDERATIONS}do/entrust/"
    contract = {"party": "natural", "party_name": "Ann Smith", "reference": "Contract 7"}
    form = boss.get(f"{path}?id={key}")
    assert boss.fill(path, form, id=key, login=ann.login, reason="Agreed", **contract).status == 302
    return slug
