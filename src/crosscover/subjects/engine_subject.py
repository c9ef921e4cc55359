"""An engine as a subject."""

import time
from collections.abc import Callable, Iterator, Sequence

from crosscover.dialects import Formatting
from crosscover.options import Options
from crosscover.reference import DlxEngine, Engine, Grid
from crosscover.responses import Failed, Fault, Response, message_pattern
from crosscover.time_limit import TimeLimit

from .blocks import answers_of, grids
from .subject import BlockAnswers, Cells, EngineUnderTest, SubjectKind, Transcript, Usage

ENGINE_TIMEOUT = 20.0


class EngineSubject:
    """An engine in this process; the transcript records its exceptions.

    Each batch gets a new engine, so state that an engine keeps between puzzles has no effect beyond its batch. All
    engines have the same time limit, regardless of the options.
    """

    hash_seed: int | None = None
    remarks: Sequence[str] = ()

    def __init__(self, name: str, make: Callable[[], Engine], options: Options) -> None:
        self.name = name
        self.options = options
        self.engine: EngineUnderTest | None = self
        self._make = make
        self._engine = make()
        self.kind = SubjectKind.DANCING_LINKS if isinstance(self._engine, DlxEngine) else SubjectKind.ENGINE

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle; raises what the engine raises."""
        return self._engine(puzzle, limit)

    def renew(self) -> None:
        """Replace the engine, whose state may be damaged, with a new one of the same name."""
        self._engine = self._make()

    def run(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - an engine reads no text
        seconds: float | None = None,  # noqa: ARG002 - engines have one time limit
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Solve the puzzles in order, within the engine time limit and `wall_seconds`."""
        self.renew()
        responses: list[Response] = []
        started = time.process_time()
        is_cut_off = False
        try:
            with TimeLimit(ENGINE_TIMEOUT if wall_seconds is None else min(wall_seconds, ENGINE_TIMEOUT)):
                for puzzle in batch:
                    responses.append(self._answer(puzzle))  # noqa: PERF401 - keeps the responses before a timeout
        except TimeoutError as error:
            is_cut_off = wall_seconds is not None and wall_seconds < ENGINE_TIMEOUT
            failed = Failed(Fault.TIMED_OUT, f"{error}, after {len(responses)} of {len(batch)} puzzles")
            responses += [failed] * (len(batch) - len(responses))
        return Transcript(tuple(responses), usage=Usage(time.process_time() - started, is_cut_off=is_cut_off))

    def run_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:  # noqa: ARG002 - engines have one time limit
        """Solve the puzzles in order, as `run` does."""
        shape = self.options.shape
        return answers_of(self.run(grids(puzzles, shape)), self.options.contract, shape)

    def use_hash_seed(self, seed: int | None) -> None:
        """Do nothing: an engine runs in this process."""

    def close(self) -> None:
        """Do nothing: an engine holds no processes or files."""

    def _answer(self, puzzle: Grid) -> Response:
        try:
            return self.options.contract.solve(self._engine, puzzle)
        except TimeoutError:
            raise
        except Exception as error:  # any exception is its response
            name = type(error).__name__
            return Failed(Fault.RAISED, f"raised {name}: {error}", name, message_pattern(str(error)))
