"""The properties of a run: conditions of properties, and expressions."""

from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.errors import UsageError
from crosscover.harness.property import Features
from crosscover.options import Options
from crosscover.reference import Shape
from crosscover.runner.opening import possible_features, properties_for, selects
from crosscover.runner.settings import read_settings
from crosscover.subjects.subject import SubjectKind

ANY = Options(contract=contracts.ANY)
PROGRAM = Features(SubjectKind.PROGRAM, ANY)
LINKS = Features(SubjectKind.DANCING_LINKS, ANY)


@pytest.mark.parametrize(
    ("name", "with_it", "without_it"),
    [
        ("forms", PROGRAM, Features(SubjectKind.FUNCTION, ANY)),
        ("sound", LINKS, PROGRAM),
        ("links_are_restored", LINKS, Features(SubjectKind.ENGINE, ANY)),
        ("long_runs", PROGRAM, replace(PROGRAM, options=Options(dialect="line"))),
        ("contradictions", PROGRAM, replace(PROGRAM, options=Options())),
        ("clashing_clues", PROGRAM, replace(PROGRAM, options=replace(ANY, no_clashes=True))),
        ("every_minimal_puzzle", replace(PROGRAM, options=Options(shape=Shape(2, 2))), PROGRAM),
        ("volume", PROGRAM, replace(PROGRAM, options=Options(shape=Shape(5, 5)))),
        ("saved_failures", replace(PROGRAM, has_saved=True), PROGRAM),
        ("your_puzzles", replace(PROGRAM, has_own_puzzles=True), PROGRAM),
        ("performance", replace(PROGRAM, limits_performance=True), PROGRAM),
    ],
)
def test_conditions(name: str, with_it: Features, without_it: Features) -> None:
    """A property applies only to runs with the features that it needs."""
    applies = [name in {prop.name for prop in properties_for(features)} for features in (with_it, without_it)]
    assert applies == [True, False]


@pytest.mark.parametrize(
    ("spec", "kinds"),
    [("engine:dlx", {SubjectKind.DANCING_LINKS}), ("exec:cat", {SubjectKind.PROGRAM})],
)
def test_features_before_a_run_is_open(spec: str, kinds: set[SubjectKind]) -> None:
    """Under pytest, the kinds that a specification may mean are known before the run is open."""
    assert {features.kind for features in possible_features(read_settings(spec, {}))} == kinds


@pytest.mark.parametrize(
    "expression",
    ["", "grids", "Full", "not patterns", "patterns or grids", "grids and not (minimal or patterns)", " full_grids "],
)
def test_selects(expression: str) -> None:
    """Parts of names are combined by `and`, `or`, `not` and parentheses; the empty expression selects everything."""
    assert selects(expression, "full_grids")
    assert not expression or not selects(f"not ({expression})", "full_grids")


@pytest.mark.parametrize("expression", ["patterns and", "a b", "1", "a == 1", "f()", "(", "a.b", "\0", "not " * 5000])
def test_malformed_expressions(expression: str) -> None:
    """Any other expression is a usage error."""
    with pytest.raises(UsageError, match=r"is not an expression of names, 'and', 'or' and 'not'$"):
        selects(expression, "full_grids")
