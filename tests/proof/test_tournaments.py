"""Members play a tournament while everything is killed in turn: each meeting has one match and one result.

What is claimed, besides all that `test_chaos` claims: the journal has one match for each pairing, with the
result that the pairing has; no round begins before the last one is over, nobody plays twice in a round; the
rows are what the stored events say; the places are a total order; the prizes and the house's part are the
fees and the bonus; and in the end nothing is held.
"""

from functools import partial
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.proof.harness import Blow
from tests.proof.servers import House
from tests.proof.test_staked_chaos import services, urls  # noqa: F401  fixtures
from tests.proof.tournaments import TournamentProof
from tests.support.search_budget import times
from tests.support.services import Postgres, Redis

MINUTE = 60_000


@pytest.mark.slow
async def test_one_process_on_sqlite_is_killed_at_any_moment(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    proof = TournamentProof(tmp_path, 0.2, django_db_blocker)
    try:
        (house,) = await proof.open(None)
        await proof.gather_entrants(8, "knockout")
        await proof.play([("the process was killed", partial(proof.replace, house))] * times(3))
        assert await proof.close() == [0]
    finally:
        await proof.clean()
    await proof.judge_all()


@pytest.mark.slow
async def test_everything_is_killed_in_turn(
    tmp_path: Path,
    services: tuple[Postgres, Redis],  # noqa: F811
    urls: dict[str, str],  # noqa: F811
    django_db_blocker: DjangoDbBlocker,
) -> None:
    proof = TournamentProof(tmp_path, 0.3, django_db_blocker, **urls)
    try:
        web, host, _ = await proof.open("web", "host", "host")
        await proof.gather_entrants(8, "knockout")
        await proof.play(all_in_turn(proof, services, web, host))
        assert await proof.close() == [0, 0, 0]
    finally:
        await proof.clean()
    await proof.judge_all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format_", "players", "more"),
    [
        ("knockout", 64, {}),
        ("swiss", 100, {"rounds": 5}),
        ("arena", 500, {"round_ms": 3 * MINUTE}),
    ],
    ids=str,
)
async def test_everything_is_killed_under_many(
    tmp_path: Path,
    services: tuple[Postgres, Redis],  # noqa: F811
    urls: dict[str, str],  # noqa: F811
    django_db_blocker: DjangoDbBlocker,
    format_: str,
    players: int,
    more: dict[str, object],
) -> None:
    proof = TournamentProof(tmp_path, 1.0, django_db_blocker, **urls)
    try:
        web, host, _, _ = await proof.open("web", "host", "host", "web,bots")
        await proof.gather_entrants(players, format_, **more)
        await proof.play(all_in_turn(proof, services, web, host) * times(1))
        assert await proof.close() == [0, 0, 0, 0]
    finally:
        await proof.clean()
    await proof.judge_all()


def all_in_turn(
    proof: TournamentProof, killed: tuple[Postgres, Redis], web: House, host: House
) -> list[tuple[str, Blow]]:
    """Everything that can be killed, once."""
    postgres, redis = killed
    return [
        ("a host was killed", partial(proof.replace, host)),
        ("the web process was killed", partial(proof.replace, web)),
        ("Redis was killed", partial(proof.restart, redis)),
        ("PostgreSQL was killed", partial(proof.restart, postgres)),
    ]
