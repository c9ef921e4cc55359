"""A solver with options of its own, quoted as one word of a command line: `'exec:./a.out -v --dialect grid'`."""

import argparse
import re
import shlex
from typing import NoReturn

from crosscover.dialects import ALIASES, DIALECTS

from .options import OPTION_FIELDS


def read_quoted(text: str) -> tuple[str, dict[str, object]]:
    """The specification, and the options behind it by name, as `Options.with_overrides` takes them.

    Words of a program stay with it: the options are the longest tail that has nothing but names and values of options.
    After a lone `--` there are options alone, so that `exec:./a.out --echo --` leaves `--echo` to the program. Raises
    ValueError for an option that there is not, or whose value is missing or does not fit.

    >>> read_quoted("exec:python3 solver.py -v --dialect grid --echo")
    ('exec:python3 solver.py -v', {'dialect': 'grid', 'echo': True})
    """
    ends = list(re.finditer(r"\s--(?=\s|$)", text))
    if ends:
        return text[: ends[-1].start()].strip(), _options(text[ends[-1].end() :])
    refused: ValueError | None = None
    for match in re.finditer(r"\s+(?=--(?P<name>[\w-]+))", text):
        try:
            return text[: match.start()].strip(), _options(text[match.end() :])
        except ValueError as error:
            is_ours = match["name"].replace("-", "_") in OPTION_FIELDS
            if refused is None and (is_ours or not text.startswith("exec:")):
                refused = error
    if refused is not None:
        raise refused
    return text.strip(), {}


def _options(text: str) -> dict[str, object]:
    given = vars(_parser().parse_args(shlex.split(text)))
    return {name: value for name, value in given.items() if value is not None}


class _Parser(argparse.ArgumentParser):
    """Says what is wrong by raising ValueError."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _parser() -> _Parser:
    parser = _Parser(add_help=False, allow_abbrev=False)
    for name, option in OPTION_FIELDS.items():
        word = f"--{name.replace('_', '-')}"
        if name == "dialect":
            parser.add_argument(word, choices=sorted({*DIALECTS, *ALIASES}))
        elif option.default is False:
            parser.add_argument(word, action="store_const", const=True)
        else:
            parser.add_argument(word)
    return parser
