"""Simuls: a teacher against the class, by the day, on terms that all who accept have seen."""

from collections.abc import Iterator

import msgspec
import pytest

from tests.club.groups.test_groups import ada, add, browser, group, member
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.classroom.simul_form import SimulForm
from zaria.club.classroom.simul_tables import terms_of
from zaria.club.groups import actions, simuls
from zaria.club.groups.actions import RefusedGroupError
from zaria.club.groups.models import Group, Pupil, Simul, SimulSeat
from zaria.club.personal_data import export
from zaria.match.terms import ClockTerms

__all__ = ["ada", "group"]

FIELDS = {"game": "backgammon", "length": "3", "clock": "pool-7-24"}


@pytest.fixture
def pupil(ada: Member, group: Group) -> Pupil:
    """A pupil account in Ada's group."""
    return add(ada, group, "Mira")[0]


@pytest.fixture
def simul(group: Group) -> Simul:
    form = SimulForm(FIELDS)
    assert form.is_valid(), form.errors
    return simuls.create(group, "backgammon", msgspec.to_builtins(form.terms()))


@pytest.mark.django_db
def test_the_matches_are_by_the_day_and_unrated(simul: Simul) -> None:
    terms = terms_of(simul)
    assert (terms.game, terms.length, terms.rated) == ("backgammon", 3, False)
    assert terms.clock == ClockTerms.with_pool(7, 24)


@pytest.mark.django_db
def test_games_without_dice_are_single_games() -> None:
    form = SimulForm({**FIELDS, "game": "chess"})
    assert form.is_valid(), form.errors
    assert form.terms().length == 1


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"game": "whist"}, {"length": "2"}, {"clock": "5+3"}, {"clock": ""}])
def test_wrong_terms_change_nothing(ada: Member, group: Group, wrong: dict[str, str]) -> None:
    answer = browser(ada).post(f"/groups/{group.pk}/simuls", {**FIELDS, **wrong})
    assert answer.status_code == 422
    assert not Simul.objects.exists()


@pytest.mark.django_db
def test_pupils_accept_and_withdraw_until_it_begins(simul: Simul, pupil: Pupil, group: Group) -> None:
    path = f"/groups/{group.pk}/simuls/{simul.pk}/accept"
    mira = browser(pupil.member)
    for act, number in (("accept", 1), ("accept", 1), ("withdraw", 0), ("accept", 1)):
        assert mira.post(path, {"act": act}).status_code == 302
        assert simul.seats.count() == number
    assert browser(member("Eve")).post(path, {"act": "accept"}).status_code == 404
    seats = simuls.begin(simul)
    match_id = seats[0].match_id
    assert [seat.match_id for seat in simuls.begin(simul)] == [match_id]
    for change in (simuls.accept, simuls.withdraw):
        with pytest.raises(RefusedGroupError):
            change(simul, pupil.member)


@pytest.mark.django_db
def test_only_the_teacher_begins_and_deletes(ada: Member, simul: Simul, pupil: Pupil, group: Group) -> None:
    bob, path = member("Bob"), f"/groups/{group.pk}/simuls/{simul.pk}"
    actions.join(bob, actions.new_join_code(group))
    assert browser(bob).post(f"{path}/delete").status_code == 404
    assert browser(bob).post(f"/groups/{group.pk}/simuls", FIELDS).status_code == 404
    with pytest.raises(RefusedGroupError):
        simuls.begin(simul)
    assert browser(ada).post(f"{path}/delete").status_code == 302
    assert not Simul.objects.exists()


@pytest.mark.django_db
def test_a_group_has_few_simuls(simul: Simul, group: Group) -> None:
    for _simul in range(simuls.MOST_SIMULS - 1):
        simuls.create(group, "chess", {})
    with pytest.raises(RefusedGroupError):
        simuls.create(group, "chess", {})


@pytest.mark.django_db
def test_who_leaves_the_group_leaves_its_simuls(ada: Member, simul: Simul, group: Group) -> None:
    bob = member("Bob")
    actions.join(bob, actions.new_join_code(group))
    simuls.accept(simul, bob)
    assert '"simuls"' in b"".join(export.json_parts(bob)).decode()
    actions.remove(Pupil.objects.get(member=bob))
    assert not SimulSeat.objects.exists()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("simul")) as server:
        yield server


def test_the_tables_are_opened_for_all_who_accept(server: Server) -> None:
    teacher, *pupils = (Somebody(server.url).join() for _member in range(3))
    group = teacher.fill("/groups", title="4 b").headers["Location"]
    teacher.fill(f"{group}/code", teacher.get(group))
    code = teacher.get(group).text.partition("<output")[2].partition(">")[2].partition("<")[0]
    for pupil in pupils:
        assert pupil.fill("/groups/join", code=code).headers["Location"] == group
    simul = teacher.fill(f"{group}/simuls", teacher.get(group), **FIELDS).headers["Location"]
    assert simul in pupils[0].get(group).text
    for pupil in pupils:
        pupil.fill(f"{simul}/accept", pupil.get(simul), act="accept")
    teacher.fill(f"{simul}/begin", teacher.get(simul))
    page = teacher.get(simul).text
    assert "The tables are open." in page
    tables = {path for path in page.split('"') if path.startswith("/t/")}
    assert len(tables) == 2
    for pupil in pupils:
        own_table = [path for path in pupil.get(simul).text.split('"') if path in tables]
        assert pupil.get(own_table[0]).status == 200
    again = teacher.fill(f"{simul}/begin", teacher.get(group))
    assert again.headers["Location"] == simul
    assert {path for path in teacher.get(simul).text.split('"') if path.startswith("/t/")} == tables
    assert Visitor(server.url).get(simul).status == 302
