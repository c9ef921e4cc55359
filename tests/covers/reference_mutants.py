"""Mutants of the reference engine for exact covers, and a solver around it in the form that crosscover calls."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from crosscover.reference import dancing

SOURCE = Path(dancing.__file__).with_suffix(".py").read_text(encoding="utf-8")
"""The text of `reference/dancing.py`."""

SOLVER = '''

class Covers:
    """The covers that contain one of several sets of given options; a new search closes the one before."""

    def __init__(self, links, starts):
        self.links = links
        self.starts = starts
        self.search = None

    def __iter__(self):
        if self.search is not None:
            self.search.close()
        self.search = self.found()
        return self.search

    def found(self):
        for given in self.starts:
            yield from self.links.covers(given)


def covers(primary, options, secondary):
    """Search without given options."""
    return Covers(linked(primary, options, secondary), [()])


def covers_with_given_options(primary, options, secondary):
    """Search from each pair of options for the first and the last primary item, unless there are colors or many."""
    links = linked(primary, options, secondary)
    if links.colored:
        return Covers(links, [()])
    firsts, lasts = ([n for n, option in enumerate(options) if item in option] for item in (primary[0], primary[-1]))
    if len(firsts) * len(lasts) > 200:
        return Covers(links, [()])
    return Covers(links, [(one,) if one == other else (one, other) for one in firsts for other in lasts])


def linked(primary, options, secondary):
    """Return the links of a problem."""
    items = {name: number for number, name in enumerate([*primary, *secondary])}
    palette = {"": 0}
    rows, colors = [], []
    for option in options:
        entries = [entry.partition(":") for entry in option]
        rows.append([items[name] for name, _, _ in entries])
        colors.append([palette.setdefault(color, len(palette)) for _, _, color in entries])
    return DancingLinks(rows, len(primary), len(secondary), colors)
'''
"""Functions around the class `DancingLinks`."""

CHANGED = [
    *("_enter", "_color", "covers", "choose", "option", "force", "release"),
    *("cover", "uncover", "hide", "unhide", "cover_others", "uncover_others", "purify", "unpurify"),
]
"""The methods that are changed."""

OPPOSITES = {"left": "right", "right": "left", "up": "down", "down": "up"}
OPERATORS: dict[type[ast.AST], Any] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
}
"""What a link and an operator are replaced with."""


@cache
def mutants() -> dict[str, str]:
    """Return the text of each mutant of the engine by its name: one place in one method is changed."""
    tree = ast.parse(SOURCE)
    texts: dict[str, str] = {}
    names: Counter[str] = Counter()
    for method, change in _all_changes(tree):
        name = f"{method}: {change}"
        names[name] += 1
        texts[f"{name} ({names[name]})" if names[name] > 1 else name] = ast.unparse(ast.fix_missing_locations(tree))
    return texts


def _all_changes(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Change one place of a tree after another, and yield the method and the change while it lasts."""
    methods = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in CHANGED]
    for method in methods:
        for node in ast.walk(method):
            for field, changed, words in (*_changes(node), *_block_changes(node)):
                kept, before = getattr(node, field), _first_line(node)
                setattr(node, field, changed)
                yield method.name, f"{before} -> {words or _first_line(node)}"
                setattr(node, field, kept)
        moves = [node for node in ast.walk(method) if _is_move(node)]
        if moves:
            _reverse(moves)
            yield method.name, "from the other end"
            _reverse(moves)


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


def _changes(node: ast.AST) -> Iterator[tuple[str, object, str]]:
    """Yield a field of a node, another value of the field, and words for the change if the node does not show it."""
    match node:
        case ast.Attribute(attr=attr) if attr in OPPOSITES:
            yield "attr", OPPOSITES[attr], ""
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) if type(op) in OPERATORS:
            yield "op", OPERATORS[type(op)], ""
        case ast.Compare(ops=ops):
            for place, compared in enumerate(ops):
                if type(compared) in OPERATORS:
                    yield "ops", [*ops[:place], OPERATORS[type(compared)], *ops[place + 1 :]], ""
        case ast.Constant(value=bool(value)):
            yield "value", not value, ""
        case ast.Constant(value=int(value)):
            yield "value", value + 1, ""
        case ast.If(test=test):
            for changed in (ast.Constant(True), ast.Constant(False), ast.UnaryOp(ast.Not(), test)):
                yield "test", changed, ""
        case _:
            pass


def _block_changes(node: ast.AST) -> Iterator[tuple[str, object, str]]:
    """Yield changes like `_changes`: a statement of a block is dropped, or changes places with the next one."""
    for field in ("body", "orelse", "finalbody"):
        block: list[ast.stmt] = getattr(node, field, []) if isinstance(node, ast.stmt) else []
        for place, statement in enumerate(block):
            before, after = block[:place], block[place + 1 :]
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):  # a docstring
                continue
            yield field, [*before, ast.Pass(), *after], f"without {_first_line(statement)}"
            if after:
                yield field, [*before, after[0], statement, *after[1:]], f"{_first_line(statement)} one later"


def _is_move(node: ast.AST) -> bool:
    """Whether a statement moves along a list or an option."""
    match node:
        case ast.Assign(targets=[ast.Name(id="node" | "other")]) | ast.AugAssign(target=ast.Name(id="node" | "other")):
            return True
        case _:
            return False


def _reverse(moves: list[ast.AST]) -> None:
    """Turn the moves around in place."""
    for node in (part for move in moves for part in ast.walk(move)):
        match node:
            case ast.Attribute(attr=attr) if attr in OPPOSITES:
                node.attr = OPPOSITES[attr]
            case ast.BinOp(op=op) | ast.AugAssign(op=op):
                node.op = OPERATORS[type(op)]
            case _:
                pass
