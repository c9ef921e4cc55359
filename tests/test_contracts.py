"""The contracts in docs/reference/contracts.md are correct: every example is judged."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from crosscover import engines
from crosscover.contracts import CONTRACTS
from crosscover.dialects import DIALECTS
from crosscover.suite import assert_right
from tests.check.running import QUICK_PANEL

TEXT = (Path(__file__).parents[1] / "docs" / "reference" / "contracts.md").read_text(encoding="utf-8")
NAMES = dict(re.findall(r"^([A-Z]+) +([.1-9]{81})$", TEXT, re.MULTILINE))
FUNCTION = ""


class Example(NamedTuple):
    """An answer to a puzzle, in a dialect or as a Python expression."""

    contract: str
    dialect: str
    is_right: bool
    puzzle: str
    answer: str


def examples() -> Iterator[Example]:
    """The answers on the page, in order."""
    for section in TEXT.split("\n### ")[1:]:
        contract = section[1:].partition("`")[0]
        heads, _, *rows = [line[1:-1].split("|") for line in section.splitlines() if line.startswith("|")]
        for right, puzzle, *answers in rows:
            for head, cell in zip(heads[2:], answers, strict=True):
                answer = re.sub("|".join(NAMES), lambda match: NAMES[match[0]], cell.strip(" `"))
                dialect = found[1] if (found := re.search(r"\(`(\w+)`\)", head)) else FUNCTION
                if answer:
                    yield Example(contract, dialect, right.strip() == "right", NAMES[puzzle.strip()], answer)


EXAMPLES = [
    example
    for example in examples()
    if example.contract in CONTRACTS and (example.dialect in DIALECTS or example.dialect == FUNCTION)
]
ASKED = list(dict.fromkeys((example.contract, example.dialect) for example in EXAMPLES))


def ask(chosen: list[Example]) -> None:
    """Judge a solver that returns these answers; raises AssertionError if one is wrong."""
    contract, dialect, *_ = chosen[0]
    answers, puzzles = [example.answer for example in chosen], [example.puzzle for example in chosen]
    if dialect == FUNCTION:
        solver = f"ANSWERS = iter([{', '.join(answers)}])\ndef solve(puzzle):\n    return next(ANSWERS)\n"
        Path("solver.py").write_text(solver)
        assert_right("python:solver.py:solve", puzzles, contract=contract)
    else:
        Path("answers").write_text("".join(f"{answer}\n" for answer in answers))
        assert_right("exec:cat answers", puzzles, contract=contract, dialect=dialect)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)


@pytest.mark.parametrize(("contract", "dialect"), ASKED)
def test_right_examples(contract: str, dialect: str) -> None:
    """All right examples of a contract are judged right in one run."""
    ask([example for example in EXAMPLES if example[:3] == (contract, dialect, True)])


@pytest.mark.parametrize("example", [example for example in EXAMPLES if not example.is_right])
def test_wrong_examples(example: Example) -> None:
    """An example that is marked wrong is judged wrong."""
    with pytest.raises(AssertionError):
        ask([example])


def test_every_contract_is_described() -> None:
    """The page describes every contract."""
    assert {example.contract for example in examples()} >= set(CONTRACTS)
