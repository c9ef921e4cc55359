"""kirilkirkov/Sudoku-Solver: `solve_it` takes rows and returns rows, or false; the object ends by printing its time."""

from pathlib import Path

from program import output

_FILE = Path(__file__).resolve().parent / "source/sudoku.php"
_CODE = """
ob_start();
require $argv[1];
$rows = array_map(fn($row) => array_map('intval', str_split($row)), str_split($argv[2], 9));
$solution = (new Sudoku())->solve_it($rows);
ob_end_clean();
echo $solution ? implode('', array_map('implode', $solution)) : '', PHP_EOL;
"""


def solve(puzzle):
    """The rows it returns, or None for false."""
    printed = output("php", "-r", _CODE, "--", str(_FILE), puzzle.replace(".", "0"))
    return printed.splitlines()[0] or None
