"""The kinds of transfers in words, as a member's account shows them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from zaria.club.ledger.kinds import Kind

TITLES: Mapping[str, Promise] = {
    Kind.WELCOME: pgettext_lazy("credits", "Welcome credits"),
    Kind.HOLD: pgettext_lazy("credits", "Stake"),
    Kind.RELEASE: pgettext_lazy("credits", "Stake returned"),
    Kind.WIN: pgettext_lazy("credits", "Winnings"),
    Kind.FEE: pgettext_lazy("credits", "Fee"),
    Kind.GIFT: pgettext_lazy("credits", "Gift"),
    Kind.PURCHASE: pgettext_lazy("credits", "Purchase"),
    Kind.TOP_UP: pgettext_lazy("credits", "Top-up"),
    Kind.GRANT: pgettext_lazy("credits", "Granted by the staff"),
    Kind.PAYOUT: pgettext_lazy("credits", "Paid out"),
    Kind.RESERVE: pgettext_lazy("credits", "Pay-out request"),
    Kind.CLOSURE: pgettext_lazy("credits", "Account closed"),
    Kind.ENTRY: pgettext_lazy("credits", "Entry fee"),
    Kind.BONUS: pgettext_lazy("credits", "Bonus"),
    Kind.PRIZE: pgettext_lazy("credits", "Prize"),
    Kind.REFUND: pgettext_lazy("credits", "Entry fee returned"),
    Kind.CORRECTION: pgettext_lazy("credits", "Correction"),
    Kind.REVERSAL: pgettext_lazy("credits", "Payment reversed"),
}
