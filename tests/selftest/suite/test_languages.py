"""The tests in suites/ pass a solver with stored answers, and fail a solver with one error."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from . import FILES, SUITES

EXAMPLES = {name: (SUITES / name).read_text("utf-8") for name in ("suite.rs", "suite_test.go", "suite.test.mjs")}
PLACEHOLDER = re.compile(r"^fn solve.*?^}\n", re.MULTILINE | re.DOTALL)

RUST = """\
fn solve(puzzle: &str) -> Option<String> {
    let table = fs::read_to_string("answers.txt").unwrap();
    let line = table.lines().find(|line| line.starts_with(puzzle)).unwrap();
    Some(line[82..].to_string()).filter(|answer| !answer.is_empty())
}
"""
JAVASCRIPT = """\
import { readFileSync } from "node:fs";
const lines = readFileSync("answers.txt", "utf8").split("\\n");
export const solve = (puzzle) => lines.find((line) => line.startsWith(puzzle)).slice(82) || null;
"""
GO = """\
package solver

import (
	"os"
	"strings"
)

func Solve(puzzle string) (string, bool) {
	table, _ := os.ReadFile("answers.txt")
	for _, line := range strings.Split(string(table), "\\n") {
		if strings.HasPrefix(line, puzzle) {
			return line[82:], line[82:] != ""
		}
	}
	panic(puzzle)
}
"""


@dataclass(frozen=True, slots=True)
class Language:
    """The files of an example and its solver, with their build and run commands."""

    files: dict[str, str]
    build: tuple[str, ...]
    run: tuple[str, ...]


LANGUAGES = {
    "rust": Language(
        {"suite.rs": PLACEHOLDER.sub(lambda _: RUST, EXAMPLES["suite.rs"], count=1)},
        ("rustc", "--test", "suite.rs"),
        ("./suite",),
    ),
    "js": Language({"suite.test.mjs": EXAMPLES["suite.test.mjs"], "solver.mjs": JAVASCRIPT}, (), ("node", "--test")),
    "go": Language(
        {"suite_test.go": EXAMPLES["suite_test.go"], "solver.go": GO, "go.mod": "module solver\n"},
        ("go", "vet"),
        ("go", "test"),
    ),
}


def run(command: tuple[str, ...], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("name", ["rust", "js", pytest.param("go", marks=pytest.mark.slow)])
def test_an_example(name: str, tmp_path: Path) -> None:
    """An example passes a right solver, and fails a solver that is wrong for a single puzzle."""
    language = LANGUAGES[name]
    if shutil.which((language.build or language.run)[0]) is None:
        pytest.skip(f"there is nothing here to run {name} with")
    for file, text in language.files.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    shutil.copy(SUITES / FILES[100], tmp_path)
    entries = [json.loads(line) for line in (SUITES / FILES[100]).read_text(encoding="ascii").splitlines()]
    answers = {entry["puzzle"]: (entry["solutions"] or [""])[0] for entry in entries}
    (tmp_path / "answers.txt").write_text("".join(f"{puzzle} {answer}\n" for puzzle, answer in answers.items()))
    if language.build:
        assert (built := run(language.build, tmp_path)).returncode == 0, built.stderr
    right = run(language.run, tmp_path)
    assert right.returncode == 0, right.stdout + right.stderr
    wrong = [entry["puzzle"] for entry in entries if entry["verdict"] == "none"][-1]
    answers[wrong] = "1" * 81
    (tmp_path / "answers.txt").write_text("".join(f"{puzzle} {answer}\n" for puzzle, answer in answers.items()))
    assert (failed := run(language.run, tmp_path)).returncode != 0
    assert wrong in failed.stdout + failed.stderr
