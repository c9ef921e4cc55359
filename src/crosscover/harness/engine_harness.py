"""What a property of an engine, the table or the links calls: examples, the engine under test, and counts."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from hypothesis.strategies import SearchStrategy

from crosscover.reference import Grid, Shape
from crosscover.subjects.engine_subject import ENGINE_TIMEOUT
from crosscover.subjects.subject import EngineUnderTest
from crosscover.time_limit import TimeLimit

from .examples import Example, TimeIsUpError, for_each_example
from .judging import PropertyViolatedError
from .round import Round


class EngineHarness:
    """The harness of one round of a property that calls the engine under test and judges its solutions itself."""

    def __init__(self, current: Round) -> None:
        self.round = current
        self.verdicts = current.session.verdicts
        self.count = current.count

    @property
    def shape(self) -> Shape:
        """The shape of the puzzles."""
        return self.round.session.subject.options.shape

    @property
    def engine(self) -> EngineUnderTest:
        """The engine under test; raises TypeError if the subject is not one."""
        subject = self.round.session.subject
        if subject.engine is None:
            raise TypeError(f"{subject.name} is not an engine")
        return subject.engine

    def for_each_example(self, examples: SearchStrategy[Example], test: Callable[[Example], None]) -> None:
        """Run the test on as many examples as the budget allows."""
        for_each_example(self.round, examples, test)

    def solutions(self, puzzle: Grid, limit: int | None = None) -> list[Grid]:
        """Return the solutions found by the engine under test; raises PropertyViolatedError if it raises or hangs."""
        with self.engine_call(puzzle):
            return list(self.engine(puzzle, limit))

    @contextmanager
    def engine_call(self, puzzle: Grid) -> Generator[None]:
        """Raise PropertyViolatedError if the engine under test raises or hangs inside the block."""
        end = self.round.end
        try:
            with TimeLimit(min(end.left, ENGINE_TIMEOUT)):
                yield
        except TimeoutError as error:
            if end.is_over:
                raise TimeIsUpError from None
            raise PropertyViolatedError(str(error), puzzle, is_timeout=True) from None
        except Exception as error:
            raise PropertyViolatedError(f"the engine raised {type(error).__name__}: {error}", puzzle) from None
