"""Matches of the corpus: ten of every game and some more, each of another kind."""

from collections.abc import Iterator

from tests.corpus.host import GUESTS, MEMBERS, ROBOT, Hosted, Plan, program
from zaria import games
from zaria.games.registry import GAMES
from zaria.match.ahead import AgreedActs
from zaria.match.stakes import Stakes
from zaria.match.terms import SESSION, ClockTerms, RatingTerms, Terms

CLOCK = ClockTerms(delay=12_000, bank=60_000)
FISCHER = ClockTerms(bank=180_000, increment=8_000)
RATED = RatingTerms(turns=5, early_gain=100, most_points=6, a_day=5)
Options = dict[str, str | int | bool]


def every() -> Iterator[Hosted]:
    """All matches, game by game."""
    for game in GAMES:
        yield from of_game(game)


def of_game(game: str) -> Iterator[Hosted]:
    """The matches of one game."""
    plans = _on_squares(game) if games.get(game).is_board else _with_dice(game)
    first: Hosted | None = None
    for plan in plans:
        hosted = Hosted(plan)
        yield hosted
        first = first or hosted
    assert first is not None
    terms, people = first.plan.terms.renewed(), (first.plan.people[1], first.plan.people[0])
    again = Plan(
        f"{game} rematch",
        terms,
        people,
        by=None,
        reserved=True,
        resigns=0.004,
        most=80,
        match_id=first.next_id,
    )
    yield Hosted(again)


def of_tournament() -> Iterator[Hosted]:
    """Matches of a tournament, which end as no others do."""
    for game in ("tabla", "chess"):
        terms = Terms(game, clock=FISCHER, tournament="t1")
        ends = (("no show", 0), ("cleared", 0), ("annulled", 12), ("resigned", 5), ("left", 5))
        for end, at in ends:
            name = f"{game} tournament {end}"
            yield Hosted(Plan(name, terms, MEMBERS, end, at, wait=300_000, by=None, reserved=True))


def of_sessions() -> Iterator[Hosted]:
    """Money sessions, and matches in which one side has points before the first game."""
    for game in ("backgammon", "tabla", "three-games"):
        cube = game == "backgammon"
        session = Terms(game, length=SESSION, cube=cube, jacoby=cube, clock=FISCHER)
        for end, at in (("finished", 90), ("time", 60), ("left", 60)):
            plan = Plan(f"{game} session {end}", session, MEMBERS, end, at, doubles=0.2, resigns=0.05)
            yield Hosted(plan)
        handicap = Terms(game, length=4, cube=cube, start_score=(0, 3), clock=FISCHER)
        yield Hosted(Plan(f"{game} handicap", handicap, MEMBERS, doubles=0.2, resigns=0.05))


def of_takebacks() -> Iterator[Hosted]:
    """Casual matches in which turns are taken back with the opponent's consent."""
    for game in ("tabla", "backgammon", "gulbara", "tapa", "chess", "russian-draughts"):
        terms = Terms(game, cube=game == "backgammon", clock=FISCHER)
        yield Hosted(Plan(f"{game} takebacks", terms, asks=0.25, doubles=0.1, talk=0.02, most=120))


def of_days() -> Iterator[Hosted]:
    """Matches by the day, whose clocks stand at times, and whose players have agreed to acts in advance."""
    days = ClockTerms.by_days(5)
    pool = ClockTerms.with_pool(14, 24, weekends=True)
    agreed = (AgreedActs(roll="always", accept=1), AgreedActs(roll="window", take=2, drop=True))
    for game in ("backgammon", "tabla", "long-nardy", "tapa", "three-games", "russian-draughts", "chess"):
        cube, length = game == "backgammon", 3 if game in ("backgammon", "three-games") else 1
        terms = Terms(game, length=length, cube=cube, clock=days)
        common = {"doubles": 0.2, "resigns": 0.02, "stands": 0.1, "agreed": agreed}
        for name, end, at in (("", "", 0), (" time", "time", 25), (" no turn", "time", 0)):
            plan = Plan(f"{game} by the day{name}", terms, MEMBERS, end, at, **common)  # type: ignore[arg-type]
            yield Hosted(plan)
        pooled = Terms(game, length=length, cube=cube, clock=pool, rated=True)
        yield Hosted(Plan(f"{game} by a pool", pooled, MEMBERS, **common))  # type: ignore[arg-type]


def of_results() -> Iterator[Hosted]:
    """Games by the day that are decided in fact, whose winner offers the result."""
    lost = "X=12:2,11:2,10:1,6:10;O=1:8,off:7"
    for game in ("tabla", "backgammon"):
        for answer in ("held", "accepted", "declined", "played on"):
            terms = Terms(game, clock=ClockTerms.by_days(5, weekends=game == "tabla"), position=lost)
            yield Hosted(Plan(f"{game} result {answer}", terms, MEMBERS, f"result {answer}", 3, stands=0.5))


def _with_dice(game: str) -> Iterator[Plan]:
    dice_game = games.get(game)
    least = len(dice_game.rotation) if len(dice_game.rotation) > 1 else 1
    cubed, jacoby = dice_game.cube, dice_game.cube and dice_game.classes[-1][0] > 1 and least == 1
    options = {name: values[-1] for name, values in dice_game.choices}
    if game == "short-nardy":
        options["hit_then_off_ban"] = "checker"
    if game == "long-nardy-5s" or game == "short-nardy-5s":
        options = {"paritet": True, "koks": False}
    to = max(3, least)
    yield Plan(f"{game} single", Terms(game, length=least, clock=CLOCK), most=200)
    match = Terms(game, length=to, cube=cubed, clock=CLOCK, rated=True, rating_terms=RATED)
    yield Plan(
        f"{game} match", match, MEMBERS, doubles=0.12, resigns=0.01, reserved=True, careless=0.1, lag=True
    )
    trained = Terms(game, length=least, training=True)
    yield Plan(f"{game} training", trained, (GUESTS[0], program(3)), back=0.06, most=110, public=False)
    yield Plan(f"{game} time", Terms(game, length=to, clock=FISCHER), ends="time", at=25, lag=True, most=90)
    money = Terms(
        game,
        length=least,
        cube=cubed,
        beaver=cubed,
        raccoon=cubed,
        jacoby=jacoby,
        auto_doubles=2 if cubed else 0,
        stakes=Stakes(100, 600, "pot") if least == 1 else Stakes(250, fee="profit"),
        clock=CLOCK,
    )
    yield Plan(f"{game} money", money, MEMBERS, doubles=0.2, resigns=0.01, most=120)
    yield Plan(f"{game} left", Terms(game, length=least, delayed=True), ends="left", at=24)
    yield Plan(f"{game} robot", Terms(game, options, to), (ROBOT, GUESTS[1]), most=130, careless=0.5, by=1)
    nobody = "nobody" if len(game) % 2 else "cancelled"
    yield Plan(f"{game} {nobody}", Terms(game, options, to, clock=FISCHER), ends=nobody, wait=600_000)
    yield Plan(f"{game} unfinished", Terms(game, length=least, mirror=True), ends="unfinished", at=28)
    old = Terms(game, length=to if least == 1 else 5, cube=True, raises="add" if least == 1 else "double")
    yield Plan(f"{game} version 1", old, GUESTS, doubles=0.15, resigns=0.02, most=100, version=1, by=None)
    if game == "indiyka":
        yield Plan(f"{game} old time", Terms(game, clock=FISCHER), version=1, ends="time", at=18)
    if game == "tapa":
        yield Plan("tapa restart 0", Terms(game), careless=1.0, most=300)
    if game in ("tabla", "backgammon", "short-nardy", "long-nardy"):
        yield from _more_with_dice(game)


def _more_with_dice(game: str) -> Iterator[Plan]:
    """Matches that only some games need."""
    longer = Terms(game, length=5, cube=True, clock=CLOCK)
    yield Plan(f"{game} crawford", longer, MEMBERS, doubles=0.25, resigns=0.03, most=400, careless=0.1)
    without = Terms(game, length=5, cube=True, crawford=False, auto_doubles=1)
    yield Plan(f"{game} no crawford", without, doubles=0.25, resigns=0.03, most=200)
    yield Plan(f"{game} drawn", Terms(game), (GUESTS[0], program(1)), ends="drawn", at=20)
    again = Terms(game, clock=CLOCK, rated=True, rating_terms=RATED)
    yield Plan(f"{game} pair", again, MEMBERS, most=40, unrated=True)
    yield Plan(f"{game} waiting", Terms(game, length=7, cube=True), MEMBERS, ends="waiting")
    yield Plan(f"{game} old time", Terms(game, clock=FISCHER), version=1, ends="time", at=18)


def _on_squares(game: str) -> Iterator[Plan]:
    yield Plan(f"{game} single", Terms(game, clock=FISCHER), talk=0.02, most=130, careless=0.3)
    rated = Terms(game, clock=CLOCK, rated=True, rating_terms=RATED)
    yield Plan(f"{game} rated", rated, MEMBERS, ends="resigned", at=60, reserved=True, lag=True)
    trained = Terms(game, training=True)
    yield Plan(f"{game} training", trained, (program(2), GUESTS[0]), back=0.08, most=60, by=1, public=False)
    yield Plan(f"{game} time", Terms(game, clock=FISCHER), ends="time", at=30, lag=True)
    staked = Terms(game, stakes=Stakes(500, fee="profit"), clock=FISCHER)
    yield Plan(f"{game} agreed", staked, MEMBERS, ends="agreed", at=40, talk=0.05)
    yield Plan(f"{game} left", Terms(game, delayed=True), ends="left", at=30)
    yield Plan(f"{game} robot", Terms(game), (GUESTS[1], ROBOT), most=90, careless=0.1, talk=0.1)
    yield Plan(f"{game} aborted", Terms(game, clock=FISCHER), ends="aborted", at=4)
    nobody = "nobody" if len(game) % 2 else "cancelled"
    yield Plan(f"{game} {nobody}", Terms(game, clock=FISCHER), ends=nobody, wait=600_000)
    yield Plan(f"{game} unfinished", Terms(game, mirror=True), ends="unfinished", at=34)
    yield Plan(f"{game} version 1", Terms(game), version=1, careless=0.0, most=300, by=None)
    yield Plan(f"{game} void", Terms(game), ends="resigned", at=5)
    if game == "chess960":
        numbered = Terms(game, {"start_number": 342}, clock=FISCHER)
        yield Plan(f"{game} number", numbered, ends="resigned", at=30)
        yield Plan(f"{game} pair", Terms(game, clock=FISCHER, same_start=7), ends="resigned", at=30)
