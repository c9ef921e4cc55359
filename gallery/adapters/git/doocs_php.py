"""doocs/leetcode in PHP: `solveSudoku` fills rows of characters in place; the file lacks the tag `<?php`."""

from pathlib import Path

from program import output

_FILE = Path(__file__).resolve().parent / "source/solution/0000-0099/0037.Sudoku Solver/Solution.php"
_CODE = """
eval(file_get_contents($argv[1]));
$board = array_map('str_split', str_split($argv[2], 9));
(new Solution())->solveSudoku($board);
echo implode('', array_map('implode', $board));
"""


def solve(puzzle):
    """The board after the call."""
    return output("php", "-r", _CODE, "--", str(_FILE), puzzle)
