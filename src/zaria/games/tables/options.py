"""Everything in which the games of the tables family differ, as one set of options."""

import msgspec

from zaria.games.contact import ContactRule
from zaria.games.protocols import InvalidOptionsError
from zaria.games.tables.kernel.rules import KernelRules

_CHOICES: dict[str, tuple[str | int, ...]] = {
    "setup": ("standard", "head", "nack", "hyper"),
    "checkers": (15, 3),
    "direction": ("opposed", "parallel"),
    "contact": tuple(rule.value for rule in ContactRule if rule.shares_road),
    "doublets": ("four", "ladder"),
    "ladder": (4, 2),
    "ladder_from_roll": (1, 4),
    "rest": ("none", "ladder", "any"),
    "head": (0, 1),
    "head_list": ("none", "nardy", "fivestars", "principle", "three"),
    "first_long_move": ("off", "starter", "both"),
    "six_block": ("off", "step", "turn"),
    "quarter_limit": ("off", "own", "other"),
    "hit_then_off_ban": ("off", "checker", "point"),
    "hit_and_run": ("free", "banned"),
    "mothers": ("off", "restart", "win"),
    "scoring": ("tabla", "tabla12", "tapa", "gulbara", "nardy", "fivestars"),
    "home_mars": (3, 4),
    "opening": ("play", "reroll"),
    "next_starter": ("winner", "roll"),
}

_LAYOUTS = {
    "standard": {24: 2, 13: 5, 8: 3, 6: 5},
    "head": {24: 15},
    "nack": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hyper": {24: 1, 23: 1, 22: 1},
}


class TablesOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of one tables game.

    Raises `InvalidOptionsError` for a value or a combination that is no game.

    * setup: "standard" (24:2 13:5 8:3 6:5), "head" (all on 24), "nack" (24:2 23:2 13:4 8:3 6:4) or "hyper"
      (24:1 23:1 22:1); checkers: how many a side has, all of which the set-up places;
    * direction: "opposed" (towards each other) or "parallel" (both the same way round);
    * contact: a lone checker is "hit", is "pin"ned, or a "single" checker already holds its point;
    * doublets: "four" moves, or a "ladder": n-n, then n+1, and so on to the sixes; ladder: moves of each;
      ladder_from_roll: 4 if the first three rolls of each player are still four moves;
    * rest: what could not be played is lost ("none"), or passes to the other side: what is left of a ladder
      whose first stage was played in full ("ladder"), or of "any" roll;
    * roll_again: who played all four moves of a doublet rolls again;
    * head: most checkers that may leave the 24-point in a turn, 0 for any number; head_list: in which rolls
      of the first turn one more may leave when one alone cannot play the roll ("three": 6-6, 4-4, 3-3;
      "nardy": the same but for 4-4 after 5-5; "fivestars"; or by the "principle" any roll);
    * first_long_move: whose first turn must be played by one checker alone if it can ("starter", "both");
    * six_block: no six points in a row unless an opponent's checker is beyond them or borne off, looked for
      after each "step" or at the end of the "turn";
    * first_away: while no own checker has come to the 12-point or beyond, only one may leave the 24-point;
    * quarter_limit: a step may not hold all six points of the "own" first quarter (24 to 19), or a fifth one
      in that of the "other" side (own 12 to 7);
    * open_lock: no turn leaves six points in a row right before the one point where all the other side's
      checkers on the board stand, if another with as much of the roll does not;
    * caucasus: a checker that hit in the own home may not end the turn upon another there, nor be borne off
      in it if there is another way;
    * hit_then_off_ban: the "checker" that hit in the own home is not borne off in that turn at all, or none
      is from the "point" where it hit either, and this holds beside the caucasus as well;
    * hit_and_run: may a checker that hit in the own home move on in that turn ("free"), or must it stay where
      it hit, neither going on nor leaving the board ("banned")?
    * mothers: a pinned mother, a side's last checker on its 24-point, plays no part ("off"); if both are
      pinned the game starts again ("restart"); or the game ends ("win"): drawn if both are pinned, and won
      with two points by the side that pins one and has no checker on its own 24-point any more;
    * scoring: what a win is worth; home_mars: points of a nardy win over checkers gathered home, none borne
      off; mars, koks: whether fivestars counts them;
    * paritet: when the starter has borne all off, the second player has one more turn;
    * misere: who bears all off first loses;
    * opening: the starter plays the opening dice ("play") or rolls anew ("reroll"); next_starter: the next
      game is begun by the "winner" or by a new opening "roll".
    """

    setup: str = "standard"
    checkers: int = 15
    direction: str = "opposed"
    contact: str = "hit"
    doublets: str = "four"
    ladder: int = 4
    ladder_from_roll: int = 1
    rest: str = "none"
    roll_again: bool = False
    head: int = 0
    head_list: str = "none"
    first_long_move: str = "off"
    six_block: str = "off"
    first_away: bool = False
    quarter_limit: str = "off"
    open_lock: bool = False
    caucasus: bool = False
    hit_then_off_ban: str = "off"
    hit_and_run: str = "free"
    mothers: str = "off"
    scoring: str = "tabla"
    home_mars: int = 3
    mars: bool = True
    koks: bool = True
    paritet: bool = False
    misere: bool = False
    opening: str = "play"
    next_starter: str = "winner"

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices or isinstance(value, bool):
                raise InvalidOptionsError(f"{name} is one of {', '.join(map(str, choices))}, not {value!r}")
        for senseless, reason in (*self._objections(), *self._objections_to_rows()):
            if senseless:
                raise InvalidOptionsError(reason)

    def _objections(self) -> tuple[tuple[bool, str], ...]:
        """Combinations that make no game, and why."""
        laddered, hits = self.doublets == "ladder", self.contact_rule.hits
        return (
            (
                not self.contact_rule.lone_checker_blocks and self.direction == "parallel",
                "checkers that run the same way round neither hit nor pin",
            ),
            (sum(self.layout.values()) != self.checkers, "a side begins with all its checkers on the board"),
            (not laddered and self.ladder != 4, "without a ladder it has no stages of two"),
            (not laddered and self.ladder_from_roll != 1, "without a ladder it begins with no roll"),
            (not laddered and self.rest == "ladder", "without a ladder nothing is left of one"),
            (laddered and self.roll_again, "who climbs a ladder does not roll again"),
            (self.head > 0 and self.setup != "head", "only where all start on one point there is a head"),
            (self.head_list != "none" and not self.head, "without a head no second checker leaves it"),
            (
                self.first_long_move != "off" and self.setup != "head",
                "a first long move is for games where all start on one point",
            ),
            (self.caucasus and not hits, "the ban of hit and hide is for games of hitting"),
            (
                self.hit_then_off_ban != "off" and not hits,
                "who cannot hit need not be kept from bearing off after it",
            ),
            (
                self.mothers != "off" and not self.contact_rule.pins,
                "only in a game of pins are mothers pinned",
            ),
            (
                self.hit_and_run != "free" and (not hits or laddered),
                "the ban of hit and run is for games of hitting without a ladder",
            ),
            (
                self.hit_and_run != "free" and (self.caucasus or self.hit_then_off_ban != "off"),
                "a checker that stays where it hit needs no other ban",
            ),
            (self.scoring != "nardy" and self.home_mars != 3, "home mars is a win of the nardy rules"),
            (
                self.scoring != "fivestars" and not (self.mars and self.koks),
                "mars and koks are agreed on in the 5Stars rules alone",
            ),
            (self.paritet and self.misere, "who loses by bearing off first needs no equal turns"),
            (
                self.paritet and (self.rest != "none" or self.roll_again),
                "equal turns go with neither rests nor rolling again",
            ),
        )

    def _objections_to_rows(self) -> tuple[tuple[bool, str], ...]:
        """The same about rows of points and the first checker ahead."""
        alone_holds = self.contact_rule.lone_checker_blocks
        limits = self.first_away or self.quarter_limit != "off" or self.open_lock
        return (
            (
                self.six_block != "off" and not alone_holds,
                "the six-block rule is for games where one checker holds a point",
            ),
            (
                self.six_block != "off" and self.quarter_limit != "off",
                "a step is refused for a row of six or for a quarter, not for both",
            ),
            (
                self.first_away and self.setup != "head",
                "a first checker goes ahead where all start on one point",
            ),
            (
                limits and not alone_holds,
                "these limits of the start and of rows are for games where one checker holds a point",
            ),
        )

    @property
    def contact_rule(self) -> ContactRule:
        """The rule that `contact` names."""
        return ContactRule(self.contact)

    @property
    def kernel_rules(self) -> KernelRules:
        """The rules as the kernel takes them."""
        return KernelRules(
            limit=0 if self.contact_rule.lone_checker_blocks else -1,
            pin=int(self.contact_rule.pins),
            parallel=int(self.direction == "parallel"),
            head=self.head,
            head_list=_CHOICES["head_list"].index(self.head_list),
            first_long_move=_CHOICES["first_long_move"].index(self.first_long_move),
            six_block=_CHOICES["six_block"].index(self.six_block),
            first_away=int(self.first_away),
            quarter=_CHOICES["quarter_limit"].index(self.quarter_limit),
            open_lock=int(self.open_lock),
            mothers=_CHOICES["mothers"].index(self.mothers),
            caucasus=int(self.caucasus),
            off_ban=_CHOICES["hit_then_off_ban"].index(self.hit_then_off_ban),
            stays=_CHOICES["hit_and_run"].index(self.hit_and_run),
            checkers=self.checkers,
        )

    @property
    def plain(self) -> bool:
        """Is every roll one turn, after which the other side rolls?"""
        return self.doublets == "four" and self.rest == "none" and not self.roll_again

    @property
    def layout(self) -> dict[int, int]:
        """Either side's checkers at the start, by its own points."""
        return _LAYOUTS[self.setup]
