"""The words of learning: those of an analysis beside a record, and those of training at a table.

They are `WORDS` that travel only to the pages that need them. The browser knows no plural forms: a number
stands where no word goes by it.
"""

from zaria.web.messages.table import _, _in

DECIDED: dict[str, str] = {
    "an_of": _("{n} of {of}"),
    # marks of a decision, and what can be done besides a turn
    "an_inaccuracy": _("Inaccuracy"),
    "an_error": _("Error"),
    "an_blunder": _("Blunder"),
    "an_right": _("The best"),
    "an_played": _("Played"),
    "an_best": _in("move", "Best"),
    "an_wins": _("Wins {win} %, with mars {mars} %; loses with mars {lost} %"),
    "an_percent": _("{n} %"),
    "an_no_double": _("No double"),
    "an_double": _("Double"),
    "an_take": _in("cube", "Take"),
    "an_drop": _in("cube", "Drop"),
    "an_beaver": _("Beaver"),
    "an_raccoon": _("Raccoon"),
    "an_play_on": _("Play on"),
    "an_resign": _("Resign"),
    "an_accept": _("Accept"),
    "an_refuse": _("Refuse"),
    # what judged; a program that has a name of its own keeps it
    "an_by_net": _in("engine", "neural net"),
    "an_by_exact": _in("engine", "exact solution"),
    "an_by_plain": _in("engine", "simple rules"),
    "an_by_alpha": _in("engine", "alpha-beta search"),
}

ANALYSIS: dict[str, str] = DECIDED | {
    "an": _("Analysis"),
    "an_what": _("Every decision is compared with the best one. That takes a while."),
    "an_ask": _("Analyse the match"),
    "an_depth": _("Depth"),
    "an_quick": _("Quick"),
    "an_normal": _in("depth", "Normal"),
    "an_deep": _("Deep"),
    "an_made": _("already made"),
    "an_waiting": _("Waiting. Before it: {n}"),
    "an_begins": _("The analysis begins in a moment"),
    "an_working": _("Being analysed"),
    "an_lost": _("The analysis cannot be fetched just now."),
    "an_none": _("No errors: well played."),
    "an_mine": _("Only mine"),
    "an_none_mine": _("No errors of yours."),
    "an_no_choice": _("Nobody had anything to decide: the dice alone played."),
    "an_prev": _("Previous error"),
    "an_next": _("Next error"),
    "an_marked": _("Marked: {n}"),
    "an_tap": _("A tap leads to the move"),
    "an_forced": _("There is no choice."),
    "an_choose": _("Step through the match, or go to a marked move."),
    "an_step": _("Step through the match, move by move."),
    "an_lucky": _("lucky"),
    "an_unlucky": _("unlucky"),
    "an_graph": _(
        "Chances of {name} to win: at first {first} %, between {low} % and {high} %, at last {last} %"
    ),
    "an_about_double": _("Whether to double"),
    "an_about_answer": _("Take or drop"),
    "an_about_resign": _("Whether to resign"),
    "an_about_resigned": _("Whether to accept the resignation"),
    "an_about_draw": _("Whether to accept the draw"),
    "an_swings": _("Where the chances turned"),
    "an_sums": _("Summary"),
    "an_rate": _("Performance rate"),
    "an_rate_points": _("The rate is 500 times the mean loss of a decision: the smaller the better."),
    "an_rate_chance": _(
        "The rate is the mean loss of a move in per cent of winning chances: the smaller the better."
    ),
    "an_decisions": _("Decisions"),
    "an_inaccuracies": _("Inaccuracies"),
    "an_errors": _("Errors"),
    "an_blunders": _("Blunders"),
    "an_given": _("Given away"),
    "an_with_cube": _("With the cube"),
    "an_luck": _("Luck"),
    "an_luck_long": _(
        "Luck is what a roll brought above the mean of all rolls, both sides playing their best."
    ),
    "an_result": _("Result"),
    "an_adjusted": _("Without luck"),
    "an_adjusted_long": _("The result in points, less the luck of both sides"),
    "an_how": _("How it was judged"),
    "an_judged": _("Judged by: {engines}. Plies deep, at most: {ply}."),
    "an_judged_luck": _("Luck, cube and graph, plies deep after each roll: {luck}."),
    "an_judged_squares": _("Judged by: {engines}. For a move at most {seconds} s, positions: {nodes}."),
    "an_unit_points": _("Equities are points to be expected, with the cube at 1."),
    "an_unit_chance": _("Moves are compared by the chance to win; a draw counts half."),
    "an_marks": _("An inaccuracy loses {a} or more, an error {b}, a blunder {c}."),
}

IN_BACKGAMMON: dict[str, str] = {
    "mars": _("Gammon"),
    "koks": _in("win", "Backgammon"),
    "an_wins": _("Wins {win} %, with gammon {mars} %; loses with gammon {lost} %"),
    "train_why_mars": _("It loses a gammon {n} % more often."),
    "train_why_mars_less": _("It wins a gammon {n} % less often."),
}
"""What the game of that name says instead of other games' words."""

TRAINING: dict[str, str] = DECIDED | {
    "training": _("Training"),
    "train_hint": _("Hint"),
    "train_back": _in("turn", "Take back"),
    "train_hello": _("Training: ask for a hint, take turns back."),
    "train_thinks": _("Looking for the best turn"),
    "train_more": _("All that is told"),
    "train_away": _("There is no hint just now."),
    "train_forced": _("There is no choice."),
    "train_good": _("The best turn"),
    "train_fine": _("Good enough: {loss}"),
    "train_cost": _("That cost {loss}. Better: {best}."),
    "train_taken": _("Taken back: play the roll again"),
    "train_taken_move": _("Taken back: move again"),
    "train_why_shots": _("Rolls of 36 that endanger a checker: {n}, after the better turn: {m}."),
    "train_why_win": _("It wins {n} % less often."),
    "train_why_mars": _("It loses with mars {n} % more often."),
    "train_why_mars_less": _("It wins with mars {n} % less often."),
    "train_why_point": _("It does not make point {n}."),
    "train_why_reply": _("The answer is {line}."),
    "train_why_loses": _("Counted in men it loses {n}."),
    "train_why_pawns": _("Counted in pawns it loses {n}."),
}
