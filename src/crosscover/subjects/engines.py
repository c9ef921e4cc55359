"""An engine of the suite as a subject."""

from collections.abc import Callable, Sequence

from crosscover.reference import Engine, Grid
from crosscover.reference.dialects import Form

from .contract import Contract
from .options import Options
from .response import Answered, Counted, Declined, Failed, Fault, Response
from .subject import Transcript


class EngineSubject:
    """An engine, asked in this process. What it raises is in the transcript.

    It is made anew for each batch, so what it keeps from puzzle to puzzle shows within a batch, and only there. A
    TimeoutError is taken for that of whoever limits the time: what was asked and what was not is late then.
    """

    def __init__(self, name: str, make: Callable[[], Engine], options: Options) -> None:
        self._name = name
        self._make = make
        self._engine = make()
        self._options = options

    @property
    def name(self) -> str:
        """The specification."""
        return self._name

    @property
    def contract(self) -> Contract:
        """What it promises."""
        return self._options.contract

    @property
    def engine(self) -> Engine:
        """The engine itself, for properties that ask more than a subject can; the same until it is renewed."""
        return self._engine

    def renew(self) -> None:
        """Put another engine of the same name in the place of this one, which may have been spoilt."""
        self._engine = self._make()

    @property
    def options(self) -> Options:
        """How it is bounded: the contract alone counts for an engine."""
        return self._options

    def ask(self, batch: Sequence[Grid], form: Form = Form()) -> Transcript:  # noqa: ARG002 - an engine reads no text
        """Solve the puzzles one after the other."""
        self.renew()
        responses: list[Response] = []
        try:
            for puzzle in batch:
                responses.append(self._answer(puzzle))  # noqa: PERF401 - those before the late one count
        except TimeoutError as error:
            late = Failed(Fault.TIMED_OUT, f"{error}, after {len(responses)} of {len(batch)} puzzles")
            responses += [late] * (len(batch) - len(responses))
        return Transcript(tuple(responses))

    def close(self) -> None:
        """Nothing to give back."""

    def _answer(self, puzzle: Grid) -> Response:
        try:
            if self.contract is Contract.COUNT:
                return Counted(sum(1 for _ in self._engine(puzzle, 2)))
            solution = next(iter(self._engine(puzzle, 1)), None)
        except TimeoutError:
            raise
        except Exception as error:  # whatever it raises is its answer
            return Failed(Fault.RAISED, f"raised {type(error).__name__}: {error}")
        return Declined() if solution is None else Answered(solution)
