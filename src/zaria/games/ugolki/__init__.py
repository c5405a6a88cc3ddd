"""Ugolki ("corners"): bring all your men into the other side's corner.

Source: the rules of a Russian site of board games. Light begins. A man steps one square along a rank or a
file, or jumps over a man of either colour beside it, straight to the free square behind, and may go on
jumping as long as it likes. Nothing is captured. A side with all men in the other's house wins at once. From
its own 40th move on a side with a man in its own house after its move loses: it did not leave in time, or
came back.

Left open by the source and chosen here: a house is four squares wide and three deep (a1-d3 and e6-h8), or
3x3 or 4x4 if the table agrees. A step is not followed by jumps nor jumps by a step, and a move ends
elsewhere than it began. Only where a move ends matters, so jumps may lead through the own house, and a man
may leave the house it has reached. A side that cannot move is passed over: the turn stays with the other
side, and no move of the first is counted. Without `safety_draw` a draw comes by agreement only; with it
also when a position with the same side to move comes for the third time, or when both sides have made 200
moves.
"""

from zaria.games.ugolki.game import game

__all__ = ["game"]
