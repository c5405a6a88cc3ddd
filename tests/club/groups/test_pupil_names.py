"""No list that strangers read names a pupil: tables, matches, results, the library's archives, the API."""

from typing import Any

import pytest

from tests.club.groups.test_groups import ada, add, browser, group, member
from zaria.club.accounts.models import Member
from zaria.club.accounts.players import MemberCookie
from zaria.club.groups.models import Group, Pupil
from zaria.club.library.year_archives.licences import EXCLUDED, word_of
from zaria.club.match_search.queries import Criteria, search, visible_matches
from zaria.club.matches.replay.link_cards import visible_names
from zaria.club.matches.results import last_matches
from zaria.club.matches.results.models import Played
from zaria.club.notifications.models import Notification, NotificationSwitch
from zaria.club.ratings import ranking
from zaria.club.ratings.followers import notify_followers
from zaria.club.ratings.notice_kinds import FOLLOWED_MATCH
from zaria.club.relations import actions as relations
from zaria.club.statistics.public import public

__all__ = ["ada", "group"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def pupil(ada: Member, group: Group) -> Pupil:
    """A pupil account in Ada's group."""
    return add(ada, group, "Mira")[0]


@pytest.fixture
def bob() -> Member:
    return member("Bob")


@pytest.fixture
def match(pupil: Pupil, bob: Member) -> Played:
    """A rated match that Bob has won against the pupil."""
    values: dict[str, Any] = {
        "game": "tabla", "began": 1, "ended": 2, "length": 1, "speed": "fast", "how": "played", "rated": True,
        "player0": bob.player, "player1": pupil.member.player, "name0": "Bob", "name1": pupil.member.username,
        "member0": True, "member1": True, "won": 0, "score0": 1, "score1": 0,
    }  # fmt: skip
    return Played.objects.create(match_id="m1", **values)


def test_live_play_knows_that_matches_of_a_pupil_are_unlisted(pupil: Pupil, bob: Member) -> None:
    assert pupil.member.as_player().unlisted
    assert not bob.as_player().unlisted
    player = pupil.member.as_player()
    cookie = MemberCookie(
        player.id, player.name, player.colour, player.robot, "", "", hidden=True, session="s", unlisted=True
    )
    assert cookie.caller.player.unlisted


def test_lists_of_finished_matches_leave_pupils_out(match: Played, pupil: Pupil, bob: Member) -> None:
    assert search(Criteria(), None).matches == []
    assert search(Criteria(player=bob.player), None).matches == []
    assert visible_matches([match.match_id]) == {}
    assert set(visible_matches([match.match_id], pupil.member.player)) == {"m1"}
    assert last_matches.read() == []
    assert word_of(pupil.member) == EXCLUDED


def test_previews_and_rankings_do_not_name_pupils(match: Played, pupil: Pupil, bob: Member) -> None:
    assert visible_names((bob.as_player(), pupil.member.as_player())) == ("Bob", "A member")
    page = ranking.page(ranking.Query(game="tabla"), None)
    assert pupil.member not in [row.member for row in page.rows]


def test_pages_of_opponents_do_not_name_pupils(match: Played, pupil: Pupil, bob: Member) -> None:
    login = pupil.member.username
    for path in ("/@Bob", "/api/v1/members/Bob/matches"):
        answer = browser().get(path).content.decode()
        assert "A pupil" in answer, path
        assert login not in answer, path
    statistics = public(bob, bob.player)
    assert [row.opponent for row in statistics.recent.entries] == [login]


def test_followers_of_an_opponent_do_not_learn_the_login(match: Played, pupil: Pupil, bob: Member) -> None:
    eve = member("Eve")
    relations.follow(eve, bob)
    NotificationSwitch.objects.create(member=eve, kind=FOLLOWED_MATCH.name, page=True, mail=False)
    notify_followers([match])
    notice = Notification.objects.get(kind=FOLLOWED_MATCH.name)
    assert notice.body["opponent"] == ""


def test_the_group_still_sees_the_matches_of_a_pupil(match: Played, ada: Member, pupil: Pupil) -> None:
    assert "Bob" in browser(ada).get(f"/@{pupil.member.username}").content.decode()
