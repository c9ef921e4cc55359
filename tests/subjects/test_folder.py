"""The solvers of a folder, as commands."""

from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.errors import ExitCode
from crosscover.subjects.folder import solver_names, solvers_in

FILES = {
    "solver.py": "def solve(board):\n    return board\n",
    "src/board.py": "class Board:\n    def get(self): ...\n",
    "src/engine.cpp": "static bool solveSudoku(int grid[9][9]) {\n",
    "main.rs": "fn main() { let mut line = String::new(); std::io::stdin().read_line(&mut line); } // Sudoku",
    "lib/Solver.java": "public class SudokuSolver {",
    "node_modules/other.js": "function solve(board) {}",
    ".git/solve.py": "def solve(board): ...",
    "README.md": "def solve(board)",
    "plot.py": "import numpy\nprint(81)\n",
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path("project", name).parent.mkdir(parents=True, exist_ok=True)
        Path("project", name).write_text(text)


def test_solvers_in_a_folder() -> None:
    """Files with a function or a class that solves come first, then programs; other projects are skipped."""
    found = [str(path.relative_to("project")) for path in solvers_in(Path("project"))]
    assert found == ["solver.py", "lib/Solver.java", "src/engine.cpp", "main.rs"]


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """`check FOLDER` prints a command for each solver."""
    assert main(["check", "project"]) is ExitCode.USAGE
    shown = capsys.readouterr()
    assert shown.out.startswith("crosscover check project/solver.py\ncrosscover check project/lib/Solver.java\n")
    assert shown.err == "crosscover: project is a folder; these 4 files look like solvers\n"
    Path("empty").mkdir()
    assert main(["check", "empty"]) is ExitCode.USAGE
    assert capsys.readouterr().err == "crosscover: empty is a folder; no file in it looks like a solver\n"
    assert main(["compare", "project", "dlx"]) is ExitCode.USAGE
    assert "it is a folder; `crosscover check project` lists the solvers in it" in capsys.readouterr().err


def test_names_of_solvers() -> None:
    """Functions of many languages whose names state that they solve, but no helpers."""
    source = """
    fn solve_grid(grid: &mut Grid) -> bool {
    func solveSudoku(board [][]byte) {
    public boolean solve(int[][] board) {
    vector<vector<int>> solver(vector<vector<int>>& board) {
    const solvePuzzle = (board) => {
    bool is_solved(int grid[9][9]) {
    """
    assert solver_names(source) == ["solve_grid", "solveSudoku", "solve", "solver", "solvePuzzle"]
