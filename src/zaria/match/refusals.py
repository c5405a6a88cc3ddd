"""Reasons to refuse a command: a code for programs, an English sentence for people.

The sentences are message ids, which are looked up in the reader's language.
"""


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


SENTENCES: dict[str, str] = {
    "aborts": _(
        "You left several rated matches before the third move. You can play rated again in a few minutes."
    ),
    "age_declaration": _("Confirm your age on the limits page before you play for stakes or top up."),
    "already_seated": _("You are already at this table."),
    "bad_handicap": _("A handicap is fewer points than the match is to, for one side."),
    "bad_options": _("These rules don't belong to this game, or don't go together."),
    "bad_position": _("A game can't start from this position."),
    "bad_points": _("You can't resign that many points."),
    "bad_seed": _("The seed must be 16 to 64 lowercase hexadecimal digits."),
    "bad_stakes": _("The stake must be more than zero, and the maximum loss at least the stake."),
    "bad_terms": _("You can't play on these terms."),
    "beaver_with_raises": _("Beavers double the cube, so they don't go with raises by one."),
    "by_day_flags": _(
        "You have lost several games by the day on time. You can begin new ones two weeks after the last."
    ),
    "by_day_full": _("You have as many games by the day as one player can have at once."),
    "by_day_members": _("Games by the day are for members: sign in, or create an account."),
    "by_day_terms": _(
        "A game by the day is between two members, without stakes, and no training game or money session."
    ),
    "computer_only": _("This is a training table: the other seat belongs to the computer."),
    "closed": _("After three moves you can't leave a game any longer: play on, or resign."),
    "crawford": _("This is the Crawford game: no doubling."),
    "cube_max": _("The cube already shows 64."),
    "cube_needed": _("Beavers, raccoons, automatic doubles, raises by one and Jacoby need the cube."),
    "cube_not_yours": _("The cube is your opponent's."),
    "cube_too_early": _("You can't double before the first roll of a game."),
    "deposit_limit": _("This is above your top-up limit."),
    "draw_again": _("You have offered a draw. You can offer another after your next move."),
    "draw_offered": _("There is already a draw offer."),
    "excluded": _("You have excluded yourself from stakes and top-ups. This can't be lifted before it ends."),
    "finish_later": _("This game has started. You can end the session after it."),
    "handicap_counts": _("A match with a handicap is unrated and without stakes."),
    "illegal_move": _("That is not a legal move."),
    "illegal_turn": _("These moves are not a legal turn."),
    "jacoby_for_nothing": _("Every win in this game counts one point, so the Jacoby rule has no effect."),
    "jacoby_in_a_match": _("The Jacoby rule is for single games, not for matches."),
    "kept_apart": _("You can't play each other: one of you has blocked the other."),
    "local_counts": _("A match on one device is unrated, without stakes, and not for training."),
    "loss_limit": _("With this stake you could exceed your loss limit."),
    "match_over": _("The match is over."),
    "members_only": _("This table is rated, so only members may sit down. Sign in, or choose another table."),
    "newcomer_limit": _(
        "New members can stake only part of their free credits in a day. This ends after five rated matches "
        "against three members on two days."
    ),
    "no_beaver": _("This match is played without beavers."),
    "no_cube": _("This match is played without the cube."),
    "no_draw_offer": _("There is no draw offer."),
    "no_result_offer": _("There is no result on offer."),
    "no_request": _("Nobody asks to take a turn back."),
    "no_raccoon": _("This match is played without raccoons."),
    "no_session": _("Only a money session can be ended between two games."),
    "not_a_player": _("You are not a player in this match."),
    "not_away": _("Your opponent hasn't been away long enough."),
    "not_enough_credits": _("You don't have enough credits for this stake."),
    "not_held": _("Your stake couldn't be held. Sit down again."),
    "not_now": _("You can't do that now."),
    "not_open": _("There is no open seat at this table."),
    "not_over_time": _("There is still time on the clock."),
    "not_training": _("You can take turns back in training only."),
    "not_your_turn": _("It is not your turn."),
    "nothing_back": _("You have no turn to take back."),
    "one_game": _("Board games are single games without a cube."),
    "not_decided": _("The game is not decided yet: your opponent can still win it."),
    "opponent_stake": _("Your opponent can't play for this stake now."),
    "other_game": _("That doesn't exist in this game."),
    "pair_limit": _("You two have reached today's limit of rated matches. You can still play unrated."),
    "pair_limit_staked": _(
        "You two have reached today's limit of rated matches, and a staked match is always rated. Play for a "
        "stake tomorrow, or without one today."
    ),
    "paused": _("You have paused stakes and top-ups. The pause can't be lifted before it ends."),
    "position_counts": _("A game from a chosen position is unrated and without stakes."),
    "pupil_account": _("This isn't open to pupil accounts."),
    "raccoon_without_beaver": _("A raccoon answers a beaver: agree on beavers as well."),
    "rated_again": _("This match is rated after all. Check the terms and sit down again."),
    "rated_without_clock": _("A rated match needs a clock: choose one, or play unrated."),
    "result_offered": _("You have offered the result already. You can offer it again after a move."),
    "resign_refused": _(
        "Your opponent declined your resignation. Until your next turn you can only offer more points."
    ),
    "resign_too_low": _("The position is already worth more points than that."),
    "rotation_too_short": _("A match of several games in rotation must be to at least three points."),
    "seal_mismatch": _("The seal of the dice doesn't belong to this match."),
    "seat_taken": _("This seat is taken."),
    "session_counts": _("A money session is unrated and without stakes."),
    "stake_limit": _("This stake is above your limit."),
    "stake_terms": _("Before you play for stakes or top up, accept the terms on the page of your limits."),
    "stake_members": _("Only members can play for stakes."),
    "stakes_off": _("This club doesn't play for these stakes now. Open a table without stakes."),
    "stakes_unrated": _(
        "A staked match is rated, has a clock, and shows each move to spectators one move late."
    ),
    "stale_roll": _("That turn was for another roll."),
    "training_counts": _("Training games are unrated and without stakes."),
    "time_over": _("Time is up."),
    "takeback_terms": _(
        "Turns are taken back in training and, if the opponent agrees, in unrated matches between two people."
    ),
    "tournament_draw": _("A match of a tournament can't be claimed as a draw."),
    "tournament_rematch": _("A match of a tournament has no rematch."),
    "tournament_table": _("This match belongs to a tournament, so you can't cancel it."),
    "tournament_terms": _("A match of a tournament has a clock and no stakes, and is not for training."),
}


class CommandRefusedError(Exception):
    """A command that may not be carried out; the match is as it was."""

    def __init__(self, code: str) -> None:
        """`code` is a key of `SENTENCES`."""
        super().__init__(SENTENCES[code])
        self.code = code
