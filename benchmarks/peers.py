"""One exact cover problem counted by another package, as a process of its own.

    python benchmarks/peers.py xcover|exact-cover FILE

FILE is JSON: {"items": number, "options": [[item, ...], ...]}. The number of covers is printed.
"""

import json
import sys
from pathlib import Path


def main(package: str, name: str) -> None:
    """Count the covers of the problem in the file *name* by *package*."""
    problem = json.loads(Path(name).read_text(encoding="utf-8"))
    options, items = problem["options"], problem["items"]
    if package == "xcover":
        from xcover import covers

        print(sum(1 for _ in covers(options, primary=list(range(items)))))
    else:
        import numpy as np
        from exact_cover import get_solution_count

        matrix = np.zeros((len(options), items), dtype=bool)
        for row, option in enumerate(options):
            matrix[row, option] = True
        print(get_solution_count(matrix))


if __name__ == "__main__":
    main(*sys.argv[1:])
