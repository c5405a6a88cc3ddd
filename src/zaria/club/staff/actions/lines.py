"""Removal of lines from conversations."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.conversations import actions
from zaria.club.conversations.models import Line
from zaria.club.staff.actions.recording import ActionRefusedError, notify, record, require_power
from zaria.club.staff.models import OPERATOR, Act

POWER = "lines"
_LONGEST_NAME = 20


@transaction.atomic
def remove_line(by: Member | None, line: Line, reason: str, rule: int) -> Act:
    """Hide a line from all readers; its author gets a notice with the rule of conduct and the reason.

    Guests and former members can be no subject of an act and get none.
    """
    author = Member.objects.filter(player=line.author).first()
    require_power(by, POWER, *([author] if author else ()))
    if not actions.remove_line(line.conversation_id, line.number, by.player if by else OPERATOR):
        raise ActionRefusedError(_("This message is gone."))
    before = {"line": f"{line.conversation_id}:{line.number}", "text": line.text, "phrase": line.phrase}
    name = author.username if author else line.name[:_LONGEST_NAME]
    act = record(by, Act.Kind.LINE, reason, author, before, {"rule": rule}, name=name)
    notify(act, [author] if author else ())
    return act
