"""What a solver owes by each contract, and in what form, as the help shows it."""

from dataclasses import dataclass

from crosscover.options import Contract


@dataclass(frozen=True, slots=True)
class Owed:
    """What a program writes for a puzzle, what it writes in `jsonl`, if it can, and what a Python function returns."""

    program: str
    jsonl: str
    function: str


OWED = {
    "proper": Owed("the solution", '{"solution": "53…"}', "the solution"),
    "any": Owed("a solution, or a line without digits", '… or {"refusal": "none"}', "a solution, or None"),
    "count": Owed("a line with 0, 1 or 2", '{"count": 2}', "0, 1 or 2"),
    "unique": Owed("the solution, or a word", '… or {"refusal": "several"}', "the solution, 'none' or 'several'"),
    "classify": Owed("a word of its dialect", "", "'none', 'one', 'several' or 'clash'"),
    "least": Owed("the least solution, or as for any", '… or {"refusal": "none"}', "the least solution, or None"),
}
"""By the names of the contracts."""


def table() -> str:
    """The table, a line for each contract there is."""
    heads = Owed("a program writes", "in jsonl", "a Python function returns")
    rows = [("contract", heads), *((contract.value, OWED[contract.value]) for contract in Contract)]
    lines = [f"  {name:8}  {owed.program:36}  {owed.jsonl:27}  {owed.function}" for name, owed in rows]
    return "\n".join(["what a solver owes for a puzzle (docs/reference/contracts.md has examples):", *lines])
