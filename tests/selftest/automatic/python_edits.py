"""Edits of Python: `ast` gives the places, so that strings, annotations and docstrings stay as they are."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from .edits import Edit, replacements

_OPERATOR = re.compile(r"\b(?:is not|not in|is|in|and|or)\b|//=?|<<=?|>>=?|[<>=!]=|[-+*/%&|^]=?|[<>]")

_SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.Continue, ast.Break, ast.Raise)
"""Statements that are left out, one at a time."""


def python_edits(text: str) -> Iterator[Edit]:
    """Yield the edits of operators, constants, jumps, range bounds and statements."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    yield from _edits(ast.parse(text), text, starts)


def _edits(node: ast.AST, text: str, starts: list[int]) -> Iterator[Edit]:  # noqa: PLR0912 - one for each kind of node
    def begin(node: ast.expr | ast.stmt) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def end(node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.end_lineno - 1] + node.end_col_offset

    def between(left: ast.expr, right: ast.expr) -> Iterator[Edit]:
        match = _OPERATOR.search(text, end(left), begin(right))
        if match is not None:
            yield from replacements(match.start(), match[0])

    match node:
        case ast.Compare(left, _, comparators):
            for one, other in pairwise([left, *comparators]):
                yield from between(one, other)
        case ast.BinOp(left, _, right):
            yield from between(left, right)
        case ast.BoolOp(_, values):
            for one, other in pairwise(values):
                yield from between(one, other)
        case ast.AugAssign(target, _, value):
            yield from between(target, value)
        case ast.UnaryOp(ast.Not() | ast.Invert() | ast.USub()):
            yield Edit(begin(node), "not " if isinstance(node.op, ast.Not) else text[begin(node)], "")
        case ast.Constant(int()):
            yield from replacements(begin(node), text[begin(node) : end(node)])
        case ast.Break() | ast.Continue():
            yield from replacements(begin(node), text[begin(node) : end(node)])
        case ast.Call(ast.Name("range"), arguments):
            for bound in arguments:
                if not isinstance(bound, ast.Constant):
                    for step in (" - 1", " + 1"):
                        yield Edit(end(bound), "", step)
        case _:
            pass
    if isinstance(node, _SIMPLE) and not _is_docstring(node):
        yield Edit(begin(node), text[begin(node) : end(node)], "pass")
    annotations = [getattr(node, field, None) for field in ("annotation", "returns")]
    for child in ast.iter_child_nodes(node):
        if child not in annotations and not isinstance(child, ast.JoinedStr):
            yield from _edits(child, text, starts)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
