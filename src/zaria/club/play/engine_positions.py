"""Games against the computer from a position: each is a question to the engine about it."""

from django.http import HttpRequest
from django.utils.translation import gettext as _

from zaria import games
from zaria.club.matches.engine_access import silence_for
from zaria.club.play.base_form import TableForm


async def engine_may_play(request: HttpRequest, form: TableForm) -> bool:
    """Return whether a valid form may set its table; False, with the reason at its field `opponent`.

    It may not against the computer from a position about which the engine is silent.
    """
    values = form.cleaned_data
    if not values.get("position") or values["opponent"] != "computer":
        return True
    terms = form.terms()
    position = games.get(terms.game, **terms.options).first_position(terms.position, terms.starter)
    if not (await silence_for(request, form.game)).covers(position):
        return True
    form.add_error("opponent", _("The engine is available again once your rated match is over."))
    return False
