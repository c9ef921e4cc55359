"""The programs that `crosscover init --harness` writes, built and run."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from threading import Timer

import pytest

from crosscover.cli import main
from crosscover.cli.init import PROGRAM_TEMPLATES, ProgramTemplate
from crosscover.subjects.small_puzzles import EASY, EASY_SOLUTION
from tests.check.running import CHECK, run

FILLINGS = Path(__file__).parent / "fillings"
SOLVERS = Path(__file__).parent.parent / "subjects" / "solvers" / "compiled"
PLACE = re.compile(r"(?<=Your solver begins here\.)(.*?\n).*(?=\n[^\n]*Your solver ends here\.)", re.DOTALL)
UNSOLVABLE = f"12345678.........9{'.' * 63}"
WARNINGS = {"c": ["-Wall", "-Wextra"], "cpp": ["-Wall", "-Wextra"], "java": ["-Xlint:all"]}
"""Compiler options for warnings; the templates must not cause any."""

SCRIPTS = ("python", "js")
languages = pytest.mark.parametrize(
    "language",
    [*SCRIPTS, *(pytest.param(name, marks=pytest.mark.slow) for name in PROGRAM_TEMPLATES if name not in SCRIPTS)],
)


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write_and_build(language: str, filling: str = "") -> ProgramTemplate:
    """Write the program for a language to the working directory, insert a solver if given, and build it."""
    program = PROGRAM_TEMPLATES[language]
    for command in filter(None, (program.build, program.command)):
        if command[0] != "." and shutil.which(command.split()[0]) is None:
            pytest.skip(f"no {command.split()[0]} here, which {language} needs")
    assert main(["init", "--harness", language]) == 0
    source = Path(program.file)
    if filling:
        source.write_text(PLACE.sub(lambda found: f"{found[1]}{filling}", source.read_text("utf-8")), "utf-8")
    if program.build:
        build = [*shlex.split(program.build), *([] if filling else WARNINGS.get(language, []))]
        done = subprocess.run(build, capture_output=True, text=True, timeout=120, check=True)
        assert done.stdout + done.stderr == ""
    return program


def right(language: str) -> str:
    """A right solver for the marked place."""
    suffix = Path(PROGRAM_TEMPLATES[language].file).suffix
    return (FILLINGS / language).with_suffix(suffix).read_text(encoding="utf-8")


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
    solved = {"solution": str(EASY_SOLUTION)}
    answers = ask(write_and_build(language, right(language)), str(EASY), UNSOLVABLE, str(EASY))
    assert answers == [solved, {"refusal": "none"}, solved]


@languages
def test_each_answer_comes_before_the_next_puzzle(language: str) -> None:
    """A program answers each line at once; without a solver the answer is an error that names its file."""
    program = write_and_build(language)
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


@pytest.mark.slow
def test_an_error_is_one_line_of_json() -> None:
    """The answer is valid JSON even if the message of an exception has quotes and line breaks."""
    throwing = (
        'static std::optional<std::string> solve(const std::string &) { throw std::logic_error("a \\"b\\"\\n"); }'
    )
    assert ask(write_and_build("cpp", throwing), str(EASY)) == [{"error": "a  b  "}]


def test_a_promise_is_awaited() -> None:
    """A JavaScript function may be asynchronous; the answers come in the order of the puzzles."""
    slow_first = 'const solve = async (puzzle) => (puzzle[0] === "5" && (await new Promise(setImmediate)), puzzle);'
    assert ask(write_and_build("js", slow_first), "53", "12") == [{"solution": "53"}, {"solution": "12"}]


@pytest.mark.slow
@pytest.mark.parametrize(("filling", "text"), [(right("c"), "NO ERRORS FOUND"), ("", "put your solver into harness.c")])
def test_a_check(filling: str, text: str, tmp_path: Path) -> None:
    """The check command that `init` prints passes for a right solver, and shows the error of a missing one."""
    program = write_and_build("c", filling)
    few = ["--rounds=1", "--max-slowdown=0", "-k", "number_of_clues"]
    done = run([*CHECK, f"exec:{program.command}", "--dialect=jsonl", *few], tmp_path)
    assert (not done.code, text in done.output + done.errors) == (bool(filling), True)


@pytest.mark.parametrize(("language", "build"), [("c", "cc"), pytest.param("cpp", "c++", marks=pytest.mark.slow)])
def test_a_harness_for_a_function(language: str, build: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The harness of a function that crosscover finds in a source is built by the command shown, and answers."""
    if shutil.which(build) is None:
        pytest.skip(f"no {build} here")
    source = Path(f"fixed.{language}")
    shutil.copy(SOLVERS / {"c": "text.c", "cpp": "fixed.cpp"}[language], source)
    capsys.readouterr()
    assert main(["init", "--harness", language, "--subject", str(source)]) == 0
    steps = capsys.readouterr().out.partition("Next:\n")[2].splitlines()
    subprocess.run(shlex.split(steps[0]), capture_output=True, timeout=120, check=True)
    answers = ask(ProgramTemplate("", "", "./harness"), str(EASY), f"11{str(EASY)[2:]}")
    assert answers == [{"solution": str(EASY_SOLUTION)}, {"refusal": "none"}]
    assert steps[1].strip() == "crosscover check exec:./harness --dialect=jsonl"
