"""Verified checkers accept the exported refutations, and refuse wrong ones.

The loop of docs/how-to/certificates.md over exported files, with each checker that an environment variable names.
"""

import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crosscover.oracles.certificate import Certificate, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.exporting import export
from crosscover.oracles.proofs.producers import producer

from . import lrat_checker
from .puzzles import HARD, UNSOLVABLE
from .test_exporting import example

CORPUS = Path(__file__).parents[1] / "corpus/certificates.jsonl.xz"
"""The certified corpus."""
COMMANDS = {
    "CROSSCOVER_CAKE_LPR": '"$CHECKER" $1.cnf $1.lrat',
    "CROSSCOVER_LRAT_ISA": '"$CROSSCOVER_LRAT_TRIM" -q $1.cnf $1.lrat $1.blrat; "$CHECKER" $1.cnf $1.blrat',
}
"""The variables that name checkers, with the commands for one refutation; lrat_isa needs lrat-trim, too."""


def accepted(command: str, checker: str, folder: Path, certificates: list[Certificate]) -> list[str]:
    """The names of the refutations that a checker accepts, each exported with the number of its certificate."""
    for number, certificate in enumerate(certificates, 1):
        for name, content in export(certificate, number).items():
            (folder / name).write_text(content)
    return judged(command, checker, folder)


def judged(command: str, checker: str, folder: Path) -> list[str]:
    """The names of the refutations in a folder that a checker accepts."""
    found: list[str] = []
    for problem in sorted(folder.glob("*.cnf")):
        words = ["sh", "-c", command, "sh", str(problem.with_suffix(""))]
        environment = os.environ | {"CHECKER": checker}
        ended = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False, env=environment)
        if {"s VERIFIED", "s VERIFIED UNSAT"} & {line.strip() for line in ended.stdout.splitlines()}:
            found.append(problem.stem)
    return found


def spoil(folder: Path) -> None:
    """Drop the first lemma of each proof."""
    for proof in folder.glob("*.lrat"):
        lines = proof.read_text().splitlines(keepends=True)
        proof.write_text("".join(lines[1:]))


def test_the_loop_tells_right_from_wrong(tmp_path: Path) -> None:
    """The loop accepts two refutations, and none without its first lemma."""
    made = [certify_puzzle(puzzle, producer("dlx")) for puzzle in (HARD[0], UNSOLVABLE)]
    command = f'{sys.executable} "$CHECKER" $1.cnf $1.lrat'
    assert accepted(command, lrat_checker.__file__, tmp_path, made) == ["000001", "000002"]
    spoil(tmp_path)
    assert judged(command, lrat_checker.__file__, tmp_path) == []


def sample() -> list[Certificate]:
    """Every 400th certificate of the corpus, and one of each claim that needs a refutation and each shape."""
    with lzma.open(CORPUS, "rt") as file:
        certified = [parse(line) for number, line in enumerate(file) if number % 400 == 0]
    shapes = ("2x2", "2x3", "3x3")
    return certified + [example(claim, shape) for claim in ("none", "unique", "exactly") for shape in shapes]


@pytest.mark.slow
@pytest.mark.parametrize("variable", COMMANDS)
def test_verified_checkers_agree(variable: str, tmp_path: Path) -> None:
    """A verified checker accepts each exported refutation, and none of two without its first lemma."""
    needed = [variable, *(["CROSSCOVER_LRAT_TRIM"] if variable == "CROSSCOVER_LRAT_ISA" else [])]
    if missing := [name for name in needed if not os.environ.get(name)]:
        pytest.skip(f"{' and '.join(missing)} must name a checker; docs/how-to/certificates.md builds it")
    made = [one for one in sample() if one.refuted is not None]
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.mkdir()
    wrong.mkdir()
    assert len(accepted(COMMANDS[variable], os.environ[variable], right, made)) == len(made)
    lemmas = [certify_puzzle(puzzle, producer("dlx")) for puzzle in (HARD[0], UNSOLVABLE)]
    accepted(COMMANDS[variable], os.environ[variable], wrong, lemmas)
    spoil(wrong)
    assert judged(COMMANDS[variable], os.environ[variable], wrong) == []
