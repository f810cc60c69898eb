"""How people do on a card: figures over all throws, and the hardest and the easiest rolls drawn."""

from collections.abc import Iterator

from solver.penta_rush.card_picture import solved_card
from solver.penta_rush.fairness.report_page.markup import html, number, percent, side_by_side, table
from solver.penta_rush.fairness.report_page.page_symbols import PageSymbols
from solver.penta_rush.people.card_people import CardPeople, RollPeople
from solver.penta_rush.people.skill import CAVEAT

_WIDTH = 10  # rem, of a picture: five fit in a row, and two on a phone


def people_section(people: CardPeople, symbols: PageSymbols) -> Iterator[str]:
    """Yield the figures of *people*, and the hardest and easiest rolls with their best packings."""
    yield f"<h3>People of skill {html(str(people.skill))}</h3>"
    skill = "Players of this skill meet each shape that fits the roll with that chance in a round."
    yield f'<p class="note">{skill} {CAVEAT}</p>'
    if not people.is_whole:
        yield "<p>Not computed in time.</p>"
        return
    means = [row.mean for row in people.rows]
    figures = {
        "points, expected": number(people.mean),
        "shapes, expected": number(people.shapes),
        "rounds in which nothing is found": percent(people.nothing),
        "standard deviation of the points between rolls": number(people.sd),
        "points of the hardest roll": number(min(means)),
        "points of the easiest roll": number(max(means)),
    }
    if people.error:
        figures["standard error of simulated rolls, at most"] = number(people.error)
    yield table("Over all throws", ("", ""), figures.items())
    for name, rows in people.extremes.items():
        title = f"The {len(rows)} {name} rolls, with their best packings"
        single = f"The {name} roll, with its best packing"
        yield f"<h4>{single if len(rows) == 1 else title}</h4>"
        yield side_by_side(*(_drawn(people, row, symbols) for row in rows))


def _drawn(people: CardPeople, row: RollPeople, symbols: PageSymbols) -> str:
    survey = people.survey
    engine = survey.engines.get(row.roll)
    packing = engine.packing(engine.best() or ()) if engine else ()
    scene = solved_card(survey.card, packing, style=symbols.style)
    width, height = scene.size.width, scene.size.height
    name = survey.card.legend.roll_text(row.roll)
    label = html(f"{name}: {row.mean:.2f} points expected")
    inner = "".join(symbols.elements(scene.marks))
    return (
        f'<figure style="width:{_WIDTH}rem"><svg viewBox="0 0 {width:.2f} {height:.2f}" role="img"'
        f' aria-label="{label}" fill="none">{inner}</svg>'
        f"<figcaption><b>{html(name)}</b> {row.mean:.2f} points,"
        f" {row.outcome.shapes:.1f} shapes</figcaption></figure>\n"
    )
