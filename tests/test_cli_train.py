"""`zaria train`: the same net from the same seed, also after a stop, and one line when something is wrong."""

import array
import math
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from zaria import games
from zaria.bots.tables import Engine, playing, rules, weights
from zaria.bots.tables.net import MOST_HIDDEN, Net
from zaria.bots.tables.pruning_sizes import SIZE
from zaria.bots.tables.training import pruning_run, run
from zaria.cli.main import main
from zaria.games.tables.kernel.kernel import kernel_is_compiled
from zaria.games.tables.position import Position

pytestmark = [
    pytest.mark.xdist_group("training"),
    pytest.mark.proof,
    pytest.mark.skipif(not kernel_is_compiled(), reason="training needs the compiled kernels"),
]
GAME = "long-nardy"
SHORT = {"NEURONS": 8, "GAMES": 4, "DEEP_GAMES": 1, "DUELS": 2, "FITTED": 100, "BATCH": 16}
SHORT_PRUNING = {"ROLLS": 60, "PASSES": 2, "BATCH": 10, "SURVEYED": 20}


@pytest.fixture(scope="module", autouse=True)
def short() -> Iterator[None]:
    """Rounds of a few games, and nets of a few neurons: how well it learns is measured elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        for name, number in SHORT.items():
            patch.setattr(run, name, number)
        for name, number in SHORT_PRUNING.items():
            patch.setattr(pruning_run, name, number)
        yield


def train(out: Path, *args: str, rounds: int = 2) -> int:
    """The exit code of a training."""
    try:
        return main(["train", GAME, "--rounds", str(rounds), "--out", str(out), *args])
    except SystemExit as end:
        return int(end.code or 0)


@pytest.fixture(scope="module")
def trained(short: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A net of two rounds, and beside it what is needed to go on."""
    out = tmp_path_factory.mktemp("trained") / "one.net"
    assert train(out) == 0
    return out


def phases(file: Path) -> tuple[Sequence[float], ...]:
    return weights.read(file, GAME).phases


def test_a_training_tells_how_it_goes_and_leaves_a_net(
    tmp_path: Path, trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "again.net"
    assert train(out) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split("%")[0].strip() for line in lines] == ["50", "100"]
    assert all("points a game against earlier nets: " in line for line in lines)
    assert last.startswith(f"{out}: 5 games, 2 rounds, ")
    card = weights.read(out, GAME).card
    assert (card.game, card.rounds, card.games, card.seed) == (GAME, 2, 5, 1)
    assert card.method.endswith("zaria train long-nardy --rounds 2 --seed 1")
    game = games.dice_game(GAME)
    assert Engine(game, out).ranked(game.start().rolled((6, 5)), 0, 1)[0].turn is not None
    assert phases(out) == phases(trained)


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.slow
def test_a_rehearsal_changes_nothing(cores: int, tmp_path: Path) -> None:
    for name in ("one", "other"):
        going = run.TrainingRun(games.dice_game(GAME), tmp_path / f"{name}.net", 1, cores=cores)
        if name == "other":
            assert going._rehearsed() > 0
        going.run(1, 2, lambda line: None)
    assert phases(tmp_path / "one.net") == phases(tmp_path / "other.net")


def test_another_seed_gives_another_net(tmp_path: Path, trained: Path) -> None:
    assert train(tmp_path / "other.net", "--seed", "2", rounds=1) == 0
    assert phases(tmp_path / "other.net") != phases(trained)


@pytest.mark.slow
def test_a_training_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """Stopped in the first part. (In the second what was looked up is lost, and looked up anew.)"""

    def stop_at(line: str) -> None:
        if line.startswith(" 66 %"):
            raise KeyboardInterrupt

    game, whole, broken = games.dice_game(GAME), tmp_path / "whole.net", tmp_path / "broken.net"
    run.TrainingRun(game, whole, 3).run(1, 3, lambda line: None)
    with pytest.raises(KeyboardInterrupt):
        run.TrainingRun(game, broken, 3).run(1, 3, stop_at)
    assert weights.read(broken, GAME).card.rounds == 1
    assert train(broken, rounds=3) == 0
    assert weights.read(broken, GAME).card.rounds == 3
    assert phases(broken) == phases(whole)


def test_a_training_may_begin_with_a_net(tmp_path: Path, trained: Path) -> None:
    further, trained_card = tmp_path / "further.net", weights.read(trained, GAME).card
    assert train(further, "--from", str(trained), rounds=1) == 0
    assert phases(further) not in (phases(trained), ())
    card = weights.read(further, GAME).card
    assert (card.rounds, card.games) == (1, trained_card.games + SHORT["DEEP_GAMES"])
    then = f"{trained_card.method}; and then: self-play: targets one ply deep; "
    first = "zaria train long-nardy --from … --rounds 1 --seed 1"
    assert card.method == then + first
    assert train(further, rounds=2) == 0
    assert weights.read(further, GAME).card.method == (
        f"{then}{first}, and on with it: {first.replace('--rounds 1', '--rounds 2')}"
    )


def test_a_lower_rate_moves_the_weights_less(tmp_path: Path, trained: Path) -> None:
    moved = []
    for name, rate in (("quick", "0.001"), ("slow", "0.0001")):
        out = tmp_path / f"{name}.net"
        for rounds in (1, 2):
            assert train(out, "--from", str(trained), "--rate", rate, rounds=rounds) == 0
        assert weights.read(out).card.method.endswith(f"--rounds 2 --seed 1 --rate {rate}")
        pairs = zip(chain.from_iterable(phases(out)), chain.from_iterable(phases(trained)), strict=True)
        moved.append(sum(abs(new - old) for new, old in pairs))
    assert 0 < 3 * moved[1] < moved[0]


def test_a_training_that_takes_too_long_is_cut_short_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run.TrainingRun, "_rehearsed", lambda self: 0.5)
    monkeypatch.setattr(run, "PATIENCE", -1.0)
    out = tmp_path / "short.net"
    for rounds in (1, 2):
        assert main(["train", GAME, "--minutes", "0.25", "--out", str(out)]) == 0
        assert f"stopped after {rounds} of 30 rounds" in capsys.readouterr().out
        assert weights.read(out, GAME).card.method.endswith(f"--seed 1, stopped after {rounds}")


@pytest.mark.slow
def test_a_net_of_a_game_with_fewer_wins_is_not_that_of_the_other(tmp_path: Path) -> None:
    out = tmp_path / "bg.net"
    assert main(["train", "tabla-bg", "--rounds", "1", "--out", str(out)]) == 0
    assert weights.read(out, "tabla-bg").card.game == "tabla-bg"
    with pytest.raises(weights.InvalidNetError, match=r"a net of tabla-bg, not of backgammon$"):
        weights.read(out, "backgammon")
    with pytest.raises(weights.InvalidNetError, match=r"is of tabla-bg, not of backgammon$"):
        run.TrainingRun(games.dice_game("backgammon"), out)


@pytest.mark.parametrize("neurons", [-3, 0, MOST_HIDDEN + 1, 5000])
def test_a_net_has_no_more_neurons_than_there_is_room_for(neurons: int, tmp_path: Path) -> None:
    with pytest.raises(run.InvalidTrainingRunError, match="neurons"):
        run.TrainingRun(games.dice_game(GAME), tmp_path / "a.net", neurons=neurons)
    with pytest.raises(ValueError, match="1 to 512 neurons"):
        Net(neurons)


def test_a_training_may_begin_with_a_net_of_a_game_like_it(tmp_path: Path) -> None:
    like = weights.shipped("long-nardy-5s")
    assert train(tmp_path / "like.net", "--from", str(like), rounds=1) == 0
    card = weights.read(tmp_path / "like.net", GAME).card
    assert card.method.startswith(f"{weights.read(like).card.method}; and then: self-play: ")


@pytest.mark.slow
def test_two_cores_give_the_same_net_again_and_another_than_one(tmp_path: Path, trained: Path) -> None:
    for name in ("one", "again"):
        assert train(tmp_path / f"{name}.net", "--cores", "2", "--neurons", "40", rounds=3) == 0
    assert phases(tmp_path / "one.net") == phases(tmp_path / "again.net")
    card = weights.read(tmp_path / "one.net", GAME).card
    assert (card.games, card.hidden) == (2 * (4 + 1 + 1), 40)
    assert card.method.endswith(" --rounds 3 --seed 1 --neurons 40 --cores 2")
    assert train(tmp_path / "few.net", "--neurons", "40", rounds=3) == 0
    assert phases(tmp_path / "few.net") != phases(tmp_path / "one.net")


@pytest.mark.parametrize(
    ("args", "rounds", "reason"),
    [
        (("--seed", "9"), 3, "one.net.state was begun with --seed 1"),
        (("--neurons", "40"), 3, "one.net.state has 8 neurons"),
        (("--rate", "0.01"), 3, "one.net.state was begun with --rate 0.0015"),
        (("--from", "one.net"), 3, "one.net.state was not begun with that net"),
        ((), 1, "one.net has had 2 rounds already"),
    ],
)
def test_only_what_was_begun_is_gone_on_with(
    args: tuple[str, ...],
    rounds: int,
    reason: str,
    trained: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("one.net", "one.net.state"):
        shutil.copy(trained.with_name(name), tmp_path)
    monkeypatch.chdir(tmp_path)
    assert train(Path("one.net"), *args, rounds=rounds) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert reason in output
    assert Path("one.net").read_bytes() == trained.read_bytes()


def prune(start: Path, out: Path, *args: str) -> int:
    """The exit code of making a pruning net."""
    return main(["train", GAME, "--pruning", "--from", str(start), "--out", str(out), *args])


def test_a_pruning_net_is_made_for_a_net_that_stays_as_it_is(
    tmp_path: Path, trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outs = [tmp_path / f"{name}.net" for name in ("first", "again", "other")]
    for out, seed in zip(outs, ("5", "5", "6"), strict=True):
        assert prune(trained, out, "--seed", seed) == 0
    *_, last = capsys.readouterr().out.splitlines()
    first, again, different = (weights.read(out, GAME) for out in outs)
    assert list(first.pruning) == list(again.pruning) != list(different.pruning)
    assert len(first.pruning) == SIZE
    card = different.card.pruning
    assert card is not None
    assert f"keeps at most {card.most} results of a roll within {card.margin:.2f} points" in last
    assert card.method == "zaria train long-nardy --pruning --from … --seed 6"
    assert phases(outs[0]) == phases(trained)
    assert outs[0].read_bytes().split(b"\n", 2)[2].startswith(trained.read_bytes().split(b"\n", 2)[2])
    assert prune(outs[0], outs[0], "--seed", "6") == 0
    assert weights.read(outs[0]).pruning == different.pruning
    losses = list(pruning_run.survey(games.dice_game(GAME), outs[0], 3))
    assert [loss.most for loss in losses] == [most for most, _ in pruning_run.WIDTHS]
    assert sorted(losses, key=lambda loss: loss.stayed) == losses
    assert losses[0].missed >= losses[-1].missed
    with pytest.raises(weights.InvalidNetError, match="has no pruning net"):
        list(pruning_run.survey(games.dice_game(GAME), trained, 3))


def test_a_training_looks_targets_up_with_the_pruning_net_of_its_start(tmp_path: Path, trained: Path) -> None:
    start = tmp_path / "start.net"
    assert prune(trained, start) == 0
    for out, net in (("pruned", start), ("plain", trained)):
        assert train(tmp_path / f"{out}.net", "--from", str(net), rounds=1) == 0
    assert weights.read(tmp_path / "pruned.net").pruning == weights.read(start).pruning
    assert weights.read(tmp_path / "plain.net").card.pruning is None
    assert phases(tmp_path / "pruned.net") != phases(tmp_path / "plain.net")
    assert train(tmp_path / "pruned.net", rounds=2) == 0
    assert weights.read(tmp_path / "pruned.net").pruning == weights.read(start).pruning


def test_a_pruning_net_is_written_over_nothing_else(
    tmp_path: Path, trained: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    precious, going_on = tmp_path / "precious.net", tmp_path / "one.net"
    precious.write_bytes(b"the work of a night")
    shutil.copy(trained.with_name("one.net.state"), tmp_path)
    for out in (precious, going_on):
        assert prune(trained, out) == 2
        assert "write to another file" in capsys.readouterr().err
    assert precious.read_bytes() == b"the work of a night"
    assert not going_on.exists()


@pytest.mark.slow
def test_the_same_command_goes_on_with_a_wide_net(tmp_path: Path) -> None:
    wide, out = tmp_path / "wide.net", tmp_path / "out.net"
    assert train(wide, "--neurons", "40", rounds=1) == 0
    for rounds in (1, 2):
        assert train(out, "--from", str(wide), "--neurons", "30", "--seed", "5", rounds=rounds) == 0
    assert weights.read(out, GAME).card.hidden == 40


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    precious = tmp_path / "precious.net"
    precious.write_bytes(b"the work of a night")
    assert train(precious) == 2
    assert "--from" in capsys.readouterr().err
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"the work of a night"]


@pytest.mark.parametrize(
    ("line", "message"), [(1, "run the same command to continue"), (0, "nothing was saved yet")]
)
def test_a_training_is_stopped_by_ctrl_c(
    line: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rounds = run.TrainingRun._round

    def stop(self: run.TrainingRun, done: float) -> run._Took:
        if self.card.rounds == line:
            raise KeyboardInterrupt
        return rounds(self, done)

    monkeypatch.setattr(run.TrainingRun, "_round", stop)
    assert train(tmp_path / "a.net", rounds=20) == 130
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert message in output


def test_a_net_that_is_widened_thinks_what_it_thought_and_learns_with_all_its_neurons(
    tmp_path: Path, trained: Path
) -> None:
    old = weights.read(trained, GAME)
    had = old.card.hidden
    begun = run.TrainingRun(games.dice_game(GAME), tmp_path / "wide.net", 3, trained, had + 40)
    start = games.dice_game(GAME).start()
    assert isinstance(start, Position)
    whole, widened = rules.evaluator(games.dice_game(GAME)), begun.evaluator
    whole.set_net(old.net())
    assert playing.chances(widened, start.board) == pytest.approx(
        playing.chances(whole, start.board), abs=1e-4
    )
    begun.run(1, 1, lambda line: None)
    new = weights.read(tmp_path / "wide.net", GAME)
    assert new.card.hidden == had + 40
    assert new.card.method.endswith(f" --neurons {had + 40}")
    last = [values[-weights.OUTPUTS - 40 : -weights.OUTPUTS] for values in new.phases]
    assert any(any(values) for values in last), "the last output asks none of the new neurons"


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["no-such-game"], "no-such-game"),
        (["chess"], "'chess' is played without dice"),
        (["indiyka"], "indiyka is not trained"),
        (["three-games"], "three-games is not trained"),
        ([GAME, "--minutes", "0"], "minutes"),
        ([GAME, "--minutes", "nan"], "minutes"),
        ([GAME, "--minutes", "10001"], "minutes is a number above 0, 10000 at most"),
        ([GAME, "--minutes", "soon"], "minutes"),
        ([GAME, "--rounds", "-1"], "rounds"),
        ([GAME, "--seed", "x"], "seed"),
        ([GAME, "--seed", "-1"], "seed"),
        ([GAME, "--seed", str(2**31)], "seed"),
        ([GAME, "--cores", "0"], "cores"),
        ([GAME, "--cores", "3"], "cores"),
        ([GAME, "--neurons", "0"], "neurons"),
        ([GAME, "--neurons", "513"], "neurons"),
        ([GAME, "--rate", "0"], "rate is a number above 0, 0.1 at most"),
        ([GAME, "--rate", "1"], "rate is a number above 0, 0.1 at most"),
        ([GAME, "--from", "nowhere.net"], "nowhere.net"),
        ([GAME, "--out", "no/such/folder/a.net"], "no/such/folder/a.net"),
        ([GAME, "--pruning"], "--pruning needs a net (--from)"),
        (
            ["indiyka", "--pruning", "--from", "nowhere.net"],
            "--pruning needs a net (--from) of a single game",
        ),
        ([GAME, "--pruning", "--from", "nowhere.net"], "nowhere.net"),
        ([GAME, "--pruning", "--from", "nowhere.net", "--seed", "0"], "seed is a number from 1"),
        ([GAME, "--out", "."], "no net can be written"),
        ([GAME, "--out", "a" * 300], "File name too long"),
    ],
)
def test_what_cannot_be_is_reported_in_a_line(
    args: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        code = main(["train", "--out", "a.net", *args])
    except SystemExit as end:
        code = int(end.code or 0)
    output = capsys.readouterr()
    assert (code, output.out) == (2, "")
    assert output.err.count("\n") == 1
    assert reason in output.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda state: state.write_bytes(b""), "is damaged"),
        (lambda state: state.write_bytes(b"\x81\xa4card\x07"), "is damaged"),
        (lambda state: state.write_bytes(state.read_bytes()[:-1000]), "is damaged"),
        (lambda state: state.write_bytes(_smaller(state)), "is damaged, or of another version"),
        (lambda state: state.write_bytes(_too_many(state)), "is damaged, or of another version"),
        (lambda state: state.write_bytes(_other(state)), "is of tapa, not of long-nardy"),
        (lambda state: state.write_bytes(_pruned(state, most=99)), "is damaged, or of another version"),
        (lambda state: state.write_bytes(_pruned(state, margin=-5.0)), "is damaged, or of another version"),
        (
            lambda state: state.write_bytes(_pruned(state, first=math.inf)),
            "is damaged, or of another version",
        ),
        (
            lambda state: state.write_bytes(_pruned(state, first=math.nan)),
            "is damaged, or of another version",
        ),
    ],
)
def test_what_is_beside_the_net_may_be_damaged(
    spoil: Callable[[Path], object],
    reason: str,
    trained: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = tmp_path / "one.net.state"
    shutil.copy(trained.with_name(state.name), state)
    spoil(state)
    assert train(tmp_path / "one.net") == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert f"one.net.state {reason}" in output


def _smaller(file: Path) -> bytes:
    return msgspec.msgpack.encode(msgspec.structs.replace(_state(file), weights=b"1234"))


def _too_many(file: Path) -> bytes:
    """More neurons than there is room for, and as many weights as that takes."""
    state = _state(file)
    state.card.hidden = MOST_HIDDEN + 1
    many = bytes(weights.PHASES * weights.size(state.card.hidden) * 4)
    return msgspec.msgpack.encode(msgspec.structs.replace(state, weights=many, rungs=[many]))


def _pruned(file: Path, most: int = 8, margin: float = 0.15, first: float = 0.0) -> bytes:
    """With a pruning net whose first weight is this."""
    state = _state(file)
    state.card.pruning = weights.PruningCard(most=most, margin=margin)
    pruning = array.array("f", [first, *[0.0] * (SIZE - 1)]).tobytes()
    return msgspec.msgpack.encode(msgspec.structs.replace(state, pruning=pruning))


def _other(file: Path) -> bytes:
    state = _state(file)
    state.card.game = "tapa"
    return msgspec.msgpack.encode(state)


def _state(file: Path) -> run.TrainingState:
    return msgspec.msgpack.decode(file.read_bytes(), type=run.TrainingState)
