"""Write the object files of one room, named with a target, a folder and the levels; print them."""

import sys
from pathlib import Path

from solver.runtime.compiler.machine_code import write_objects

paths = write_objects(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
sys.stdout.write("\n".join(map(str, paths)))
