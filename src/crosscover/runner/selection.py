"""The properties of a run: those that apply to its features and that an expression of `-k` selects."""

import ast
from dataclasses import replace

from crosscover.errors import UsageError
from crosscover.harness.budget import Budget
from crosscover.harness.property import Features, Property
from crosscover.harness.session import SubjectSession
from crosscover.properties import all_properties
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.specification import meanings
from crosscover.subjects.subject import SubjectKind

from .saved import load
from .settings import RunSettings


def features_of(session: SubjectSession, budget: Budget = Budget()) -> Features:
    """Return the features of a run with a session and a budget."""
    subject, has_own_puzzles = session.subject, session.own_puzzles is not None
    return Features(subject.kind, subject.options, bool(session.saved), has_own_puzzles, bool(budget.max_slowdown))


def possible_features(settings: RunSettings) -> list[Features]:
    """Return the features that a run may have before the form of its solver is found; runs and compiles nothing.

    Raises UsageError, and UnavailableEngineError if the engine cannot run here.
    """
    specs, options = meanings(settings.subject), settings.options
    if specs[0].startswith("engine:"):
        kinds = {open_subject(specs[0], options).kind}
    else:
        kinds = {SubjectKind.PROGRAM if spec.startswith("exec:") else SubjectKind.FUNCTION for spec in specs}
    places = tuple(":".join(spec.split(":")[:2]) for spec in specs)  # without the function, which is not known yet
    saved = [] if settings.store is None else load(settings.store)
    has_saved = any(failure.setup.subject.startswith(places) for failure in saved)
    has_own_puzzles, limits_performance = bool(settings.run.puzzles), bool(settings.budget.max_slowdown)
    return [Features(kind, options, has_saved, has_own_puzzles, limits_performance) for kind in kinds]


def properties_for(features: Features, expression: str = "") -> list[Property]:
    """Return the properties that apply and that the expression selects, in run order; raises UsageError."""
    return [prop for prop in all_properties() if prop.when(features) and selects(expression, prop.name)]


def needs_own_puzzles(prop: Property, features: Features) -> bool:
    """Return whether a property applies to a run only because of the user's puzzles."""
    return prop.when(features) and not prop.when(replace(features, has_own_puzzles=False))


def selects(expression: str, name: str) -> bool:
    """Return whether an expression of substrings, `and`, `or` and `not` matches a name; raises UsageError.

    >>> selects("grids and not full", "full_grids")
    False
    """

    def is_true(node: ast.expr) -> bool:
        match node:
            case ast.BoolOp(ast.And(), values):
                return all(map(is_true, values))
            case ast.BoolOp(ast.Or(), values):
                return any(map(is_true, values))
            case ast.UnaryOp(ast.Not(), value):
                return not is_true(value)
            case ast.Name(part):
                return part.lower() in name
            case _:
                raise SyntaxError

    if not expression:
        return True
    try:
        return is_true(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        raise UsageError(f"{expression!r} is not an expression of names, 'and', 'or' and 'not'") from None
