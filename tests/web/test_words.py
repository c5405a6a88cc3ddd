"""Words of the browser and of the server are the same; so is the drawing of the empty board."""

import json
import re
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page

from tests.support.web.board_stage import at
from tests.support.web.table_stage import PARTIALS, ROOT, STATIC, match, state
from zaria.club.play.templatetags.table_words import table_words
from zaria.club.site import i18n
from zaria.games import registry
from zaria.match.stakes import Stakes
from zaria.web.messages.analysis import ANALYSIS, EDITOR, TRAINING
from zaria.web.messages.chat import CHAT
from zaria.web.messages.lessons import LESSON
from zaria.web.messages.lobby import LOBBY, SHARED
from zaria.web.messages.scribe import SCRIBE
from zaria.web.messages.studies import STUDY
from zaria.web.messages.table import BY_DAY, WORDS

SOURCES = {path: path.read_text() for path in sorted((STATIC / "js").rglob("*.js"))}
CLUB = ROOT / "src/zaria/club"
LOBBY_MODULES = {
    path: path.read_text() for path in (*(CLUB / "lobby").glob("*.py"), CLUB / "play/terms_text.py")
}
IN_THE_LOBBY = {
    *LOBBY,
    *(key for key in WORDS if key in SHARED or key.startswith("game_")),
}
ASKED = re.compile(r"(?<![\w.])t\('([^']+)'")
PREFIX = re.compile(r"(?<![\w.])t\(`([\w-]*)\$\{")
QUOTED = re.compile(r"'([\w-]+)'")
GAMES = [info.game for info in registry.GAMES.values()]
CHOICES = sorted({choice for game in GAMES for choice in game.choices})
"""The options of a table, in any game: names with their values."""


def test_every_word_asked_for_exists() -> None:
    everywhere = {*WORDS, *BY_DAY, *ANALYSIS, *TRAINING, *EDITOR, *LESSON, *SCRIBE, *STUDY}
    for path, text in SOURCES.items():
        there = IN_THE_LOBBY if path.parent.name == "lobby" else everywhere
        assert [word for word in ASKED.findall(text) if word not in there] == [], path
        for prefix in PREFIX.findall(text):
            assert not prefix or any(word.startswith(prefix) for word in there), (path, prefix)


def test_every_word_of_the_chat_is_asked_for() -> None:
    everything = "\n".join(text for path, text in SOURCES.items() if path.stem in {"chat", "panel"})
    quoted = set(QUOTED.findall(everything))
    phrases = {f"phrase_{word}" for word in quoted}
    smileys = {word for word in CHAT if "smiley_" in quoted and word.startswith("smiley_")}
    assert [word for word in CHAT if word not in quoted | phrases | smileys] == []
    chat_words = set(re.findall(r"(?<![\w.])word\('(\w+)'", everything))
    assert chat_words <= CHAT.keys()


def test_every_word_of_the_lobby_is_asked_for() -> None:
    sources = {path: text for path, text in SOURCES.items() if path.parent.name == "lobby"}
    everything = "\n".join([*sources.values(), *LOBBY_MODULES.values()])
    quoted = set(QUOTED.findall(everything)) | set(re.findall(r'"([\w-]+)"', everything))
    prefixes = tuple(prefix for prefix in PREFIX.findall(everything) if prefix)
    assert [word for word in IN_THE_LOBBY if word not in quoted and not word.startswith(prefixes)] == []


def test_every_word_is_asked_for() -> None:
    everything = "\n".join(SOURCES.values())
    # the server writes the replay, in the same words
    replay = ROOT / "src/zaria/club/matches/replay"
    modules = ("narration", "dice_frames", "board_frames")
    # and whole sentences of clocks by the day
    clocks = ROOT / "src/zaria/club/play/terms_text.py"
    paths = [clocks, *(replay / f"{name}.py" for name in modules)]
    narration = "\n".join(path.read_text() for path in paths)
    quoted = set(QUOTED.findall(everything)) | set(re.findall(r'"([\w-]+)"', narration))
    # options of the games and the classes of a win are named by the server
    prefixes = {p for p in PREFIX.findall(everything) if p} | {f"{name}_" for name, _ in CHOICES}
    named = {kind for game in GAMES for _, kind in game.classes} | {name for name, _ in CHOICES}
    quoted |= {f"{word}_mine" for word in quoted} | {f"{word}_click" for word in TAPPED.findall(everything)}
    unused = [word for word in WORDS if word not in quoted | named and not word.startswith(tuple(prefixes))]
    assert unused == []


TAPPED = re.compile(r"(?<![\w.])tap\('([^']+)'")
SENTENCE = re.compile(r"\bsentence\(([^\n]*)")
OF_THE_VIEWER = re.compile(r"\bt\((`[^`]*`|'\w+'|[^(),]*), \{ name: playedBy")


def test_every_sentence_has_one_for_the_viewer_in_the_second_person() -> None:
    everything = "\n".join(SOURCES.values())
    keys = {key for call in SENTENCE.findall(everything) for key in QUOTED.findall(call) if key in WORDS}
    assert {"starts", "draw_accepted", "taken", "double_offer", "raise_offer", "has_left"} <= keys
    assert [key for key in sorted(keys) if not {key, f"{key}_mine"} <= WORDS.keys()] == []
    assert [key for key in keys if "{name}" in WORDS[f"{key}_mine"]] == []


OF_OTHERS = {
    "absent_gone", "absent_idle", "absent_left", "accepted", "back_waits", "finishes", "finishes_double",
    "finishes_other", "finishes_other_double", "invites", "no_show", "ready_ready", "rematch_declined",
    "rematch_offered", "resign_points", "resigned", "result_held", "searches", "their_turn", "waits_answer",
    "won", "won_game",
}  # fmt: skip
"""Sentences that are never about the viewer: what others do, and what a replay tells."""


def test_a_sentence_about_somebody_has_a_twin_about_the_viewer() -> None:
    every = WORDS | LOBBY | ANALYSIS | TRAINING | EDITOR
    named = {key for key, text in every.items() if text.startswith("{name} ")}
    assert {key for key in named if f"{key}_mine" not in every} == OF_OTHERS


def test_a_prompt_to_tap_has_a_twin_for_the_mouse() -> None:
    keys = {key for text in SOURCES.values() for key in TAPPED.findall(text)}
    guide = {"guide_choose", "guide_go", "guide_piece", "guide_square"}
    assert keys == {"sure", "leave_sure", "an_jump"} | guide
    assert [key for key in keys if not {key, f"{key}_click"} <= WORDS.keys() | ANALYSIS.keys()] == []


def test_plural_forms_reach_the_browser_by_category() -> None:
    with translation.override("en"):
        assert i18n.words()["points"] == {"one": "{n} point", "other": "{n} points"}
        assert i18n.word("points", number=1) == "{n} point"
    with translation.override("ru"):
        points = i18n.words()["points"]
        assert points == {"one": "{n} очко", "few": "{n} очка", "other": "{n} очков"}
    with translation.override("tr"):
        assert i18n.words()["points"] == {"other": "{n} puan"}


def test_you_is_no_name_in_a_sentence() -> None:
    """ "You" stands before a colon; a verb would be in the third person."""
    with_you = OF_THE_VIEWER.findall("\n".join(SOURCES.values()))
    assert set(with_you) == {"'says'"}


def test_every_word_of_learning_is_asked_for() -> None:
    everything = "\n".join(SOURCES.values())
    reasons = (ROOT / "src/zaria/bots/teaching/reasons.py").read_text()
    server_words = {f"train_why_{code}" for code in re.findall(r'"(\w+)"', reasons)}
    shape = (ROOT / "src/zaria/bots/analysis/shape.py").read_text()
    server_words |= {f"an_{about}{word}" for word in re.findall(r"\w+", shape) for about in ("", "about_")}
    quoted = set(QUOTED.findall(everything)) | server_words
    quoted |= {f"{word}_click" for word in TAPPED.findall(everything)}
    assert [word for word in ANALYSIS | TRAINING | EDITOR if word not in quoted] == []


def test_every_option_of_a_table_has_its_words() -> None:
    for name, values in CHOICES:
        assert name in WORDS
        named = [value for value in values if not isinstance(value, bool)]
        if name == "start_number":
            named = named[:1]  # the numbers are shown as they are
        assert [value for value in named if f"{name}_{value}" not in WORDS] == [], name


REASONS = re.findall(
    r'"(\w+)"',
    (ROOT / "src/zaria/games/board_games.py").read_text().partition("Wins:")[2].partition('"""')[0],
)
"""Every rule by which a game on squares may end."""


def test_every_end_of_a_game_on_squares_has_its_words() -> None:
    assert "mate" in REASONS
    assert [why for why in REASONS if "to" not in why and f"why_{why}" not in WORDS] == []


def test_every_game_and_every_win_has_its_word() -> None:
    for game in GAMES:
        assert f"game_{game.id}" in WORDS
        assert [kind for _, kind in game.classes if kind not in WORDS] == [], game.id


def sent(**agreed: Any) -> set[str]:
    """Keys of the words that travel with a table of these terms."""
    view = json.loads(state(match(**agreed)))["v"]
    return set(json.loads(re.sub(r"</?script[^>]*>", "", table_words(WORDS, view))))


def test_words_of_other_games_and_of_what_was_not_agreed_stay_behind() -> None:
    plain = sent(dice=(6, 1))
    assert {"game_tabla", "game_number", "double", "mars", "home_mars", "pips"} <= plain
    assert not plain & {"game_tapa", "beaver", "fee", "hand", "race_off", "rotation", "paritet", "ladder_2"}
    rich = sent(game="three-games", cubes=True, beaver=True, length=3, stakes=Stakes(100, fee="pot"))
    assert {"game_tapa", "game_gulbara", "beaver_offer", "fee_pot", "rotation", "crawford"} <= rich
    assert not rich & {"raccoon", "game_indiyka"}
    gulbara = sent(game="gulbara", options={"ladder_from_roll": 4})
    assert {"ladder_from_roll", "ladder_from_roll_4"} <= gulbara
    assert "ladder_from_roll_1" not in gulbara
    assert {"hand", "race_fill"} <= sent(game="indiyka")
    handicap = {"handicap", "handicap_long"}
    assert handicap <= sent(length=5, start_score=(0, 2))
    assert not handicap & plain
    assert not plain & {"why_mate", "my_man", "offer_draw", "house"}
    ladder, pins = {"stage_2", "later", "finishes", "own_roll", "again_mine"}, {"restarted", "pinned_mine"}
    assert not plain & (ladder | pins)
    assert ladder <= gulbara
    assert pins <= sent(game="tapa")
    assert not sent(game="tapa") & ladder
    assert ladder | pins <= rich


def test_words_of_sheets_that_are_rarely_opened_are_fetched() -> None:
    late = set(i18n.late_words())
    assert {"verify_unreadable", "seal_ok", "rolls_bad", "treat_tea", "why_mate", "away_you", "won"} <= late
    assert not late & (sent(dice=(6, 1)) | {"help", "verify", "seal"})


def test_squares_carry_their_own_words() -> None:
    view = json.loads(state(at("ugolki", options={"house": "3x3"})))["v"]
    words = set(json.loads(re.sub(r"</?script[^>]*>", "", table_words(WORDS, view))))
    assert {
        "game_ugolki",
        "house",
        "house_3x3",
        "count_late_house",
        "my_man",
        "offer_draw",
        "your_turn",
        "undo",
        "done",
    } <= words
    assert not words & {"roll", "double", "pips", "seal", "game_chess", "house_4x4", "bear"}


def test_a_word_cannot_end_the_script_that_carries_it() -> None:
    view = json.loads(state(match(dice=(6, 1))))["v"]
    script = table_words({"pips": "</script><b>&"}, view)
    assert script.count("<") == 2


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_empty_board_is_drawn_by_the_same_code(modules: Page) -> None:
    """If this fails, draw it again: `node tools/generate/draw_board.mjs`."""
    drawn = re.findall(
        r'<svg class="scene \w+" viewBox="0 0 (\d+) (\d+)"[^>]*>(.*?)</svg>',
        (PARTIALS / "_board.html").read_text().replace("\n", ""),
    )
    assert len(drawn) == 2
    script = """async ([w, h, rails]) => {
      const { geometry, scene } = await import('/static/js/tables/geometry.js');
      return scene(geometry({ w, h, rails, mirrored: false, parallel: false }));
    }"""
    for w, h, inside in drawn:
        assert modules.evaluate(script, [int(w), int(h), int(w) > int(h)]) == inside
