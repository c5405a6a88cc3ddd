"""Tournaments in statistics and accounts: numbers, marks and filters of matches, titles behind transfers."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.club.tournaments.test_pages import Browser
from tests.support.club.random_matches import match
from tests.support.club.statistics_client import Browser as StatisticsBrowser
from tests.support.club.tournament_play import begun, play
from tests.support.club.tournament_terms import members, terms
from tests.support.club.uncollected_files import plain_files
from zaria.club.accounts.models import Member
from zaria.club.federations.actions import contracts
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.actions import Booking
from zaria.club.ledger.kinds import ISSUED, TransferKind, federation_code, member_code
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Pairing, Tournament

__all__ = ["plain_files"]

HOUR = 3_600_000
SUM = re.compile(r"<b>([^<]*)</b><span>(played|won)</span>")
MEDAL = re.compile(r'<b class="medal place-\d+">(\d+)</b>\s*<small>×(\d+)</small>')


@pytest.fixture(autouse=True)
def _pages(transactional_db: None, plain_files: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def sums(page: str) -> dict[str, str]:
    """The numbers of the section of tournaments."""
    section = page[page.find('id="tournaments"') :] if 'id="tournaments"' in page else ""
    medals = {f"place {place}": times for place, times in MEDAL.findall(section)}
    return {name: number for number, name in SUM.findall(section)} | medals


def lines_of(member: Member, path: str) -> list[str]:
    """The lines of a member's file."""
    return StatisticsBrowser(member).get(path).text.splitlines()


def recorded(row: Tournament, player: Member, number: int) -> Played:
    """A recorded match of a player in a tournament."""
    pairing = Pairing.objects.filter(tournament=row).exclude(match_id=None).order_by("pk")[number]
    return match(number, match_id=pairing.match_id, player0=player.player, name0=player.username)


def test_the_statistics_count_tournaments_and_lead_to_them() -> None:
    row, players = begun(2)
    winner = play(row).winner
    for member in players:
        is_winner = member.player == winner
        page = Browser(member).text("/me/stats")
        assert sums(page) == {
            "played": "1", "won": "1" if is_winner else "0", "place 1" if is_winner else "place 2": "1",
        }  # fmt: skip
        assert 'href="/tournaments/mine"' in page
        assert "/me/stats/games?tournament=yes" in page
        assert sums(Browser().text(f"/@{member.username}")) == sums(page)


def test_a_public_page_is_silent_of_private_tournaments_and_of_hidden_games() -> None:
    row, (ann, _bob) = begun(2, private=True)
    play(row)
    assert sums(Browser(ann).text("/me/stats"))["played"] == "1"
    assert sums(Browser().text(f"/@{ann.username}")) == {}
    Tournament.objects.update(private=False)
    assert sums(Browser().text(f"/@{ann.username}"))["played"] == "1"
    Member.objects.filter(pk=ann.pk).update(settings={"show_games": False})
    assert sums(Browser().text(f"/@{ann.username}")) == {}


def test_matches_of_tournaments_are_marked_found_and_in_the_file() -> None:
    row, (ann, bob) = begun(2, title="Spring <cup>", private=True)
    first = recorded(row, ann, 0)
    first.tournament = row.pk
    first.save()
    match(7, player0=ann.player, name0=ann.username).save()
    reader = Browser(ann)
    page = reader.text("/me/stats/games")
    assert f'<a class="of-tournament" href="/tournaments/{row.pk}">Spring &lt;cup&gt;</a>' in page
    assert page.count("of-tournament") == 1
    tournaments = [line.split(",")[-1] for line in lines_of(ann, "/me/stats/games.csv")]
    assert tournaments == ["tournament", "", row.pk]
    for choice, expected in (("yes", [first.match_id]), ("no", ["m00007"])):
        page = reader.text(f"/me/stats/games?tournament={choice}")
        assert re.findall(r'class="what" href="/t/([\w-]+)/replay"', page) == expected
    assert reader.get("/me/stats/games?tournament=maybe").status_code == 422
    page = Browser(bob).text(f"/@{ann.username}")
    assert page.count('<small class="of-tournament">tournament</small>') == 1
    assert row.pk not in page
    assert "Spring" not in page


@pytest.fixture
def owner() -> Member:
    """An owner of the club, who administers the federation of Sofia."""
    (member,) = members(1)
    Member.objects.filter(pk=member.pk).update(is_staff=True, is_superuser=True)
    sofia = contracts.create_federation("sofia", "Tabla of Sofia")
    contracts.give_administration(None, sofia, member, Agreement("natural", "", "1/2026"))
    return Member.objects.get(pk=member.pk)


def test_every_list_of_transfers_names_what_they_came_from(owner: Member) -> None:
    cup = actions.create(terms(starts_at=now_ms() + HOUR, fee=1_00, title="Sofia cup"), "director")
    actions.enter(cup.pk, owner)
    subjects = {
        f"tournament:{cup.pk}": "Sofia cup",
        "debt": "Debt of an earlier account",
        "board-birch": "Birch",
        "baklava": "Baklava",
    }
    for subject in subjects:
        for code in (member_code(owner.player), federation_code("sofia")):
            ledger.post(
                [Booking(f"{code}:{subject}", TransferKind.GRANT, ISSUED, code, 100, subject=subject)]
            )
    client = Client(HTTP_ACCEPT="text/html")
    client.force_login(owner)
    lists = {
        "the member's": Browser(owner).text("/me/stats/credits"),
        "the federation's": client.get("/f/sofia/administration/account").content.decode(),
        "the staff's": client.get(reverse("admin:members_member_change", args=[owner.pk])).content.decode(),
    }
    for name, page in lists.items():
        assert f'href="/tournaments/{cup.pk}"' in page, name
        assert f"tournament:{cup.pk}" not in page, name
        for subject, title in subjects.items():
            assert title in page, (name, subject)
            assert not re.search(rf"[>\s]{subject}\s*<", page), (name, subject)
