"""The refusal of a command to a tournament."""


class TournamentRefusedError(Exception):
    """The tournament does not allow a command; `code` says why.

    `bad_nonce`, `bad_pairs` (a player twice or absent), `bad_result`, `bad_terms`, `by_table` (pairs of this
    format follow from a table), `bye_again`, `checked_in`, `closed`, `decided`, `depends` (a later event
    follows from the act), `entered`, `fixed` (a part of the terms that holds after the first entry), `full`,
    `met_before`, `no_meeting`, `no_pairs`, `not_entered`, `not_now`, `nothing_to_undo`, `old_attempt`,
    `played`, `reason_needed`, `same_result`, `too_early`, `too_many_byes`, `wrong_secret`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def require_reason(reason: str) -> None:
    """Raise `TournamentRefusedError` if a director gives no reason."""
    if not reason.strip():
        raise TournamentRefusedError("reason_needed")
