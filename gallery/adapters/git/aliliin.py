"""aliliin/LeetCode-Algorithms in PHP: `solveSudoku` fills rows of characters in place."""

from pathlib import Path

from program import output

_FILE = Path(__file__).resolve().parent / "source/解数独/solveSudoku.php"
_CODE = """
ob_start();
require $argv[1];
ob_end_clean();
$board = array_map('str_split', str_split($argv[2], 9));
(new Solution())->solveSudoku($board);
echo implode('', array_map('implode', $board));
"""


def solve(puzzle):
    """The board after the call."""
    return output("php", "-r", _CODE, "--", str(_FILE), puzzle)
