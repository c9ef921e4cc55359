"""The zoo: wrong solvers, each a right one with one realistic bug, and the right ones that they were made from.

They measure whether the suite catches bugs: some property must kill each mutant, and none may fail for a right solver.
`python -m tests.selftest` runs them all. The parts:

- `right/` holds right solvers in many styles, in Python and C, each a text of its own that shares no code with this
  project or another; `origins` says how each is asked, and adds some that differ in what they print.
- A mutant is an exact change to the source of one of them, listed under the kind of its mistake: `constraints`,
  `indices`, `undo`, `cut_offs`, `state`, `clues`, `text`, `rare`, `resources`, `contracts`,
  `uniqueness`, `judges`, `shapes`.
- Each carries a witness, a batch on which it goes wrong; `test_zoo` asks them all, judged by `judge`, which uses none
  of the properties.
- `MUTANTS` and `RIGHT` list them in the order in which they are shown; `model.materialise` puts one on disk and returns
  its specification.
- `equivalents` holds changes that look like bugs and are none.

Why a witness is needed: each single one of the 324 items is implied by the other 323. Count the places of a digit d:

- Row r has d: the nine columns say that d stands in nine cells, the eight other rows that eight of them are theirs, so
  one is left for row r. Columns and boxes likewise.
- Cell (r, c) is filled once: row r holds nine digits in all, one each by its row items, and its eight other cells take
  eight of them.

So the item of row r and d is, as a vector over the 729 options, the sum of the nine column items of d less the eight
other row items of d, and 9 - 8 = 1 is its right-hand side. As nothing there speaks of the other digits of the row, a
whole row may be left out, and one in each band at once; a box may be left out where the rest of its band or of its
stack remains, and then the next one. Two rows of one band may not: nothing tells them apart but themselves. The rules
alone leave no trace of such a change, so no puzzle can kill it, and it does not count as a mutant. The same holds for
a solver that fills cells and only checks that no digit repeats, since nine different digits in nine cells are all.
"""

from .clues import CLUES
from .constraints import CONSTRAINTS
from .contracts import CONTRACTS
from .cut_offs import CUT_OFFS
from .indices import INDICES
from .judges import JUDGES
from .model import Mutant
from .origins import RIGHT
from .rare import RARE
from .resources import RESOURCES
from .shapes import SHAPES
from .state import STATE
from .text import TEXT
from .undo import UNDO
from .uniqueness import UNIQUENESS

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
    *UNIQUENESS,
    *JUDGES,
    *SHAPES,
)

__all__ = ["MUTANTS", "RIGHT"]
