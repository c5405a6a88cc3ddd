"""Score sheets on a real server: stored step by step, for their owner alone, until they become matches."""

import hashlib
import html
import json
import re
import signal
from pathlib import Path

import pytest

from tests.club.broadcast.test_commentary import draw
from tests.support.club.member_client import Somebody
from tests.support.club.score_sheets import TO_SEVEN, Scribe, dice, turn
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.match.dice_play.dice import roll
from zaria.records import convert
from zaria.records.occasion import occasion_of

OPENING = (dice(3, 1), turn((8, 3), (6, 1)), dice(6, 4))


@pytest.fixture
def member(server: Server) -> Somebody:
    return Somebody(server.url).join()


def written(member: Somebody) -> Scribe:
    """A sheet with two rolls and a turn."""
    scribe = Scribe.begin(member)
    for act in OPENING:
        scribe.write(**act)
    return scribe


def test_a_sheet_is_written_and_loaded_again(member: Somebody) -> None:
    scribe = written(member)
    shown = scribe.state()
    assert (shown["revision"], shown["count"], shown["view"]["dice"]) == (3, 3, [6, 4])
    assert [line["text"] for line in shown["lines"]] == ["3-1", "8/5 6/5", "6-4"]
    assert shown["turns"][0][0] == "24/14"
    assert {text for text, *_ in shown["turns"]} >= {"24/18 13/9", "8/2 6/2"}
    assert "Ann – Bob" in member.get("/scribe").text


def test_a_server_that_is_killed_loses_no_step(tmp_path: Path) -> None:
    with Server(tmp_path / "club") as server:
        scribe = written(Somebody(server.url).join())
        server.stop(signal.SIGKILL)
        server.restart()
        assert [line["text"] for line in scribe.state()["lines"]] == ["3-1", "8/5 6/5", "6-4"]
        assert scribe.write(**turn((24, 6), (18, 4)))["count"] == 4


def test_a_stale_page_is_refused_and_a_repeated_step_is_stored_once(member: Somebody) -> None:
    scribe = Scribe.begin(member)
    scribe.write(**dice(3, 1))
    scribe.revision = 0
    assert scribe.write(**dice(3, 1))["revision"] == 1
    scribe.revision = 0
    answer = scribe.send(step={"t": "write", "act": dice(2, 1)})
    assert (answer.status, json.loads(answer.text)["code"]) == (409, "stale")
    assert scribe.state()["revision"] == 1


@pytest.mark.parametrize(
    ("request_part", "status"),
    [
        ({"step": {"t": "write", "act": turn((13, 6), (13, 5))}}, 422),
        ({"step": {"t": "write", "act": dice(7, 1)}}, 400),
        ({"step": {"t": "write", "act": {"t": "cube", "act": "double"}}}, 422),
        ({"step": {"t": "go", "to": 99}}, 422),
        ({"step": {"t": "correct", "at": 7}}, 422),
        ({"step": {"t": "erase"}}, 400),
        ({}, 400),
    ],
)
def test_what_cannot_be_changes_nothing(
    member: Somebody, request_part: dict[str, object], status: int
) -> None:
    scribe = written(member)
    answer = scribe.send(**request_part)
    assert answer.status == status
    assert json.loads(answer.text)["reason"]
    assert scribe.state()["revision"] == 3


def test_acts_are_undone_corrected_and_pointed_at(member: Somebody) -> None:
    scribe = written(member)
    scribe.write(**turn((24, 6), (18, 4)))
    assert scribe.step(t="go", to=2)["redo"] == 3
    scribe.step(t="go", to=4)
    broken = scribe.step(t="correct", at=2, act=dice(6, 3))
    assert (broken["is_broken"], broken["count"], broken["lines"][1]["pending"]) == (True, 3, True)
    assert scribe.member.fill(f"{scribe.path}/finish", member.get(scribe.path)).status == 302
    assert "no longer fits" in member.get(scribe.path).text
    corrected = scribe.step(t="correct", at=3, act=turn((24, 6), (18, 3)))
    assert (corrected["is_broken"], corrected["count"]) == (False, 4)


def test_the_club_rolls_the_dice(member: Somebody) -> None:
    scribe = Scribe.begin(member, game="tabla", length="1")
    answer = scribe.send(roll=True)
    assert answer.status == 200
    text = json.loads(answer.text)["lines"][0]["text"]
    # the answer was lost: the same roll is sent again, and stored once
    assert json.loads(scribe.send(roll=True).text)["lines"][0]["text"] == text
    scribe.revision = 1
    page = member.get(f"{scribe.path}/dice").text
    seal = re.search(r"<code>([0-9a-f]{64})</code>", page)
    assert seal is not None
    assert f'<li value="1">{text}</li>' in page
    assert "Sealed until the sheet is finished" in page
    scribe.step(t="go", to=0)
    forged = {"t": "write", "act": dice(6, 6), "club": True}
    assert scribe.send(step=forged).status == 400
    assert scribe.revision == 2
    rolls = scribe.roll_opening()
    assert member.fill(f"{scribe.path}/finish", member.get(scribe.path)).status == 302
    page = member.get(f"{scribe.path}/dice").text
    _seal, secret = re.findall(r"<code>([0-9a-f]{64})</code>", page)
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == seal[1]
    assert page.count("<li value=") == 1 + rolls
    assert "all these rolls follow" in page
    first, second = roll(bytes.fromhex(secret), ("", ""), scribe.path.rpartition("/")[2], 1)
    assert text == f"{first}-{second}"


def test_a_finished_sheet_is_a_match_of_another_club(member: Somebody) -> None:
    scribe = written(member)
    answer = scribe.member.fill(f"{scribe.path}/finish", member.get(scribe.path))
    replay = answer.headers["Location"]
    page = Visitor(member.url).get(replay)
    assert "Played at another club" in page.text
    assert "The record ends here" in page.text
    analysis = member.get(replay.replace("replay", "analysis.json"))
    assert json.loads(analysis.text)["state"] == "none"
    answer = scribe.send(step={"t": "go", "to": 1})
    assert (answer.status, json.loads(answer.text)["code"]) == (409, "finished")
    again = scribe.member.fill(f"{scribe.path}/finish", member.get("/scribe/new"))
    assert again.headers["Location"] == replay
    deleted = scribe.member.fill(f"{scribe.path}/delete", member.get(scribe.path))
    assert deleted.headers["Location"] == "/scribe"
    assert member.get(scribe.path).status == 404
    assert member.get(replay).status == 200


def test_a_finished_sheet_stands_in_the_library_of_its_owner(member: Somebody) -> None:
    first, second = (Scribe.begin(member, event="Sofia Open", round="Final", place="Sofia") for _ in range(2))
    first.write(**dice(3, 1))
    first.write(**turn((8, 3), (6, 1)))
    second.write(**dice(6, 5))
    second.write(**turn((24, 6), (18, 5)))
    for scribe in (first, second, first):
        assert member.fill(f"{scribe.path}/finish", member.get("/scribe/new")).status == 302
    collections = re.findall(r"/library/collections/[-\w]+", member.get("/library/collections").text)
    assert len({path for path in collections if not path.endswith("new")}) == 1
    shelf = member.get(collections[0]).text
    assert shelf.count("Ann – Bob</b>") == 2
    assert "Sofia Open" in shelf
    assert "Final" in shelf
    replay = re.search(r"/library/matches/[-\w]+/replay", member.get(first.path).text)
    assert replay is not None
    assert "Final" in member.get(replay[0]).text
    assert Visitor(member.url).get(replay[0]).status == 404


def test_the_library_finds_a_finished_sheet_by_a_position(member: Somebody) -> None:
    scribe = Scribe.begin(member, name0="Eleni Scribed")
    scribe.write(**dice(3, 1))
    scribe.write(**turn((8, 3), (6, 1)))
    scribe.write(**dice(6, 4))
    scribe.write(**turn((24, 6), (18, 4)))
    start = "/library?game=backgammon"
    assert "Eleni Scribed" not in member.get(start).text
    assert member.fill(f"{scribe.path}/finish", member.get("/scribe/new")).status == 302
    page = member.get(start).text
    assert "8/5 6/5" in page
    assert "Eleni Scribed" in page
    replay = re.search(r"/library/matches/[-\w]+/replay", member.get(scribe.path).text)
    assert replay is not None
    search = re.search(
        r'href="(/library\?game=backgammon&amp;p=XGID[^"]+)"', member.get(f"{replay[0]}?at=2").text
    )
    assert search is not None
    assert "Eleni Scribed" in member.get(html.unescape(search[1])).text
    assert "Eleni Scribed" not in Visitor(member.url).get(start).text


@pytest.mark.parametrize("form", ["json", "mat", "sgf"])
def test_files_name_the_occasion(member: Somebody, form: str) -> None:
    scribe = Scribe.begin(member, event='Open "A"', round="[1/2]", place="София", day="2026-11-28")
    scribe.write(**dice(3, 1))
    text = member.get(f"{scribe.path}.{form}").text
    event, round_name, place = occasion_of(text)
    assert event.replace("'", '"') == 'Open "A"'
    assert (round_name, place) == ("[1/2]", "София")
    assert convert.read(text.encode())[0].at == 1_795_824_000_000


def test_the_record_is_a_file_at_any_time(member: Somebody) -> None:
    scribe = written(member)
    assert "8/5 6/5" in member.get(f"{scribe.path}.mat").text
    assert member.get(f"{scribe.path}.sgf").status == 200
    assert member.get(f"{scribe.path}.pgn").status == 404


def test_nobody_but_its_owner_sees_a_sheet(member: Somebody) -> None:
    scribe = written(member)
    stranger = Somebody(member.url).join()
    assert stranger.get(scribe.path).status == 404
    assert stranger.get(f"{scribe.path}/state").status == 404
    assert stranger.get(f"{scribe.path}.mat").status == 404
    assert stranger.fill(f"{scribe.path}/delete", stranger.get("/scribe/new")).status == 302
    assert member.get(scribe.path).status == 200
    assert Visitor(member.url).get("/scribe").status == 302


@pytest.mark.parametrize(
    ("field", "value"),
    [("name0", ""), ("game", "poker"), ("length", "65"), ("name1", "buy at evil.example.com")],
)
def test_a_form_with_a_fault_says_so(member: Somebody, field: str, value: str) -> None:
    answer = member.fill("/scribe/new", **{**TO_SEVEN, field: value})
    assert answer.status == 422
    assert 'class="wrong"' in answer.text
    assert "/scribe/new" not in member.get("/scribe").text.partition("<ul")[2]


def test_a_sheet_has_all_the_options_of_a_table(member: Somebody) -> None:
    page = member.get("/scribe/new?game=short-nardy")
    assert 'name="caucasus"' in page.text
    assert 'name="caucasus"' not in member.get("/scribe/new?game=chess").text
    options = {"game": "short-nardy", "rules_of": "short-nardy", "caucasus": "yes"}
    scribe = Scribe.begin(member, **options, beaver="raccoon", auto_doubles="2", length="0", jacoby="on")
    terms = json.loads(json.loads(member.prove("/me/account/data").text)["score_sheets"][0]["terms"])
    assert terms["options"]["caucasus"] is True
    assert (terms["beaver"], terms["raccoon"], terms["auto_doubles"]) == (True, True, 2)
    assert scribe.state()["revision"] == 0
    refused = member.fill("/scribe/new", **{**TO_SEVEN, **options, "caucasus": "perhaps"})
    assert refused.status == 422


def test_another_game_shows_its_options_and_keeps_what_was_filled_in(member: Somebody) -> None:
    answer = member.fill("/scribe/new", **{**TO_SEVEN, "game": "short-nardy", "choose": "1", "event": "Cup"})
    assert answer.status == 200
    assert 'name="caucasus"' in answer.text
    assert 'value="Ann"' in answer.text
    assert 'value="Cup"' in answer.text
    assert "Ann – Bob" not in member.get("/scribe").text


def moment(member: Somebody, scribe: Scribe, query: str = "") -> dict[str, object]:
    page = Visitor(member.url).get(f"{scribe.path}/overlay.json{query}")
    assert page.status == 200
    answer: dict[str, object] = json.loads(page.text)
    return answer


def test_the_layer_shows_the_board_once_its_owner_lets_it(member: Somebody) -> None:
    scribe = written(member)
    stranger = Visitor(member.url)
    for name in ("overlay", "overlay.json"):
        assert stranger.get(f"{scribe.path}/{name}").status == 404
    assert member.fill(f"{scribe.path}/broadcast", on="1").status == 302
    assert stranger.get(f"{scribe.path}/overlay?board=1").status == 200
    assert 'data-title="Бекгамон"' in stranger.get(f"{scribe.path}/overlay?lang=bg").text
    shown = moment(member, scribe)
    assert shown["n"] == 3
    assert isinstance(shown["view"], dict)
    assert (shown["view"]["thrown"], shown["view"]["turn"]) == ([6, 4], 1)
    assert "view" not in moment(member, scribe, "?n=3")
    assert moment(member, scribe, "?delay=15")["n"] == -1
    assert member.fill(f"{scribe.path}/broadcast", off="1").status == 302
    assert stranger.get(f"{scribe.path}/overlay.json").status == 404


def test_a_commentator_draws_on_a_sheet_that_is_shown(member: Somebody) -> None:
    scribe, commentator = written(member), Somebody(member.url).join()
    drawing = {"board": "start", "arrows": [[100, 200, 300, 400]]}
    page = commentator.get(f"{scribe.path}/commentary")
    assert page.status == 404
    assert "This score sheet isn&#x27;t shown" in page.text
    assert draw(commentator, scribe.path, drawing).status == 404
    assert member.fill(f"{scribe.path}/broadcast", on="1").status == 302
    assert Visitor(member.url).get(f"{scribe.path}/commentary").status == 302
    page = commentator.get(f"{scribe.path}/commentary?delay=5")
    assert (page.status, f'data-address="{scribe.path}"' in page.text) == (200, True)
    assert f"{scribe.path}/broadcast" not in page.text
    assert f"{scribe.path}/broadcast" in member.get(f"{scribe.path}/commentary").text
    guest = Visitor(member.url)
    guest.get("/support")
    assert draw(guest, scribe.path, drawing).status == 403
    assert draw(commentator, scribe.path, {"board": 3}).status == 422
    assert draw(commentator, scribe.path, drawing).status == 204
    assert moment(member, scribe, f"?by={commentator.login}")["drawn"] == drawing
    assert moment(member, scribe, f"?n=3&by={commentator.login}")["drawn"] == drawing
    assert "drawn" not in moment(member, scribe, f"?by={commentator.login}&delay=15")
    assert "drawn" not in moment(member, scribe, f"?by={member.login}")
    page = member.get(f"{scribe.path}/broadcast?delay=5&by={commentator.login}")
    assert f"by={commentator.login}" in page.text
    assert f"{scribe.path}/commentary?delay=5" in page.text


def test_a_note_is_kept_for_its_owner_alone(member: Somebody) -> None:
    scribe = written(member)
    page = member.get(scribe.path)
    assert member.fill(f"{scribe.path}/note", page, text="0:41 – the cube\nis hard to see").status == 302
    assert "0:41 – the cube" in member.get(scribe.path).text
    assert member.fill(f"{scribe.path}/note", page, text="x" * 2001).status == 302
    assert "Write at most 2000 characters" in member.get(scribe.path).text
    data = json.loads(member.prove("/me/account/data").text)
    [sheet] = data["score_sheets"]
    assert sheet["note"] == "0:41 – the cube\nis hard to see"
    assert len(sheet["steps"]) == 3
