"""The commands with their examples, and the command-line parser, which reports mistakes in one line.

Each command has a module, which is imported only when the command is called.
"""

import argparse
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from textwrap import fill, indent
from types import MappingProxyType
from typing import Any, NoReturn

import crosscover
from crosscover.errors import ExitCode, UsageError
from crosscover.option_values import did_you_mean

COMMANDS = {
    "check": "check a solver, by default the reference, property by property",
    "compare": "run several solvers on the same puzzles",
    "solve": "solve puzzles in any dialect",
    "unique": "decide whether a puzzle has exactly one solution",
    "count": "count the solutions of puzzles",
    "audit": "judge collections of puzzles with several engines",
    "ledger": "show and export the ledgers of audits",
    "engines": "list the engines, and why some are missing",
    "dialects": "list the text forms of puzzles and answers",
    "replay": "rerun saved failures",
    "init": "write a pytest file and a CI workflow, or a program, for your own solver",
    "certify": "write a certificate for each puzzle's verdict",
    "verify": "check certificates, without a solver",
}
"""Each command with its summary."""

EXAMPLES = {
    "": """\
crosscover check my_solver.py                        check a Python function
crosscover check ./a.out                             check a program
crosscover init --harness c                          write a program that calls your solver""",
    "check": """\
crosscover check my_solver.py
crosscover check ./a.out --contract any --time 10m --html report.html
crosscover check library.py --problem cover""",
    "compare": """\
crosscover compare python:old.py:solve python:new.py:solve
crosscover compare 'exec:./a.out --dialect grid' engine:dlx --html compared.html""",
    "solve": """\
crosscover solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
crosscover solve --limit 2 < puzzles.txt""",
    "unique": "crosscover unique 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "count": "crosscover count puzzles.txt",
    "audit": """\
crosscover audit puzzles.txt
crosscover audit puzzles.csv --ledger puzzles.ledger --jobs 4""",
    "ledger": """\
crosscover ledger info puzzles.ledger
crosscover ledger export puzzles.ledger -o puzzles.tsv""",
    "engines": "crosscover engines",
    "dialects": "crosscover dialects",
    "replay": """\
crosscover replay
crosscover replay 1ddf86 --subject python:fixed.py:solve""",
    "init": """\
crosscover init --subject python:my_solver.py:solve
crosscover init --harness java""",
    "certify": "crosscover certify puzzles.txt -o certificates.jsonl",
    "verify": "crosscover verify certificates.jsonl",
}
"""Examples at the top of each command's help; the empty name holds the examples of the program itself."""


OF_COVERS = {"check": "check_covers"}
"""The modules of commands with `--problem cover`."""


def make_parser(
    loaded: Collection[str], modules: Mapping[str, str] = MappingProxyType({})
) -> tuple["CommandParser", dict[str, "CommandParser"]]:
    """Return the command-line parser and the command parsers; only `loaded` commands declare their arguments.

    `modules` replaces the modules of commands.
    """
    parser = CommandParser(
        prog="crosscover",
        description="Checks whether a Sudoku solver is correct.",
        epilog="exit codes:\n" + "\n".join(f"  {code.value:<3}  {code.meaning}" for code in sorted(ExitCode)),
    )
    parser.examples = EXAMPLES[""]
    version = "" if loaded else crosscover.__version__  # reading the metadata costs 20 ms
    parser.add_argument(
        "--version", action="version", version=f"crosscover {version}", help="show the version and exit"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, add_help=name in loaded)
        command.examples = EXAMPLES[name]
        if name in loaded:
            module = import_module(f".{modules.get(name, name)}", __package__)
            command.description = module.__doc__
            if hasattr(module, "add_arguments"):
                module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser, commands.choices


class CommandParser(argparse.ArgumentParser):
    """Begins its help with examples, and reports wrong arguments in one line: the usage of `check` is very long."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", _HelpFormatter)
        super().__init__(**settings, allow_abbrev=False)
        self.color = False  # from Python 3.14 on; the streams would escape the codes
        self.examples = ""

    def format_help(self) -> str:
        """Return the examples, then argparse's help; its usage omits options, since the sections below list them."""
        words = (_argument(action) for action in self._get_positional_actions())
        self.usage = " ".join((self.prog, *words, "[options]")).replace("%", "%%")
        examples = f"examples:\n{indent(self.examples, '  ')}\n\n" if self.examples else ""
        return examples + super().format_help()

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(f"{message}; see `{self.prog} --help`", self.prog)

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Raise UsageError for unknown arguments; suggests an option with a similar name, but never its opposite."""
        word = words[0].partition("=")[0]
        opposite = f"--no-{word.lstrip('-')}"
        near = did_you_mean(word, (name for name in self._option_string_actions if name != opposite))
        self.error(f"unrecognized arguments: {' '.join(words)}{near}")


def _argument(action: argparse.Action) -> str:
    name = action.metavar or action.dest.upper()
    forms = {None: f"{name}", "?": f"[{name}]", "*": f"[{name} ...]"}
    return forms.get(action.nargs if action.nargs is None else str(action.nargs), f"{name} ...")


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Fits paragraphs into the width of the terminal; lists stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(
            paragraph if "\n  " in paragraph else fill(" ".join(paragraph.split()), width, initial_indent=indent)
            for paragraph in text.strip("\n").split("\n\n")
        )
