"""The notice of tables with stakes."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.ledger.amounts import amount_text
from zaria.club.notifications.kinds import NoticeBody, NoticeKind, Switches, game_of, is_over, register


class StakedTableBody(NoticeBody, total=False):
    """The `game`, the `number` of tables, and the `stake` and the `most` that is held, in hundredths."""

    game: str
    number: int
    stake: int
    most: int


def _staked_table(body: StakedTableBody) -> tuple[str, str]:
    number = body.get("number", 1)
    if is_over(body):
        sentence = _("A staked table was opened in one of your games.")
    elif isinstance(number, int) and number > 1:
        sentence = _("Staked tables opened in your games: {n}").format(n=number)
    else:
        sentence = _("A staked table is open in one of your games.")
    amounts = [body.get("stake"), body.get("most")]
    stakes = dict.fromkeys(amount_text(amount) for amount in amounts if isinstance(amount, int))
    return sentence, " · ".join(part for part in (game_of(body), "–".join(stakes)) if part)


STAKED_TABLE = register(
    NoticeKind(
        "staked_table",
        110,
        gettext_lazy("Staked tables in your games"),
        "coins",
        StakedTableBody,
        _staked_table,
        Switches(page=False, mail=False, push=False),
        "off unless the reader switches it on; one until it is read, and four in an hour",
        only_on_page=True,
    )
)
