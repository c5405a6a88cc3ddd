"""A training run: from nothing, or from an existing net, to a net file.

The net first learns from games by temporal differences; then it is fitted repeatedly to targets computed one
ply deep (`SECOND` of the rounds). The file gets a mean of the latest weights. With two cores each plays and
learns by itself, and after each round both continue with the mean of their weights.

The seed, the cores and the number of rounds determine the net: the same three give the same net on the same
machine. The state that a stopped run needs to continue is in a file beside the net.
"""

import array
import math
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from zaria.bots.tables import rules, weights
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.net import MOST_HIDDEN, Net
from zaria.bots.tables.pruning_sizes import SIZE
from zaria.bots.tables.training import gradients
from zaria.bots.tables.training.trainer import Trainer, memory_size
from zaria.games.protocols import DiceGame
from zaria.games.tables.position import Position
from zaria.games.tables.rules import TablesRules

__all__ = ["InvalidTrainingRunError", "TrainingRun"]

SECOND = 0.7
"""The share of the rounds with targets one ply deep."""
NEURONS = 128
"""The default size of the hidden layer."""
GAMES = 400
DEEP_GAMES = 15
"""Games of a round on each core, without and with targets one ply deep; both take about as long."""
FITTED = 24_000
"""Positions with such targets in the fit of a round: each takes part some thirty times."""
GAME_RATES = 0.003, 0.001
"""The learning rate at the beginning and the end of the part without lookahead."""
RATE = 0.0015
"""The default rate at the beginning of the part with targets one ply deep."""
RATE_FALL = 15
"""Factor by which it falls to the end."""
MOST_RATE = 0.1
BLEND = 0.75, 0.4
"""The lambda of temporal differences at the beginning and the end."""
DEEP_BLEND = 0.7
"""Lambda of temporal differences when turns are searched one ply deep."""
EXPLORE = 0.1
LATELY = 0.25
"""Decay of old weights in the written mean: those of round n count n ** (1 / LATELY - 1)."""
BATCH = 128
MOST_CORES = 2
DUELS = 400
RUNGS = 3
"""Earlier nets that measure the progress: the first, and those after 1/16 and 1/4 of the rounds."""
REHEARSED = 5
"""Rounds that measure the duration of one, in a training by minutes."""
LONGEST = 10_000.0
"""The most minutes of a training."""
PATIENCE = 1.25
"""Factor by which a training by minutes may exceed its time before it is cut short."""
SEEDS = 2**31
REPORTS = 20
"""Progress reports of a training."""


class InvalidTrainingRunError(ValueError):
    """The requested training is impossible, or differs from the run that has begun."""


class TrainingState(msgspec.Struct, kw_only=True):
    """The state of a training run: all that follows depends on it alone."""

    card: weights.NetCard
    total: int
    weights: bytes
    memory: bytes
    rungs: list[bytes]
    past: str
    shorter: str = ""
    pruning: bytes = b""
    rate: float = RATE


class TrainingRun:
    """Trains a net for a game. See the module for how."""

    def __init__(
        self,
        game: DiceGame,
        out: Path,
        seed: int | None = None,
        start: Path | None = None,
        neurons: int | None = None,
        cores: int = 1,
        rate: float | None = None,
    ) -> None:
        """Train `out`, a net file, from the net `start` if there is one; it may be of a similar game.

        A start with fewer than `neurons` is widened, one with more keeps them. If `seed` and `neurons` are
        None, those of the start or of the stopped run apply, else 1 and `NEURONS`. `rate` is the learning
        rate at which targets one ply deep begin; None is that of the stopped run, else `RATE`.

        Raises `weights.InvalidNetError` if `start` is not a net, and `InvalidTrainingRunError` if `out`
        exists without the state of a run, or with that of a run with other arguments, for games that are not
        trained (`three-games`, `indiyka`, board games), and for numbers out of bounds.
        """
        _check_arguments(game, seed, neurons, cores, rate)
        self.game = game
        self.out = out
        older = weights.read(start) if start is not None else None
        state = self._saved_state() if self.state_file.exists() else None
        if state is None and out.exists():
            raise InvalidTrainingRunError(f"{out} exists, but no run to continue: start from it with --from")
        self.past = f"{older.card.method}; and then: " if older is not None else ""
        self.shorter = ""  # the command of a shorter run that this one continues
        if state is not None:
            self._compare(state, seed, neurons, rate, older)
        had = older.card.hidden if older is not None else 0
        seed = 1 if seed is None else seed
        self.card = (
            weights.NetCard(game=game.id, hidden=max(neurons or had or NEURONS, had), seed=seed)
            if state is None
            else state.card
        )
        self.rate = state.rate if state is not None else rate or RATE
        self.pruning = self._pruning(state, older)
        self.net = Net(self.card.hidden)
        self.deep = False
        self.total = 0
        self.rungs: list[bytes] = []
        self.evaluator = self._evaluator(self.net)
        self.trainer = self._trainer(self.evaluator, self.net)
        self.other = Net(self.card.hidden)
        self.mate = self._trainer(self._evaluator(self.other), self.other) if cores > 1 else None
        self._set_weights(state, older, seed)

    @property
    def state_file(self) -> Path:
        """The state needed to continue."""
        return self.out.with_name(self.out.name + ".state")

    def run(self, minutes: float, rounds: int, report: Callable[[str], None]) -> None:
        """Train to `rounds` rounds in all or, if that is 0, for `minutes` minutes.

        A training by minutes times some rounds first, to find how many to make. It stops early if it takes a
        quarter longer, and continues when it is run again. An interruption loses little. `report` gets each
        line of progress. Raises `InvalidTrainingRunError` if the net has had more rounds already, and for
        numbers out of bounds.
        """
        if not rounds and not 0 < minutes <= LONGEST:
            raise InvalidTrainingRunError(f"minutes is a number above 0, {LONGEST:.0f} at most")
        _within("rounds", rounds, 0, None)
        if 0 < rounds < self.card.rounds:
            raise InvalidTrainingRunError(f"{self.out.name} has had {self.card.rounds} rounds already")
        began = time.monotonic()
        spent = self.card.minutes
        if self.card.rounds and rounds not in (0, self.total):
            self.shorter += f"{self._command()}, and on with it: "
        self.total = rounds or self.total
        if not self.total:
            self.total = max(10, int(minutes * 60 / self._rehearsed()))
            began = time.monotonic()
        reported_step = -1
        while self.card.rounds < self.total:
            done = self.card.rounds / self.total
            self._round(done)
            self.card.minutes = round(spent + (time.monotonic() - began) / 60, 2)
            step = int(REPORTS * self.card.rounds / self.total)
            if step != reported_step:
                reported_step = step
                report(self._report())
                self._save()
            if not rounds and self.card.minutes > spent + PATIENCE * minutes:
                break
        self._save()

    # --

    def _rehearsed(self) -> float:
        """Return the expected seconds of a round, from a few rounds with results that it discards."""
        card, weights, memory = replace(self.card), self._weights(), self.trainer.memory()
        games = self._round(0.0).seconds if not self.past else 0.0
        first, *_, last = [self._round(1.0) for _ in range(REHEARSED)]
        # A fit takes longer with more positions, up to a limit that these few rounds never reach.
        slope = max(0.0, last.fitting - first.fitting) / max(1, last.positions - first.positions)
        deep = last.seconds + slope * max(0, FITTED - last.positions)
        self.card, self.deep = card, False
        self._take(_floats(weights))
        for trainer in self._trainers():
            trainer.recall(memory)
            trainer.clear()
        if self.mate is not None:
            _load(self.other, _floats(weights))
        return deep if self.past else (1 - SECOND) * games + SECOND * deep

    def _trainers(self) -> list[Trainer]:
        return [self.trainer] if self.mate is None else [self.trainer, self.mate]

    def _round(self, done: float) -> "_Took":
        number = self.card.rounds
        first = 1 - SECOND if not self.past else 0.0  # games alone would only blur a trained net
        deep = done >= first
        trainers = self._trainers()
        if not deep or not self.deep:
            for trainer in trainers:
                trainer.clear()
            self.deep = deep
        share = (done - first) / (1 - first) if deep else done / first
        games = DEEP_GAMES if deep else GAMES
        blend = DEEP_BLEND if deep else BLEND[0] + (BLEND[1] - BLEND[0]) * share
        rate = _between((self.rate, self.rate / RATE_FALL) if deep else GAME_RATES, share)
        seeds = [
            (self.card.seed * 1_000_003 + number * 7_919 + core * 500_009) % 2_147_483_646 + 1
            for core in range(len(trainers))
        ]

        def play(core: int) -> None:
            trainers[core].play(games, seeds[core], blend, EXPLORE, int(deep))

        def fit(core: int) -> None:
            gradients.fit(trainers[core], BATCH, rate, seeds[core], FITTED if deep else 0)

        began = time.monotonic()
        self._together(play)
        playing = time.monotonic() - began
        if number & (number - 1) == 0:  # ever more rarely, because the play changes ever less
            gradients.measure(self.trainer)
            self._meet()
        began = time.monotonic()
        self._together(fit)
        fitting = time.monotonic() - began
        self._meet()
        self.trainer.average(1 / (1 + LATELY * number))
        self.card.games += games * len(trainers)
        self.card.rounds += 1
        return _Took(playing, fitting, self.trainer.filled)

    def _meet(self) -> None:
        if self.mate is not None:
            self.trainer.meet(self.mate)

    def _together(self, work: Callable[[int], None]) -> None:
        """Run the work on all cores at once."""
        if self.mate is None:
            work(0)
            return
        with ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(work, core) for core in range(2)]:
                done.result()

    def _report(self) -> str:
        """Return a line of progress, with the points a game against the rungs: earlier nets."""
        scores = []
        now = self._weights()
        self._take(self._mean())
        for rung in self.rungs:
            older = Net(self.card.hidden)
            _load(older, _floats(rung))
            scores.append(f"{self.trainer.duel(self._evaluator(older), DUELS, 99):+.2f}")
        if len(self.rungs) < RUNGS and self.card.rounds >= self.total / 4 ** (RUNGS - len(self.rungs)):
            self.rungs.append(self._weights())
        self._take(_floats(now))
        share = 100 * self.card.rounds // self.total
        return (
            f"{share:3d} %  {self.card.minutes:.1f} min  {self.card.games} games  "
            f"points a game against earlier nets: {' '.join(scores)}"
        )

    def _save(self) -> None:
        first = "" if self.past else "temporal differences, then "
        self.card.method = (
            f"{self.past}self-play: {first}targets one ply deep; {self.shorter}{self._command()}"
        )
        phases = [self.trainer.averaged(phase) for phase in range(weights.PHASES)]
        weights.write(self.out, self.card, phases, self.pruning)
        memory = array.array("f", self.trainer.memory()).tobytes()
        state = TrainingState(
            card=self.card,
            total=self.total,
            weights=self._weights(),
            memory=memory,
            rungs=self.rungs,
            past=self.past,
            shorter=self.shorter,
            pruning=_packed(self.pruning),
            rate=self.rate,
        )
        new = self.state_file.with_name(self.state_file.name + ".new")
        new.write_bytes(msgspec.msgpack.encode(state))
        new.replace(self.state_file)

    def _command(self) -> str:
        """Return the command that trains this net; `…` stands for the net at its start."""
        return (
            f"zaria train {self.game.id}{' --from …' if self.past else ''}"
            f" --rounds {self.total} --seed {self.card.seed}"
            + ("" if self.card.hidden == NEURONS else f" --neurons {self.card.hidden}")
            + ("" if self.rate == RATE else f" --rate {self.rate:g}")
            + ("" if self.mate is None else " --cores 2")
            + ("" if self.card.rounds == self.total else f", stopped after {self.card.rounds}")
        )

    def _saved_state(self) -> TrainingState:
        """Read the state of the last run; raises `weights.InvalidNetError` if it is damaged."""
        try:
            state = msgspec.msgpack.decode(self.state_file.read_bytes(), type=TrainingState)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise weights.InvalidNetError(f"{self.state_file.name} is damaged: {error}") from None
        whole = weights.PHASES * weights.size(state.card.hidden) * 4
        if (
            state.card.version not in weights.READ
            or not 0 < state.card.hidden <= MOST_HIDDEN
            or {len(state.weights), *map(len, state.rungs)} != {whole}
            or len(state.memory) != memory_size(state.card.hidden) * 4
            or not 0 < state.rate <= MOST_RATE
            or len(state.pruning) != (SIZE * 4 if state.card.pruning is not None else 0)
            or not (state.card.pruning is None or state.card.pruning.is_valid)
            or not math.isfinite(math.fsum(map(abs, _floats(state.weights + state.pruning))))
        ):
            raise weights.InvalidNetError(f"{self.state_file.name} is damaged, or of another version")
        return state

    def _compare(
        self,
        state: TrainingState,
        seed: int | None,
        neurons: int | None,
        rate: float | None,
        older: weights.Weights | None,
    ) -> None:
        """Refuse a stored run that differs from the arguments; those that are None fit any run."""
        name, card = self.state_file.name, state.card
        if card.game != self.game.id:
            raise weights.InvalidNetError(f"{name} is of {card.game}, not of {self.game.id}")
        if seed is not None and seed != card.seed:
            raise InvalidTrainingRunError(f"{name} was begun with --seed {card.seed}")
        if neurons is not None and max(neurons, older.card.hidden if older else 0) != card.hidden:
            raise InvalidTrainingRunError(f"{name} has {card.hidden} neurons")
        if rate is not None and rate != state.rate:
            raise InvalidTrainingRunError(f"{name} was begun with --rate {state.rate:g}")
        if older is not None and state.past != self.past:
            raise InvalidTrainingRunError(f"{name} was not begun with that net")

    def _pruning(self, state: TrainingState | None, older: weights.Weights | None) -> Sequence[float]:
        """Return the weights of the run's pruning net: that of the net at its start, in the same game."""
        if state is not None:
            return _floats(state.pruning)
        if older is None or older.card.pruning is None or older.card.game != self.game.id:
            return ()
        self.card.pruning = replace(older.card.pruning)
        return older.pruning

    def _set_weights(self, state: TrainingState | None, older: weights.Weights | None, seed: int) -> None:
        """Take the weights of the stored run, otherwise of the net at the start, otherwise random ones."""
        if state is not None:
            self._resume(state)
        elif older is not None:
            self.card.minutes, self.card.games = older.card.minutes, older.card.games
            self._take(self._widened(older, seed))
        else:
            self._take(self._untrained(seed))
        if state is None:
            self.rungs = [self._weights()]
        if self.mate is not None:
            _load(self.other, _floats(self._weights()))
            self.mate.recall(self.trainer.memory())

    def _resume(self, state: TrainingState) -> None:
        self.total, self.rungs = state.total, state.rungs
        self.past, self.shorter = state.past, state.shorter
        self._take(_floats(state.weights))
        self.trainer.recall(_floats(state.memory))

    def _trainer(self, evaluator: EvaluatorKernel, net: Net) -> Trainer:
        start = self.game.start()
        assert isinstance(start, Position)
        trainer = Trainer(evaluator, net)
        trainer.begin_with(start.board)
        pruning = weights.Weights(self.card, (), self.pruning).pruning_net(net)
        if pruning is not None:
            evaluator.set_pruning(pruning)
            evaluator.prunes = False
            trainer.prunes = True
        return trainer

    def _evaluator(self, net: Net) -> EvaluatorKernel:
        evaluator = rules.evaluator(self.game)
        evaluator.set_net(net)
        table = rules.bear_off(self.game)
        if table is not None:
            evaluator.set_table(table)
        return evaluator

    def _mean(self) -> list[float]:
        return [weight for phase in range(weights.PHASES) for weight in self.trainer.averaged(phase)]

    def _weights(self) -> bytes:
        packed = b""
        for phase in range(weights.PHASES):
            self.net.choose(phase)
            packed += _packed(self.net.values())
        return packed

    def _take(self, values: list[float]) -> None:
        _load(self.net, values)
        self.evaluator.set_net(self.net)

    def _widened(self, older: weights.Weights, seed: int) -> list[float]:
        """Return the weights of a net with additional neurons, which do not change its output yet."""
        chance = random.Random(seed)
        had, more = older.card.hidden, self.card.hidden - older.card.hidden
        values: list[float] = []
        for phase in older.phases:
            rows = weights.INPUTS + 1 + weights.OUTPUTS  # of the inputs, the hidden bias, the outputs
            for row in range(rows):
                values += phase[row * had : (row + 1) * had]
                values += [chance.uniform(-0.25, 0.25) if row < weights.UNITS else 0.0 for _ in range(more)]
            values += phase[rows * had :]
        return values

    def _untrained(self, seed: int) -> list[float]:
        chance = random.Random(seed)
        hidden = self.card.hidden
        values: list[float] = []
        for _ in range(
            weights.PHASES
        ):  # weights of dense numbers begin at 0, because their sizes are unknown
            values += [chance.uniform(-0.25, 0.25) for _ in range(weights.UNITS * hidden)]
            values += [0.0] * ((weights.INPUTS - weights.UNITS) * hidden + hidden)
            values += [chance.uniform(-0.2, 0.2) for _ in range(weights.OUTPUTS * hidden)]
            values += [0.0, -1.5, -4.0, -1.5, -4.0]
        return values


class _Took(NamedTuple):
    """Durations (s) of the parts of a round, and the number of positions in memory after it."""

    playing: float
    fitting: float
    positions: int

    @property
    def seconds(self) -> float:
        return self.playing + self.fitting


def _check_arguments(
    game: DiceGame, seed: int | None, neurons: int | None, cores: int, rate: float | None
) -> None:
    """Raise `InvalidTrainingRunError` for a game without nets and for numbers out of bounds."""
    if not isinstance(game, TablesRules):
        raise InvalidTrainingRunError(
            f"{game.id} is not trained: nets are for single games of the tables family"
        )
    _within("seed", seed, 0, SEEDS - 1)
    _within("neurons", neurons, 1, MOST_HIDDEN)
    _within("cores", cores, 1, MOST_CORES)
    if rate is not None and not 0 < rate <= MOST_RATE:
        raise InvalidTrainingRunError(f"rate is a number above 0, {MOST_RATE:g} at most")


def _within(name: str, number: int | None, least: int, most: int | None) -> None:
    """Raise `InvalidTrainingRunError` for a number out of bounds; None is within all."""
    if number is not None and not (least <= number and (most is None or number <= most)):
        raise InvalidTrainingRunError(
            f"{name} is a number from {least}" + ("" if most is None else f" to {most}")
        )


def _between(ends: tuple[float, float], share: float) -> float:
    """Return the rate between two others, which changes by equal factors."""
    return float(ends[0] * (ends[1] / ends[0]) ** min(1.0, share))


def _packed(values: Sequence[float]) -> bytes:
    return array.array("f", values).tobytes()


def _floats(packed: bytes) -> list[float]:
    numbers = array.array("f")
    numbers.frombytes(packed)
    return numbers.tolist()


def _load(net: Net, values: list[float]) -> None:
    count = len(values) // weights.PHASES
    for phase in range(weights.PHASES):
        net.choose(phase)
        net.load(values[phase * count : (phase + 1) * count])
