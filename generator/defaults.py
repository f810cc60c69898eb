"""Fill in the options that were left out: from the card or the checkpoint given, or by a trial."""

from dataclasses import replace
from fractions import Fraction
from string import ascii_uppercase

from generator.constraints import LayoutConstraints
from generator.grey import estimate_steps, mean_random_optimum
from generator.spec import CardSetSpec, GenerationSpec
from generator.white import schedule_for
from solver.console.options import new_seed
from solver.console.terminal import print_error
from solver.errors import CardError
from solver.files.checkpoint import Checkpoint
from solver.penta_rush.card import Card
from solver.penta_rush.points import Points

_SECONDS = Fraction(60)


def complete_spec(  # noqa: PLR0913 - an option each
    *,
    rows: int | None,
    cols: int | None,
    symbols: int | None,
    points: Points,
    target: Fraction | None,
    richness: Fraction,
    constraints: LayoutConstraints,
    population: int,
    steps: int | None,
    seconds: Fraction | None,
    seed: int | None,
    like: Card | None,
    card_set: CardSetSpec | None,
    checkpoint: str | None,
    jobs: int,
) -> GenerationSpec:
    """Return the spec of these options.

    What is None comes from *like* or from the file *checkpoint*; otherwise *target* from random
    cards, *steps* from a trial of how many *jobs* processes do in *seconds*, *seed* from chance.
    """
    rows, cols = _size(rows, cols, like)
    letters = _letters(symbols, like)
    header = Checkpoint.read_header(checkpoint) if checkpoint else {}
    if target is None:
        mean = mean_random_optimum(rows, cols, letters, points, even=constraints.even)
        target = max(Fraction(round(mean + richness)), Fraction(1))
    if seed is None:
        seed = int(header["seed"]) if "seed" in header else new_seed()
        print_error(f"seed {seed}")
    if steps is None and "steps" in header:
        steps = int(header["steps"])
    spec = GenerationSpec(
        target=target,
        steps=steps or 1,
        seed=seed,
        rows=rows,
        cols=cols,
        symbols=letters,
        points=points,
        constraints=constraints,
        population=population,
        like=like,
        card_set=card_set,
    )
    if steps is None:
        spec = replace(spec, steps=estimate_steps(schedule_for(spec), seconds or _SECONDS, jobs))
    return spec


def _size(rows: int | None, cols: int | None, like: Card | None) -> tuple[int, int]:
    """Return the size of the card to be made: that of *like*, if it is given."""
    if like is None:
        return rows or GenerationSpec.rows, cols or GenerationSpec.cols
    size = rows or like.rows, cols or like.cols
    if size != (like.rows, like.cols):
        raise CardError(
            "--like",
            expected=f"a card of {size[0]}x{size[1]}",
            found=f"{like.rows}x{like.cols}",
        )
    return size


def _letters(symbols: int | None, like: Card | None) -> str:
    """Return the symbols on the dice: those of *like*, and more if need be."""
    if like is None:
        return ascii_uppercase[: symbols or len(GenerationSpec.symbols)]
    letters = like.symbols
    for letter in ascii_uppercase:
        if len(letters) < (symbols or 3) and letter not in letters:
            letters += letter
    if symbols and len(letters) != symbols:
        raise CardError("--like", expected=f"{symbols} symbols", found=str(len(letters)))
    return "".join(sorted(letters))
