"""The words of a study beside its board."""

from zaria.web.messages.marks import _, _in, _n

STUDY: dict[str, str] = {
    "st_die": _("First die: {n}"),
    "st_die_2": _("Second die: {n}"),
    "st_dice": _("Choose the two dice, or roll them."),
    "st_roll": _in("dice", "Roll"),
    "st_turn_long": _("Play the turn on the board, then add it."),
    "st_move": _("Move a piece to add a move."),
    "st_no_move": _("Nothing can be played with this roll."),
    "st_answer": _("The cube is offered: add the answer."),
    "st_over": _("The game is over here."),
    "st_draw": _("Choose where the arrow begins and where it ends. The same place twice is a mark."),
    "st_delete": _n("Delete {n} move?", "Delete {n} moves?"),
    "st_leads": _("{name} shows positions"),
    "st_lost": _("The connection is lost. Nothing has changed."),
}
