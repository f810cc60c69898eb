"""Imports point down only; click, ortools and numba stay in their rooms.

The floors are a table of folders, and what a module may do goes by the role that its name gives it.
A new game is a folder under solver/ and needs no line here.
"""

# The floors, from the ground up. A module stands on the floor of its longest prefix, and imports
# only from its own room or from lower floors. Any other folder of solver/ is a game.
GROUND = ["data", "solver.errors"]
SHARED = ["solver.geometry", "solver.runtime", "solver.files", "solver.drawing", "solver.cover"]
CONSOLE = "solver.console"
GAME, GENERATOR = "a game", "generator"
TOP = ["cli", "penta"]
FLOORS = [*GROUND, *SHARED, CONSOLE, GAME, GENERATOR, *TOP]
# Where a third-party package may be imported: in files of this name, or in this folder.
HOMES = {
    "click": {"commands.py", "options.py", "cli.py", "console"},
    "ortools": {"cpsat.py"},
    "numba": {"jit.py"},
    "rich": {"console"},
    "matplotlib": {"chart.py", "png.py"},
    "reportlab": {"pdf.py"},
    "ray": {"ray_pool.py"},
}
# What a referee may know: the values of its game, and how they are written.
NOTATION = {"card", "dice", "points", "sheet", "game", "record", "region", "errors", "rules"}
