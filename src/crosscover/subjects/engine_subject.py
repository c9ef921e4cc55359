"""An engine of the suite as a subject."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager

from crosscover.dialects import Formatting, Spacing
from crosscover.options import Options
from crosscover.reference import DlxEngine, Engine, Grid
from crosscover.responses import Failed, Fault, Response, message_pattern
from crosscover.time_limit import time_limit

from .blocks import answers_of, grids
from .subject import BlockAnswers, Cells, SubjectKind, Transcript, Usage

ENGINE_TIMEOUT = 60.0
"""Seconds after which an engine is taken to hang."""

ENGINE_TIMEOUT_AFTER_HANG = 5.0
"""The same once it has hung, as it may for thousands of other puzzles, too."""


class EngineSubject:
    """An engine, asked in this process. What it raises is in the transcript.

    It is made anew for each batch, so what it keeps from puzzle to puzzle shows within a batch, and only there. Its
    options bound nothing: how long it may take is the same for every engine.
    """

    empty_characters: tuple[str, ...] = ()
    spacings = (Spacing.SINGLE,)

    def __init__(self, name: str, make: Callable[[], Engine], options: Options) -> None:
        self.name = name
        self.options = options
        self._make = make
        self._engine = make()
        self._timeout = ENGINE_TIMEOUT
        self.kind = SubjectKind.DANCING_LINKS if isinstance(self._engine, DlxEngine) else SubjectKind.ENGINE

    @property
    def engine(self) -> "EngineSubject":
        """This subject, which is an engine itself; the same engine until it is renewed."""
        return self

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle; raises whatever the engine raises."""
        return self._engine(puzzle, limit)

    def renew(self) -> None:
        """Put another engine of the same name in the place of this one, which may have been spoilt."""
        self._engine = self._make()

    @contextmanager
    def time_limit(self) -> Generator[None]:
        """Raise TimeoutError in what is run inside once it has taken `ENGINE_TIMEOUT`, or less once one hung."""
        try:
            with time_limit(self._timeout):
                yield
        except TimeoutError:
            self._timeout = ENGINE_TIMEOUT_AFTER_HANG
            raise

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - an engine reads no text
        seconds: float | None = None,  # noqa: ARG002 - bounded as ever
    ) -> Transcript:
        """Solve the puzzles one after the other, all within the time that an engine may take."""
        self.renew()
        responses: list[Response] = []
        started = time.process_time()
        try:
            with self.time_limit():
                for puzzle in batch:
                    responses.append(self._answer(puzzle))  # noqa: PERF401 - those before the late one count
        except TimeoutError as error:
            late = Failed(Fault.TIMED_OUT, f"{error}, after {len(responses)} of {len(batch)} puzzles")
            responses += [late] * (len(batch) - len(responses))
        return Transcript(tuple(responses), usage=Usage(time.process_time() - started))

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:  # noqa: ARG002 - bounded as ever
        """Solve the puzzles one after the other, as `ask` does."""
        return answers_of(self.ask(grids(puzzles)), self.options.contract)

    def close(self) -> None:
        """Nothing to give back."""

    def _answer(self, puzzle: Grid) -> Response:
        try:
            return self.options.contract.solve(self._engine, puzzle)
        except TimeoutError:
            raise
        except Exception as error:  # whatever it raises is its answer
            name = type(error).__name__
            return Failed(Fault.RAISED, f"raised {name}: {error}", name, message_pattern(str(error)))
