"""The refusals of tournaments in words: for every code of `TournamentRefusedError`."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from zaria.live.config import SENTENCES as LIVE_SENTENCES

LIMITS = (
    "age_declaration",
    "excluded",
    "loss_limit",
    "newcomer_limit",
    "paused",
    "pupil_account",
    "stake_limit",
    "stake_terms",
)
"""Codes of the player's own limits, which are those of staked tables too."""

SENTENCES: Mapping[str, Promise | str] = {
    # the course of a tournament
    "bad_nonce": _("The number for the draw is not valid. Reload the page."),
    "bad_pairs": _("Each player can be in one pairing only, with another player who is present."),
    "bad_result": _("This match can't have such a result."),
    "bad_terms": _("A tournament can't be played on these terms."),
    "by_table": _("This format has fixed pairings. They can't be set by hand."),
    "bye_again": _("This player has had a bye already."),
    "checked_in": _("You have already checked in."),
    "closed": _("Entries are closed."),
    "decided": _("This match is already decided."),
    "depends": _("This can't be undone: later events depend on it."),
    "entered": _("You have already entered."),
    "fixed": _("After the first entry only the title, the text and the start can change."),
    "full": _("The tournament is full."),
    "met_before": _("These two have already met in this tournament."),
    "no_meeting": _("There is no such match in the current round."),
    "no_pairs": _("No pairing is possible."),
    "not_entered": _("You haven't entered."),
    "not_now": _("This is not possible now."),
    "nothing_to_undo": _("There is nothing to undo."),
    "old_attempt": _("This match is being played again. Its earlier result doesn't count."),
    "played": _("This player has already played."),
    "same_result": _("This match has this result already."),
    "reason_needed": _("Give a reason. It appears in the event log."),
    "too_early": _("The tournament hasn't started yet."),
    "too_many_byes": _("At most one player can have a bye."),
    "wrong_secret": _("This is not the secret of the draw."),
    # conditions of entry
    "blocked": _("Your account is blocked."),
    "not_invited": _("Only players with an invitation can enter."),
    "not_member": _("Only members of the federation can enter."),
    "other_country": _(
        "This tournament is for players from another country. Your country is set in your profile."
    ),
    "rating_too_high": _("Your rating is too high for this tournament."),
    "rating_too_low": _("Your rating is too low for this tournament."),
    "robots": _("Bot accounts can't enter."),
    "wrong_code": _("This is not the code of the tournament."),
    # money
    "not_enough_credits": _("You don't have enough credits for the entry fee."),
    **{code: _(LIVE_SENTENCES[code]) for code in LIMITS},
}


def sentence(code: str) -> str:
    """The sentence for a refusal in the language of the page."""
    return str(SENTENCES[code])
