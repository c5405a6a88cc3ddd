"""The tabs above each page of the staff."""

from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy

TABS = (
    ("index", gettext_lazy("Today")),
    ("reports", gettext_lazy("Reports and requests")),
    ("members_member_changelist", gettext_lazy("members")),
    ("results_played_changelist", gettext_lazy("matches")),
    ("top_up_payment_changelist", gettext_lazy("payments")),
    ("fair_play", gettext_lazy("Fair play")),
    ("pairs", gettext_lazy("Pairs")),
    ("flows", gettext_lazy("Suspicious flows")),
    ("texts", gettext_lazy("Texts")),
    ("staff_act_changelist", gettext_lazy("log")),
)
"""The names of their addresses, with their titles."""
FOR_OWNERS = (("club", gettext_lazy("The club")),)
"""Further ones that only an owner sees."""


class StaffTab(NamedTuple):
    """A tab; it is open on its page and on those below it."""

    title: Any
    address: str
    is_open: bool


def tabs_of(path: str, *, is_owner: bool) -> list[StaffTab]:
    """Return the tabs of the page at a path."""
    names = (*TABS, *FOR_OWNERS) if is_owner else TABS
    addresses = {reverse(f"admin:{name}"): title for name, title in names}
    above = [address for address in addresses if path.startswith(address)]
    page = max(above, key=len, default="")
    is_index = path == reverse("admin:index")
    return [
        StaffTab(title, address, address == page and (len(above) > 1 or is_index))
        for address, title in addresses.items()
    ]
