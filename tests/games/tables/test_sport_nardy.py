"""Sport nardy: long nardy with one exception less, two points at most, and an opening roll for each game."""

from tests.support.games.tables_notation import after, position, turns
from zaria import games


def test_each_game_begins_with_an_opening_roll() -> None:
    game = games.dice_game("sport-nardy")
    assert (game.opening, game.next_starter, game.cube) == ("reroll", "roll", False)


def test_a_win_counts_two_points_at_most() -> None:
    assert games.dice_game("sport-nardy").classes == ((1, "single"), (2, "mars"))
    ended = after(position("sport-nardy", "X=1:1,off:14;O=6:5,5:5,4:5"), 65, "1/off").outcome()
    assert ended is not None
    assert (ended.points, ended.kind) == (2, "mars")


def test_fours_take_two_from_the_head_whatever_the_other_side_began_with() -> None:
    for game, turn in (("sport-nardy", "24/20(2)"), ("long-nardy", "24/20")):
        begun = position(game).rolled((5, 5))
        assert turns(begun.play(begun.turns()[0]), 44) == {turn}


def test_the_list_has_three_doublets() -> None:
    heads = {
        die: max(15 - after.counts(0)[24] for after in position("sport-nardy").results((die, die)))
        for die in range(1, 7)
    }
    assert heads == {1: 1, 2: 1, 3: 2, 4: 2, 5: 1, 6: 2}
