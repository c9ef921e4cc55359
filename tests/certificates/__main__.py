"""Compares the checker's two builds with its specification, and prints what they disagree on.

`python -m tests.certificates [--mutants N] [--seed N] [FOLDER ...]` takes the certified corpus, N proofs with mistakes,
and certificates of all collections in the folders. Its progress goes to stderr.
"""

import argparse
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from crosscover.oracles.certificate import parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.refutation import Formula, Lemma, puzzle_problem
from crosscover.reference import Grid

from .mutants import disagreement, mutants
from .specification import outcome

CORPUS = Path(__file__).parents[1] / "corpus" / "certificates.jsonl.xz"


def main() -> int:
    """Compare all proofs; the exit code is 1 if there is a disagreement."""
    parser = argparse.ArgumentParser(prog="python -m tests.certificates", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="collections, a puzzle a line")
    parser.add_argument("--mutants", type=int, default=1000, metavar="N", help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    made = islice(mutants(Random(arguments.seed)), arguments.mutants)
    parts = {"corpus": corpus(), "mutants": ((one.problem, one.lemmas) for one in made)}
    parts |= {str(path): collection(path) for folder in arguments.folders for path in sorted(folder.glob("*.txt"))}
    wrong = 0
    for name, proofs in parts.items():
        outcomes: Counter[str] = Counter()
        for problem, lemmas in proofs:
            outcomes[outcome(problem, lemmas).rstrip("0123456789 ")] += 1
            if found := disagreement(problem, lemmas):
                wrong += 1
                print(found)
            if outcomes.total() % 1000 == 0:
                print(f"{name}: {outcomes.total():,} proofs, {wrong} disagreements", file=sys.stderr, flush=True)
        print(f"{name}: {outcomes.total()} proofs, {dict(outcomes)}, {wrong} disagreements", flush=True)
    return min(wrong, 1)


Proofs = Iterator[tuple[Formula, Sequence[Lemma]]]


def corpus() -> Proofs:
    """The proofs of the certified corpus."""
    with lzma.open(CORPUS, "rt", encoding="ascii") as lines:
        for number, line in enumerate(lines, 1):
            certificate = parse(line, number)
            if certificate.refuted is not None:
                yield puzzle_problem(*certificate.refuted), certificate.lemmas


def collection(path: Path) -> Proofs:
    """A proof for each puzzle of a collection."""
    for text in re.findall("[0-9.]{81}", path.read_text(encoding="utf-8")):
        certificate = certify_puzzle(Grid.parse(text), producer(DEFAULT_PRODUCER))
        if certificate.refuted is not None:
            yield puzzle_problem(*certificate.refuted), certificate.lemmas


if __name__ == "__main__":
    sys.exit(main())
