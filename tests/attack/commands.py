"""Every command with its inputs and outputs, for attacks that disturb commands, and what a disturbed command may do."""

import json
import re
import shlex
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, run
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from tests.audit.samples import contents, make_table
from tests.certificates.puzzles import HARD
from tests.check import solvers
from tests.dialects.samples import ANSWER, SECOND

RUN = [sys.executable, "-m", "crosscover"]
OLDER = "older\n"
"""The content of each output file before a command."""
WRONG, INTERRUPTED = 1, 130
FEW, MANY = 100, 2000

SCRIPT = """\
import crosscover
if __name__ == "__main__":
    print(crosscover.check("python:mine.py:solve", examples=1, only="images", performance=0).exit_code)
    print(crosscover.audit("few.txt", engines="dlx,bitmask").exit_code)
"""
TESTS = "from crosscover import properties_of\ntest_mine = properties_of('python:mine.py:solve', examples=1)\n"
PROGRAM = """
import sys
for line in sys.stdin:
    if line != "end\\n":
        print(solve(line.strip()), flush=True)
"""
MAY_BE_MADE = ("filler", ".crosscover", ".github", ".hypothesis", "__pycache__", "proofs", "tests")
SHORT = "--examples=2 --performance=0 -k 'images or full_grids or patterns'"
PANEL = "--engines dlx,bitmask"


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, its exit codes and the end of its output if nothing disturbs it, and the lines of its outputs.

    The number of lines of an output file is 0 if it depends on the run.
    """

    line: str
    ends: str = ""
    codes: tuple[int, ...] = (0,)
    outputs: Mapping[str, int] = field(default_factory=dict[str, int])
    ledger: str = ""
    program: tuple[str, ...] = tuple(RUN)

    @property
    def arguments(self) -> list[str]:
        """The arguments of the process."""
        return [*self.program, *shlex.split(self.line)]


COMMANDS = (
    Command("--help", r"\n$"),
    Command("solve --help", r"\n$"),
    Command("solve missing.txt", codes=(2,)),
    Command("solve --wrong-option", codes=(2,)),
    Command("audit misspelt.txt", codes=(2,)),
    Command("check python:mine.py:solve --known misspelt.txt", codes=(2,)),
    Command("replay unknown", codes=(2,)),
    Command("verify false.jsonl --jobs 1", r"\n$", codes=(1,)),
    Command("verify kept.jsonl --puzzles one.txt", r"\n$", codes=(1,)),
    Command("certify one.txt --producer sat:maplesat --jobs 1", codes=(1,)),
    Command(f"audit table.csv {PANEL} --jobs 1", r"\n$", codes=(1,)),
    Command("engines", r"\n$"),
    Command("dialects", r"\n$"),
    Command("init --subject python:mine.py:solve", r"git add "),
    Command("solve many.txt --engine bitmask", rf"^(\S+\n){{{MANY}}}$"),
    Command("solve few.txt --jobs 2 --limit 2", r"^\d.*\d\n$"),
    Command("solve few.txt --engine cpsat", rf"^(\S+\n){{{FEW}}}$"),
    Command("certify one.txt --producer cpsat", r"^\S+\n$"),
    Command("certify few.txt -o made.jsonl", outputs={"made.jsonl": FEW}),
    Command("certify few.txt --jobs 2 --producer sat:cadical195", rf"^(\S+\n){{{FEW}}}$"),
    Command("certify few.txt --jobs 1 --producer dlx", rf"^(\S+\n){{{FEW}}}$"),
    Command("certify few.txt -o made.jsonl --export proofs", outputs={"made.jsonl": FEW}),
    Command("verify kept.jsonl", r"two solutions: \d+ grids checked by the rules\n$"),
    Command("verify kept.jsonl --puzzles few.txt --jobs 1", r"two solutions: \d+ grids checked by the rules\n$"),
    Command("verify kept.db", r"two solutions: \d+ grids checked by the rules\n$"),
    Command(f"audit many.txt {PANEL} --no-certify --jobs 1", r"36 +\d+\n$"),
    Command(f"audit few.txt {PANEL} --jobs 2 --ledger new.db", r"certified\n$", ledger="new.db"),
    Command(
        f"audit many.txt {PANEL} --ledger new.db -o made.tsv --json made.json --html made.html",
        r"certified\n$",
        outputs={"made.tsv": MANY, "made.json": 0, "made.html": 0},
        ledger="new.db",
    ),
    Command(f"audit few.txt {PANEL} --judge python:mine.py:solve --ledger new.db", r"\n$", ledger="new.db"),
    Command(f"audit few.txt {PANEL} --minimal --isomorphs --ledger new.db", r"\n$", ledger="new.db"),
    Command(f"audit few.txt {PANEL} --dask local:1 --ledger new.db", r"certified\n$", ledger="new.db"),
    Command("ledger info kept.db", r"\n$"),
    Command("ledger merge new.db kept.db two.db", r"2 ledgers merged", ledger="new.db"),
    Command("ledger diff kept.db two.db -o made.tsv", r"\n$", codes=(1,), outputs={"made.tsv": 0}),
    Command("ledger info kept.db --json", r"^\{.*\}\n$"),
    Command("ledger export kept.db -o made.tsv", outputs={"made.tsv": FEW + 1}),
    Command("ledger export kept.db --format jsonl", rf"^([^\n]+\n){{{FEW}}}$"),
    Command("replay", r"images_of_known_puzzles"),
    Command("replay all", r"\n$", codes=(1,)),
    Command(f"check engine:cpsat {SHORT} --json=made.json", r"\n$", (0, 5), {"made.json": 0}),
    Command(
        f"check python:mine.py:solve {SHORT} --json=made.json --junit=made.xml --html=made.html --badge=made.svg",
        r"\n$",
        codes=(0, 5),
        outputs={"made.json": 0, "made.xml": 0, "made.html": 0, "made.svg": 0},
    ),
    Command(f"check python:wrong.py:solve {SHORT} --jobs 2 --json=-", r"\}\n$", codes=(1,)),
    Command(f"check js:./mine.mjs:solve {SHORT} --coverage", r"\n$", codes=(0, 5)),
    Command(f"check 'exec:{sys.executable} solver.py' {SHORT}", r"\n$", codes=(0, 5)),
    Command(
        f"check 'exec:{sys.executable} solver.py' {SHORT} --stream --save-suite=made.jsonl",
        r"\n$",
        codes=(0, 5),
        outputs={"made.jsonl": 0},
    ),
    Command(
        f"compare python:mine.py:solve engine:dlx {SHORT} --json made.json --html made.html",
        r"\n$",
        codes=(0, 5),
        outputs={"made.json": 0, "made.html": 0},
    ),
    Command("compare before.json before.json", r"solver", codes=(0, 5)),
    Command(
        "-m pytest -q -p no:cacheprovider -k 'images or sizes' test_mine.py", codes=(0, 1), program=(sys.executable,)
    ),
    Command("script.py", r"\n\d\n", program=(sys.executable,)),
)
"""Each command, with every executor and report; plain pytest and functions of crosscover too."""


@cache
def samples() -> TemporaryDirectory[str]:
    """A folder with the inputs of all commands; made once per session, before its first attempt."""
    folder = TemporaryDirectory(prefix="attack-samples-")
    place = Path(folder.name)
    puzzles = [line.partition(",")[0] for line in make_table(MANY, 1).splitlines()[1:]]
    texts = {
        "mine.py": solvers.RIGHT_PYTHON,
        "wrong.py": solvers.WRONG_PYTHON,
        "mine.mjs": solvers.RIGHT_JAVASCRIPT,
        "solver.py": solvers.RIGHT_PYTHON + PROGRAM,
        "script.py": SCRIPT,
        "test_mine.py": TESTS,
        "many.txt": "".join(f"{puzzle}\n" for puzzle in puzzles),
        "few.txt": "".join(f"{puzzle}\n" for puzzle in puzzles[:FEW]),
        "one.txt": f"{HARD[0]}\n",
        "misspelt.txt": "53..7\n",
        "table.csv": f"puzzle,solution\n{SECOND},{ANSWER}\n",
        "part.txt": "".join(f"{puzzle}\n" for puzzle in puzzles[:FEW]) + "no puzzle\n",
    }
    for name, text in texts.items():
        (place / name).write_text(text)
    lines = (
        "certify few.txt -o kept.jsonl",
        f"audit few.txt {PANEL} --ledger kept.db",
        f"audit few.txt {PANEL} --no-certify --ledger one.db --jobs 1",
        f"audit one.txt {PANEL} --ledger two.db --jobs 1",
        f"audit part.txt {PANEL} --ledger part.db --jobs 1",
        f"audit few.txt {PANEL} --count 4 --minimal --isomorphs --judge python:wrong.py:solve --ledger rich.db",
        "check python:wrong.py:solve --examples 4 --seed 1 -k images --performance 0",
        "check engine:dlx --examples 1 -k sizes --performance 0 --json before.json",
    )
    for line in lines:
        done = run([*RUN, *shlex.split(line)], cwd=place, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1, 2), (line, done)
    certificate = json.loads((place / "kept.jsonl").read_text().splitlines()[0])
    (place / "false.jsonl").write_text(json.dumps(certificate | {"producer": "me"}))
    return folder


def prepare(command: Command, folder: Path) -> None:
    """Copy the inputs of all commands into a folder, and make older outputs."""
    shutil.copytree(samples().name, folder, dirs_exist_ok=True)
    for name in command.outputs:
        (folder / name).write_text(OLDER)


def start(
    command: Command, folder: Path, output: int, errors: int = PIPE, before: Callable[[], object] = int
) -> "Popen[str]":
    """Start a command in a process group of its own, which handles signals as if it were started in a terminal.

    `before` is called in the process before it executes the command.
    """

    def prepare_process() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        before()

    return Popen(
        command.arguments,
        cwd=folder,
        stdin=DEVNULL,
        stdout=output,
        stderr=errors,
        text=True,
        errors="surrogateescape",
        start_new_session=True,
        preexec_fn=prepare_process,  # noqa: PLW1509 - there are no threads
    )


def is_whole(path: Path, lines: int) -> bool:
    """Whether an output file is complete, as far as its format tells, with so many lines."""
    text = path.read_text(encoding="utf-8")
    if lines and text.count("\n") != lines:
        return False
    with suppress(ValueError, ElementTree.ParseError):
        match path.suffix:
            case ".json":
                json.loads(text)
            case ".jsonl":
                [json.loads(line) for line in text.splitlines()]
            case ".xml" | ".svg":
                ElementTree.fromstring(text)  # noqa: S314 - our own reports
            case ".html":
                return text.endswith("</html>")
            case _:
                return text.endswith("\n")
        return True
    return False


def damages(command: Command, folder: Path, code: int, errors: str) -> Iterator[str]:
    """What is wrong with the files of a command that has ended with an exit code and these messages.

    SIGKILL may leave the temporary folder of a merge behind; otherwise a message names each file that is left.
    """
    original = Path(samples().name)
    for path in sorted(original.iterdir()):
        mine = folder / path.name
        if path.is_file() and (not mine.exists() or mine.read_bytes() != path.read_bytes()):
            yield f"the input {path.name} was changed"
    for name, lines in command.outputs.items():
        path = folder / name
        if not path.exists():
            yield f"{name} is gone"
        elif path.read_text(errors="replace") == OLDER:
            if code in command.codes and not (code == WRONG and errors):
                yield f"{name} was not written, exit code {code}"
        elif not is_whole(path, lines):
            yield f"{name} is damaged: {path.read_bytes()[-100:]!r}"
    known = {path.name for path in original.iterdir()} | {*command.outputs, command.ledger, *MAY_BE_MADE}
    for path in sorted(folder.iterdir()):
        is_of_ledger = code and path.name.startswith(f"{command.ledger}-")  # on a full disk the rows stay in the WAL
        if path.name not in known and path.name not in errors and code != -signal.SIGKILL and not is_of_ledger:
            yield f"{path.name} is left"


def misses(command: Command, code: int, output: str) -> Iterator[str]:
    """A finding if the exit code is that of a complete run, but the output is not complete.

    A wrong solver counts even if its report was not read.
    """
    if code in command.codes and code != WRONG and not re.search(command.ends, output, re.DOTALL):
        yield f"exit code {code}, but stdout ends with {output[-100:]!r}"


def settled(ledger: Path) -> set[tuple[object, ...]]:
    """The rows of a ledger; none if there is no ledger yet."""
    if not ledger.exists():
        return set()
    with closing(sqlite3.connect(ledger)) as connection:
        return set(connection.execute("SELECT * FROM puzzle"))


def ledger_damages(command: Command, folder: Path) -> Iterator[str]:
    """What is wrong with the ledger of a command that was disturbed: it must go on, and keep its rows."""
    ledger = folder / command.ledger
    if command.line.startswith("ledger merge"):
        if ledger.exists() and len(settled(ledger)) != FEW + 1:
            yield f"a merged ledger has {len(settled(ledger))} rows"
        return
    before = settled(ledger)
    done = run(command.arguments, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in command.codes:
        yield f"its ledger does not go on: exit code {done.returncode}, {done.stderr[-500:]!r}"
        return
    if not before <= settled(ledger):
        yield f"{len(before - settled(ledger))} of {len(before)} settled rows are lost"
    with TemporaryDirectory(dir=folder) as other:
        shutil.copytree(samples().name, other, dirs_exist_ok=True)
        run(command.arguments, cwd=other, capture_output=True, check=False)
        if contents(ledger) != contents(Path(other, command.ledger)):
            yield "its ledger is not that of an undisturbed audit"
    if left := sorted(path.name for path in folder.glob(f"{command.ledger}?*")):
        yield f"its ledger leaves {left}"


def traceback_in(errors: str) -> Iterator[str]:
    """A finding if stderr has a traceback or an internal error."""
    if re.search("Traceback|Exception ignored|internal error|Error in sys.excepthook|leaked", errors):
        yield f"stderr: {errors[-1500:]!r}"
