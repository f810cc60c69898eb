from .line_values import LineValues as LineValues
from .strategy.level import Level as Level
from .strategy.simulation import Simulation as Simulation
from .strategy.simulation import SimulationSpec as SimulationSpec
from .strategy.simulation import simulate as simulate
from .strategy.table import LearnedTable as LearnedTable
from .strategy.table import read_table as read_table
