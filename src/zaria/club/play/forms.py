"""What somebody may choose when he sets a table: a form cut for each game by what it can agree on."""

from django.http import QueryDict

from zaria import games
from zaria.club.play.form import TableForm
from zaria.club.play.squares import SquaresForm
from zaria.club.play.tables import TablesForm


def form_for(game: str, data: QueryDict | None = None, member: bool = False) -> TableForm:
    """The form of `game`, bound when there is data; `member`: for somebody who may play rated matches."""
    kind = SquaresForm if game in games.names_on_squares() else TablesForm
    return kind(game, data, member)
