"""The words of lessons: they travel only to the pages of lessons."""

from zaria.web.messages.marks import _, _in

LESSON: dict[str, str] = {
    "lesson_right": _in("a turn of a lesson", "Right!"),
    "lesson_wrong": _("Legal, but not what was asked for."),
    "lesson_way": _("Follow the arrow."),
    "lesson_board": _("Board {n} of {of}"),
    "lesson_solved": _("Board {n} of {of}, solved"),
    "lesson_next": _in("board of a lesson", "Next"),
    "lesson_again": _("Try again"),
}
