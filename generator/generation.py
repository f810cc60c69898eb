"""The searches for cards and sets: what `grey` and `white` answer."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from math import sqrt

from generator.annealing.population import SearchProgress, search
from generator.annealing.schedule import AnnealingSchedule
from generator.defaults import complete_spec
from generator.ray_pool import cluster_map
from generator.result import GeneratedCards
from generator.spec import CardSetSpec, CompleteSpec, GenerationSpec
from generator.targets import out_of_reach
from solver.errors import UndecidedError
from solver.files.checkpoint import Checkpoint
from solver.question import Count, question
from solver.runtime.background import interruptible
from solver.runtime.parallel import Map, cores, process_map, thread_map
from solver.search import Report, Search

# File headers: one for single cards, one for sets (version 2: version 1 began with other cards).
_CHECKPOINTS = ("penta generate 1", "penta generate 2")
# A card of usual size is measured in a third of it. After a Ctrl-C nobody waits longer.
_LIMIT_S, _PEOPLE_LIMIT_S = 0.4, 0.1
_PEOPLE_S, _LEAST_S = 30.0, 2.0  # how people do on cards of few symbols takes long


@question
def grey(
    spec: GenerationSpec,
    *,
    jobs: Count | None = None,
    cluster: str | None = None,
    checkpoint: str | None = None,
) -> Search[GeneratedCards]:
    """Return a search for one flat card, as *spec* asks for.

    *jobs* threads search, one for each core if that is None, or a Ray *cluster*; the card is the
    same. The search goes on from the file *checkpoint*, if it exists, and saves its progress there.
    Running it raises `UndecidedError` if no card was found that meets the constraints.

    >>> small = GenerationSpec(rows=3, cols=4, symbols=3, target=8, steps=9, seed=1)
    >>> grey(small, jobs=1).run().spec.command_line()[:48]
    'penta generate grey --rows 3 --cols 4 --symbols '
    """
    return _generation(spec, None, jobs, cluster, checkpoint)


@question
def white(
    spec: GenerationSpec,
    card_set: CardSetSpec,
    *,
    jobs: Count | None = None,
    cluster: str | None = None,
    checkpoint: str | None = None,
) -> Search[GeneratedCards]:
    """Return a search for cards that are fair as a set, as *spec* and *card_set* ask for.

    The rest is as for `grey`.

    >>> small = GenerationSpec(rows=3, cols=4, symbols=3, target=8, steps=9, seed=1)
    >>> len(white(small, CardSetSpec(cards=2), jobs=1).run().cards)
    2
    """
    return _generation(spec, card_set, jobs, cluster, checkpoint)


def _generation(
    asked: GenerationSpec,
    card_set: CardSetSpec | None,
    jobs: int | None,
    cluster: str | None,
    checkpoint: str | None,
) -> Search[GeneratedCards]:
    workers = jobs or cores()

    def work(report: Report[GeneratedCards]) -> GeneratedCards:
        def show_note(note: str) -> None:
            report(0, 0, 0, note)

        spec, remarks = complete_spec(
            asked, card_set, checkpoint=checkpoint, jobs=workers, show_note=show_note
        )
        schedule = AnnealingSchedule.for_spec(spec)
        with ExitStack() as stack:
            map_tasks: Map = partial(thread_map, jobs=workers)
            if cluster:
                map_tasks = stack.enter_context(cluster_map(cluster))
            elif card_set and card_set.search:  # much of it is Python: threads would be slower
                map_tasks = stack.enter_context(process_map(workers))
            kept = None
            if checkpoint:
                header = {"checkpoint": _CHECKPOINTS[bool(card_set)], **spec.to_json()}
                has_begun = bool(Checkpoint.read_header(checkpoint))
                kept = stack.enter_context(closing(Checkpoint(checkpoint, header)))
                remarks += _checkpoint_remarks(kept, spec, asked) if has_begun else ()
            for number, progress in enumerate(search(schedule, map_tasks, checkpoint=kept)):
                if not number and asked.target not in {None, "best"}:
                    remarks += [f"penta: {reason}" for reason in [out_of_reach(spec)] if reason]
                if not number and kept and progress.parts_done == progress.parts:
                    remarks.append(
                        f"penta: {kept.where}: this search is finished, all its {spec.steps:,}"
                        " steps are done; to continue, use a new checkpoint file, either with"
                        " --like and this card or with more --steps"
                    )
                done, parts, steps, *_ = progress
                found = partial(_measured_soon, asked, spec, progress, remarks)
                answer = found if progress.is_feasible else None
                report(done, parts, steps, _progress_text(progress), answer=answer)
        if not progress.is_feasible:
            raise UndecidedError(
                f"no card that meets the constraints was found in {steps:,} steps; try more"
            )
        bare = GeneratedCards.unmeasured(spec, progress.cards, steps, asked, remarks)
        report(done, parts, steps, _progress_text(progress), answer=lambda: bare)
        # Who gives a search few seconds, as the page does, does not wait long for figures either.
        limit_s = _PEOPLE_S if asked.seconds is None else max(_LEAST_S, float(asked.seconds) / 4)
        return bare.measured(people_limit_s=min(_PEOPLE_S, limit_s), progress=report)

    return Search(work, label="looking for flat cards", noun="steps", checkpoint=checkpoint)


def _measured_soon(
    asked: GenerationSpec, spec: CompleteSpec, progress: SearchProgress, remarks: list[str]
) -> GeneratedCards:
    """Return the cards of a search that was interrupted, measured if that takes but a moment."""
    bare = GeneratedCards.unmeasured(spec, progress.cards, progress.steps_done, asked, remarks)
    try:
        soon = partial(bare.measured, people_limit_s=_PEOPLE_LIMIT_S)
        return interruptible(soon, limit_s=_LIMIT_S)
    except (KeyboardInterrupt, TimeoutError):
        return bare


def _checkpoint_remarks(
    kept: Checkpoint, spec: CompleteSpec, asked: GenerationSpec
) -> Iterator[str]:
    """Yield which options do nothing, since the checkpoint began with what *spec* says."""
    if asked.seconds is not None:
        yield f"penta: {kept.where} keeps its {spec.steps:,} steps; --seconds is ignored"
    if asked.target == "best":
        yield f"penta: {kept.where} keeps its target {float(spec.target):g}; no other is tried"
    symmetry, is_scattered = spec.constraints.symmetry, spec.constraints.scatter
    if asked.scatter is None and asked.any_symmetry and symmetry and not is_scattered:
        yield f"penta: {kept.where} keeps its symmetry {symmetry}; the card is not scattered"


def _progress_text(progress: SearchProgress) -> str:
    best = sqrt(progress.best_energy)
    best_text = f"{best:.2f} at best" if progress.is_feasible else "none meets the constraints yet"
    return f"off by {sqrt(progress.energy):.2f} now, {best_text}"
