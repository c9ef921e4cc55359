"""The programs that `crosscover init --harness` writes, built and run."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from threading import Timer

import pytest

from crosscover.cli import main
from crosscover.cli.init import PROGRAM_TEMPLATES, ProgramTemplate
from crosscover.dialects import DIALECTS
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION
from tests.check.running import CHECK, run

FILLINGS = Path(__file__).parent / "fillings"
BEGIN, END = "Your solver begins here.", "Your solver ends here."
UNSOLVABLE = f"12345678.........9{'.' * 63}"
HAS_JSONL = pytest.mark.skipif("jsonl" not in DIALECTS, reason="no dialect jsonl yet")

WARNINGS = {"c": ["-Wall", "-Wextra"], "cpp": ["-Wall", "-Wextra"], "java": ["-Xlint:all"]}
"""Compiler options for warnings; the templates must not cause any."""

languages = pytest.mark.parametrize("language", PROGRAM_TEMPLATES)


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write_and_build(language: str, *, filled: bool) -> ProgramTemplate:
    """Write the program for a language to the working directory, insert a solver if given, and build it."""
    program = PROGRAM_TEMPLATES[language]
    for command in filter(None, (program.build, program.command)):
        if command[0] != "." and shutil.which(command.split()[0]) is None:
            pytest.skip(f"no {command.split()[0]} here, which {language} needs")
    assert main(["init", "--harness", language]) == 0
    source = Path(program.file)
    if filled:
        filling = (FILLINGS / language).with_suffix(source.suffix).read_text(encoding="utf-8")
        source.write_text(put_in(source.read_text(encoding="utf-8"), filling), encoding="utf-8")
    if program.build:
        build = [*shlex.split(program.build), *([] if filled else WARNINGS.get(language, []))]
        done = subprocess.run(build, capture_output=True, text=True, timeout=120, check=True)
        assert done.stdout + done.stderr == ""
    return program


def put_in(text: str, filling: str) -> str:
    """Replace the marked place of a program."""
    lines = text.splitlines(keepends=True)
    begin, end = (next(number for number, line in enumerate(lines) if mark in line) for mark in (BEGIN, END))
    return "".join([*lines[: begin + 1], filling, *lines[end:]])


def ask(program: ProgramTemplate, *puzzles: str) -> list[object]:
    """Send lines as crosscover writes them, and return the answers of a program."""
    questions = "".join(f"{json.dumps({'puzzle': puzzle})}\n" for puzzle in puzzles)
    done = subprocess.run(
        shlex.split(program.command), input=questions, capture_output=True, text=True, timeout=60, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@languages
def test_a_solver_in_the_marked_place(language: str) -> None:
    """With a right solver in the marked place the program solves puzzles, and refuses those without a solution."""
    program = write_and_build(language, filled=True)
    solved = {"solution": str(EASY_SOLUTION)}
    assert ask(program, str(EASY), UNSOLVABLE, str(EASY)) == [solved, {"refusal": "none"}, solved]


@languages
def test_each_answer_comes_before_the_next_puzzle(language: str) -> None:
    """A program answers each line at once; without a solver the answer is an error that names its file."""
    program = write_and_build(language, filled=False)
    question = json.dumps({"puzzle": str(EASY)})
    with subprocess.Popen(
        shlex.split(program.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        watchdog = Timer(60, process.kill)
        watchdog.start()
        assert process.stdin
        assert process.stdout
        for _ in range(2):
            print(question, file=process.stdin, flush=True)
            answer = json.loads(process.stdout.readline())
            assert list(answer) == ["error"]
            assert f"put your solver into {program.file}, between the two comments" in answer["error"]
        watchdog.cancel()


def test_an_error_is_one_line_of_json() -> None:
    """The answer is valid JSON even if the message of an exception has quotes and line breaks."""
    program = write_and_build("cpp", filled=False)
    source = Path(program.file)
    throwing = (
        'static std::optional<std::string> solve(const std::string &) { throw std::logic_error("a \\"b\\"\\n"); }\n'
    )
    source.write_text(put_in(source.read_text(), throwing))
    subprocess.run(shlex.split(program.build), check=True, timeout=120)
    assert ask(program, str(EASY)) == [{"error": "a  b  "}]


@HAS_JSONL
@pytest.mark.parametrize(
    "language", ["c", *(pytest.param(name, marks=pytest.mark.slow) for name in PROGRAM_TEMPLATES if name != "c")]
)
def test_a_check_passes(language: str, tmp_path: Path) -> None:
    """The check command that `init` prints passes for a program with a right solver."""
    program = write_and_build(language, filled=True)
    words = ["--dialect", "jsonl", "--rounds", "1", "--max-slowdown", "0", "-k", "number_of_clues"]
    done = run([*CHECK, program.spec, *words], tmp_path)
    assert (done.code, "no errors found" in done.output.lower()) == (0, True), done.output + done.errors


@HAS_JSONL
def test_a_check_without_a_solver(tmp_path: Path) -> None:
    """A check of a program without a solver shows the program's error."""
    program = write_and_build("python", filled=False)
    done = run([*CHECK, program.spec, "--dialect", "jsonl", "--rounds", "1", "--max-slowdown", "0"], tmp_path)
    assert done.code != 0
    assert "put your solver into harness.py" in done.output + done.errors


def test_a_promise_is_awaited() -> None:
    """A JavaScript function may be asynchronous; the answers come in the order of the puzzles."""
    program = write_and_build("js", filled=False)
    source = Path(program.file)
    slow_first = 'const solve = async (puzzle) => (puzzle[0] === "5" && (await new Promise(setImmediate)), puzzle);\n'
    source.write_text(put_in(source.read_text(), slow_first))
    assert ask(program, "53", "12") == [{"solution": "53"}, {"solution": "12"}]
