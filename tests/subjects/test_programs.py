"""Reading the output of programs that end normally."""

import shutil
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from crosscover import contracts
from crosscover.dialects import DIALECTS, Formatting, LineEnd
from crosscover.options import Options, solver_options
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Declined, Failed, Fault
from crosscover.subjects import process_subject
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import ProcessSubject, open_subject
from crosscover.subjects.processes.supervisor import SupervisorPool
from crosscover.subjects.processes.wire import RunRequest, RunResult
from crosscover.subjects.programs import Program
from crosscover.subjects.small_puzzles import easy_puzzles
from crosscover.subjects.subject import UNREADABLE, Cells, Subject

from .puzzles import ANSWERS, BATCH, SOLUTIONS

Script = Callable[..., Subject]
RIGHT = tuple(map(Answered, SOLUTIONS))


@pytest.mark.parametrize(
    "printed",
    [
        r"print('\n'.join(right()))",
        "for answer in right():\n print(answer)\n time.sleep(0.01)",
        "for answer in right():\n for part in answer[:40], answer[40:]:\n  print(end=part, flush=True)\n print()",
    ],
    ids=["plain", "slow", "lines in parts"],
)
def test_right_output(script: Script, printed: str) -> None:
    """The timing of the output does not matter."""
    transcript = script(printed).run(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


def block_of(*puzzles: Grid) -> Cells:
    """Return the puzzles as a block."""
    return np.frombuffer(b"".join(puzzle.values for puzzle in puzzles), np.uint8).reshape(-1, 81)


@pytest.mark.parametrize(
    ("text", "ignore"),
    [
        ("print(*right(), sep='\\n\\n')", None),
        ("for answer in right(): print(f'Solved:\\n{answer}\\n5 ms')", "^Solved| ms$"),
    ],
    ids=["blank lines", "ignored lines"],
)
def test_other_lines_in_a_block(script: Script, text: str, ignore: str | None) -> None:
    """Blank lines and lines that match a regular expression are ignored, in batches and blocks."""
    program = script(text, ignore=ignore)
    answers = program.run_block(block_of(*BATCH), 5.0)

    assert program.run(BATCH).responses == RIGHT
    assert np.array_equal(answers.answers, block_of(*SOLUTIONS))
    assert answers.failure is None


@pytest.mark.parametrize(("second", "ending"), [(str(SOLUTIONS[1]), ""), (str(SOLUTIONS[1]), "12"), ("", "")])
def test_a_block_that_times_out(script: Script, second: str, ending: str) -> None:
    """Answers before a hang count; half a line is no answer, and a blank line is at most a refusal."""
    printed = f"{SOLUTIONS[0]}\n{second}\n{ending}"
    program = script(f"print({printed!r}, end='', flush=True); time.sleep(60)", contract=contracts.ANY)
    answers = program.run_block(block_of(*BATCH), 0.4)

    first, other, last = (row.tobytes() for row in answers.answers)
    unreadable = bytes([UNREADABLE]) * 81
    assert (first, last) == (SOLUTIONS[0].values, unreadable)
    assert other in ((SOLUTIONS[1].values,) if second else (bytes(81), unreadable))
    assert answers.failure is not None
    assert answers.failure.fault is Fault.TIMED_OUT


def test_refusal_with_an_exit_code(script: Script) -> None:
    """A program may refuse a puzzle with a text and an exit code."""
    transcript = script("print('No solution'); sys.exit(1)", contract=contracts.ANY).run(BATCH[:1])
    assert (transcript.responses, transcript.run_failure) == ((Declined(),), None)


def test_prompts_and_repeated_answers_in_a_block_that_times_out(script: Script) -> None:
    """If a block times out, a prompt answers no puzzle, and an answer printed twice answers only one."""
    for printed, count in (("Enter:\n", 0), (f"{SOLUTIONS[0]}\n" * 2, 1)):
        program = script(f"print({printed!r}, end='', flush=True); time.sleep(60)", contract=contracts.ANY)
        answers = program.run_block(block_of(*BATCH), 0.4).answers
        assert np.array_equal(answers[:count], block_of(*SOLUTIONS)[:count])
        assert (answers[count:] == UNREADABLE).all()


def test_nothing_is_printed(script: Script) -> None:
    """Answers on stderr do not count; the last line is shown."""
    transcript = script("print(right()[0], file=sys.stderr)").run(BATCH[:1])

    assert (
        Failed(Fault.MISSING, f"answer 1 of 1 is missing; last line on stderr: {SOLUTIONS[0]}"),
    ) == transcript.responses


@pytest.mark.parametrize("name", [name for name, one in DIALECTS.items() if not one.as_arguments])
def test_every_dialect(make: Script, tmp_path: Path, name: str) -> None:
    """Programs work in every dialect; in dialects for a single puzzle, they run once per puzzle."""
    dialect = DIALECTS[name]
    size = dialect.batch_limit or len(BATCH)
    known = {
        dialect.write(BATCH[start : start + size]): dialect.answer_header
        + "".join(map(dialect.write_answer, RIGHT[start : start + size], BATCH[start : start + size], range(1, 4)))
        for start in range(0, len(BATCH), size)
    }
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nprint(end={known}[sys.stdin.read()])")
    transcript = make(f"exec:{sys.executable} {program}", dialect=name).run(BATCH)

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


def test_form_of_the_input(script: Script) -> None:
    """The formatting of a batch applies; the dialect replaces a symbol for empty cells that it lacks with its own."""
    formatting = Formatting(empty="0", line_end=LineEnd.CRLF, final_newline=False)
    transcript = script("").run(BATCH[:1], formatting)

    assert f"{BATCH[0]}\r\nend" == transcript.sent


@pytest.mark.parametrize("empty", [None, " "])
@pytest.mark.parametrize(("dialect", "count"), [("arg", 1), ("args", 9)])
def test_arguments(script: Script, dialect: str, count: int, empty: str | None) -> None:
    """A puzzle may be passed as arguments, one per run, with an empty stdin and any empty cell."""
    text = f"assert len(sys.argv) == {1 + count} and not sys.stdin.read()\n"
    text += "print(ANSWERS[''.join(sys.argv[1:]).replace(' ', '.')])"
    program = script(text, dialect=dialect, empty=empty)
    transcript = program.run(BATCH, Formatting(line_end=LineEnd.CRLF, final_newline=False))

    assert (transcript.responses, transcript.run_failure) == (RIGHT, None)


class SlowRuns(SupervisorPool):
    """Runs that take 2 seconds each on a clock that they turn, and their wall-clock limits."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0
        self.limits: list[float] = []

    def run(self, request: RunRequest) -> RunResult:
        """Answer a puzzle."""
        self.seconds += 2
        self.limits.append(request.wall_seconds)
        return RunResult(status=0, output=ANSWERS[request.input.strip()])


def test_processes_share_the_wall_clock_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wall-clock limit holds for a whole batch if each puzzle has its own process."""
    runs = SlowRuns()
    monkeypatch.setattr(process_subject, "time", SimpleNamespace(monotonic=lambda: runs.seconds))
    subject = ProcessSubject(Program("exec:true", Options(dialect="line")), runs)
    transcript = subject.run(BATCH, wall_seconds=3)

    assert runs.limits == [3, 1]
    assert transcript.responses == (*RIGHT[:2], Failed(Fault.TIMED_OUT, "no time left after 2 of 3 puzzles"))
    assert transcript.usage is not None
    assert transcript.usage.is_cut_off


def test_command_is_split_without_a_shell(make: Script, tmp_path: Path) -> None:
    """Words are split as in a shell, without expansion."""
    program = tmp_path / "with blank.py"
    program.write_text(f"import sys\nassert sys.argv[1:] == ['$HOME', '*']\nprint({ANSWERS}[input()])")
    transcript = make(f"exec:{sys.executable} '{program}' '$HOME' *").run(BATCH[:1])

    assert RIGHT[:1] == transcript.responses


@pytest.mark.parametrize(
    ("spec", "options", "expected"),
    [
        ("exec:", {}, "the command of the solver is empty"),
        ("exec:'a", {}, "No closing quotation"),
        ("python:", {}, "names no module; expected python:FILE:FUNCTION"),
        ("exec:a", {"dialect": "klingon"}, "'klingon'"),
        ("exec:a", {"dialect": "sudokunique", "contract": contracts.COUNT}, "sudokunique cannot express .* 'count'"),
        ("exec:a", {"contract": contracts.UNIQUE}, "poj3074 cannot express what the contract 'unique' requires"),
    ],
)
def test_bad_specifications(make: Script, spec: str, options: dict[str, object], expected: str) -> None:
    """The message for an invalid specification shows the expected form."""
    with pytest.raises(ValueError, match=expected):
        make(spec, **options)


JUDGED = """\
import sys
sys.path.insert(0, "python")
from search import fill
out = []
for line in sys.stdin:
    if len(line) < 81:
        {last}
        break
    rows = [[int(cell) if cell != "." else 0 for cell in line[start : start + 9]] for start in range(0, 81, 9)]
    fill(rows)
    out.append("".join(map(str, sum(rows, []))))
print({between!r}.join(out))
"""


@pytest.mark.parametrize(
    ("last", "between", "said"),
    [
        ("pass", "\n", ""),
        ("pass", "", "runs its grids together"),
        ("out.append('Invalid')", "\n", "writes a line too many after the last answer: 'Invalid'"),
    ],
)
def test_what_a_judge_would_reject(
    last: str, between: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without strict forms a remark says so; with them, the last answer is malformed. The form is found either way."""
    monkeypatch.chdir(shutil.copytree(Path(__file__).with_name("solvers"), tmp_path / "solvers"))
    Path("mine.py").write_text(JUDGED.format(last=last, between=between))
    spec = f"exec:{sys.executable} mine.py"
    puzzles = [puzzle for puzzle, _ in easy_puzzles(Shape(), 1)[:3]]
    for strict in (False, True):
        form = find(spec, solver_options(spec, {"strict_forms": strict}))
        assert form.options.dialect == "poj3074"
        with closing(open_subject(form.spec, form.options)) as subject:
            *others, response = subject.run(puzzles).responses
            assert all(isinstance(other, Answered) for other in others)
            if said and strict:
                assert response == Failed(Fault.MALFORMED, f"a judge rejects the output: it {said}")
            else:
                assert isinstance(response, Answered)
                assert subject.remarks == [f"{said}; a judge would reject this (--strict-forms)"] * bool(said)
