"""The properties of an exact-cover solver: each draws examples, and each answer in them must be right.

An example is a sequence of steps in one process. Some are about one problem and a changed one; the answers to both are
judged, so a solver that answers both wrongly fails, too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from .known import KNOWN, LARGE, KnownProblem
from .problem import Problem
from .strategies import problems, tilings_with_holes
from .subject import CoverSubject, SearchStep

Example = tuple[SearchStep, ...]

SMALL = 8, 16
MIDDLE = 16, 60
LARGEST = 24, 120
"""Maximum number of items, and of options, of drawn problems."""


@dataclass(frozen=True)
class CoverProperty:
    """A property: its name, its statement, and the examples for a solver.

    It `applies` to some solvers. `examples` depend on the solver, since not all take secondary items or colors. The
    numbers of covers of `known` problems are published, or follow from their construction; each is judged once.
    """

    name: str
    statement: str
    examples: Callable[[CoverSubject], SearchStrategy[Example]] | None = None
    applies: Callable[[CoverSubject], bool] = lambda _: True
    known: tuple[KnownProblem, ...] = ()


def _drawn(
    subject: CoverSubject, size: tuple[int, int] = MIDDLE, *, strict_forms: bool = False
) -> SearchStrategy[Problem]:
    items, options = size
    limits = subject.form.limits
    return problems(
        max_items=min(items, limits.max_items),
        max_options=min(options, limits.max_options),
        secondary=limits.takes_secondary,
        colors=subject.takes_colors,
        strict_forms=strict_forms,
    )


def _alone(
    subject: CoverSubject, size: tuple[int, int] = MIDDLE, *, strict_forms: bool = False
) -> SearchStrategy[Example]:
    return _drawn(subject, size, strict_forms=strict_forms).map(lambda problem: (SearchStep(problem),))


def _beside(change: Callable[[Problem, int], Problem], subject: CoverSubject) -> SearchStrategy[Example]:
    """Return examples of a problem and a changed problem; the change depends on a number."""

    @st.composite
    def examples(draw: st.DrawFn) -> Example:
        problem = draw(_drawn(subject))
        return SearchStep(problem), SearchStep(change(problem, draw(st.integers(0, 2**16))))

    return examples()


def _order(number: int, length: int) -> list[int]:
    """Return an order of the numbers below a length."""
    order = list(range(length))
    Random(number).shuffle(order)
    return order


def reorder_options(problem: Problem, number: int) -> Problem:
    """Return a problem with its options in another order."""
    order = _order(number, len(problem.options))
    return Problem(problem.primary, [problem.options[at] for at in order], problem.secondary, problem.colors)


def reorder_items(problem: Problem, number: int) -> Problem:
    """Return a problem with its items, and the entries of each option, in another order."""
    primary = [problem.primary[at] for at in _order(number, len(problem.primary))]
    options = [option[number % len(option) :] + option[: number % len(option)] for option in problem.options]
    return Problem(primary, options, problem.secondary[::-1], problem.colors)


def rename_items(problem: Problem, number: int) -> Problem:
    """Return a problem with other names of the items, whose alphabetical order is another one."""
    order = _order(number, len(problem.items))
    return problem.renamed({item: f"{'zYxi'[number % 4]}{order[at] + 7}" for at, item in enumerate(problem.items)})


def double_option(problem: Problem, number: int) -> Problem:
    """Return a problem with an option twice."""
    option = problem.options[number % len(problem.options)]
    place = number // 7 % (len(problem.options) + 1)
    options = [*problem.options[:place], option, *problem.options[place:]]
    return Problem(problem.primary, options, problem.secondary, problem.colors)


def add_unused_item(problem: Problem, number: int) -> Problem:
    """Return a problem with a secondary item that is in no option."""
    place = number % (len(problem.secondary) + 1)
    secondary = [*problem.secondary[:place], "unused", *problem.secondary[place:]]
    return Problem(problem.primary, problem.options, secondary, problem.colors)


def relax_item(problem: Problem, number: int) -> Problem:
    """Return a problem with a primary item made secondary, if each option keeps another primary item."""
    item = problem.primary[number % len(problem.primary)]
    primary = [name for name in problem.primary if name != item]
    changed = Problem(primary, problem.options, [*problem.secondary, item], problem.colors)
    return changed if changed.plain_form else problem


@st.composite
def _abandoned(draw: st.DrawFn, subject: CoverSubject) -> Example:
    problem, other = draw(_drawn(subject)), draw(_drawn(subject, SMALL))
    taken = draw(st.integers(1, 3))
    return SearchStep(problem, taken), SearchStep(problem, again=subject.searches_again), SearchStep(other)


@st.composite
def _repeated(draw: st.DrawFn, subject: CoverSubject) -> Example:
    problem, other = draw(_drawn(subject)), draw(_drawn(subject, SMALL))
    return SearchStep(problem), SearchStep(problem, again=True), SearchStep(other), SearchStep(problem)


@st.composite
def _limited(draw: st.DrawFn, subject: CoverSubject) -> Example:
    return (SearchStep(draw(_drawn(subject)), draw(st.integers(1, 5))),)


PROPERTIES = (
    CoverProperty(
        "exactly_the_covers",
        "The answer contains each cover once, and nothing else.",
        partial(_alone, size=MIDDLE),
    ),
    CoverProperty(
        "deep_searches",
        "The answer is right for problems of up to 24 items and 120 options, which need much backtracking.",
        partial(_alone, size=LARGEST),
    ),
    CoverProperty(
        "tilings",
        "The answer is right for tilings of small boards, with and without holes.",
        lambda _: tilings_with_holes().map(lambda problem: (SearchStep(problem),)),
    ),
    CoverProperty(
        "second_call",
        "A second search, of the same problem or after another one, gives the same answer.",
        _repeated,
        lambda subject: not subject.is_single,
    ),
    CoverProperty(
        "limit",
        "The first covers that an iterator yields are different covers.",
        _limited,
        lambda subject: subject.gives_iterator,
    ),
    CoverProperty(
        "abandoned_iterator",
        "After an iterator was abandoned, a new search gives all covers.",
        _abandoned,
        lambda subject: subject.gives_iterator,
    ),
    CoverProperty("order_of_options", "The order of the options does not matter.", partial(_beside, reorder_options)),
    CoverProperty("order_of_items", "The order of the items does not matter.", partial(_beside, reorder_items)),
    CoverProperty(
        "names_of_items",
        "The names of the items do not matter.",
        partial(_beside, rename_items),
        lambda subject: subject.form.limits.takes_names,
    ),
    CoverProperty(
        "doubled_option",
        "An option that occurs twice doubles the covers that contain it.",
        partial(_beside, double_option),
    ),
    CoverProperty(
        "unused_secondary_item",
        "A secondary item that is in no option changes nothing.",
        partial(_beside, add_unused_item),
        lambda subject: subject.form.limits.takes_secondary,
    ),
    CoverProperty(
        "primary_made_secondary",
        "A primary item made secondary adds covers, and loses none.",
        partial(_beside, relax_item),
        lambda subject: subject.form.limits.takes_secondary,
    ),
    CoverProperty(
        "large_tables",
        "The answer is right for 33,000 and 66,000 nodes and for 65,536 options.",
        applies=lambda subject: subject.takes(LARGE[0].problem),
        known=LARGE,
    ),
    CoverProperty(
        "known_counts",
        "The numbers of covers are those of the literature: queens, Langford pairs, polyominoes, and others.",
        known=KNOWN,
    ),
    CoverProperty(
        "strict_forms",
        "The answer is right for what published solvers disagree about, such as options without a primary item.",
        partial(_alone, size=SMALL, strict_forms=True),
        lambda subject: subject.strict_forms,
    ),
)
