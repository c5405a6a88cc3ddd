"""Every board of the shipped lessons: legal, with exactly the answers and the reasons that it states."""

import random

import pytest

from tests.support.lesson_texts import LANGUAGES, texts
from zaria import games
from zaria.games.dice import ROLLS
from zaria.games.protocols import Position
from zaria.games.registry import GAMES
from zaria.games.turn import Turn
from zaria.lessons.lesson import ANY, LessonBoard
from zaria.lessons.replies import accepted_turns, after_reply
from zaria.lessons.shipped_lessons import games_with_lessons, lesson
from zaria.lessons.verdicts import AcceptedTurn, OtherTurn, RefusedTurn, is_accepted, legal_turns, verdict_on

MOST_LETTERS = 90
MOST_WORDS = 60
MINI_GAMES = 200
NO_STEPS = Turn()


def boards() -> list[LessonBoard]:
    """Return each board once for each game by whose rules it is shown."""
    by_rules = {}
    for game in games_with_lessons():
        for board in lesson(game).boards:
            by_rules[board.id, board.game] = board
    return list(by_rules.values())


def name(board: LessonBoard) -> str:
    return f"{board.id}-{board.game}"


def test_every_game_has_a_lesson() -> None:
    assert games_with_lessons() == list(GAMES)


@pytest.mark.parametrize("game", games_with_lessons())
def test_a_lesson_has_five_to_ten_boards(game: str) -> None:
    ids = [board.id for board in lesson(game).boards]
    assert 5 <= len(ids) == len(set(ids)) <= 10


@pytest.mark.parametrize("game", games.names_on_squares())
def test_a_lesson_names_squares_like_its_first_board(game: str) -> None:
    """Its page draws one board, and reads the names of all answers on that."""
    rules = [games.board_game(board.game) for board in lesson(game).boards]
    assert len({(shown.coordinates, shown.size) for shown in rules}) == 1


@pytest.mark.parametrize("board", boards(), ids=name)
def test_a_board_has_exactly_the_answers_that_it_states(board: LessonBoard) -> None:
    legal = legal_turns(board)
    accepted = {text for text, turn in legal.items() if is_accepted(board, turn)}
    assert accepted
    if isinstance(board.accept, str):
        assert len(accepted) == board.answers
    else:
        assert accepted == set(board.accept)


@pytest.mark.parametrize("board", boards(), ids=name)
def test_each_other_turn_is_refused_for_its_reason(board: LessonBoard) -> None:
    verdicts = {text: verdict_on(board, text) for text in legal_turns(board)}
    for turn, reason in board.refuse.items():
        if turn == ANY:
            assert RefusedTurn(reason) in verdicts.values()
        else:
            assert verdicts[turn] == RefusedTurn(reason)
    remaining = [text for text, verdict in verdicts.items() if isinstance(verdict, OtherTurn)]
    assert not remaining, "a turn that is no answer has its reason"
    assert AcceptedTurn() in verdicts.values()


@pytest.mark.parametrize("board", boards(), ids=name)
def test_a_reply_is_legal(board: LessonBoard) -> None:
    if board.reply is not None:
        assert after_reply(board).turn == board.before.turn
    else:
        assert accepted_turns(board)


@pytest.mark.parametrize("board", boards(), ids=name)
def test_marks_and_arrows_are_places_of_the_board(board: LessonBoard) -> None:
    places = [*board.mark, *(place for arrow in board.arrows for place in arrow)]
    if not board.before.game.is_board:
        assert all(isinstance(place, int) and 0 <= place <= 25 for place in places)
    elif all(isinstance(place, int) for place in places):
        assert all(
            isinstance(place, int) and 1 <= place <= board.before.game.size**2 // 2 for place in places
        )
    else:
        assert all(str(place)[0] in "abcdefgh" and str(place)[1:] in "12345678" for place in places)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_exist_in_every_language(language: str) -> None:
    shipped, english = texts(language), texts("en")
    assert {table: set(keys) for table, keys in shipped.items()} == {
        table: set(keys) for table, keys in english.items()
    }
    assert all(text.strip() == text != "" for table in shipped.values() for text in table.values())


def test_every_text_is_used_and_every_key_has_a_text() -> None:
    used = {
        "goal": {board.goal for board in boards()},
        "reason": {reason for board in boards() for reason in board.refuse.values()},
        "hint": {board.hint for board in boards() if board.hint},
    }
    assert {table: set(keys) for table, keys in texts("en").items()} == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short(language: str) -> None:
    long = [text for table in texts(language).values() for text in table.values() if len(text) > MOST_LETTERS]
    assert not long


@pytest.mark.parametrize("game", games_with_lessons())
def test_a_lesson_asks_in_sixty_words(game: str) -> None:
    goals = texts("en")["goal"]
    assert sum(len(goals[board.goal].split()) for board in lesson(game).boards) <= MOST_WORDS


@pytest.mark.parametrize("game", [game for game in games_with_lessons() if lesson(game).mini])
def test_random_play_wins_the_short_match_at_least_every_second_time(game: str) -> None:
    generator = random.Random(48)
    start = games.dice_game(game).nth(1).parse(lesson(game).mini)
    assert start.can_begin(0)
    few = min(5, sum(start.counts(0)))
    assert [sum(start.counts(side)[1:]) for side in (0, 1)] == [few, few]
    wins = sum(winner(start, generator) == 0 for _ in range(MINI_GAMES))
    assert wins * 2 >= MINI_GAMES


def winner(position: Position, generator: random.Random) -> int | None:
    while (outcome := position.outcome()) is None:
        if position.duty is None:
            position = position.rolled(generator.choice(ROLLS))
        position = position.play(generator.choice(position.turns() or [NO_STEPS]))
    return outcome.winner
