"""An engine of the suite as a subject."""

from collections.abc import Sequence

from crosscover.reference import Engine, Grid
from crosscover.reference.dialects import Form

from .contract import Contract
from .options import Options
from .response import Answered, Counted, Declined, Failed, Fault, Response
from .subject import Transcript


class EngineSubject:
    """An engine, asked in this process: it is trusted to end. What it raises is in the transcript."""

    def __init__(self, name: str, engine: Engine, options: Options) -> None:
        self._name = name
        self._engine = engine
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
        """The engine itself, for properties that ask more than a subject can."""
        return self._engine

    @property
    def options(self) -> Options:
        """How it is bounded: the contract alone counts for an engine."""
        return self._options

    def ask(self, batch: Sequence[Grid], form: Form = Form()) -> Transcript:  # noqa: ARG002 - an engine reads no text
        """Solve the puzzles one after the other."""
        return Transcript(tuple(self._answer(puzzle) for puzzle in batch))

    def close(self) -> None:
        """Nothing to give back."""

    def _answer(self, puzzle: Grid) -> Response:
        try:
            if self.contract is Contract.COUNT:
                return Counted(sum(1 for _ in self._engine(puzzle, 2)))
            solution = next(iter(self._engine(puzzle, 1)), None)
        except Exception as error:  # whatever it raises is its answer
            return Failed(Fault.RAISED, f"raised {type(error).__name__}: {error}")
        return Declined() if solution is None else Answered(solution)
