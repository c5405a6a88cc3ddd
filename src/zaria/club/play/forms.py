"""The form of a new table, with the fields that each game can agree on."""

from django.http import QueryDict

from zaria.bots import levels
from zaria.club.play.base_form import TableForm
from zaria.club.play.board_game_form import SquaresForm
from zaria.club.play.tables_game_form import TablesForm
from zaria.games.registry import DICE_GAMES


def form_for(
    game: str, data: QueryDict | None = None, *, member: bool = False, level: float = levels.USUAL
) -> TableForm:
    """The form of `game`, bound when there is data; `member`: for somebody who may play rated matches.

    `level` is that of the computer where none is chosen.
    """
    kind = TablesForm if game in DICE_GAMES else SquaresForm
    form = kind(game, data, member=member)
    form.suggest(level)
    return form
