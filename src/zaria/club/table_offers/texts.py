"""The sentences about offers of other terms."""

from django.utils.translation import gettext_lazy as _

REFUSED = {
    "kept_apart": _("You can't play each other: one of you has blocked the other."),
    "offer_changed": _("This offer has changed in the meantime. Please read it again."),
    "offer_gone": _("This table is no longer open."),
    "offer_rounds": _("No more counter-offers are possible: accept the last offer or decline it."),
    "offer_waits": _("Your offer is waiting for an answer."),
    "offers_full": _("Too many offers are waiting at this table. Please try again later."),
    "same_terms": _("These are the table's own terms. Change something, or sit down."),
    "too_many": _("Please wait a minute before you make another offer."),
}
