"""`.mat` and SGF: what is written is read again the same, and what cannot be is refused with a reason."""

import pytest

from tests.support.match.dice_matches import Table
from tests.support.records.histories import opened_terms
from tests.support.records.recorded_matches import FILES, HIT, kept, played
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms
from zaria.match.versions import RULES_VERSION
from zaria.records import convert
from zaria.records.errors import InvalidRecordError, UnsupportedRecordError
from zaria.records.formats import mat, sgf
from zaria.records.replay import replay

FORMATS = {"mat": mat, "sgf": sgf}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", HIT)
def test_a_match_comes_back_as_it_was_played(name: str, form: str) -> None:
    events = played(name)
    game = opened_terms(events).game
    body = convert.write(events, form)
    again = convert.read(body, form, game)
    assert kept(again) == kept(events)
    assert convert.write(again, form) == body
    shown, seen = replay(events).frames, replay(again).frames
    assert shown[-1].men == seen[-1].men
    assert shown[-1].score == seen[-1].score


@pytest.mark.parametrize("name", ["gnubg-7.mat", "gnubg-7.sgf"])
def test_a_match_of_gnubg_is_read_whole(name: str) -> None:
    events = convert.read((FILES / name).read_bytes())
    closed = events[-1]
    assert isinstance(closed, ev.MatchEnded)
    assert closed.score == (4, 7)
    assert kept(events) == kept(convert.read((FILES / "gnubg-7.mat").read_bytes()))
    assert convert.read(convert.write(events, "json")) == events


def test_a_file_that_only_the_present_rules_explain_is_read_by_them() -> None:
    """After the hit in 6-6 the ban on bearing off leaves no other step; the rules before had three more."""
    body = (FILES / "short-nardy-ban.mat").read_bytes()
    events = convert.read(body, "mat", "short-nardy")
    assert isinstance(events[0], ev.Opened)
    assert events[0].version == RULES_VERSION
    assert convert.write(events, "mat") == body
    with pytest.raises(InvalidRecordError, match="not a legal turn of 6-6"):
        convert.read(body, "mat", "short-nardy", {"hit_then_off_ban": False})


@pytest.mark.parametrize("game", games.names())
def test_every_other_game_is_refused_with_its_reason(game: str) -> None:
    if "mat" in convert.formats(game):
        return
    assert convert.formats(game) == ("json",)
    with pytest.raises(InvalidRecordError, match="format"):
        convert.read(b" 3 point match\n", "mat", game)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("tapa-single", "not a game of hitting"),
        ("chelebi-single", "doublets"),
        ("antitabla-single", "loses"),
        ("three-games-match", "several games"),
        ("short-nardy-5s-paritet", "draw"),
        ("short-nardy-raises", "by one"),
        ("backgammon-money", "equal opening dice"),
    ],
)
def test_what_the_formats_cannot_say(name: str, reason: str) -> None:
    for form in FORMATS:
        with pytest.raises(UnsupportedRecordError, match=reason):
            convert.write(played(name), form)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("offers", [(), (cmd.Roll(),), (cmd.Double(),), (cmd.Resign(1),)])
def test_a_match_that_was_left_is_shown_as_given_up(form: str, offers: tuple[cmd.Command, ...]) -> None:
    table = Table(Terms("tabla", length=5, cube=True), (3, 1), (6, 1))
    table.play()
    for offer in offers:
        table.act(offer)
    table.do(0, cmd.Claim("win"))
    again = convert.read(convert.write(table.events, form), form, "tabla")
    ended = [event for event in again if isinstance(event, ev.GameEnded)]
    assert [(event.winner, event.points) for event in ended] == [(0, 3)]
    assert table.match.winner == 0


@pytest.mark.parametrize("form", FORMATS)
def test_a_match_that_nobody_won_has_no_words(form: str) -> None:
    drawn = Table(Terms("tabla"))
    drawn.do(0, cmd.Claim("draw"))
    cleared = Table(Terms("tabla"), seated=False)
    cleared.do(0, cmd.Cancel())
    for table, reason in ((drawn, "a draw"), (cleared, "no game was played")):
        with pytest.raises(UnsupportedRecordError, match=reason):
            convert.write(table.events, form)


def _match(*rows: str, length: int = 3) -> bytes:
    head = f" {length} point match\n\n Game 1\n Anna : 0                       Boris : 0\n"
    return (head + "\n".join(rows)).encode()


def test_other_ways_to_write_a_turn() -> None:
    body = _match(
        "  1) 31: 8/5 6/5                 66: 24/18(2) 13/7(2)",
        "  2) 64: 24/14                   52: Cannot Move",
        "  3) 31: bar/22 6/5",
    )
    with pytest.raises(InvalidRecordError, match="line 6: not a legal turn of 5-2: nothing"):
        mat.load(body)
    events = mat.load(body.replace(b"Cannot Move", b"13/8 13/11*"))
    assert [event.text for event in events if hasattr(event, "text")] == [
        "8/5 6/5",
        "24/18(2) 13/7(2)",
        "24/14",
        "13/11* 13/8",
        "bar/22 6/5",
    ]


def test_a_beaver_and_a_raccoon() -> None:
    rows = (
        "  1)                             51: 13/8 24/23",
        "  2)  Doubles => 2                Beavers => 4",
        "  3)  Raccoons => 8               Takes",
        "  4) 33: 24/21 24/21 6/3 6/3     62: 23/21 21/15",
        "      Wins 8 points",
    )
    events = mat.load(_match(*rows, length=0))
    assert opened_terms(events).raccoon
    assert kept(events)[1:5] == [("Doubled", 0), ("Beavered", 1), ("Raccooned", 0), ("Taken", 1)]
    assert kept(sgf.load(sgf.dump(events))) == kept(events)
    assert kept(mat.load(mat.dump(events))) == kept(events)


WRONG = {
    "no head": (b"hello", "line 1: no match"),
    "no game": (b" 3 point match\n", "line 1: a match without a game"),
    "no names": (b" 3 point match\n Game 1\n Anna\n", "line 3: the players"),
    "score": (
        _match("").replace(b"Anna : 0", b"Anna : 3").replace(b"Boris : 0", b"Boris : 1"),
        "line 4: the score is 0 : 0, not 3 : 1",
    ),
    "illegal": (_match("  1) 31: 8/5 6/4"), "line 5: not a legal turn of 3-1"),
    "no checker": (_match("  1) 31: 9/6 9/8"), "line 5: not a legal turn of 3-1"),
    "point": (_match("  1) 31: 31/28 6/5"), "line 5: not a move"),
    "backwards": (_match("  1) 31: 5/8 6/5"), "line 5: a move backwards"),
    "many": (_match("  1) 11: 6/5(4) 8/7(4)"), "line 5: more than four"),
    "die": (_match("  1) 71: 8/1 6/5"), "line 5: neither a roll nor the cube"),
    "turn": (_match("  1) 31: 8/5 6/5", "  2) 31: 8/5 6/5"), "line 6: it is the other player's turn"),
    "cube": (_match("  1) 31: 8/5 6/5                  Doubles => 3"), "line 5: the cube can be turned to 2"),
    "take": (_match("  1) 31: 8/5 6/5                  Takes"), "line 5: there is no double"),
    "open": (
        _match("  1) 31: 8/5 6/5                  Doubles => 2", "      Wins 2 points"),
        "line 6: the double",
    ),
    "points": (_match("  1) 31: 8/5 6/5", "      Wins 5 points"), "line 6: nobody can win 5 points"),
    "control": (_match("").replace(b"Anna", b"An\x1bna"), r"line 4: a control character \(U\+001B\)"),
    "long": (b" 3 point match" + b" " * 500, "line 1: longer than 400"),
    "huge": (b" " * (4 * 1024 * 1024 + 1), "larger than 4 MB"),
    "sgf cut": (b"(;FF[4]GM[6]PW[a]PB[b]\n;B[31qtst]", "line 2: the file is cut off"),
    "sgf chess": (b"(;FF[4]GM[1])", "line 1: not a game of backgammon"),
    "sgf deep": (b"(;GM[6]" * 50_000, "line 1: variations"),
    "sgf move": (b"(;FF[4]GM[6]\n;B[31qtss])", "line 2: a move backwards"),
    "sgf set up": (b"(;FF[4]GM[6]\n;AE[a:y]AW[xx])", "line 2: unexpected: 'xx'"),
    "sgf open": (b"(;FF[4]GM[6]\n;C[abc", "line 2: not SGF"),
    "sgf nodes": (b"(;GM[6]" + b";" * 3_000_000, "line 1: more than 200000 moves"),
    "lines": (b"\n" * 3_000_000, "more than 50000 moves"),
    "json deep": (b'{"format":' + b"[" * 100_000, "not a match record"),
    "json empty": (b"{}", "not a match record"),
    "json bytes": (b'{\n"id":"\xff"}', "line 2: not text in UTF-8"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_what_is_wrong_is_said_with_its_line(fault: str) -> None:
    body, reason = WRONG[fault]
    with pytest.raises(InvalidRecordError, match=reason) as raised:
        convert.read(body)
    assert "\n" not in str(raised.value)


def test_events_that_cannot_follow_are_named() -> None:
    events = played("tabla-single")
    with pytest.raises(InvalidRecordError, match="event 6: “rolled” cannot follow here"):
        replay([*events[:5], events[6], *events[5:]])
    with pytest.raises(InvalidRecordError, match="event 1"):
        replay(events[1:])


WITHOUT_CRAWFORD = b"""
 2 point match

 Game 1
 Anna : 0                            Boris : 0
  1)                             41: 24/23 13/9
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Anna : 1                            Boris : 0
  1) 41: 24/23 13/9               Doubles => 2
  2)  Takes                       41: 24/23 13/9
"""


def test_who_doubles_at_one_away_plays_without_a_crawford_game() -> None:
    """`.mat` does not say whether a match has one."""
    events = convert.read(WITHOUT_CRAWFORD, "mat")
    assert not opened_terms(events).crawford
    assert kept(convert.read(convert.write(events, "sgf"), "sgf")) == kept(events)
    with pytest.raises(InvalidRecordError, match="Crawford"):
        convert.read(convert.write(events, "sgf").replace(b"PB[Boris]", b"PB[Boris]RU[Crawford]"), "sgf")


def _agreed(form: str, terms: Terms, games: int = 2) -> Terms:
    """Our match as it is read again, so many games of which were given up."""
    table = Table(terms, (3, 1), (6, 1))
    for _ in range(games):
        table.play()
        table.act(cmd.Resign(1))
        table.act(cmd.Accept())
        if table.match.phase == "roll":
            table.act(cmd.Roll())
    body = convert.write(table.events, form)
    again = convert.read(body, form, terms.game)
    assert convert.write(again, form) == body
    read = again[0]
    assert isinstance(read, ev.Opened)
    return read.terms


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("length", "games"), [(1, 1), (5, 2)])
@pytest.mark.parametrize("cube", [False, True])
def test_it_is_recorded_whether_there_was_a_cube(form: str, length: int, games: int, cube: bool) -> None:
    read = _agreed(form, Terms("tabla", length=length, cube=cube), games)
    assert (read.cube, read.length) == (cube, 0 if length == 1 else length)


@pytest.mark.parametrize(("length", "cube"), [(0, True), (1, False), (3, True)])
def test_a_file_that_says_nothing_of_a_cube_has_one_but_to_one_point(length: int, cube: bool) -> None:
    rows = ("  1) 31: 8/5 6/5                  41: 24/23 13/9", "      Wins 1 point")
    read = mat.load(_match(*rows, length=length))
    root = f"(;GM[6]MI[length:{length}]PW[Anna]PB[Boris]RE[W+1R];W[31hefe];B[41ablp])"
    for events in (read, sgf.load(root.encode())):
        for again in (events, mat.load(mat.dump(events)), sgf.load(sgf.dump(events))):
            opened = again[0]
            assert isinstance(opened, ev.Opened)
            assert (opened.terms.cube, opened.terms.length) == (cube, length)


def test_a_mars_that_wins_a_match_to_one_point_may_be_written_as_one_point_or_two() -> None:
    rows = ("  1) 31: 8/5 6/5                  41: 24/23 13/9", "      Wins {} and the match")
    for points in ("1 point", "2 points"):
        events = mat.load(_match(rows[0], rows[1].format(points), length=1))
        assert isinstance(events[-1], ev.MatchEnded)
