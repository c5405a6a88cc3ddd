"""The rules: every article in every language, the same everywhere, and its examples true."""

import html
import json
import re
from itertools import chain, pairwise
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.utils import translation

from tests.support.by_day import by_day
from tests.support.http_client import Visitor
from tests.support.scripts import LANGUAGES, OTHERS, spoken
from tests.support.servers import Server
from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.games.rules_pages import board_examples, comparison, credit_values
from zaria.club.games.rules_pages.articles import (
    CREDITS,
    RATINGS,
    UnknownArticleError,
    article,
    names,
    source,
)
from zaria.club.games.rules_pages.examples import (
    COMMON,
    HOME,
    Example,
    UnknownExampleError,
    example,
    examples,
    history,
    start,
)
from zaria.club.games.rules_pages.pictures import words
from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.ratings import article_values
from zaria.club.ratings.limits import RatingLimits
from zaria.club.server.catalogues import compile_stale
from zaria.games.dice import ROLLS
from zaria.games.protocols import Outcome
from zaria.games.registry import BOARD_GAMES, GAMES
from zaria.games.turn import Turn

ARTICLES = [*TITLES, COMMON, CREDITS, RATINGS]
SITE_PAGES = ("/me/stats/credits", "/me/limits", "/ranking", "/words")
"""Other pages to which an article may lead."""
SHOWN = re.compile(r"^```board (\S+)$", re.MULTILINE)
SHAPES = re.compile(r"^#+ .*(\{#[\w-]+\})$|^(```\w+.*)$|^(- |\|)|(\]\(\S+?\))|(\*\*)", re.MULTILINE)


def every() -> list[tuple[str, str]]:
    """Each game's examples, and the common ones as each game shows them."""
    pictures = {(name, picture) for name in ARTICLES for picture in SHOWN.findall(source(name, "en"))}
    return sorted(pictures)


@pytest.fixture(scope="module", params=ARTICLES)
def pictures(request: pytest.FixtureRequest) -> list[Example]:
    """The examples of an article."""
    return [example(name, picture) for name, picture in every() if name == request.param]


def test_every_game_has_an_article() -> None:
    assert names() == ARTICLES
    assert set(GAMES) == set(TITLES)
    with pytest.raises(UnknownArticleError):
        article("go", "en")
    with pytest.raises(UnknownArticleError):
        article("../en/tabla", "en")


def test_nothing_lies_about_unused() -> None:
    shown = set(every())
    for name in ARTICLES:
        for picture in examples(name):
            uses = {(name, picture), *((user, f"{name}/{picture}") for user in ARTICLES)}
            assert uses & shown, f"no article shows {name}/{picture}"
    with pytest.raises(UnknownExampleError):
        example("tabla", "nonsense")


@pytest.mark.parametrize("language", OTHERS)
def test_the_languages_say_the_same_things(language: str) -> None:
    for name in ARTICLES:
        assert shape(source(name, language)) == shape(source(name, "en")), name


def shape(text: str) -> list[str]:
    """The parts of an article without its words: headings, pictures, items, rows, links, moves."""
    return list(filter(None, chain.from_iterable(SHAPES.findall(text))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_articles_are_written_in_their_own_language(language: str) -> None:
    for name in ARTICLES:
        prose = re.sub(r"\[.*?\]\(.*?\)|\{#.*?\}|```.*|\{\{.*?\}\}", "", source(name, language))
        assert spoken(prose) == language, name


@pytest.mark.parametrize("language", by_day(("el",), LANGUAGES))
def test_articles_are_whole_pages(language: str) -> None:
    for name in ARTICLES:
        check_whole(name, language)


def check_whole(name: str, language: str) -> None:
    page = article(name, language)
    assert len({chapter.name for chapter in page.chapters}) == len(page.chapters) >= 6
    assert page.html.count("<h2 id=") == len(page.chapters)
    assert page.html.count('<figure class="picture') == len(SHOWN.findall(source(name, language)))
    assert "{" not in re.sub(r'data-picture="[^"]*"', "", page.html)
    for target, _, anchor in (link.partition("#") for link in re.findall(r'href="([^"]+)"', page.html)):
        if target in SITE_PAGES:
            continue
        linked = target.removeprefix("/rules/")
        assert linked in ARTICLES
        assert not anchor or anchor in {chapter.name for chapter in article(linked, language).chapters}


def test_the_page_about_credits_has_the_examples_of_the_clubs() -> None:
    """anafeds.com: 2.00 and at most 5.00, three points; 5Stars: 100.00."""
    page = article(CREDITS, "en").html
    for text in (
        "less the fee of 5%, 0.50: 9.50 is paid to you",
        "grown by 4.50",
        "gets 190.00 back",
        "grown by 90.00",
    ):
        assert text in page
    assert "A new member gets 1,000.00\xa0credits." in page


def test_the_page_about_ratings_has_the_numbers_of_the_code() -> None:
    page = article(RATINGS, "en").html
    for text in (
        "<td>500</td>\n<td>500</td>\n<td>+10.00</td>\n<td>−10.00</td>",
        "<td>500</td>\n<td>700</td>\n<td>+15.19</td>\n<td>−4.81</td>",
        "<td>700</td>\n<td>500</td>\n<td>+4.81</td>\n<td>−15.19</td>",
        "<td>1200</td>\n<td>+5.00</td>\n<td>−5.00</td>",
        "is 20 until a rating reaches 1000",
        "at most 5 rated matches in a day",
        "in all games of the match together: 8 (12: Gulbara, Long nardy, ",
        "leaves 3 rated board games",
        "no rated match for 10 minutes",
        "for 183 days",
    ):
        assert text in page, text


def test_the_page_about_ratings_follows_the_settings(settings: Any) -> None:
    settings.RATING_LIMITS = RatingLimits(a_day=0, early_gain=2, turns={"": 5, "chess": 9})
    values = article_values.values()
    assert (values["a_day"], values["early_gain"], values["turns"]) == ("", "2", "5 (9: Chess)")
    article.cache_clear()
    page = article(RATINGS, "en").html
    article.cache_clear()
    assert "The winner gains at most 2." in page
    assert "The same two members" not in page  # there is no limit, so the line is left out


def test_the_page_about_credits_follows_the_settings(settings: Any) -> None:
    settings.LEDGER = LedgerConfig("EUR", welcome=0, gift=2_50, pot_rate=2_50, profit_rate=12_25)
    values = credit_values.values()
    assert (values["unit"], values["pot_rate"], values["profit_rate"]) == ("EUR", "2.5", "12.25")
    assert (values["pot_fee"], values["pot_won"], values["profit_won"]) == ("0.25", "4.75", "87.75")
    assert values["gift"] == "2.50\xa0EUR"


def test_every_option_has_a_paragraph() -> None:
    every = [*GAMES]
    option_names = {option for name in every for option, _values in games.get(name).choices}
    for language in LANGUAGES:
        assert {path.stem for path in (HOME / language / "options").glob("*.md")} == option_names
    for name in every:
        assert ("{{ options }}" in (HOME / "en" / f"{name}.md").read_text()) is bool(games.get(name).choices)


def test_examples_are_played_by_the_rules(pictures: list[Example]) -> None:
    for shown in pictures:
        play_on_squares(shown) if shown.game in BOARD_GAMES else play_with_dice(shown)


def play_with_dice(shown: Example) -> None:
    seen = history(shown)
    assert 0 <= shown.shown < len(seen)
    last = seen[-1][0]
    if shown.result:
        assert last.to_text() == shown.result
    assert last.locked() is shown.locked
    assert outcome_text(last.outcome()) == shown.outcome


def play_on_squares(shown: Example) -> None:
    seen = board_examples.history(shown)
    assert 0 <= shown.shown < len(seen)
    last = seen[-1][0]
    if shown.result:
        assert last.to_text() == shown.result
    outcome = last.outcome()
    won = "" if outcome is None else "-" if outcome.winner is None else "WB"[outcome.winner]
    assert f"{won} {last.reason()}".strip() == shown.outcome
    assert set(shown.counters) <= {f"{name} {now}/{of}" for name, now, of in last.counters()}
    assert all(place.outcome() is None for place, way in seen if way)


def outcome_text(outcome: Outcome | None) -> str:
    """An outcome as examples write it."""
    if outcome is None:
        return ""
    winner = "-" if outcome.winner is None else "XO"[outcome.winner]
    return f"{winner} {outcome.points} {outcome.kind}"


def test_positions_are_written_as_the_library_writes_them(pictures: list[Example]) -> None:
    for shown in pictures:
        if shown.game in BOARD_GAMES:
            place = board_examples.start(shown)
            assert games.board_game(shown.game, **shown.options).parse(place.to_text()) == place
        else:
            before = start(shown)
            assert games.dice_game(shown.game, **shown.options).parse(before.to_text()) == before
            size = 3 if shown.game == "hypergammon" else 15
            assert [sum(before.counts(side)) for side in (0, 1)] == [size, size]


def test_what_examples_claim_of_other_turns_is_true(pictures: list[Example]) -> None:
    for shown in pictures:
        if shown.only is not None or shown.never:
            check_claims(shown)


def check_claims(shown: Example) -> None:
    if shown.game in BOARD_GAMES:
        legal = sorted(way.move for way in board_examples.start(shown).legal_moves())
    else:
        legal = sorted(map(str, history(shown)[0][0].turns()))
    if shown.only is not None:
        assert legal == sorted(shown.only)
    assert not set(legal) & set(shown.never)


def test_a_turn_that_is_not_legal_is_noticed() -> None:
    with pytest.raises(LookupError):
        history(Example(game="tapa", roll="5-3", turns=("24/21 24/19",)))
    with pytest.raises(LookupError):
        board_examples.history(Example(game="chess", turns=("e2e5",)))


@pytest.mark.parametrize(
    ("game", "lapses"), [("tapa", {(6, 6)}), ("gulbara", {(3, 3), (4, 4), (6, 6)})], ids=["tapa", "gulbara"]
)
def test_the_first_long_move_lapses_where_the_pages_say(game: str, lapses: set[tuple[int, int]]) -> None:
    begin = games.dice_game(game).start()
    alone = {roll: all(one_checker(turn) for turn in begin.turns(roll)) for roll in ROLLS}
    assert {roll for roll in ROLLS if not alone[roll]} == lapses


def one_checker(turn: Turn) -> bool:
    return all(step.src == before.dst for before, step in pairwise(turn.steps))


def test_only_sixes_free_a_second_checker_in_crazy_gulbar() -> None:
    begin = games.dice_game("crazy-gulbar").start()
    heads = {roll: max(leaving_the_head(turn) for turn in begin.turns(roll)) for roll in ROLLS}
    assert {roll for roll, most in heads.items() if most > 1} == {(6, 6)}


def leaving_the_head(turn: Turn) -> int:
    return sum(step.src == 24 for step in turn.steps)


@pytest.mark.parametrize(("runner", "roll"), [(16, (5, 5)), (4, (2, 2))])
def test_the_principle_frees_more_than_the_list(runner: int, roll: tuple[int, int]) -> None:
    for head_list, most in (("fivestars", 1), ("principle", 2)):
        game = games.dice_game("long-nardy-5s", head_list=head_list)
        place = game.parse(f"X=24:15;O=24:14,{runner}:1")
        assert max(leaving_the_head(turn) for turn in place.turns(roll)) == most


PINNED = {
    "en": "1 on 24 (pinned)",
    "bg": "1 на 24 (затиснат)",
    "ru": "1 на 24 (прижата)",
    "ro": "1 pe 24 (prins)",
    "el": "1 στο 24 (πλακωμένο)",
    "tr": "24. hanede 1 (hapiste)",
}


@pytest.mark.parametrize(("language", "words_of_a_pin"), PINNED.items())
def test_pictures_are_described_in_words(language: str, words_of_a_pin: str) -> None:
    compile_stale(site_settings.LOCALE_PATHS[0])
    pinned = example("tapa", "mothers")
    with translation.override(language):
        sentences = list(words(*history(pinned)[0]))
    assert len(sentences) == 4
    assert words_of_a_pin in sentences[0]
    assert "6-3" in sentences[2]
    assert "7/1*" in sentences[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_squares_are_described_in_words(language: str) -> None:
    compile_stale(site_settings.LOCALE_PATHS[0])
    with translation.override(language):
        castling = list(board_examples.words(*board_examples.history(example("chess", "castle"))[0]))
        numbered = list(board_examples.words(*board_examples.history(example("draughts", "most"))[0]))
    assert "e1; " in castling[0]
    assert "O-O-O" in castling[2]
    assert "30; " in numbered[1]
    assert numbered[1].endswith("17, 28.")
    assert "33x11" in numbered[2]


def test_a_numbered_board_is_described_as_the_library_numbers_it() -> None:
    place = board_examples.start(example("draughts", "start"))
    sentences = list(board_examples.words(place, None))
    assert sentences[0] == f"White: men {', '.join(map(str, range(31, 51)))}."


@pytest.mark.parametrize(
    ("game", "name", "barred"),
    [
        ("russian-draughts", "free", ("c3", "e5")),
        ("english-draughts", "crown", ("11", "2", "9")),
        ("ugolki", "step", ("c3", "d4")),
        ("chess", "castle", ("e1", "g1")),
    ],
)
def test_a_move_that_may_not_be_made_is_drawn(game: str, name: str, barred: tuple[str, ...]) -> None:
    page = article(game, "en").html
    drawn = [json.loads(html.unescape(data)) for data in re.findall(r'data-picture="([^"]*)"', page)]
    assert list(barred) in [picture["barred"] for picture in drawn]
    assert all(len(picture["board"]) == picture["size"] ** 2 + picture["size"] - 1 for picture in drawn)


@pytest.mark.parametrize("name", TITLES)
def test_games_are_compared_with_their_neighbours(name: str) -> None:
    near = GAMES[name].neighbours
    assert name not in near
    table = comparison.table(name)
    columns = len([game for game in (name, *near) if game not in ("three-games", "tavli")])
    assert table.count('<th scope="col">') == columns
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', table)
    assert len(rows) >= 5
    assert all(row.count("<td>") == columns for row in rows)


@pytest.mark.parametrize("language", by_day(("el",), LANGUAGES))
@pytest.mark.parametrize("path", ["/rules", "/rules/", *(f"/rules/{name}" for name in ARTICLES)])
def test_the_pages_answer(server: Server, path: str, language: str) -> None:
    page = Visitor(server.url, language).get(path)
    assert page.status == 200
    assert f'<html lang="{language}"' in page.text
    assert page.text.count("<h1>") == 1


def test_the_contents_lead_to_every_game(server: Server) -> None:
    page = Visitor(server.url).get("/rules")
    for name in ARTICLES:
        assert f'href="/rules/{name}"' in page.text


def test_a_page_leads_to_the_table_and_to_its_neighbours(server: Server) -> None:
    page = Visitor(server.url).get("/rules/gulbara")
    assert 'href="/new/gulbara"' in page.text
    assert page.text.count("btn pri") == 1
    for near in GAMES["gulbara"].neighbours:
        assert f'href="/rules/{near}"' in page.text


def test_the_sheet_of_the_table_gets_the_article_alone(server: Server) -> None:
    page = Visitor(server.url, "bg").get("/rules/tapa?part=1")
    assert page.status == 200
    assert "<html" not in page.text
    assert "<script" not in page.text
    assert "css/rules." in page.text
    assert "Затискане" in page.text
    assert '<a href="' not in page.text


def test_pictures_carry_what_is_drawn(server: Server) -> None:
    page = Visitor(server.url).get("/rules/tapa")
    drawn = [json.loads(html.unescape(data)) for data in re.findall(r'data-picture="([^"]*)"', page.text)]
    assert len(drawn) == 7
    for picture in drawn:
        assert [sum(men) for men in picture["men"]] == [15, 15]
        assert not picture["parallel"]


def test_an_unknown_game_has_no_rules(server: Server) -> None:
    for path in ("/rules/go", "/rules/common/hit", "/rules/..%2fen"):
        assert Visitor(server.url).get(path).status == 404


def test_the_site_speaks_the_languages_of_the_rules() -> None:
    assert {code for code, _name in site_settings.LANGUAGES} == set(LANGUAGES)
