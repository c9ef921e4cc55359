"""A strict checker of LRAT without RAT, for tests: `python lrat_checker.py CNF LRAT`.

Each hint must become unit at its turn, and the last one false.
"""

import sys
from pathlib import Path


def accepts(problem: str, proof: str) -> bool:
    """Whether the hints of a proof lead from the clauses of a problem in DIMACS to the empty clause."""
    lines = [line for line in problem.splitlines() if not line.startswith("c ")]
    assert lines[0].split()[:2] == ["p", "cnf"]
    assert int(lines[0].split()[3]) == len(lines) - 1
    clauses = {number: tuple(map(int, line.split()[:-1])) for number, line in enumerate(lines[1:], 1)}
    lemma: tuple[int, ...] = (0,)
    for line in proof.splitlines():
        number, *rest = map(int, line.split())
        middle = rest.index(0)
        lemma, hints = tuple(rest[:middle]), rest[middle + 1 : -1]
        if number != len(clauses) + 1 or not follows(lemma, [clauses[hint] for hint in hints]):
            return False
        clauses[number] = lemma
    return lemma == ()


def follows(lemma: tuple[int, ...], hints: list[tuple[int, ...]]) -> bool:
    """Whether the hints are unit one after the other if the lemma is false, and the last one has no literal left."""
    false = set(lemma)
    for place, hint in enumerate(hints, 1):
        left = [literal for literal in hint if literal not in false]
        if not left:
            return place == len(hints)
        if len(left) > 1 or -left[0] in false:
            return False
        false.add(-left[0])
    return False


if __name__ == "__main__":
    texts = [Path(name).read_text() for name in sys.argv[1:]]
    print("s VERIFIED" if accepts(*texts) else "s NOT VERIFIED")
