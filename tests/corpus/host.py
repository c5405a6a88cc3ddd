"""A match as the host plays it, in memory: chance, time and the dice secret follow from its name alone."""

import hashlib
import random
from collections.abc import Callable

import msgspec

from zaria.bots.heuristic import HeuristicPlayer
from zaria.live.app import bot_player
from zaria.live.journal.base import Listing, Row
from zaria.live.journal.rows import row, rows
from zaria.live.latency import Lag
from zaria.live.matches.cards import current_listing
from zaria.live.matches.day_policy import DayContext
from zaria.live.matches.decided_games import can_offer_result
from zaria.live.matches.decision import decide
from zaria.live.matches.live_match import LiveMatch, Pending, Places, encode_places
from zaria.live.matches.rematches import next_id
from zaria.live.sockets.protocol.server import AbsentSide
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.ahead import NOTHING, BothAgreed
from zaria.match.board_play.moves import can_offer
from zaria.match.clock.deadlines import deadline
from zaria.match.clock.lag import rebuilt
from zaria.match.match import Match
from zaria.match.takebacks import can_request
from zaria.match.terms import HOUR_MS, Terms

NOW = 1_790_000_000_000
PLAIN = HeuristicPlayer()

GUESTS = (
    ev.Player("gAdaAdaAdaAdaAda", "Ada", "#b8862f"),
    ev.Player("gBorisBorisBoris", "Борис", "#4a6fa5"),
)
MEMBERS = (
    ev.Player("mAnnAnnAnnAnnAnn", "ann", "#2f7d6b", member=True, country="BG"),
    ev.Player("mDanDanDanDanDan", "dan", "#8a3f5c", member=True, country="GR"),
)
ROBOT = ev.Player("mRobotRobotRobot", "robot", "#555555", member=True, robot=True)


def program(level: int) -> ev.Player:
    """One of our own programs, as it sits at a table."""
    return bot_player(f"level{level}")


class Plan(msgspec.Struct, frozen=True):
    """A match to be played.

    `people`: who sits on the two sides. `ends`: what happens at about event number `at` ("" is nothing, and
    the game is played out). `doubles`, `resigns`, `back` (turns taken back), `asks` (they are asked for),
    `talk` (draws offered) and `careless` (any legal turn): how probable each is at each occasion. `most`:
    after so many events the side to act resigns. `stands`: how probable it is by the day that the clock has
    stood for a while before an act, `agreed` what both have agreed to in advance. `wait`: how long an open
    table waits (ms). `reserved`: both seats are kept for `people`.
    """

    name: str
    terms: Terms
    people: tuple[ev.Player, ev.Player] = GUESTS
    ends: str = ""
    at: int = 30
    doubles: float = 0.0
    resigns: float = 0.0
    back: float = 0.0
    asks: float = 0.0
    talk: float = 0.0
    careless: float = 0.2
    most: int = 260
    version: int = 2
    wait: int | None = None
    public: bool = True
    by: int | None = 0
    reserved: bool = False
    lag: bool = False
    unrated: bool = False
    match_id: str = ""
    stands: float = 0.0
    agreed: BothAgreed = (NOTHING, NOTHING)


class Hosted:
    """A match of a plan, played to its end; `rows` are as the journal stores them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = random.Random(f"corpus {plan.name}")
        self.now = NOW + self.chance.randrange(86_400_000 * 30)
        self.secret = hashlib.sha256(f"corpus {plan.name}".encode()).digest()
        digest = hashlib.sha256(plan.name.encode()).hexdigest()
        self.id = plan.match_id or f"c{digest[:9]}"
        first, second = plan.people
        programs = [player if player.bot else None for player in plan.people]
        places: Places = (first, second) if plan.reserved else (programs[0], programs[1])
        self.places = encode_places(places, public=plan.public, by=plan.by)
        self.live_match = LiveMatch(self.id, self.secret, self.places)
        self.rows: list[Row] = []
        self._commands = 0
        until = None if plan.wait is None else self.now + plan.wait
        seal = self.live_match.dice.seal
        plan.terms.check(plan.version)
        opened = ev.Opened(
            at=self.now, version=plan.version, id=self.id, terms=plan.terms, seal=seal, until=until
        )
        self._store([row(0, opened)])
        self._play()

    @property
    def next_id(self) -> str:
        """The id of the rematch."""
        return next_id(self.live_match)

    def listing(self) -> Listing:
        """The lobby's present listing of it."""
        return current_listing(self.live_match)

    def _store(self, new_rows: list[Row]) -> None:
        for stored in new_rows:
            self.live_match.take(stored)
            self.rows.append(stored)
        clock = self.live_match.match.terms.clock
        if clock is not None:
            self.live_match.quotas = rebuilt(clock, self.live_match.events)

    def _do(self, player: ev.Player | None, command: cmd.Command) -> None:
        """A command through what the host decides with; the rows are those that it would store."""
        self._commands += 1
        by_program = player is not None and player.bot is not None
        cid = "" if player is None else f"bot-{self.live_match.seq}-0" if by_program else self._command_id()
        lag = Lag(self.chance.randrange(0, 200), self.chance.randrange(20, 300)) if self.plan.lag else Lag()
        actor = None if player is None else player.id
        context = DayContext(agreed=self.plan.agreed)
        pending = Pending(actor, cid, command, self.now, lambda seq, code: None, lag, context)
        draft = decide(self.live_match, pending)
        who, name = ("", "") if pending.late or not cid else (actor or "", cid)
        self._store(rows(self.live_match.seq + 1, draft.events, who, name))

    def _command_id(self) -> str:
        return f"{self.chance.getrandbits(64):016x}"

    def _seed(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"

    def _play(self) -> None:
        plan = self.plan
        if plan.ends == "nobody":
            self.now += plan.wait or 0
            self._do(None, cmd.Flag())
            return
        if plan.ends == "open":
            return
        if plan.ends == "cleared":
            self._do(None, cmd.Annul())
            return
        self._sit(0)
        if plan.ends == "no show":
            self.now = self.live_match.match.until or self.now
            self._do(None, cmd.Flag())
            return
        if plan.ends == "cancelled":
            self._pass(20_000)
            self._do(plan.people[0], cmd.Cancel())
            return
        if plan.ends == "waiting":
            return
        self._sit(1)
        while self.live_match.match.phase != "over":
            if self.live_match.seq >= plan.at and plan.ends:
                if plan.ends == "unfinished":
                    return
                if self._end(plan.ends):
                    continue
            if self.live_match.seq > plan.most and self._give_up():
                continue
            self._pass(6_000)
            if plan.terms.by_day:
                self._stand()
            elif self.plan.terms.clock and self.chance.random() < 0.02:
                self._do(None, cmd.Credit(self.chance.randrange(1_000, 9_000)))
            self._act()

    def _stand(self) -> None:
        """Let hours pass, in which the clock may have stood."""
        self._pass(40 * HOUR_MS)
        clock = self.live_match.match.clock
        if clock is not None and clock.running is not None and self.chance.random() < self.plan.stands:
            begin = self.now - self.chance.randrange(HOUR_MS, 20 * HOUR_MS)
            if self.now > max(begin, clock.since):
                self._do(None, cmd.Stand(begin, self.now, self.chance.choice(("vacation", "closed"))))

    def _sit(self, side: int) -> None:
        self._pass(15_000)
        player, seal = self.plan.people[side], self.live_match.match.seal
        seed = seal if player.bot else self._seed()
        self._do(player, cmd.Sit(player, seed, seal, unrated=self.plan.unrated))

    def _pass(self, most: int) -> None:
        self.now += self.chance.randrange(400, most)

    def _act(self) -> None:
        match = self.live_match.match
        if self.plan.asks and self._on_request(match):
            return
        if match.game.is_board:
            self._on_squares(match)
            return
        side = match.to_act()
        assert side is not None
        past = match.past if match.terms.training else ()
        if past and self.chance.random() < self.plan.back and past[-1].before.turn != side:
            self._do(self._player(1 - side), cmd.TakeBack(len(match.past)))
        elif past and self.chance.random() < self.plan.back and past[-1].before.turn == side:
            self._do(self._player(side), cmd.TakeBack(len(match.past)))
        else:
            self._do(self._player(side), self._choice(match, side))

    def _on_request(self, match: Match) -> bool:
        """Ask for a turn, or answer; return whether that happened."""
        waiting = match.requests.waiting
        if waiting is not None and match.phase in ("roll", "move") and self.chance.random() < 0.8:
            agrees = self.chance.random() < 0.6
            self._do(self._player(1 - waiting), cmd.AcceptTakeback() if agrees else cmd.DeclineTakeback())
            return True
        side = next((side for side in (0, 1) if can_request(match, side)), None)
        if side is None or self.chance.random() >= self.plan.asks:
            return False
        self._do(self._player(side), cmd.RequestTakeback())
        return True

    def _player(self, side: int) -> ev.Player:
        player = self.live_match.match.players[side]
        assert player is not None
        return player

    def _choice(self, match: Match, side: int) -> cmd.Command:
        chance, plan = self.chance, self.plan
        if match.phase == "double":
            return self._answer(match)
        if match.phase == "resign":
            return cmd.Accept() if chance.random() < 0.6 else cmd.Reject()
        least = match.least_resignation(side)
        if chance.random() < plan.resigns and least <= match.position.game.classes[-1][0]:
            return cmd.Resign(least)
        if match.phase == "move":
            position = match.dice_position()
            turns = position.turns()
            if not turns:
                return cmd.Play((), match.rolls, match.stage)
            turn = chance.choice(turns) if chance.random() < plan.careless else PLAIN.turn(position)
            return cmd.Play(turn.moves, match.rolls, match.stage)
        if cube.objection(match) is None and chance.random() < plan.doubles:
            return cmd.Double()
        return cmd.Roll()

    def _answer(self, match: Match) -> cmd.Command:
        chosen = self.chance.random()
        if chosen < 0.5 and cube.beaver_objection(match) is None:
            return cmd.Beaver()
        if chosen < 0.6 and cube.raccoon_objection(match) is None:
            return cmd.Raccoon()
        return cmd.Take() if self.chance.random() < 0.7 else cmd.Drop()

    def _on_squares(self, match: Match) -> None:
        position = match.board_position()
        chance, side = self.chance, match.turn
        if match.terms.training and match.past and chance.random() < self.plan.back:
            back = match.past[-1].before.turn
            self._do(self._player(back), cmd.TakeBack(len(match.past)))
            return
        offer = match.draw_offers.offer
        if offer is not None and chance.random() < 0.5:
            no = self.plan.ends != "agreed" and chance.random() < 0.8
            self._do(self._player(1 - offer), cmd.DeclineDraw() if no else cmd.AcceptDraw())
            return
        if chance.random() < self.plan.talk:
            offerer = chance.randrange(2)
            if can_offer(match, offerer):
                self._do(self._player(offerer), cmd.OfferDraw())
                return
        ways = position.legal_moves()
        takes = [way for way in ways if way.captures] or ways
        way = chance.choice(takes if chance.random() > self.plan.careless else ways)
        self._do(self._player(side), cmd.Move(way.move, position.plies))

    def _give_up(self) -> bool:
        """The side to act resigns, whatever that costs, as soon as it may."""
        match = self.live_match.match
        if match.game.is_board:
            self._do(self._player(match.turn), cmd.Resign())
            return True
        if match.phase not in ("roll", "move"):
            return False
        least = match.least_resignation(match.turn)
        if least > match.position.game.classes[-1][0]:
            return False
        self._do(self._player(match.turn), cmd.Resign(least))
        self._pass(3_000)
        if self.live_match.match.phase == "resign":  # nobody has agreed to it in advance
            self._do(self._player(1 - match.turn), cmd.Accept())
        return True

    def _end(self, how: str) -> bool:
        """Bring about what the plan says, if that can be done now."""
        return _ENDS[how](self)

    def _by_time(self) -> bool:
        limit = deadline(self.live_match.match)
        assert limit is not None
        self.now = max(self.now, limit + 2_500)
        self._do(None, cmd.Flag())
        return True

    def _by_leaving(self, ending: str) -> bool:
        match = self.live_match.match
        side = match.to_act() if not match.game.is_board else match.turn
        assert side is not None
        self.live_match.away = [AbsentSide(side, self.now)]
        self._pass(60_000)
        self._do(self._player(1 - side), cmd.Claim("win" if ending == "left" else "draw"))
        return True

    def _agreed(self) -> bool:
        match = self.live_match.match
        if match.draw_offers.offer is not None:
            self._do(self._player(1 - match.draw_offers.offer), cmd.AcceptDraw())
        elif can_offer(match, match.turn):
            self._do(self._player(match.turn), cmd.OfferDraw())
        else:
            return False
        return True

    def _on_result(self, answer: cmd.Command | None) -> bool:
        """Offer the result of a decided game, or answer: by a command, too late (`Flag`), or by a turn."""
        match = self.live_match.match
        waiting = match.results.waiting
        if waiting is not None:
            if isinstance(answer, cmd.Flag):
                return self._by_time()
            if answer is not None:
                self._do(self._player(1 - waiting.side), answer)
            return answer is not None
        side = next((side for side in (0, 1) if can_offer_result(match, side)), None)
        if side is not None:
            self._do(self._player(side), cmd.OfferResult())
        return side is not None

    def _aborted(self) -> bool:
        self._do(self._player(self.live_match.match.turn), cmd.Abort())
        return True

    def _resigned(self) -> bool:
        return self._give_up()

    def _finished(self) -> bool:
        match = self.live_match.match
        side = next((side for side in (0, 1) if match.may_finish(side)), None)
        if side is None:
            return False
        self._do(self._player(side), cmd.Finish())
        return True

    def _annulled(self) -> bool:
        self._do(None, cmd.Annul())
        return True


_ENDS: dict[str, Callable[[Hosted], bool]] = {
    "result held": lambda hosted: hosted._on_result(cmd.Flag()),
    "result accepted": lambda hosted: hosted._on_result(cmd.AcceptResult()),
    "result declined": lambda hosted: hosted._on_result(cmd.DeclineResult()),
    "result played on": lambda hosted: hosted._on_result(None),
    "time": Hosted._by_time,
    "left": lambda hosted: hosted._by_leaving("left"),
    "drawn": lambda hosted: hosted._by_leaving("drawn"),
    "agreed": Hosted._agreed,
    "aborted": Hosted._aborted,
    "resigned": Hosted._resigned,
    "finished": Hosted._finished,
    "annulled": Hosted._annulled,
}
