"""Confirm an error of an exact-cover library without crosscover, by brute force or python-sat.

`python confirm_covers.py CASE.json` reads `command`, `contract` and `searches`, runs the command with the searches as
lines of JSON, and prints `confirmed` and `reason` as JSON. It deliberately has its own copy of the rules.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path
from typing import Any

SECONDS = 60
"""Time limit of the library in seconds."""

MOST_BY_FORCE = 14
"""Maximum number of options for brute force."""

Search = dict[str, Any]


def covers(search: Search) -> list[tuple[int, ...]]:
    """All covers; options without a primary item belong to none."""
    options = [dict(entry.partition(":")[::2] for entry in option) for option in search["options"]]
    usable = [number for number, option in enumerate(options) if set(search["primary"]) & set(option)]
    clashes = {pair for pair in combinations(usable, 2) if _clash(options[pair[0]], options[pair[1]])}
    users = [[number for number in usable if item in options[number]] for item in search["primary"]]
    if len(usable) <= MOST_BY_FORCE:
        subsets = chain.from_iterable(combinations(usable, size) for size in range(len(usable) + 1))
        complete = (chosen for chosen in subsets if all(set(chosen).intersection(numbers) for numbers in users))
        return [chosen for chosen in complete if not clashes.intersection(combinations(chosen, 2))]
    found: list[tuple[int, ...]] = []
    clauses = [[number + 1 for number in numbers] for numbers in users]
    clauses += [[-first - 1, -second - 1] for first, second in clashes]
    solvers: Any = import_module("pysat.solvers")
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            true = set(solver.get_model())
            found.append(tuple(number for number in usable if number + 1 in true))
            solver.add_clause([-number - 1 for number in found[-1]])
    return found


def _clash(first: dict[str, str], second: dict[str, str]) -> bool:
    """Whether two options, as colors of their items, share an item without the same color."""
    return any(item in second and (not color or color != second[item]) for item, color in first.items())


def error_in(search: Search, answer: Any, contract: str) -> str | None:
    """The error in an answer, None if there is none; covers are lists of option numbers, or of options."""
    expected = covers(search)
    shown = ", ".join(str(list(cover)) for cover in expected[:3])
    error = f"the covers are {shown or 'none'} ({len(expected)} in all); the answer is {str(answer)[:100]}"
    if isinstance(answer, dict):
        right = not expected and "NoSolution" in answer["raised"]
    elif contract == "one":
        contents = [_content(search, cover) for cover in expected]
        right = answer is not None and _content(search, answer) in contents if expected else not answer
    else:
        given = Counter(tuple(sorted(cover)) for cover in answer or ())
        is_complete = search["take"] is not None or given.total() == len(expected)
        right = is_complete and given <= Counter(expected)
    return None if right else error


def _content(search: Search, cover: Sequence[Any]) -> list[list[str]]:
    """The options of a cover, which may contain their numbers."""
    return sorted(sorted(search["options"][option] if isinstance(option, int) else option) for option in cover)


def judge(case: dict[str, Any]) -> tuple[bool, str]:
    """Whether the library is wrong again, and the error."""
    searches: list[Search] = case["searches"]
    text = "".join(f"{json.dumps(search)}\n" for search in searches)
    try:
        done = subprocess.run(  # noqa: S603 - runs the library
            case["command"], input=text, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False, f"timed out after {SECONDS} s"
    answers = done.stdout.splitlines()
    for search, answer in zip(searches, answers, strict=False):
        error = error_in(search, json.loads(answer), case["contract"])
        if error is not None:
            return True, error
    if len(answers) < len(searches):
        return True, f"{len(answers)} answers for {len(searches)} searches; exit status {done.returncode}"
    return False, f"all {len(searches)} answers are correct"


if __name__ == "__main__":
    confirmed, reason = judge(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print(json.dumps({"confirmed": confirmed, "reason": reason}))
