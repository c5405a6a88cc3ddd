"""The rules once more, from the rulebook and written to be plainly right: what the product is held against.

Nothing here is quick, and nothing here is taken from `zaria.games`: presets are stated anew, checkers lie in
piles so that it is known which of them hit, every order of the dice is tried, history is remembered instead
of guessed from the board.

* `presets`: the rules of each game in the terms of the rulebook;
* `table`: checkers and single steps;
* `plays`: which plays of some dice are legal;
* `state`: whose turn it is, what is left to play, how the game ends;
* `points`: what a win is worth;
* `indiyka`: the game that is no race round a board.
"""
