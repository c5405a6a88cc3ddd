"""Why a command may be refused: a code for programs, an English sentence for people.

The sentences are message ids, which are looked up in the reader's language.
"""


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


SENTENCES: dict[str, str] = {
    "already_seated": _("You already sit at this table."),
    "bad_options": _("These rules are not of this game, or they do not go together."),
    "bad_position": _("A training game cannot begin from this position."),
    "bad_points": _("One cannot resign for so many points."),
    "bad_seed": _("The seed must be 16 to 64 hexadecimal digits in lower case."),
    "bad_stakes": _("A stake is more than nothing, and the most that can be lost is no less."),
    "bad_terms": _("These terms cannot be played."),
    "beaver_with_raises": _("A beaver doubles the cube: it does not go with raises by one."),
    "computer_only": _("This table is for training: the other seat is the computer's."),
    "closed": _("After three moves a game cannot be left any more: play on, or resign."),
    "crawford": _("This is the Crawford game: nobody may double."),
    "cube_max": _("The cube already shows 64."),
    "cube_needed": _("Beavers, raccoons, automatic doubles, raises by one and Jacoby need the cube."),
    "cube_not_yours": _("The cube is your opponent's."),
    "cube_too_early": _("Nobody may double before the first roll of this game."),
    "draw_again": _("You have offered a draw: offer it again after your next move."),
    "draw_offered": _("A draw is on offer already."),
    "illegal_move": _("That is not a legal move."),
    "illegal_turn": _("These moves are not a legal turn."),
    "jacoby_for_nothing": _("Every win of this game counts one point: the Jacoby rule has no meaning."),
    "jacoby_in_a_match": _("The Jacoby rule is for single games, not for matches."),
    "match_over": _("The match is over."),
    "members_only": _("This table is rated: only members may sit down. Sign in, or play another table."),
    "no_beaver": _("This match is played without beavers."),
    "no_cube": _("This match is played without the cube."),
    "no_draw_offer": _("No draw is on offer."),
    "no_raccoon": _("This match is played without raccoons."),
    "not_a_player": _("You are not a player in this match."),
    "not_away": _("Your opponent is not away for long enough."),
    "not_now": _("That cannot be done now."),
    "not_open": _("No seat is open at this table."),
    "not_over_time": _("There is still time on the clock."),
    "not_training": _("Turns can be taken back in training only."),
    "not_your_turn": _("It is not your turn."),
    "nothing_back": _("There is no turn of yours to take back."),
    "one_game": _("On squares a single game is played, without a cube."),
    "other_game": _("That belongs to another kind of game."),
    "pair_limit": _(
        "You two have reached today's limit of rated matches. You can still play without rating."
    ),
    "raccoon_without_beaver": _("A raccoon answers a beaver: agree on beavers as well."),
    "rated_again": _("This match is rated after all. Check the terms and sit down again."),
    "rated_without_clock": _("A rated match needs a clock: choose one, or play unrated."),
    "resign_refused": _("Your resignation was refused: until your next turn you may only offer more points."),
    "resign_too_low": _("The position is already worth more points than that."),
    "rotation_too_short": _("A match of several games in turn has at least three points."),
    "seal_mismatch": _("The seal of the dice is not the one of this match."),
    "seat_taken": _("This seat is taken."),
    "stale_roll": _("That turn answers another roll."),
    "training_counts": _("Training is for nothing: neither rated nor for stakes."),
    "time_over": _("The time is over."),
}


class CommandRefusedError(Exception):
    """A command that may not be carried out; the match is as it was."""

    def __init__(self, code: str) -> None:
        """`code` is a key of `SENTENCES`."""
        super().__init__(SENTENCES[code])
        self.code = code
