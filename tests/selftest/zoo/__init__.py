"""The zoo: right solvers, and wrong solvers made from them by inserting one realistic bug each.

The zoo measures whether the suite catches bugs: each mutant must fail some property, and right solvers must pass all.
`python -m tests.selftest` runs the whole zoo, with the solvers of exact covers in `tests/covers/zoo`. The parts:

- `right/` holds right solvers in many styles, in Python, C, JavaScript and awk, each written independently of this
  project and of each other. `origins` lists their options, and variants with another output; `slow_origins` lists
  solvers of 10 to 500 ordinary puzzles per second.
- A mutant is an exact change to the source of a right solver. Modules list mutants by kind of mistake: `constraints`,
  `indices`, `undo`, `cut_offs`, `state`, `clues`, `text`, `rare`, `resources`, `contracts`, `uniqueness`, `judges`,
  `shapes`, `diagonals`, `limits`. `slow` lists mutants of slow solvers. The mutants in `automatic` were generated.
- Each mutant has a witness, a batch on which it fails. `test_zoo` runs all witnesses; `judge` judges them without
  any properties.
- `MUTANTS` and `RIGHT` list the solvers in display order; `model.materialise` writes one to disk and returns its
  specification.
- `equivalents` holds changes that look like bugs but are not.

A witness is needed because each of the 324 items is implied by the other 323. Count the places of a digit d:

- Row r contains d: by the nine columns, d is in nine cells; by the eight other rows, eight of these cells are outside
  row r, so one is in row r. The argument for columns and boxes is similar.
- Cell (r, c) is filled once: row r holds nine digits, one for each of its row items, and its eight other cells take
  eight of them.

So the item of row r and d is, as a vector over the 729 options, the sum of the nine column items of d minus the eight
other row items of d, and 9 - 8 = 1 is its right-hand side. Since the sum involves no other digit of the row, a whole
row can be omitted, even one row in each band; a box can be omitted if the rest of its band or stack remains, and then
the next box. Two rows of one band cannot be omitted, since only their own items distinguish them. No puzzle can kill an
equivalent change, so it does not count as a mutant. This includes solvers that fill cells and only check that no digit
repeats, since nine different digits in nine cells are all digits.
"""

from .automatic import AUTOMATIC
from .clues import CLUES
from .constraints import CONSTRAINTS
from .contracts import CONTRACTS
from .cut_offs import CUT_OFFS
from .diagonals import DIAGONALS
from .indices import INDICES
from .judges import JUDGES
from .limits import LIMITS
from .model import Mutant, RightSolver
from .origins import RIGHT as FAST_RIGHT
from .rare import RARE
from .resources import RESOURCES
from .shapes import SHAPES
from .slow import SLOW
from .slow_origins import SLOW_RIGHT
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
    *DIAGONALS,
    *LIMITS,
    *AUTOMATIC,
    *SLOW,
)

RIGHT: tuple[RightSolver, ...] = (*FAST_RIGHT, *SLOW_RIGHT)

__all__ = ["MUTANTS", "RIGHT"]
