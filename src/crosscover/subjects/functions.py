"""Functions in Python or JavaScript as subjects, in processes of their own.

    suite ── supervisor ── worker, which has loaded the file ── fork per batch

A worker that forks loads the file once, so each batch begins with the state after loading. Node cannot fork, and loads
the file for each batch. The batch determines the seed of random numbers. Printing is allowed.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from crosscover.dialects import DIALECTS, Formatting
from crosscover.exit_code import NotStartedError
from crosscover.options import PRINTED, Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response

from .answers import argument, response_of, returns_grid
from .blocks import answers_of, grids, read_texts, write_puzzles
from .environment import environment_with, user_hash_seed, working_folder
from .exits import diagnose, text_of
from .processes.supervisor import SupervisorPool
from .processes.wire import Action, RunRequest, RunResult
from .replies import Reader
from .runtimes import NAME, Runtime
from .subject import BlockAnswers, Cells, SubjectKind, Transcript, Usage

_EXCERPT = 2000
"""Number of characters at the end of the printed text that a transcript keeps."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A callable or a list that a file defines, as the worker describes it.

    `least` and `most` are numbers of positional arguments, `lengths` those of a list and of its first item.
    """

    name: str
    kind: str
    least: int = 0
    most: int | None = None
    lengths: Sequence[int] = ()
    methods: Sequence["Offered"] = ()

    @classmethod
    def of(cls, record: dict[str, Any]) -> "Offered":
        """Read the description of a worker."""
        methods: list[dict[str, Any]] = record.get("methods", [])
        own = {name: value for name, value in record.items() if name != "methods"}
        return cls(**own, methods=tuple(map(cls.of, methods)))

    def takes(self, number: int) -> bool:
        """Whether it can be called with that number of arguments."""
        return self.least <= number and (self.most is None or number <= self.most)


class FunctionSubject:
    """A function of a module or a file.

    The function of the runtime is a name, such as `solve` or `Solver.solve`, or an expression of `puzzle`.
    """

    kind = SubjectKind.FUNCTION
    engine = None
    remarks = ()

    def __init__(
        self, name: str, runtime: Runtime, options: Options, supervisors: SupervisorPool | None = None
    ) -> None:
        self.name = name
        self.options = options
        self.runtime = runtime
        self.hash_seed: int | None = None
        self._supervisors = supervisors or SupervisorPool()
        self._offered: tuple[Offered, ...] | None = None
        self._returns_grids = False
        form = DIALECTS["lines" if options.shape.side <= 9 else "drawing"]
        self._printed = Reader(form, options.contract, options.refusal) if options.answers == PRINTED else None

    def under(self, name: str, runtime: Runtime, options: Options) -> "FunctionSubject":
        """Return another function of the file, which shares the loaded processes; only one of the two is closed."""
        other = FunctionSubject(name, runtime, options, self._supervisors)
        other.hash_seed, other._offered = self.hash_seed, self._offered
        return other

    def offered(self, seconds: float) -> tuple[Offered, ...] | Failed:
        """Load the file in that time, and return what it defines; a failure if it cannot be loaded."""
        result = self._call([], seconds)
        return result if isinstance(result, Failed) else self._offered or ()

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),  # noqa: ARG002 - only programs read text
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Call the function for each puzzle, in order."""
        if not batch:
            return Transcript(())
        limit = self.options.seconds(len(batch)) if seconds is None else seconds
        lines = [json.dumps(argument(puzzle, self.options)) for puzzle in batch]
        result = self._call(lines, limit, wall_seconds)
        if isinstance(result, Failed):
            return Transcript((result,) * len(batch), hash_seed=self.hash_seed)
        return replace(self._transcript(result, batch), hash_seed=self.hash_seed)

    def ask_block(self, puzzles: Cells, seconds: float) -> BlockAnswers:
        """Call the function for each puzzle in one run; answers of an unusual form are read one by one."""
        contract, shape = self.options.contract, self.options.shape
        text = write_puzzles(puzzles, shape, lambda grid: json.dumps(argument(grid, self.options)) + "\n")
        result = self._call(text.splitlines(), seconds, buffered=True)
        if isinstance(result, Failed):
            return answers_of(Transcript((result,) * len(puzzles)), contract, shape)
        lines, report = _split(result.output)
        failed = self._diagnose(result, len(lines), len(puzzles))
        if len(lines) != len(puzzles) or failed or report.get("changed", True):
            return answers_of(self._transcript(result, grids(puzzles, shape)), contract, shape)

        def read(place: int, line: str) -> Response:
            return self._response(_record(line), Grid(puzzles[place].tobytes(), shape))

        return read_texts(lines, contract, shape, read)

    def use_hash_seed(self, seed: int | None) -> None:
        """Run the function with this hash seed from now on; for JavaScript, nothing changes."""
        given = user_hash_seed(seed)
        if self.runtime.forks and given != self.hash_seed:
            self.close()
            self.hash_seed = given

    def close(self) -> None:
        """Stop the processes of the function."""
        self._supervisors.close()
        self._supervisors = SupervisorPool()

    def _call(
        self, lines: Sequence[str], seconds: float, wall_seconds: float | None = None, *, buffered: bool = False
    ) -> RunResult | Failed:
        """Call the function for lines of arguments; a second time if an earlier call has killed the worker."""
        header = {
            "expression": self._expression,
            "items": self.options.contract.solutions_needed,
            "printed": self._printed is not None,
            "buffered": buffered,
        }
        asked = "".join(f"{line}\n" for line in (json.dumps(header), *lines)) if lines else ""
        folder, is_forked = working_folder(), self.runtime.forks
        try:
            argv = self.runtime.command(folder, self.options, zlib.crc32(asked.encode()) >> 1 or 1)
        except NotStartedError as error:
            return Failed(Fault.NOT_STARTED, f"cannot load {self.name}: {error}")
        request = RunRequest(
            action=Action.CALL if is_forked else Action.RUN,
            argv=argv,
            folder=folder,
            environment=environment_with(self.hash_seed),
            inputs=(asked,),
            seconds=seconds,
            memory=self.options.memory_mebibytes,
            output=self.options.output_mebibytes(len(lines)),
            wall_seconds=wall_seconds,
        )
        with self._supervisors.borrow() as client:
            result = RunResult()
            for _ in range(2):
                if client.loaded is None:
                    load = replace(request, action=Action.LOAD if is_forked else Action.RUN, inputs=("",))
                    client.loaded = self._read_loaded(client.run(replace(load, seconds=max(seconds, 1.0))))
                if isinstance(client.loaded, Failed):
                    return client.loaded
                result = client.run(request) if lines else result
                if not result.supervisor_error:
                    break
                client.loaded = None
        if not is_forked:  # it has loaded the file again
            result.output = result.output.partition("\n")[2]
        return result

    @property
    def _expression(self) -> str:
        """The call of the function, with the argument `puzzle`, in its language."""
        function = self.runtime.function
        if not NAME.fullmatch(function):
            return function
        owner, _, name = function.rpartition(".")
        for one in self._offered or ():
            static = [method.name for method in one.methods if method.kind == "static"]
            if (one.name, one.kind) == (owner, "class") and name not in static:
                return f"{self.runtime.made(owner)}.{name}(puzzle)"
        return f"{function}(puzzle)"

    def _read_loaded(self, result: RunResult) -> Failed | bool:
        """Read the first line of a worker, which says whether the file was loaded."""
        first = _record(result.output.partition("\n")[0])
        if "loaded" in first:
            self._offered = tuple(map(Offered.of, first["loaded"]))
            return True
        if "load_error" in first:
            reason = str(first["load_error"])
        else:
            failed = diagnose(result, self.options, 0, 0)
            reason = failed.reason if failed else "it ended the interpreter"
        reason += self.runtime.remark(reason, result.errors)
        return Failed(Fault.NOT_STARTED, f"cannot load {self.name}: {reason}")

    def _transcript(self, result: RunResult, batch: Sequence[Grid]) -> Transcript:
        lines, report = _split(result.output)
        if "load_error" in report:
            names = ", ".join(one.name for one in self._offered or ()) or "none"
            reason = f"cannot call {self.name}: {report['load_error']}; the functions are {names}"
            return Transcript((Failed(Fault.NOT_STARTED, reason),) * len(batch))
        asked = len(batch)
        responses = list(map(self._response, map(_record, lines[:asked]), batch))
        answered = len(responses)
        for place, what in report.get("changed", ()):
            fault, verb = (Fault.RETRACTED, "returned") if what == "answer" else (Fault.MUTATED, "received")
            reason = f"changed the list that it had {verb} for puzzle {place + 1} of {asked} while it solved later ones"
            responses[place] = Failed(fault, reason, variant="later")
        failed = self._diagnose(result, answered, asked)
        if answered < asked:
            ended = f"ended the interpreter after {answered} of {asked} puzzles"
            responses += [failed or Failed(Fault.CRASHED, ended, variant="exit")] * (asked - answered)
            failed = None
        elif len(lines) > asked:
            reason = f"answered {len(lines)} times for {asked} puzzles; did it fork?"
            failed = Failed(Fault.EXTRA, reason, variant="answers")
        usage = Usage(result.cpu_seconds, report.get("seconds"), result.cut_off)
        return Transcript(tuple(responses), failed, received=text_of(result.errors)[-_EXCERPT:], usage=usage)

    def _response(self, record: object, puzzle: Grid) -> Response:
        """Read a record; a function that returns grids refuses a full one by returning none."""
        match record:
            case {"printed": str(printed)} if self._printed is not None:
                return self._printed.read(printed, [puzzle], truncated=False)[0]
            case {"returned": None} if self._returns_grids:
                return Declined()
            case _:
                pass
        self._returns_grids = self._returns_grids or returns_grid(record, puzzle.shape)
        return response_of(record, puzzle, self.options)

    def _diagnose(self, result: RunResult, answered: int, asked: int) -> Failed | None:
        failed = diagnose(result, self.options, answered, asked)
        return failed and failed.with_remark(self.runtime.remark("", result.errors))


def _split(output: str) -> tuple[list[str], dict[str, Any]]:
    """Return the lines of calls, and the report at the end, which is empty if the worker was stopped.

    A last line without its end is incomplete, and left out.
    """
    lines = output.split("\n")[:-1]
    has_report = bool(lines) and lines[-1].startswith(('{"seconds":', '{"load_error":'))
    return lines, _record(lines.pop()) if has_report else {}


def _record(line: str) -> Any:
    """Parse a line; a damaged one is a record that means nothing."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {"garbled": line[:100]}
