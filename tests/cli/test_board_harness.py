"""Programs around pasted solutions of LeetCode 37."""

import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.cli.init import PROGRAM_TEMPLATES
from crosscover.options import Options
from crosscover.responses import Answered
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION
from crosscover.subjects.specification import subject

ANSWER = f'"{EASY_SOLUTION}"'
PASTED = {
    "c": f"void solveSudoku(char** board, int boardSize, int* boardColSize) {{\n for (int i = 0; i < 81; i++) "
    f"board[i / boardSize][i % boardColSize[0]] = {ANSWER}[i];\n}}",
    "cpp": f"class Solution {{\npublic:\n void solveSudoku(vector<vector<char>>& board) {{\n"
    f"  for (int i = 0; i < 81; i++) board[i / 9][i % 9] = {ANSWER}[i];\n }}\n}};",
    "rust": "impl Solution {\n pub fn solve_sudoku(board: &mut Vec<Vec<char>>) {\n"
    f"  for (i, c) in {ANSWER}.chars().enumerate() {{ board[i / 9][i % 9] = c; }}\n }}\n}}",
    "go": f"func solveSudoku(board [][]byte) {{\n for i, c := range []byte({ANSWER}) {{ board[i/9][i%9] = c }}\n}}",
    "java": "class Solution {\n public void solveSudoku(char[][] board) {\n"
    f"  for (int i = 0; i < 81; i++) board[i / 9][i % 9] = {ANSWER}.charAt(i);\n }}\n}}",
    "js": "var solveSudoku = function(board) {\n"
    f" [...{ANSWER}].forEach((c, i) => board[Math.floor(i / 9)][i % 9] = c);\n}};",
    "python": "class Solution:\n def solveSudoku(self, board: List[List[str]]) -> None:\n"
    f"  for i, c in enumerate({ANSWER}): board[i // 9][i % 9] = c",
}


@pytest.mark.parametrize("language", PROGRAM_TEMPLATES)
def test_pasted_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """A solution of LeetCode that is pasted between the two comments answers puzzles."""
    program = PROGRAM_TEMPLATES[language]
    tool = (program.build or program.command).split()[0]
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here")
    monkeypatch.chdir(tmp_path)
    assert main(["init", "--harness", language, "--call", "board"]) == 0
    path = Path(program.file)
    begins, ends = (f"Your solver {word} here." for word in ("begins", "ends"))
    section = re.compile(rf"(?<={begins})(.*?\n).*(?=\n[^\n]*{ends})", re.DOTALL)
    path.write_text(section.sub(lambda found: f"{found[1]}{PASTED[language]}", path.read_text()))
    if program.build:
        subprocess.run(program.build.split(), check=True, capture_output=True)

    command = program.command.replace("python3", sys.executable)
    with closing(subject(f"exec:{command}", Options(dialect="jsonl"))) as asked:
        assert asked.ask([EASY]).responses == (Answered(EASY_SOLUTION),)
