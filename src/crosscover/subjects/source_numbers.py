"""The numbers in the source of a solver, which hint at its limits: buffers, counters, caches, the depth of a search.

A solver that stops after 50,000 positions says so in its source, so puzzles around that number are asked, as fuzzers
and property-based testers mine literals. A number that is no limit costs some time and nothing else.

Python is read by its own parser. All other languages are read by one regular expression: comments, strings and floats
are skipped alike in most of them. A comment in an unusual notation gives a few numbers more.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from types import MappingProxyType

from crosscover.exit_code import UsageError
from crosscover.options import FUNCTIONS, Options
from crosscover.reference import Shape

from .specification import files_of

LEAST, GREATEST = 11, 100_000
"""The least and the greatest limit: smaller ones are asked anyway, larger ones cannot be reached in a minute."""

MAX_NUMBERS = 40
"""Maximum number of limits."""

MAX_BYTES = 4_000_000
"""Maximum number of bytes of a file that are read, which takes two seconds."""

MAX_FILES = 30
"""Maximum number of modules that are read, with those that a module imports from its folder."""

MAX_BITS = 64
"""Maximum size of a number."""

_SYMBOLS = frozenset({45, 46, 48, 49, 57, 65, 97})
"""The characters `-`, `.`, `0`, `1`, `9`, `A` and `a`."""

_OPERATIONS: Mapping[type[ast.operator], Callable[[int, int], int]] = MappingProxyType(
    {
        ast.Add: int.__add__,
        ast.Sub: int.__sub__,
        ast.Mult: int.__mul__,
        ast.FloorDiv: int.__floordiv__,
        ast.Mod: int.__mod__,
        ast.Pow: int.__pow__,
        ast.LShift: int.__lshift__,
        ast.RShift: int.__rshift__,
        ast.BitOr: int.__or__,
        ast.BitAnd: int.__and__,
        ast.BitXor: int.__xor__,
    }
)

_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""Errors for a text that is not Python, or nested too deeply."""

_TOKEN = re.compile(
    r"""
    (?P<skipped>
        //[^\n]* | /\*.*?\*/ | \#(?=[\s!\#])[^\n]*   # comments; `#define` is none
    ) | (?P<operand>
        \"{3}.*?\"{3} | '{3}.*?'{3}
        | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | `(?:\\.|[^`\\])*`
        | [^\W\d][\w$]* | \$[\w$]*
        | \d[\d_']*(?:\.(?![.\w])|\.\d[\d_]*(?:[eE][-+]?\d+)?|[eE][-+]?\d+)\w*   # floats: 1. 1.5 1e6
        | (?<!\.)\.\d\w*
    ) | (?P<number>
        (?P<digits> 0[xX][\da-fA-F](?:[_']?[\da-fA-F])* | 0[bB][01](?:[_']?[01])* | 0[oO][0-7](?:[_']?[0-7])*
        | \d(?:[_']?\d)* )\w*   # a suffix such as UL, n or usize
    ) | (?P<operator> << | >> | \*\* | [-+*/%&|^] ) | (?P<closing> [)\]] ) | (?P<other> [^\s\w] | \n )
    """,
    re.VERBOSE | re.DOTALL,
)


def limits_of(spec: str, options: Options) -> tuple[int, ...]:
    """The numbers in the source of a subject that may be limits, in ascending order, at most `MAX_NUMBERS`.

    The source is the file that the options name, otherwise that of a function, with the modules that a Python file
    imports from its own folder. Small numbers and those of every Sudoku solver are left out. If there are too many,
    those stay that people choose: powers of 2 and round numbers, then the smallest.

    Raises UsageError if the file that the options name cannot be read.
    """
    path = None if options.source is None else Path(options.source)
    if path is None and spec.partition(":")[0] in FUNCTIONS:
        path = next(iter(files_of(spec)), None)
    try:
        found = set[int]() if path is None else set(_numbers_of_modules(path))
    except OSError as error:
        if options.source is None:  # the function cannot be loaded either, as its first answer will show
            return ()
        raise UsageError(f"source: cannot read {options.source}: {error.strerror}") from None
    possible = {number for number in found if LEAST <= number <= GREATEST} - _usual(options.shape)
    return tuple(sorted(sorted(possible, key=lambda number: (_digits(number), number))[:MAX_NUMBERS]))


def numbers_in(text: str, *, is_python: bool) -> list[int]:
    """The integers in a source text, in their order, with simple expressions of them computed.

    A text that is not Python of this version is read like other languages.

    >>> numbers_in("limit = 1 << 16  # not 17", is_python=True)
    [65536]
    >>> numbers_in("while (nodes < 50'000UL) { /* 12 */ label = '13'; }", is_python=False)
    [50000]
    """
    if is_python:
        try:
            return list(_folded(ast.parse(text)))
        except _UNREADABLE:
            pass
    return list(_numbers_in_tokens(text))


def _usual(shape: Shape) -> frozenset[int]:
    """Numbers of every solver: characters, sets of digits as bits, and houses, cells, items, options and one more."""
    side, cells = shape.side, shape.cells
    sets = {1 << side, (1 << side) - 1, (2 << side) - 1, (2 << side) - 2}
    sizes = {2 * side, 3 * side, *(cells * more for more in (1, 2, 3, 4, side)), side * (side + 1) // 2}
    return _SYMBOLS | sets | sizes | {size + 1 for size in sizes}


def _digits(number: int) -> int:
    """The number of significant digits, 1 for a power of 2, its predecessor and its successor."""
    is_near_power = any(one & (one - 1) == 0 for one in (number - 1, number, number + 1))
    return 1 if is_near_power else len(str(number).rstrip("0"))


def _numbers_of_modules(first: Path) -> Iterator[int]:
    """The numbers of a file, and of the Python modules beside it that it imports; raises OSError for the file."""
    paths = [first]
    for path in paths:
        try:
            with path.open("rb") as file:
                text = file.read(MAX_BYTES).decode("utf-8", "replace")
        except OSError:
            if path == first:
                raise
            continue
        is_python = path.suffix == ".py"
        yield from numbers_in(text, is_python=is_python)
        if is_python:
            beside = dict.fromkeys(first.with_name(f"{name}.py") for name in _imported(text))
            new = [one for one in beside if one not in paths and one.is_file()]
            paths += new[: MAX_FILES - len(paths)]


def _imported(text: str) -> list[str]:
    """The names of the modules that a Python text imports."""
    return re.findall(r"^[ \t]*(?:import|from)[ \t]+\.?(\w+)", text, re.MULTILINE)


def _folded(tree: ast.AST) -> Iterator[int]:
    """The values of the largest constant expressions in a tree."""
    pending = [tree]
    while pending:
        node = pending.pop()
        value = _value(node)
        if value is None:
            pending += reversed(list(ast.iter_child_nodes(node)))
        else:
            yield value


def _value(node: ast.AST) -> int | None:
    """The value of a constant expression; None for another, and for one with more than `MAX_BITS`."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _value(operand)
            return None if inner is None else -inner
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
            one, other = _value(left), _value(right)
            return None if one is None or other is None else _result(sign, one, other)
        case _:
            return None


def _result(sign: ast.operator, one: int, other: int) -> int | None:
    """The result of an operation, None if it is undefined or huge."""
    grows = isinstance(sign, (ast.Pow, ast.LShift))
    if max(one.bit_length(), other.bit_length()) > MAX_BITS or (grows and not 0 <= other <= MAX_BITS):
        return None
    try:
        return _OPERATIONS[type(sign)](one, other)
    except (ZeroDivisionError, ValueError):
        return None


def _numbers_in_tokens(text: str) -> Iterator[int]:
    """The numbers between the tokens that end an expression."""
    tokens = ((str(match.lastgroup), match) for match in _TOKEN.finditer(text))
    written = ((kind, match) for kind, match in tokens if kind != "skipped")
    for is_end, part in groupby(written, key=lambda one: one[0] == "other"):
        if not is_end:
            yield from _numbers_in_part([_written(kind, match) for kind, match in part])


def _written(kind: str, match: re.Match[str]) -> str:
    """A token in the notation of Python, `x` for what is neither a number nor an operator."""
    if kind == "operator":
        return match[0]
    digits = re.sub("[_']", "", match["digits"] or "")
    return str(int(digits, 0 if digits[1:2].isalpha() else 10)) if 0 < len(digits) <= MAX_BITS else "x"


def _numbers_in_part(tokens: Iterable[str]) -> Iterator[int]:
    """The numbers in tokens without brackets; computed unless an operator joins them to something else.

    C and its relatives have the same precedence of these operators as Python.
    """
    for expression in re.split(r" (?=x|\d)(?<![-+*/%&|^<>] )", " ".join(tokens)):
        numbers = [int(number) for number in re.findall(r"\d+", expression)]
        try:
            is_constant = len(numbers) > 1 and "x" not in expression
            yield from list(_folded(ast.parse(expression.replace(" / ", " // ")))) if is_constant else numbers
        except _UNREADABLE:
            yield from numbers
