"""Sport nardy: long nardy by the rules of the federations of the Caucasus and Russia.

Source: the rules of the federation of sport nardi of Georgia, which setupgroup.com and vogclub.com share. All
checkers start on 24, the head; one may leave it in a turn. In a side's first turn a second may follow when
one alone cannot play the whole roll and the roll is 6-6, 4-4 or 3-3, whatever the other side began with. No
step may make six points in a row unless an opponent's checker is beyond them or borne off. A win counts 1
when the loser has borne off a checker, else 2 (mars). The higher opening die begins and rolls anew, in every
game of a match. There is no cube.

A table may agree that a six-block is judged at the end of the turn alone (`six_block`).

Left open by the source and chosen here: the six-block is looked at after each step; a row does not run on
across the end of the opponent's way; a win over checkers that are all home counts no more than a mars.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.presets.long_nardy import running

SOURCE = "Federation of sport nardi of Georgia"


def game(six_block: str = "step") -> TablesGame:
    """Long nardy of the federations; `six_block` is "step" or "turn"."""
    options = running(head_list="three", six_block=six_block, scoring="tabla12", next_starter="roll")
    choices = (("six_block", ("step", "turn")),)
    return TablesGame(
        "sport-nardy", "Sport nardy", options, choices, source=SOURCE, cube=False, rated_turns=12
    )
