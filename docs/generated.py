"""Parts of pages that are generated from the code: each generator returns Markdown when the site is built."""

import argparse
import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import cast

from crosscover.cli.dialects import samples
from crosscover.cli.init import EXAMPLE, github_text
from crosscover.cli.parser import COMMANDS, EXAMPLES
from crosscover.contracts import CONTRACTS
from crosscover.covers.properties import PROPERTIES
from crosscover.dialects.forms import FORMS
from crosscover.errors import ExitCode
from crosscover.options import Call, Options
from crosscover.oracles import certificate
from crosscover.properties import all_properties
from crosscover.result import schema
from crosscover.subjects.calls import Definition, ranked_ways
from crosscover.subjects.forms import EMPTY_CELLS, INPUTS, RARE_INPUTS
from crosscover.subjects.languages import LANGUAGES, Language
from crosscover.subjects.parameters import ROLES
from docs.figures import covered_links, matrix, uncovered_links

ROOT = Path(__file__).parents[1]

_ARGUMENTS = {
    Call.TEXT: "a string of 81 characters, `.` for an empty cell",
    Call.ROWS: "9 lists of 9 integers, 0 for an empty cell",
    Call.BOARD: "9 lists of 9 strings, `.` for an empty cell (LeetCode 37)",
    Call.CELLS: "one list of 81 integers, 0 for an empty cell",
}


_FUNCTION = Definition("solve", "function", 1, 1)
_WITH_PLACE = Definition("solve", "function", 3, 3, parameters=("board", "row", "col"))
_ON_LIST = Definition("solve", "function", 2, 2, parameters=("row", "col"))
_WITH_CALLBACK = Definition("solve", "function", 2, 2, parameters=("board", "callback"))
_LIST = Definition("board", "list", length=9)
_RUN = Definition("solve", "method", most=0)
_SOLVE, _LOAD = (Definition(name, "method", 1, 1) for name in ("solve", "load"))
_PARSE = Definition("parse", "static", 1, 1)
_SOLVER = Definition("Solver", "class", 1, 1, methods=(_RUN,))
_FIXED = Definition("Solver", "class", most=0, attributes=("board",), methods=(_RUN,))
_BOARD = Definition("Board", "class", 2, 2, parameters=("size", "rows"))
_DEFINITIONS = (
    ("a function", [_FUNCTION], False),
    ("a function with further parameters", [_WITH_PLACE], False),
    ("a method", [Definition("Solver", "class", most=0, methods=(_SOLVE,))], False),
    ("a class that takes the puzzle", [_SOLVER], False),
    ("a method that takes the puzzle", [Definition("Solver", "class", most=0, methods=(_RUN, _LOAD))], False),
    ("a class that solves in its constructor", [Definition("Solver", "class", 1, 1)], False),
    ("a global list", [_LIST, _ON_LIST], False),
    ("a class for boards, and a function", [_BOARD, _FUNCTION], True),
    ("a class for boards, and a class that solves them", [_BOARD, _SOLVER], True),
    ("a static method that makes a board", [Definition("Board", "class", most=0, methods=(_RUN, _PARSE))], True),
    ("a class with a fixed board", [_FIXED], True),
    ("a function with a callback", [_WITH_CALLBACK], True),
)
"""What a file may define, with a title; whether the unusual calls are shown, or the usual ones."""

PICTURE = re.compile(
    r'<picture>\n<source media="\(prefers-color-scheme: dark\)" srcset="([^"]+)">\n'
    r'<img alt="([^"]+)" src="([^"]+)">\n</picture>'
)
"""A picture for light and for dark screens, as forges show it."""


def themed(page: str) -> str:
    """Return a page with each picture as two images, of which the site shows the one that suits its theme."""
    image = "```{{image}} {}\n:alt: {}\n:class: only-{}\n```"
    return PICTURE.sub(
        lambda found: "\n\n".join(
            (image.format(found[3], found[2], "light"), image.format(found[1], found[2], "dark"))
        ),
        page,
    )


def function_calls() -> str:
    """A table of the calls that the search tries for what a file defines; usual calls first."""
    rows: list[tuple[str, ...]] = []
    for title, definitions, is_rare in _DEFINITIONS:
        calls = [_calls(definitions, language, is_rare=is_rare) for language in LANGUAGES.values()]
        rows.append((f"{title}{' (unusual)' if is_rare else ''}", *calls))
    return _table(("a file defines", "Python", "JavaScript"), rows)


def _calls(definitions: Sequence[Definition], language: Language, *, is_rare: bool) -> str:
    ways, *_ = ranked_ways(definitions, language)
    specifications = [way.specifications(Call.TEXT, language, Options(), is_rare=is_rare) for way in ways]
    return ", ".join(f"`{name}`" for names in specifications for name, _ in names)


def parameters() -> str:
    """A table of the roles of parameters."""
    rows = [(", ".join(f"`{pattern}`" for pattern in role.patterns), role.meaning) for role in ROLES]
    return _table(("names", "argument"), rows)


def argument_forms() -> str:
    """A table of the empty cells and expressions that the search tries with each form of the argument."""
    rows: list[tuple[str, ...]] = []
    variants = [variant for language in LANGUAGES.values() for variant in language.variants]
    for call in Call:
        empties = EMPTY_CELLS.get(call, ())
        shown = ", ".join(f"`{empty}`" if empty else "nothing" for empty in empties)
        meanings = dict.fromkeys(variant.meaning for variant in variants if variant.call is call)
        rows.append((f"`--call {call.value}`", _ARGUMENTS[call], shown, "; ".join(meanings)))
    return _table(("option", "puzzle", "other empty cells", "expressions"), rows)


def program_inputs() -> str:
    """A table of the inputs of programs that the search tries, rare ones last."""
    rows = [
        (f"`{form.dialect}`", f"`{form.words}`" if form.words else "", ", ".join(f"`{cell}`" for cell in form.empties))
        for form in (*INPUTS, *RARE_INPUTS)
    ]
    return _table(("[dialect](dialects.md)", "words", "empty cells"), rows)


def exit_codes() -> str:
    """A table of the exit codes, from the smallest."""
    return _table(("exit code", "means"), [(f"`{code:d}`", code.meaning) for code in sorted(ExitCode)])


def precedence() -> str:
    """The exit codes in the order of precedence."""
    return ", ".join(f"`{code:d}`" for code in ExitCode)


def commands() -> str:
    """A section for each command, with a table for each group of its options."""
    return "\n\n".join(f"## {name}\n\n{_command(name)}" for name in COMMANDS)


def certificate_format() -> str:
    """The format of certificates, from the docstring of their module."""
    return str(certificate.__doc__)


def check_schema() -> str:
    """The JSON Schema of a check."""
    return f"```json\n{json.dumps(schema(), indent=1)}\n```"


def contracts() -> str:
    """A table of the contracts: the puzzles and the correct answers."""
    rows = [(f"`{one.name}`", one.puzzles, one.answer) for one in CONTRACTS.values()]
    return _table(("contract", "puzzles", "correct answer"), rows)


def dialects() -> str:
    """A section for each dialect: its form, and a puzzle with its answer."""
    sections: list[str] = []
    for dialect, written, answer in samples():
        sections.append(
            f"## {dialect.name}\n\n{dialect.summary}.\n\n"
            f"Input:\n\n```text\n{written.rstrip()}\n```\n\nAnswer:\n\n```text\n{answer.rstrip()}\n```"
        )
    return "\n\n".join(sections)


def puzzle_forms() -> str:
    """Return a table of the forms of puzzle files, with examples in which grids are shortened."""
    short = "53..7....6..1[...]", "534678912[...]"
    rows = ["| form | recognized if | examples |", "| --- | --- | --- |"]
    for form in FORMS:
        examples = (example.format(*short).replace("\n", "` / `").replace("|", "\\|") for example in form.examples)
        rows.append(f"| {form.name} | {form.recognized} | {'<br>'.join(f'`{example}`' for example in examples)} |")
    return "\n".join(rows)


def circumstances() -> str:
    """The judgements of the sentences about wrong solvers, and a table of these sentences."""
    with (ROOT / "docs/explanation/circumstances.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = map(tuple, csv.reader(file))
    counts = Counter(row[-1] for row in rows).most_common()
    return f"{', '.join(f'{name}: {number}' for name, number in counts)}.\n\n{_table(head, rows)}"


def properties() -> str:
    """A table of the properties, in the order of a run, with what each says."""
    return _table(("property", "statement"), [(f"`{one.name}`", one.statement) for one in all_properties()])


def cover_properties() -> str:
    """A table of the properties of exact-cover solvers."""
    return _table(("property", "statement"), [(f"`{one.name}`", one.statement) for one in PROPERTIES])


def speed() -> str:
    """A table of the cost of a verdict for each solver, on three sets of puzzles; the reference first."""
    measured = json.loads((ROOT / "bench/results.json").read_text(encoding="utf-8"))
    names = ("17clue", "top1465", "hardest_500")
    rates = {name: {row["solver"]: row for row in measured["sets"][name]} for name in names}
    rows: list[tuple[str, ...]] = []
    for solver, first in sorted(rates[names[0]].items(), key=lambda entry: entry[1]["ratio"]):
        found = (rates[name].get(solver) for name in names)
        cells = ("" if row is None else f"{row['mean']:,.0f} ({row['ratio']:,.1f})" for row in found)
        rows.append((solver if first["proves"] else f"{solver} \\*", *cells))
    head = ("solver: µs a verdict (times `dlx`)", *names)
    return f"{_table(head, rows, '| --- | ---: | ---: | ---: |')}\n\n\\* stops at the first solution."


def certificate_costs() -> str:
    """A table of the cost of certificates for each set and producer."""
    measured = json.loads((ROOT / "bench/results.json").read_text(encoding="utf-8"))["certificates"]
    rows: list[tuple[str, ...]] = []
    for row in measured:
        verdict = row["verdict"]
        times = (f"{row[part]:,.0f} ({row[part] / verdict:,.1f})" for part in ("making", "checking", "both"))
        spreads = (" / ".join(f"{figure:,}" for figure in row[part].values()) for part in ("lemmas", "size"))
        producer = f"`{row['producer']}`{', pure' * (row['build'] == 'pure')}"
        rows.append((f"{row['collection']}, {producer}", *spreads, f"{verdict:,.0f}", *times, f"{row['reading']:,.0f}"))
    head = ("set, producer", "lemmas", "bytes", "verdict", "make", "check", "both", "read")
    return _table(head, rows, "| --- " + "| ---: " * 7 + "|")


def block_costs() -> str:
    """A table of crosscover's own time per puzzle in the property `volume`."""
    return _measured("blocks")


def cover_costs() -> str:
    """A table of the times of the engines for exact covers."""
    return _measured("covers")


def start_times() -> str:
    """A table of the times until the first line of each command."""
    return _measured("starts")


def _measured(part: str) -> str:
    """A table that a benchmark has written."""
    rows: list[dict[str, str]] = json.loads((ROOT / "bench/results.json").read_text(encoding="utf-8"))[part]
    rule = "| --- " + "| ---: " * (len(rows[0]) - 1) + "|"
    return _table(tuple(rows[0]), [tuple(row.values()) for row in rows], rule)


def workflow() -> str:
    """The workflow for GitHub Actions that `crosscover init` writes."""
    return f"```yaml\n{github_text(EXAMPLE, {})}```"


def _command(name: str) -> str:
    module = import_module(f"crosscover.cli.{name}")
    parser = argparse.ArgumentParser(prog=f"crosscover {name}")
    if hasattr(module, "add_arguments"):
        module.add_arguments(parser)
    parts = [*_prose(str(module.__doc__)), f"```text\n{EXAMPLES[name]}\n```"]
    for group in parser._action_groups:  # noqa: SLF001 - argparse has no public way to list its arguments
        title = "arguments" if group.title == "positional arguments" else str(group.title)
        if rows := _rows(group._group_actions):  # noqa: SLF001
            parts.append(f"### {title.capitalize()}\n\n{_table(('', 'meaning'), rows)}")
    for action in parser._actions:  # noqa: SLF001
        choices: object = action.choices
        for chosen, subparser in cast("dict[str, object]", choices).items() if isinstance(choices, dict) else ():
            if isinstance(subparser, argparse.ArgumentParser):
                parts.append(_subcommand(f"{name} {chosen}", subparser))
    return "\n\n".join(parts)


def _subcommand(name: str, parser: argparse.ArgumentParser) -> str:
    """A section for a subcommand, such as `ledger info`."""
    [text] = _prose(str(parser.description))
    rows = _rows(parser._actions)  # noqa: SLF001
    return f"### {name}\n\n{text[0].upper()}{text[1:]}.\n\n{_table(('', 'meaning'), rows)}"


def _rows(actions: Iterable[argparse.Action]) -> list[tuple[str, str]]:
    """A row for each argument with a help text."""
    return [_argument(action) for action in actions if action.help and action.dest != "help"]


def _argument(action: argparse.Action) -> tuple[str, str]:
    """An argument as it is typed, and its meaning."""
    value = action.metavar or action.dest.upper()
    named = [f"{option} {value}" if action.nargs != 0 else option for option in action.option_strings]
    optional = action.nargs in {"?", "*"}
    return ", ".join(f"`{form}`" for form in named) or f"`{value}`" + (" (optional)" * optional), action.help or ""


def _prose(text: str) -> Iterator[str]:
    """A docstring as paragraphs, its indented lines as code."""
    for paragraph in text.strip().split("\n\n"):
        for is_code, lines in groupby(paragraph.splitlines(), key=lambda line: line.startswith("  ")):
            joined = dedent("\n".join(lines))
            yield f"```text\n{joined}\n```" if is_code else joined


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], rule: str = "") -> str:
    written = [
        "| " + " | ".join(" ".join(cell.replace("|", r"\|").split()) for cell in line) + " |" for line in (head, *rows)
    ]
    return "\n".join([written[0], rule or "| --- " * len(head) + "|", *written[1:]])


GENERATORS: dict[str, Callable[[], str]] = {
    generator.__name__: generator
    for generator in (
        argument_forms,
        block_costs,
        certificate_costs,
        certificate_format,
        check_schema,
        circumstances,
        commands,
        contracts,
        cover_costs,
        cover_properties,
        covered_links,
        dialects,
        exit_codes,
        function_calls,
        matrix,
        parameters,
        puzzle_forms,
        precedence,
        program_inputs,
        properties,
        speed,
        start_times,
        uncovered_links,
        workflow,
    )
}
"""Generators by the names in pages."""
