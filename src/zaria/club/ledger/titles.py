"""The kinds of transfers in words, as a member's account shows them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from zaria.club.ledger.kinds import TransferKind

TITLES: Mapping[str, Promise] = {
    TransferKind.WELCOME: pgettext_lazy("credits", "Welcome credits"),
    TransferKind.HOLD: pgettext_lazy("credits", "Stake"),
    TransferKind.RELEASE: pgettext_lazy("credits", "Stake returned"),
    TransferKind.WIN: pgettext_lazy("credits", "Winnings"),
    TransferKind.FEE: pgettext_lazy("credits", "Fee"),
    TransferKind.GIFT: pgettext_lazy("credits", "Gift"),
    TransferKind.PURCHASE: pgettext_lazy("credits", "Purchase"),
    TransferKind.TOP_UP: pgettext_lazy("credits", "Top-up"),
    TransferKind.GRANT: pgettext_lazy("credits", "Granted by the staff"),
    TransferKind.PAYOUT: pgettext_lazy("credits", "Paid out"),
    TransferKind.RESERVE: pgettext_lazy("credits", "Pay-out request"),
    TransferKind.CLOSURE: pgettext_lazy("credits", "Account closed"),
    TransferKind.ENTRY: pgettext_lazy("credits", "Entry fee"),
    TransferKind.BONUS: pgettext_lazy("credits", "Bonus"),
    TransferKind.PRIZE: pgettext_lazy("credits", "Prize"),
    TransferKind.REFUND: pgettext_lazy("credits", "Entry fee returned"),
    TransferKind.CORRECTION: pgettext_lazy("credits", "Correction"),
    TransferKind.REVERSAL: pgettext_lazy("credits", "Payment reversed"),
}
