"""Links to matches and positions in messengers: what they show, and what they keep to themselves."""

import io
import re
from urllib.parse import urlsplit

import pytest
from PIL import Image

from tests.support.by_day import by_day
from tests.support.finished_matches import played
from tests.support.http_client import Visitor, fetch
from tests.support.match.dice_matches import SEEDS, Table
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.games.positions import SquaresPosition, TablesPosition
from zaria.club.matches.replay import link_cards
from zaria.club.matches.replay.link_cards import Look
from zaria.club.shop.actions import buy
from zaria.club.shop.goods import GOODS
from zaria.match import commands as cmd
from zaria.match.events import Player
from zaria.match.terms import Terms

pytestmark = pytest.mark.xdist_group("records")

WALNUT = Look("walnut")


def preview(visitor: Visitor, path: str) -> dict[str, str]:
    """The properties of a page by which messengers show it."""
    tags = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', visitor.get(path).text)
    return {name: text.replace("&amp;", "&") for name, text in tags}


def size(server: Server, address: str) -> tuple[str, tuple[int, int]]:
    """The type and the size of a picture."""
    answer = fetch(address if address.startswith("http") else server.url + address)
    assert answer.status_code == 200
    with Image.open(io.BytesIO(answer.content)) as image:
        return answer.headers["Content-Type"], image.size


PAGES = {
    "/t/tabla-match/replay": "/t/tabla-match/picture.png?lang=el",
    "/t/tabla-match/replay?at=12": "/t/tabla-match/picture.png?at=12&lang=el",
    "/t/three-games-match": "/t/three-games-match/picture.png?lang=el",
    "/t/running": "/t/running/picture.png?lang=el",
    "/position/chess": "/position/chess/picture.png?lang=el",
    "/position/tapa?p=X=24:15;O=24:15&side=1": "/position/tapa/picture.png?p=X=24:15;O=24:15&side=1&lang=el",
}


@pytest.mark.parametrize("path", by_day(("/t/tabla-match/replay?at=12", "/position/chess"), PAGES))
def test_a_page_names_its_picture(shelved: Server, path: str) -> None:
    tags = preview(Visitor(shelved.url, "el"), path)
    assert tags["image"] == shelved.url + PAGES[path]
    assert tags["url"] == shelved.url + path
    assert tags["title"]
    assert tags["description"]
    assert (tags["image:width"], tags["image:height"]) == ("1200", "630")
    assert size(shelved, tags["image"]) == ("image/png", (1200, 630))


def test_a_finished_match_is_kept_long_and_a_running_one_shortly(shelved: Server) -> None:
    over = fetch(shelved.url + "/t/tabla-match/picture.png")
    assert over.headers["Cache-Control"] == "public, max-age=604800"
    tag = over.headers["ETag"]
    assert tag.startswith('"')
    again = fetch(shelved.url + "/t/tabla-match/picture.png", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert fetch(shelved.url + "/t/tabla-match/picture.png?at=3").headers["ETag"] != tag
    assert fetch(shelved.url + "/t/running/picture.png").headers["Cache-Control"] == "public, max-age=300"
    assert "Set-Cookie" not in over.headers


def test_the_language_is_that_of_the_address(shelved: Server) -> None:
    address = shelved.url + "/t/tabla-match/picture.png"
    tags = {fetch(f"{address}?lang={code}").headers["ETag"] for code in ("en", "ru", "tr")}
    assert len(tags) == 3
    plain = fetch(address, headers={"Accept-Language": "ru"})
    assert plain.headers["ETag"] == fetch(f"{address}?lang=xx").headers["ETag"] in tags
    assert plain.headers["Content-Language"] == "en"


def test_there_is_no_picture_of_what_is_not_there(shelved: Server) -> None:
    for path in ("/t/nothing", "/t/cleared", "/position/go", "/@Nobody1"):
        assert fetch(f"{shelved.url}{path}/picture.png").status_code == 404, path
    assert fetch(f"{shelved.url}/position/tabla/picture.png?p=nonsense").status_code == 404
    assert preview(Visitor(shelved.url), "/t/cleared") == {}


def test_an_invitation_says_who_invites(shelved: Server) -> None:
    host = Visitor(shelved.url)
    address = host.set_table(game="long-nardy")
    tags = preview(Visitor(shelved.url), urlsplit(address).path)
    assert re.fullmatch(
        r"[\w-]+ \d+ invites you: Long nardy", tags["title"].replace("\N{NO-BREAK SPACE}", " ")
    )
    assert size(shelved, tags["image"]) == ("image/png", (1200, 630))


def test_nothing_is_shown_of_the_moves_of_a_running_match() -> None:
    table = Table(Terms("tabla"), (3, 1), (6, 5))
    before = link_cards.table_card(table.match, table.match.players, ("Ada", "Boris"), WALNUT)
    table.act(cmd.Play(((8, 3), (6, 1)), table.match.rolls))
    assert table.match.position != Table(Terms("tabla"), (3, 1)).match.position
    assert link_cards.table_card(table.match, table.match.players, ("Ada", "Boris"), WALNUT) == before


def test_a_table_shows_the_chosen_position_from_which_its_game_begins() -> None:
    dice = Table(Terms("tabla", position="X=6:2,off:13;O=6:2,off:13", starter=1), seated=False)
    board = link_cards.table_card(dice.match, dice.match.players, ("Ada", "Boris"), WALNUT).position
    assert isinstance(board, TablesPosition)
    assert [points[6] for points in board.checkers] == [2, 2]
    chess = Table(Terms("chess", position="8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"), seated=False)
    squares = link_cards.table_card(chess.match, chess.match.players, ("Ada", "Boris"), WALNUT).position
    assert isinstance(squares, SquaresPosition)
    assert sum(letter.isalpha() for letter in squares.rows) == 3


@pytest.mark.django_db
def test_a_member_who_hides_games_is_not_named() -> None:
    Member.objects.create(
        username="Hidden", email="a@example.org", player="h", settings={"show_games": False}
    )
    Member.objects.create(username="Shown", email="b@example.org", player="s")
    table = Table(Terms("tabla"), seated=False)
    for side, player in enumerate(
        (Player("h", "Hidden", "#b33", member=True), Player("s", "Shown", "#33b", member=True))
    ):
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
        names = link_cards.visible_names(table.match.players)
        assert "Hidden" not in link_cards.table_title(table.match, table.match.players, names)
        assert "Hidden" not in repr(link_cards.table_card(table.match, table.match.players, names, WALNUT))
    assert names == ("A member", "Shown")
    table.do(1, cmd.Claim("win"))
    card = link_cards.result_card(table.events, names, None)
    assert "Hidden" not in repr(card)
    assert [(seat.name, seat.won) for seat in card.seats] == [("A member", False), ("Shown", True)]


@pytest.mark.django_db
def test_an_invitation_shows_the_board_and_checkers_of_its_host() -> None:
    chosen = {"skin": "lapis", "men": "jade"}
    host = Member.objects.create(username="Host", email="h@example.org", player="h", settings=chosen)
    table = Table(Terms("tapa"), seated=False)
    seats = (Player("h", "Host", "#b33", member=True), None)
    assert link_cards.look_of(table.match, seats) == Look("walnut"), "nothing is bought yet"
    for good in ("board-lapis", "men-jade"):
        buy("h", GOODS[good]._replace(number=1))
    assert link_cards.look_of(table.match, seats) == Look("lapis", "jade")
    card = link_cards.table_card(table.match, seats, ("Host", ""), Look("lapis", "jade"))
    assert (card.skin, card.checkers) == ("lapis", "jade")
    assert link_cards.look_of(table.match, (seats[0], Player("o", "Other", "#b33"))) == Look("walnut")
    host.settings = {"skin": "no-board", "men": "amber"}
    host.save()
    assert link_cards.look_of(table.match, seats) == Look("walnut", "amber")
    host.settings = chosen | {"show_games": False}
    host.save()
    assert link_cards.look_of(table.match, seats) == Look("walnut")


def test_a_result_shows_the_last_position_and_the_score() -> None:
    events = played("tabla-match")
    card = link_cards.result_card(events, ("Ada", "Boris"), None)
    assert {seat.score for seat in card.seats} == {str(points) for points in events[-1].score}  # type: ignore[union-attr]
    assert [seat.won for seat in card.seats].count(True) == 1
    assert card.text
    early = link_cards.result_card(events, ("Ada", "Boris"), 0)
    assert early.position != card.position
    assert [seat.won for seat in early.seats] == [False, False]


@pytest.mark.parametrize("path", ["/t/tabla-match", "/position/chess", "/position/tapa"])
def test_other_sites_may_show_it_in_a_frame(shelved: Server, path: str) -> None:
    framed = Visitor(shelved.url).get(f"{path}/embed?at=5&lang=ru")
    assert framed.status == 200
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in framed.headers
    assert '<html lang="ru"' in framed.text
    assert framed.json("data")["address"] == ""
    whole = Visitor(shelved.url).get(path + ("/replay?at=5" if path.startswith("/t/") else ""))
    assert "frame-ancestors 'none'" in whole.headers["Content-Security-Policy"]
    assert f"&lt;iframe src=&quot;{shelved.url}{path}/embed?" in whole.text


def test_what_is_not_public_is_in_no_frame(shelved: Server) -> None:
    for path, status in (("/t/running", 409), ("/t/nothing", 404), ("/position/go", 404)):
        page = Visitor(shelved.url).get(f"{path}/embed")
        assert page.status == status
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
