"""Sentences of refusals, and the words of acts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.studies.actions import MOST_PEOPLE, MOST_STUDIES, RefusedStudyError
from zaria.studies.chapter import MOST_CHAPTERS, MOST_NODES

ACTS = {
    "double": pgettext_lazy("decision", "Double"),
    "beaver": pgettext_lazy("decision", "Beaver"),
    "raccoon": pgettext_lazy("decision", "Raccoon"),
    "take": pgettext_lazy("cube", "Take"),
    "drop": pgettext_lazy("cube", "Drop"),
}
"""Acts of the cube."""
NO_MOVE = gettext_lazy("no move")


def sentence(error: RefusedStudyError) -> str:
    """Return the reason of a refusal in the language of the page."""
    if error.sentence:
        return error.sentence
    sentences = {
        "no_node": _("This place is no longer in the study. Here is the study as it is now."),
        "illegal": _("This turn is not possible here."),
        "too_many": _("The chapter is full: it has %(most)s moves. Go on in a new chapter.")
        % {"most": MOST_NODES},
        "too_long": _("This is too long."),
        "changed": _("Somebody has changed this meanwhile. Here is the study as it is now."),
        "grown": _("Somebody has added moves here meanwhile. Look at them, then delete again."),
        "bad_value": _("We can't process this request"),
        "root": _("The first position of a chapter stays."),
        "muted": _("You are muted. You can still play."),
        "too_fast": _("Please wait a minute and try again."),
        "too_many_studies": _("You have %(most)s studies. Delete one first.") % {"most": MOST_STUDIES},
        "too_many_chapters": _("A study has at most %(most)s chapters. Begin a new study.")
        % {"most": MOST_CHAPTERS},
        "too_many_people": _("A study has at most %(most)s people.") % {"most": MOST_PEOPLE},
        "no_member": _("There is no member with this login."),
        "apart": _("You can't invite this member."),
        "not_writer": _("You can't change this study."),
        "last_chapter": _("A study has at least one chapter. Delete the study instead."),
    }
    return sentences[error.code]
