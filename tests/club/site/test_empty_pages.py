"""Lists without entries offer the step that fills them."""

import re

import pytest

from tests.support.club.statistics_client import Browser, marica
from tests.support.club.uncollected_files import plain_files
from zaria.club.tournaments import queries

__all__ = ["plain_files"]

pytestmark = pytest.mark.usefixtures("plain_files", "transactional_db")

STEPS = {
    "/library/archive": "/matches",
    "/library/collections": "/matches",
    "/library/names": "/library/collections",
    "/messages": "/people",
    "/notices": "/tournaments",
    "/me/stats": "/#find",
    "/me/stats/games": "/#find",
    "/me/stats/games?result=won": "/me/stats/games",
    "/me/stats/ratings": "/#find",
    "/me/stats/credits?kind=prize": "/me/stats/credits",
    "/presets": "/",
    "/people?list=played": "/#find",
    "/people?list=followed": "/people",
    "/people?list=friends": "/people",
    "/people?list=blocked": "/people",
    "/people?login=nobody": "/people",
    "/ranking": "/#find",
    "/shop": "#boards",
    "/top-up": "/support",
    "/tournaments": "/tournaments/new",
    "/tournaments?list=ongoing": "/tournaments",
    "/tournaments?list=completed": "/tournaments",
    "/tournaments?list=cancelled": "/tournaments",
    "/tournaments/mine": "/tournaments",
}
"""Pages of a new member whose lists are empty, and where the step of each leads."""
EMPTY = re.compile(r'class="empty-place.*?</(?:div|section)>', re.DOTALL)
STEP = re.compile(r'<a class="btn[^"]*"\s+href="([^"]*)"')


@pytest.mark.parametrize("path", STEPS)
def test_an_empty_list_offers_a_step(path: str) -> None:
    queries.forget_counts()
    seen = Browser(marica()).get(path)
    assert seen.status == 200
    steps = [step for place in EMPTY.findall(seen.text) for step in STEP.findall(place)]
    assert STEPS[path] in steps, steps or seen.text
