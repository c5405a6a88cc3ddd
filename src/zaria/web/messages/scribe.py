"""The words of a score sheet: they travel only to its page."""

from zaria.web.messages.marks import _, _in

SCRIBE: dict[str, str] = {
    "sc_opening": _("Opening roll: one die of {first}, then one of {second}"),
    "sc_roll": _("{name}: type the dice"),
    "sc_turn": _("{name} has rolled {dice}: type the move"),
    "sc_move": _("{name}: type the move"),
    "sc_answer": _("{name}: take or pass?"),
    "sc_over": _("The match is over. Finish the sheet, and it becomes a match that you can replay."),
    "sc_redo": _in("score sheet", "Redo"),
    "sc_club_dice": _("Roll for us"),
    "sc_take": _in("cube", "Take"),
    "sc_pass": _in("cube", "Pass"),
    "sc_end": _("End of the game"),
    "sc_more": _("and {n} more: type on"),
    "sc_none": _("No legal move is written so."),
    "sc_correct": _("Correct: {text}"),
    "sc_insert": _("Insert before it"),
    "sc_remove": _("Remove it"),
    "sc_back": _("Back to the end"),
    "sc_broken": _("From here on it no longer fits: {text}. Type what was played instead."),
    "sc_drop": _("Drop the rest"),
    "sc_empty": _("Nothing is written yet."),
    "sc_lost": _("The club doesn't answer. What you typed is sent again."),
}
