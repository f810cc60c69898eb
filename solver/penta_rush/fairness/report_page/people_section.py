"""How people do on a card: figures over all throws, and the hardest and the easiest rolls drawn."""

from collections.abc import Iterator

from solver.drawing.svg import elements
from solver.drawing.text_grid import plural
from solver.penta_rush.card_picture import solved_card
from solver.penta_rush.fairness.report_page.markup import html, number, side_by_side, table
from solver.penta_rush.people.card_people import CardPeople, RollPeople
from solver.penta_rush.people.skill import CAVEAT

_WIDTH = 12  # rem, of a picture


def people_section(people: CardPeople) -> Iterator[str]:
    """Yield the figures of *people*, and its hardest and easiest rolls with their best packings."""
    yield f"<h3>People of skill {html(str(people.skill))}</h3>"
    yield f'<p class="note">{CAVEAT}</p>'
    if not people.is_whole:
        yield "<p>Not computed in time.</p>"
        return
    means = [row.mean for row in people.rows]
    figures = {
        "expected points": people.mean,
        "expected shapes": people.shapes,
        "chance to find nothing": people.nothing,
        "standard deviation between rolls": people.sd,
        "hardest roll": min(means),
        "easiest roll": max(means),
    }
    yield table(
        "Over all throws", ("", ""), ([name, number(each)] for name, each in figures.items())
    )
    for name, rows in people.extremes.items():
        packings = "its best packing" if len(rows) == 1 else "their best packings"
        yield f"<h4>The {plural(len(rows), f'{name} roll')}, with {packings}</h4>"
        yield side_by_side(*(_drawn(people, row) for row in rows))


def _drawn(people: CardPeople, row: RollPeople) -> str:
    survey = people.survey
    packing = (
        survey.engines[row.roll].packing(survey.best_packings(row.roll)[0]) if row.outcome else ()
    )
    scene = solved_card(survey.card, packing)
    width, height = scene.size.width, scene.size.height
    name = survey.card.legend.roll_text(row.roll)
    label = html(f"{name}: {row.mean:.2f} points expected")
    inner = "".join(elements(scene.marks))
    return (
        f'<figure style="width:{_WIDTH}rem"><svg viewBox="0 0 {width:.2f} {height:.2f}" role="img"'
        f' aria-label="{label}" fill="none">{inner}</svg>'
        f"<figcaption><b>{html(name)}</b> {row.mean:.2f} points,"
        f" {row.shapes:.2f} shapes</figcaption></figure>\n"
    )
