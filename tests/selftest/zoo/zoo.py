"""All of the zoo, in the order in which it is shown."""

from .clues import CLUES
from .constraints import CONSTRAINTS
from .contracts import CONTRACTS
from .cut_offs import CUT_OFFS
from .indices import INDICES
from .model import Mutant
from .origins import RIGHT
from .rare import RARE
from .resources import RESOURCES
from .state import STATE
from .text import TEXT
from .undo import UNDO

MUTANTS: tuple[Mutant, ...] = (
    *CONSTRAINTS,
    *INDICES,
    *UNDO,
    *CUT_OFFS,
    *STATE,
    *CLUES,
    *TEXT,
    *RARE,
    *RESOURCES,
    *CONTRACTS,
)

__all__ = ["MUTANTS", "RIGHT"]
