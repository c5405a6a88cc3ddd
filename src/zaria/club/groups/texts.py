"""The refusals of groups in words."""

from django.utils.translation import gettext as _

from zaria.club.groups.actions import MOST_GROUPS, MOST_HOMEWORK, MOST_PUPILS, RefusedGroupError
from zaria.club.groups.simuls import MOST_SIMULS


def sentence(error: RefusedGroupError) -> str:
    """Return a refusal in the language of the reader."""
    sentences = {
        "apart": _("You can't join this group."),
        "members_only": _("This isn't open to pupil accounts."),
        "nobody_accepted": _("Nobody has accepted yet."),
        "no_code": _("Please wait a moment and try again."),
        "no_such_code": _("This code isn't valid. Ask your teacher for a new one."),
        "own_group": _("This is your own group."),
        "simul_begun": _("The simul has begun."),
        "too_many_groups": _("You have %(most)s groups. Delete one first.") % {"most": MOST_GROUPS},
        "too_much_homework": _("A group has at most %(most)s tasks. Delete old ones first.")
        % {"most": MOST_HOMEWORK},
        "too_many_simuls": _("A group has at most %(most)s simuls. Delete old ones first.")
        % {"most": MOST_SIMULS},
        "too_many_pupils": _("A group has at most %(most)s pupils.") % {"most": MOST_PUPILS},
    }
    return sentences[error.code]
