"""The pages of puzzles, on a server: what they show, how they grade answers, and what is rated."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.club.member_client import Somebody
from tests.support.club.puzzle_samples import AVOID, DOUBLE, MOVE, SECOND_TURN, TAKE, TURN
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server
from zaria.puzzles.puzzle import Puzzle

pytestmark = pytest.mark.xdist_group("puzzles")

BEST, SECOND, UNLISTED = "8-3,6-1", "13-3,6-1", "24-1,24-3"


def sent(visitor: Visitor, puzzle: Puzzle, page: Page | None = None, **fields: str) -> tuple[int, Any]:
    """The status and the answer to an answer, given on the page of a puzzle."""
    address = f"/puzzles/{puzzle.id}"
    page = page or visitor.get(address)
    offer = re.search(r'name="offer" value="([^"]*)"', page.text)
    assert offer is not None
    data = {"csrfmiddlewaretoken": page.token, "offer": offer[1], **fields}
    answer = visitor.send("POST", f"{address}/answer", data=data, headers={"Referer": visitor.url + address})
    return answer.status, json.loads(answer.text)


def offered(visitor: Visitor, query: str) -> tuple[str, Page]:
    """The id and the page of a puzzle that the stream offers."""
    address = visitor.get(f"/puzzles/next?{query}").headers["Location"]
    name = re.match(r"/puzzles/(\w+)\?offer=", address)
    assert name is not None, address
    return name[1], visitor.get(address)


def test_a_page_shows_the_question_and_not_the_solution(puzzle_club: Server) -> None:
    for puzzle, question in (
        (TURN, "Light to play 3-1"),
        (AVOID, "Which one would you avoid?"),
        (DOUBLE, "Double, or wait?"),
        (TAKE, "Light is offered the cube"),
        (MOVE, "White to move"),
    ):
        page = Visitor(puzzle_club.url).get(f"/puzzles/{puzzle.id}")
        assert page.status == 200
        assert question in page.text
        data = page.text.partition('<aside class="record">')[2]
        assert "loss" not in data
        assert "puzzle-themes" not in data


def test_there_is_no_puzzle_without_a_number(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    assert visitor.get("/puzzles/nothing1").status == 404
    page = visitor.get(f"/puzzles/{TURN.id}")
    data = {"csrfmiddlewaretoken": page.token}
    headers = {"Referer": puzzle_club.url}
    assert visitor.send("POST", "/puzzles/nothing1/answer", data=data, headers=headers).status == 404


@pytest.mark.parametrize(
    ("moves", "verdict", "sentence"),
    [(BEST, "solved", "Solved"), (SECOND, "nearly", "Nearly: it costs 0.050")],
)
def test_a_listed_answer_is_judged_by_its_loss(
    puzzle_club: Server, moves: str, verdict: str, sentence: str
) -> None:
    status, reply = sent(Visitor(puzzle_club.url), TURN, moves=moves)
    assert (status, reply["verdict"], reply["said"]) == (200, verdict, sentence)
    assert "8/5 6/5" in reply["html"]
    assert ("better" in reply) == (verdict != "solved")


def test_an_answer_that_is_not_listed_is_judged_by_the_engine(puzzle_club: Server) -> None:
    status, reply = sent(Visitor(puzzle_club.url), TURN, moves=UNLISTED)
    assert status == 200
    assert "the engine has graded it just now" in reply["html"]
    assert "24/23 24/21" in reply["html"]


@pytest.mark.parametrize(
    ("puzzle", "choice", "verdict"),
    [
        (DOUBLE, "wait", "solved"),
        (DOUBLE, "double", "nearly"),
        (TAKE, "take", "solved"),
        (TAKE, "drop", "missed"),
        (AVOID, AVOID.answers[-1].turn, "solved"),
        (AVOID, AVOID.answers[0].turn, "missed"),
    ],
)
def test_choices_are_judged(puzzle_club: Server, puzzle: Puzzle, choice: str, verdict: str) -> None:
    status, reply = sent(Visitor(puzzle_club.url), puzzle, choice=choice)
    assert (status, reply["verdict"]) == (200, verdict)


CUBE_SENTENCES = {
    DOUBLE: (
        r"Light: wins 5\d%, \d+% by gammon; loses \d+% by gammon\.",
        r"A double is right from \d+% to \d+% wins",
    ),
    TAKE: (r"Light: wins 4\d%, \d+% by gammon; loses \d+% by gammon\.", r"The take point is \d+%"),
}


@pytest.mark.parametrize(("puzzle", "choice"), [(DOUBLE, "wait"), (DOUBLE, "double"), (TAKE, "drop")])
def test_an_answer_about_the_cube_has_its_reasons(puzzle_club: Server, puzzle: Puzzle, choice: str) -> None:
    html = sent(Visitor(puzzle_club.url), puzzle, choice=choice)[1]["html"]
    for sentence in CUBE_SENTENCES[puzzle]:
        assert re.search(sentence, html), html


@pytest.mark.parametrize("language", ["bg", "el", "ro", "ru", "tr"])
def test_reasons_of_the_cube_speak(puzzle_club: Server, language: str) -> None:
    html = sent(Visitor(puzzle_club.url, language), TAKE, choice="take")[1]["html"]
    reasons = re.findall(r"<span>(.*?)</span>", html.partition("puzzle-word")[2].partition("</p>")[0])
    assert len(reasons) == 2
    assert not re.search("take|wins", "".join(reasons))


def test_a_solution_of_several_moves_goes_on(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    status, reply = sent(visitor, MOVE, move=MOVE.line[0])
    assert (status, reply["line"]) == (200, list(MOVE.line[:2]))
    assert reply["shown"]["frames"][0]["turn"] == MOVE.side
    assert MOVE.line[2] in [way["move"] for way in reply["ways"]["ways"]]
    status, reply = sent(visitor, MOVE, line=" ".join(MOVE.line[:2]), move=MOVE.line[2])
    assert (status, reply["verdict"]) == (200, "solved")
    assert sent(visitor, MOVE, move=MOVE.answers[2].turn)[1]["verdict"] == "missed"


@pytest.mark.parametrize(
    ("puzzle", "fields"),
    [
        (TURN, {}),
        (TURN, {"moves": "8-3"}),
        (TURN, {"moves": "8-6,6-1"}),
        (TURN, {"moves": "x"}),
        (TURN, {"choice": "8/5 6/5"}),
        (DOUBLE, {"choice": "take"}),
        (AVOID, {"choice": "24/17"}),
        (MOVE, {"move": "a1-a2"}),
        (MOVE, {"move": MOVE.line[2], "line": MOVE.line[0]}),
        (MOVE, {"move": MOVE.line[2], "line": "e3-d4 b6-a5"}),
        (TURN, {"moves": BEST, "line": "8/5 6/5"}),
    ],
)
def test_what_is_no_answer_is_refused(puzzle_club: Server, puzzle: Puzzle, fields: dict[str, str]) -> None:
    status, reply = sent(Visitor(puzzle_club.url), puzzle, None, **fields)
    assert (status, reply["code"]) == (422, "illegal")


def test_an_answer_in_the_stream_is_rated_and_a_second_one_is_not(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    name, page = offered(ann, "game=tabla&theme=point")
    assert name == TURN.id
    assert "Unrated" not in page.text
    _, reply = sent(ann, TURN, page, moves=BEST)
    change = re.search(r"(\d+) \(\+(\d+)\)", reply["html"])
    assert change is not None
    assert int(change[1]) == 1300 + int(change[2]) > 1300
    assert re.search(r"\(\+", sent(ann, TURN, page, moves=BEST)[1]["html"]) is None
    listing = ann.get("/puzzles").text
    assert "1 puzzle<" in listing
    assert change[1] in listing
    assert "theme=point" not in ann.get(f"/puzzles/{SECOND_TURN.id}").text
    assert ann.get("/puzzles/next?game=tabla&theme=point").headers["Location"].startswith("/puzzles?done=yes")
    assert "You have answered all puzzles of this choice" in ann.get("/puzzles?done=yes").text


def test_a_puzzle_by_its_number_is_not_rated(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    page = ann.get(f"/puzzles/{TURN.id}")
    assert "Unrated" in page.text
    assert "(+" not in sent(ann, TURN, page, moves=BEST)[1]["html"]
    assert "Your rating appears here" in ann.get("/puzzles").text


def by_frame(member: Visitor) -> None:
    """Read the solution in the frame, on a page of the club."""
    member.send("POST", f"/puzzles/{TURN.id}/embed/answer", data={"moves": SECOND})


def by_api(member: Visitor) -> None:
    """Read it by the API, with the cookies of the browser."""
    headers = {"X-CSRFToken": member.get("/puzzles").token, "Referer": member.url}
    path = f"/api/v1/puzzles/{TURN.id}/attempt"
    answer = member.send("POST", path, json={"moves": [[8, 3], [6, 1]]}, headers=headers)
    assert json.loads(answer.text)["best"] == "8/5 6/5"


@pytest.mark.parametrize("read", [by_frame, by_api])
def test_a_member_who_has_read_the_solution_elsewhere_is_not_rated(
    puzzle_club: Server, read: Callable[[Visitor], None]
) -> None:
    ann = Somebody(puzzle_club.url).join()
    name, page = offered(ann, "game=tabla&theme=point")
    assert name == TURN.id
    read(ann)
    reply = sent(ann, TURN, page, moves=BEST)[1]
    assert "(+" not in reply["html"]
    assert "Your first answer to this puzzle counts." in reply["html"]
    assert "Your rating appears here" in ann.get("/puzzles").text


def test_tries_of_a_guest_become_those_of_the_member(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url)
    _, page = offered(ann, "game=tabla&theme=point")
    sent(ann, TURN, page, moves=BEST)
    assert ann.get("/puzzles/next?game=tabla&theme=point").headers["Location"].startswith("/puzzles?done=yes")
    ann.join()
    assert "1 puzzle<" in ann.get("/puzzles").text
    assert ann.get("/puzzles/next?game=tabla&theme=point").headers["Location"].startswith("/puzzles?done=yes")


def test_an_offer_to_one_guest_is_none_to_another(puzzle_club: Server) -> None:
    first, second = Visitor(puzzle_club.url), Visitor(puzzle_club.url)
    address = first.get("/puzzles/next?game=backgammon").headers["Location"]
    second.get("/puzzles/next?game=backgammon")
    assert 'name="offer" value=""' not in first.get(address).text
    assert 'name="offer" value=""' in second.get(address).text


def test_a_choice_without_puzzles_differs_from_one_that_is_answered(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    for query in ("game=chess&theme=hit", "game=gulbar", "game=backgammon&theme=mate&difficulty=harder"):
        address = visitor.get(f"/puzzles/next?{query}").headers["Location"]
        assert "none=yes" in address
        assert "There are no puzzles of this choice yet." in visitor.get(address).text
    assert '<option value="harder" selected>' in visitor.get(address).text


@pytest.mark.parametrize("language", ["bg", "el", "ro", "ru", "tr"])
def test_pages_speak(puzzle_club: Server, language: str) -> None:
    visitor = Visitor(puzzle_club.url, language)
    assert "Find the best turn" not in visitor.get(f"/puzzles/{TURN.id}").text
    assert "Decisions that players" not in visitor.get("/puzzles").text


def acted(member: Visitor, page: Page, act: str) -> Page:
    """The part of the page with the buttons after one of them was pressed."""
    data = {"csrfmiddlewaretoken": page.token, "act": act}
    headers = {"Referer": f"{member.url}/puzzles"}
    return member.send("POST", f"/puzzles/{TURN.id}/acts", data=data, headers=headers)


def test_members_vote_report_and_repeat_after_their_answer(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    page = ann.get(f"/puzzles/{TURN.id}")
    assert acted(ann, page, "like").status == 404  # not answered yet
    assert "Good puzzle" in sent(ann, TURN, page, moves=SECOND)[1]["html"]
    assert re.search(r'value="no_vote" aria-pressed="true"', acted(ann, page, "like").text)
    assert 'value="like"' in acted(ann, page, "no_vote").text
    assert "Don't repeat it" in acted(ann, page, "repeat").text
    assert "Repeat it later" in acted(ann, page, "no_repeat").text
    assert "will be checked by a deeper search" in acted(ann, page, "report").text


def test_guests_do_not(puzzle_club: Server) -> None:
    guest = Visitor(puzzle_club.url)
    page = guest.get(f"/puzzles/{TURN.id}")
    assert "Good puzzle" not in sent(guest, TURN, page, moves=SECOND)[1]["html"]
    assert acted(guest, page, "like").status == 302
    assert guest.get("/puzzles/repeat").status == 302


def test_rating_and_repetition_can_be_switched_off(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    _, page = offered(ann, "game=tabla&theme=point")
    assert "Level 1" in page.text
    assert ann.fill("/puzzles/settings", ann.get("/puzzles")).status == 302
    name, page = offered(ann, "game=tabla&theme=point")
    assert name == TURN.id
    assert "Level 1" not in page.text
    reply = sent(ann, TURN, page, moves=BEST)[1]
    assert "(+" not in reply["html"]
    assert "Repeat it later" not in reply["html"]
    assert "Your puzzle ratings" not in ann.get("/puzzles").text
    ann.fill("/puzzles/settings", ann.get("/puzzles"), rating="on", repeat="on")
    assert "Your puzzle ratings" in ann.get("/puzzles").text


def test_nothing_is_due_at_first(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    address = ann.get("/puzzles/repeat").headers["Location"]
    assert "Nothing to repeat right now" in ann.get(address).text


def test_the_puzzles_of_the_day(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    page = visitor.get("/puzzles/daily")
    for word in ("Games with dice", "Draughts &amp; chess", "Tabla"):
        assert word in page.text
    assert "Yesterday, with the answers" not in page.text, "nobody was asked them"
    address = visitor.get("/puzzles/daily/squares").headers["Location"]
    assert address == f"/puzzles/{MOVE.id}"
    assert visitor.get("/puzzles/daily/chess").status == 404


def test_a_link_to_a_puzzle_has_a_picture(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    page = visitor.get(f"/puzzles/{TURN.id}")
    assert re.search(rf'og:image" content="[^"]+/puzzles/{TURN.id}/picture.png', page.text)
    assert visitor.send("GET", f"/puzzles/{TURN.id}/picture.png").headers["Content-Type"] == "image/png"
    assert visitor.get("/puzzles/nothing1/picture.png").status == 404


def test_a_run_counts_what_is_listed_and_stores_the_best(puzzle_club: Server) -> None:
    ann = Somebody(puzzle_club.url).join()
    assert "Your best run" not in Visitor(puzzle_club.url).get("/puzzles/run").text
    address, numbers = ann.get("/puzzles/run?game=backgammon&start=yes").headers["Location"], set()
    while (name := re.match(r"/puzzles/(\w+)\?", address)) is not None and name[1] != "run":
        page = ann.get(address)
        assert "Run of three minutes" in page.text
        token = re.search(r'name="run" value="([^"]*)"', page.text)
        assert token is not None
        fields = {DOUBLE.id: {"choice": "wait"}, TAKE.id: {"choice": "drop"}}.get(name[1], {"moves": BEST})
        data = {"csrfmiddlewaretoken": page.token, "run": token[1], "game": "backgammon", **fields}
        headers = {"Referer": puzzle_club.url + address}
        reply = ann.send("POST", f"/puzzles/{name[1]}/run", data=data, headers=headers)
        address = json.loads(reply.text)["next"]
        numbers.add(name[1])
    assert len(numbers) == 3
    end = ann.get(address).text
    assert "Look at these in peace" in end
    assert f"/puzzles/{TAKE.id}" in end
    assert re.search(r"Your best run</dt><dd>\s*2", end)
    bob = Somebody(puzzle_club.url).join()
    assert not re.search(r"Your best run</dt><dd>\s*2", bob.get(address).text), "it is Ann's run"


def test_a_run_takes_no_answer_to_another_puzzle(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    page = visitor.get(f"/puzzles/{TURN.id}")
    data = {"csrfmiddlewaretoken": page.token, "run": "x", "moves": BEST}
    headers = {"Referer": puzzle_club.url}
    assert visitor.send("POST", f"/puzzles/{TURN.id}/run", data=data, headers=headers).status == 404


def test_a_frame_is_graded_without_cookies_and_stores_nothing(puzzle_club: Server) -> None:
    visitor = Visitor(puzzle_club.url)
    page = visitor.get(f"/puzzles/{TURN.id}/embed?lang=bg")
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
    assert "Готово" in page.text
    answer = visitor.send("POST", f"/puzzles/{TURN.id}/embed/answer", data={"moves": BEST})
    assert json.loads(answer.text)["verdict"] == "solved"
    assert "Your answers stay" not in answer.text
    refused = visitor.send("POST", f"/puzzles/{TURN.id}/embed/answer", data={"moves": "1-1"})
    assert refused.status == 422
