"""A training gives the same table every time, in one go or in several, and it learns."""

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from solver.errors import CheckpointError
from solver.knaster.line import default_line_values
from solver.knaster.strategy.program import Level, SimulationSpec
from solver.knaster.strategy.simulation import simulate
from solver.knaster.strategy.training import training
from solver.knaster.strategy.training.training import (
    Training,
    TrainingSpec,
    TrainingState,
    load_training,
    save_training,
)
from tests.solver.knaster.strategy.support import UNEQUAL
from tests.support import Patch, cases

pytestmark = pytest.mark.usefixtures("_small_chunks")
SPEC = TrainingSpec(1, default_line_values())
# What the trainings of the bundled tables had learned in 650 games: as long as it is learned again,
# the command that is said to have made them makes them again.
BUNDLED = [(False, "6926e6bc8e81dd35"), (True, "089712b20a19ef49")]
SPECS = [SPEC, TrainingSpec(7, default_line_values(), known_end=True)]


@pytest.fixture
def _small_chunks(monkeypatch: Patch) -> None:
    """Let a chunk of a training be 100 games."""
    monkeypatch.setattr(training, "_CHUNK", 100)


def _trained(spec: TrainingSpec, *stops: int, state: TrainingState | None = None) -> TrainingState:
    """Return the state after the games that the last of *stops* says, with a break at each."""
    for games in stops:
        run = Training(spec, state or spec.first_state())
        *_, (played, mean) = run.run(games)
        state = run.state()
        assert (played, mean) == (state.games, state.mean) == (games, state.mean)
    assert state is not None
    return state


def _bytes(state: TrainingState) -> list[bytes]:
    return [array.tobytes() for array in state.arrays]


@pytest.mark.parametrize("spec", SPECS)
def test_a_training_is_the_same_for_the_same_seed_also_in_parts(spec: TrainingSpec) -> None:
    whole = _trained(spec, 250)
    assert _bytes(_trained(spec, 250)) == _bytes(whole)
    assert _bytes(_trained(spec, 30, 100, 210, 250)) == _bytes(whole)
    assert _bytes(_trained(spec._replace(seed=2), 250)) != _bytes(whole)


@pytest.mark.parametrize(("known_end", "digest"), BUNDLED)
def test_a_training_begins_as_the_bundled_ones_did(*, known_end: bool, digest: str) -> None:
    state = _trained(SPEC._replace(known_end=known_end), 650)
    assert sha256(state.entries.tobytes()).hexdigest().startswith(digest)


def test_a_short_training_plays_far_better_than_chance() -> None:
    table = SPEC.learned_table(_trained(SPEC, 1500))
    by_chance, by_table = (
        simulate(SimulationSpec(games=300, seed=1, level=level, table=table)).run().scores.mean
        for level in (Level.RANDOM, Level.TABLE)
    )
    assert by_chance < 15
    assert by_table > by_chance + 40


@pytest.mark.slow
def test_a_longer_training_is_better() -> None:
    state = _trained(SPEC, 50_000)
    assert state.mean > _trained(SPEC, 1000).mean + 10
    assert state.mean > 70


def test_the_mean_is_of_the_last_20_chunks(monkeypatch: Patch) -> None:
    monkeypatch.setattr(training, "_CHUNK", 20)
    run = Training(SPEC, SPEC.first_state())
    assert run.state().mean == 0
    sums = [run.state().recent for _ in run.run(420)]
    assert (sums[-1][0] != sums[-2][0]).all()  # the first chunk is forgotten
    assert (sums[-1][1:] == sums[-2][1:]).all()
    score_sum, count = sums[-1].sum(axis=0)
    assert run.state().mean == score_sum / count
    assert 0.5 * 400 < count < 0.7 * 400


@pytest.mark.parametrize("spec", SPECS)
def test_a_checkpoint_goes_on_as_if_never_stopped(spec: TrainingSpec, tmp_path: Path) -> None:
    name = str(tmp_path / "training.ck")
    assert _bytes(load_training(name, spec)) == _bytes(spec.first_state())  # there is none yet
    save_training(name, spec, _trained(spec, 120))
    state = load_training(name, spec)
    assert state.games == 120
    assert _bytes(_trained(spec, 300, state=state)) == _bytes(_trained(spec, 300))


@cases(
    "spec message",
    (SPEC._replace(seed=2), "with seed 2, found 1"),
    (SPEC._replace(known_end=True), "with known_end true, found false"),
    (SPEC._replace(values=UNEQUAL), "with values [9, 1, 7"),
)
def test_another_checkpoint_is_refused(spec: TrainingSpec, message: str, tmp_path: Path) -> None:
    name = str(tmp_path / "training.ck")
    save_training(name, SPEC, SPEC.first_state())
    with pytest.raises(CheckpointError) as caught:
        load_training(name, spec)
    assert message in str(caught.value)
    assert str(caught.value).endswith("(name another file to begin anew)")


@pytest.mark.parametrize("damage", ["cut", "longer", "flipped", "text", "binary"])
def test_a_damaged_checkpoint_is_refused(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "training.ck"
    save_training(str(path), SPEC, SPEC.first_state())
    content = path.read_bytes()
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 1
    path.write_bytes(
        {
            "cut": content[:-1],
            "longer": content + b"\0",
            "flipped": bytes(flipped),
            "text": b"a text\n",
            "binary": b"\0" * 100,
        }[damage]
    )
    with pytest.raises(
        CheckpointError, match=r"expected a .*(checkpoint, or no file yet|checksum)"
    ):
        load_training(str(path), SPEC)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_numbers_that_are_none_are_refused(number: float, tmp_path: Path) -> None:
    name = str(tmp_path / "training.ck")
    state = SPEC.first_state()
    state.errors.total[5] = number
    save_training(name, SPEC, state)
    with pytest.raises(CheckpointError, match="expected finite numbers"):
        load_training(name, SPEC)


def test_a_folder_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="a file that can be read"):
        load_training(str(tmp_path), SPEC)
