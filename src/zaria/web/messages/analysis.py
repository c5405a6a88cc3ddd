"""The words of learning: those of an analysis beside a record, and those of training at a table.

They are `WORDS` that travel only to the pages that need them.
"""

from zaria.web.messages.marks import _, _in, _n

DECIDED: dict[str, str] = {
    "an_of": _("{n} of {of}"),
    # marks of a decision, and what can be done besides a turn
    "an_inaccuracy": _("Inaccuracy"),
    "an_error": _("Error"),
    "an_blunder": _("Blunder"),
    "an_right": _in("move", "Best"),
    "an_played": _("Played"),
    "an_best": _in("move", "Best"),
    "an_wins": _("Wins {win}%, {mars}% by mars; loses {lost}% by mars"),
    "an_percent": _("{n}%"),
    "an_no_double": _("No double"),
    "an_double": _in("decision", "Double"),
    "an_take": _in("cube", "Take"),
    "an_drop": _in("cube", "Drop"),
    "an_beaver": _in("decision", "Beaver"),
    "an_raccoon": _in("decision", "Raccoon"),
    "an_play_on": _("Play on"),
    "an_resign": _in("decision", "Resign"),
    "an_accept": _in("decision", "Accept"),
    "an_refuse": _in("decision", "Decline"),
    # what judged; a program that has a name of its own keeps it
    "an_by_net": _in("engine", "neural net"),
    "an_by_exact": _in("engine", "exact solution"),
    "an_by_plain": _in("engine", "simple rules"),
    "an_by_alpha": _in("engine", "alpha-beta search"),
}

ANALYSIS: dict[str, str] = DECIDED | {
    "an": _("Analysis"),
    "an_what": _("We compare every decision with the best one. This takes a few seconds."),
    "an_ask": _("Analyse match"),
    "an_depth": _("Depth"),
    "an_quick": _("Quick"),
    "an_normal": _in("depth", "Normal"),
    "an_deep": _("Deep"),
    "an_made": _in("analysis", "Ready"),
    "an_waiting": _("Waiting. Analyses ahead of this one: {n}"),
    "an_begins": _("The analysis starts in a moment"),
    "an_working": _("Analysing…"),
    "an_lost": _("Can't load the analysis right now."),
    "an_none": _("No errors. Well played!"),
    "an_mine": _("Only mine"),
    "an_only": _("Only {name}"),
    "an_none_mine": _("You made no errors."),
    "an_no_choice": _("Nobody had a decision to make: the dice decided everything."),
    "an_prev": _("Previous error"),
    "an_marked": _n("{n} error", "{n} errors"),
    "an_jump": _("Tap to jump to the move"),
    "an_jump_click": _("Click to jump to the move"),
    "an_forced": _("Nothing to decide here."),
    "an_choose": _("Step through the match, or jump to a marked move."),
    "an_step": _("Step through the match, move by move."),
    # another turn in place of the one played
    "an_try": _("Try it yourself"),
    "an_try_long": _("Play another turn on the board, then compare it."),
    "an_try_compare": _("Compare"),
    "an_try_again": _("Try again"),
    "an_try_onward": _("Play from here"),
    "an_try_end": _("Back to the match"),
    "an_try_best": _("You found the best turn."),
    "an_try_place": _("Choice {n} of {of}"),
    "an_lucky": _("lucky"),
    "an_unlucky": _("unlucky"),
    "an_graph": _(
        "Winning chances of {name}: {first}% at the start, between {low}% and {high}%, {last}% at the end"
    ),
    "an_about_double": _("Double?"),
    "an_about_answer": _("Take or drop?"),
    "an_about_resign": _("Resign?"),
    "an_about_resigned": _("Accept the resignation?"),
    "an_about_draw": _("Accept the draw?"),
    "an_swings": _("Turning points"),
    "an_sums": _("Summary"),
    "an_rate": _("Performance rating (PR)"),
    "an_rate_long": _("PR is 500 times the average loss per decision. Lower is better."),
    "an_average": _("Average loss (%)"),
    "an_average_long": _("The average loss of winning chances per move, in per cent. Lower is better."),
    "an_decisions": _("Decisions"),
    "an_inaccuracies": _("Inaccuracies"),
    "an_errors": _("Errors"),
    "an_blunders": _("Blunders"),
    "an_given": _("Equity lost"),
    "an_with_cube": _("Lost with the cube"),
    "an_with_resignations": _("Lost with resignations"),
    "an_luck": _("Luck"),
    "an_luck_long": _(
        "Luck is how far a roll is above the average of all rolls, with best play by both sides."
    ),
    "an_result": _("Result"),
    "an_adjusted": _("Luck-adjusted result"),
    "an_how": _("How it was analysed"),
    "an_judged": _n("Analysed by: {engines}, up to {n} ply.", "Analysed by: {engines}, up to {n} plies."),
    "an_judged_now": _("Analysed by: {engines}, without looking ahead."),
    "an_judged_luck": _("Depth for luck, cube and graph (plies after each roll): {luck}."),
    "an_judged_squares": _("Analysed by: {engines}. Per move at most {seconds} s; positions: {nodes}."),
    "an_unit_points": _("Equity is the number of points you can expect, with the cube at 1."),
    "an_unit_chance": _("Moves are compared by winning chances; a draw counts half."),
    "an_marks": _("An inaccuracy loses {a} or more, an error {b}, a blunder {c}."),
}

IN_BACKGAMMON: dict[str, str] = {
    "mars": _("Gammon"),
    "koks": _in("win", "Backgammon"),
    "an_wins": _("Wins {win}%, {mars}% by gammon; loses {lost}% by gammon"),
    "train_why_mars": _("{n}% more gammons lost."),
    "train_why_mars_less": _("{n}% fewer gammons won."),
}
"""Messages of single games that replace those of all games."""

TRAINING: dict[str, str] = DECIDED | {
    "training": _("Training"),
    "train_hint": _("Hint"),
    "train_back": _in("turn", "Take back"),
    "train_hello": _("Training: ask for hints and take turns back."),
    "train_thinks": _("Finding the best turn…"),
    "train_more": _("Show full explanation"),
    "train_away": _("No hint available right now."),
    "train_forced": _("Nothing to decide here."),
    "train_good": _("The best turn"),
    "train_fine": _("Good enough: it costs {loss}"),
    "train_cost": _("That cost {loss}. Better: {best}."),
    "train_taken": _("Move taken back – play again"),
    "train_taken_move": _("Move taken back – play again"),
    "train_why_shots": _n(
        "{n} of 36 rolls hits you; after the better move only {m}.",
        "{n} of 36 rolls hit you; after the better move only {m}.",
    ),
    "train_why_pins": _n(
        "{n} of 36 rolls pins you; after the better move only {m}.",
        "{n} of 36 rolls pin you; after the better move only {m}.",
    ),
    "train_why_win": _("{n}% fewer wins."),
    "train_why_mars": _("{n}% more losses by mars."),
    "train_why_mars_less": _("{n}% fewer wins by mars."),
    "train_why_point": _("It doesn't make point {n}."),
    "train_why_reply": _("The reply is {line}."),
    "train_why_loses": _("Loss in men: {n}."),
    "train_why_pawns": _("Loss in pawns: {n}."),
}

EDITOR: dict[str, str] = {
    "ed_how": _("Drag pieces around and off the board, or pick one and tap a square."),
    "ed_piece": _in("editor", "Pieces"),
    "ed_how_checkers": _("Drag checkers around and off the board, or pick one and tap a point."),
    "ed_checkers": _("Checkers"),
    "ed_remove": _("Remove"),
    "ed_dice": _("Dice"),
    "ed_turn": _("To move"),
    "ed_clear": _("Clear the board"),
    "ed_wrong": _("This is not a position of this game."),
    "ed_away": _("Please wait a minute and try again."),
    # what an engine thinks of a position
    "op_thinking": _("Thinking…"),
    "op_lost": _("No answer right now. Please try again."),
    "op_chances": _("Winning chances"),
    "op_equity": _("Equity"),
    "op_by": _("Evaluated by: {engine}"),
}
"""The words of a single position: of its editor, and of an engine's opinion of it."""
