"""Compile sources, in as many files as they need, and quote the first error of a compiler."""

import atexit
import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from shutil import copy, rmtree, which
from tempfile import mkdtemp

from crosscover.errors import NotStartedError, UsageError

from .sources import INCLUDE, MAIN

COMPILERS = {
    ".c": "cc -O2 -o {output} {source} -lm",
    **dict.fromkeys((".cc", ".cpp", ".cxx"), "c++ -O2 -std=c++17 -o {output} {source}"),
    ".rs": "rustc -O -o {output} {source}",
    ".go": "go build -o {output} {source}",
    ".java": "javac -parameters -d {folder} -sourcepath {root} {source}",
}
"""Commands that compile a source with a main function, by file suffix."""

_BUILD_FILES = {
    "Cargo.toml": ("cargo build --release", "its program in target/release, or 'cargo run --release'"),
    "go.mod": ("go build", "its program, or 'go run .'"),
    "CMakeLists.txt": ("cmake -B build && cmake --build build", "its program in build"),
    "Makefile": ("make", "the program that it writes"),
    "pom.xml": ("mvn package", "its .jar file in target"),
    "package.json": ("npm run build", "the file that it writes"),
}
"""Build command of a project, and what to check then, by a file in the folder of a source or in a folder above it."""

SECONDS = 60.0
"""Time limit of a compiler."""

_FETCHES = 5
"""Factor of the time limit for tools that build a project, which may also fetch its dependencies."""

_MAX_ROUNDS = 6
"""Number of times that a source is compiled; each time, files of its folder are added, or rejected calls left out."""

_ERROR = re.compile(r"\berror\b(?:\[\w+\])?:|undefined (?:reference|symbol)|multiple definition of", re.IGNORECASE)
_PLACE = re.compile(r"^.*\bld: |^\S*/worker\.hpp:[\d:]+ |^/\S*/(?=[^/\s]+:)|:\(\.text[^)]*\)")
"""Parts of an error that a reader does not need: the linker, a file of ours, the folder, the address in a section."""

_DETAIL = re.compile(r"^\s*(symbol: .*|--> .*)$")
"""A line that follows an error message: the symbol that javac does not find, and the place of an error in Rust."""

_UNDEFINED = re.compile(r"undefined reference to [`'](?:\w+::)*(\w+)|^\s+\"_(\w+)\", referenced from", re.MULTILINE)
_PUBLIC = re.compile(r"class (\w+) is public, should be declared in a file named")


def built(argv: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Compile the source that a command begins with, or the project that it runs; return the command, and how.

    The program is kept until this process ends. Raises UsageError if the source does not compile.
    """
    path = Path(argv[0])
    if path.name in ("cargo", "go") and argv[1:2] == ("run",):
        return _built_project(path.name, argv[2:], Path.cwd())
    if path.suffix not in COMPILERS or not os.path.isfile(path):  # noqa: PTH113 - a name too long for a path is none
        return argv, ""
    source = path.resolve()
    program, build = compiled(source, source.stat().st_mtime_ns)
    return (*program, *argv[1:]), build


def new_folder() -> Path:
    """Return a folder that is removed when this process ends."""
    folder = Path(mkdtemp(prefix="crosscover-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    return folder


def run_compiler(words: Sequence[str], source: Path, shown: str, folder: Path, times: int = 1) -> str:
    """Run a compiler in a folder, for some times its time limit; return its output if it fails, else an empty text.

    None of its processes is left. Raises UsageError without the compiler, NotStartedError after the time limit.
    """
    seconds = times * SECONDS
    if which(words[0]) is None:
        raise UsageError(f"{source.name} needs the compiler {words[0]}, which is not on PATH")
    with subprocess.Popen(  # noqa: S603 - a compiler
        words,
        cwd=folder,
        # Messages are in English. A compiler that is ended leaves files.
        env={**os.environ, "LC_ALL": "C.UTF-8", "TMPDIR": str(new_folder())},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
    ) as run:
        try:
            output, _ = run.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise NotStartedError(f"{source.name} does not compile within {seconds:g} s ({shown})") from None
        finally:
            with suppress(OSError):
                os.killpg(run.pid, signal.SIGKILL)
    return (output or "without a message") if run.returncode else ""


def first_error(output: str, folder: Path) -> str:
    """Return the first error of a compiler or a linker, with its line and its symbol."""
    lines = output.replace(f"{folder}{os.sep}", "").splitlines()
    at = next((at for at, line in enumerate(lines) if _ERROR.search(line)), None)
    if at is None:
        return next((line.strip() for line in lines if not line.startswith("#")), "")
    error = _PLACE.sub("", lines[at].strip())
    details = [match[1] for line in lines[at + 1 : at + 6] if (match := _DETAIL.match(line))]
    return "; ".join([error, *details[:1]])


def failure(source: Path, shown: str, output: str) -> UsageError:
    """Return the error for a source that does not compile, with advice if it belongs to a project."""
    message = f"{source.name} does not compile ({shown}): {first_error(output, source.parent)}"
    for folder in list(source.parents)[:3]:
        for name, (command, program) in _BUILD_FILES.items():
            if (folder / name).is_file():
                return UsageError(f"{message}. Run `{command}` in {folder}, then check {program}")
    return UsageError(message)


@cache
def compiled(source: Path, _changed: int, harness: Sequence[Path] = ()) -> tuple[tuple[str, ...], str]:
    """Compile a source; return the command that runs it, and how it was compiled."""
    folder = new_folder()
    shown = compile_files(source, folder, harness)
    return _command(source, folder, folder / source.stem), f"compiled by {shown}"


def compile_files(
    source: Path, folder: Path, harness: Sequence[Path] = (), revise: Callable[[str], bool] = lambda _: False
) -> str:
    """Compile a source in a folder, with the files, and by the standard or encoding, that it needs.

    Return how. A `harness` for C or C++ includes the source. `revise` receives an empty text first, and then the errors
    of each round; it returns whether the harness has changed.
    """
    is_included = bool(harness) and source.suffix != ".java"
    template = COMPILERS[source.suffix]
    if is_included:
        template = template.replace("-O2", "-O2 -w -fno-access-control")  # private methods can be called, too
    failures: list[UsageError] = []
    other = template.replace("c++17", "c++20").replace("javac", "javac -encoding latin1")
    for words_of_command in dict.fromkeys((template, other)):
        revise("")
        files: Sequence[Path] = [source]
        printed = shown = ""
        for _ in range(_MAX_ROUNDS):
            names = " ".join(file.name for file in files)
            shown = re.sub(r" -parameters| -sourcepath \{root\}", "", words_of_command)
            shown = shown.format(output=source.stem, source=names, folder=".")
            if harness:
                shown = f"{shown.partition(' ')[0]} with a harness"
            places = {
                "{output}": [str(folder / source.stem)],
                "{folder}": [str(folder)],
                "{root}": [str(_root(source))],
                "{source}": map(str, (*harness, *files[is_included:])),
            }
            words = [part for word in words_of_command.split() for part in places.get(word, [word])]
            printed = run_compiler(words, source, shown, folder)
            if not printed:
                return shown
            more = other_files(source, files, printed, folder)
            if not (revise(printed) or more):
                break
            files = more or files
        failures.append(failure(source, shown, printed))
    raise failures[0]


def _command(source: Path, folder: Path, output: Path) -> tuple[str, ...]:
    if source.suffix != ".java":
        return (str(output),)
    classes = sorted(folder.rglob("*.class"), key=lambda path: path.stem != source.stem)
    main = next((path for path in classes if b"([Ljava/lang/String;)V" in path.read_bytes()), output)
    return ("java", "-cp", str(folder), ".".join(main.relative_to(folder).with_suffix("").parts))


def _root(source: Path) -> Path:
    """Return the folder in which the packages of a Java source begin, if its path says so, or else its own folder."""
    parts = _package(source).split(".")
    return source.parents[len(parts)] if list(source.parts[-1 - len(parts) : -1]) == parts else source.parent


def _package(source: Path) -> str:
    found = re.search(r"^\s*package\s+([\w.]+)\s*;", _text(source), re.MULTILINE) if source.suffix == ".java" else None
    return found[1] if found else ""


def other_files(source: Path, files: Sequence[Path], printed: str, folder: Path) -> Sequence[Path]:
    """Return the files to compile instead, after the compiler has printed errors; empty if there are none.

    They are the files that define missing symbols, or the rest of a Java package. A public class in a file of another
    name is compiled from a copy.
    """
    if source.suffix == ".java":
        public = _PUBLIC.search(printed)
        if public and files == [source]:
            return [Path(copy(source, folder / f"{public[1]}.java"))]
        package = [file for file in sorted(source.parent.glob("*.java")) if _package(file) == _package(source)]
        return package if _package(source) and len(files) == 1 and len(package) > 1 else []
    missing = "|".join(first or second for first, second in _UNDEFINED.findall(printed))
    if not missing:
        return []
    mentions = re.compile(rf"\b(?:{missing})\b")
    family = (".c",) if source.suffix == ".c" else (".cc", ".cpp", ".cxx", ".c")
    folders = {(source.parent / name).parent.resolve() for name in ("x", *INCLUDE.findall(_text(source)))}
    beside = sorted(file for folder in folders if folder.is_dir() for file in folder.iterdir())
    others = [file for file in beside if file.suffix in family and file not in files]
    texts = {file: _text(file) for file in others}
    more = [file for file, text in texts.items() if mentions.search(text) and not MAIN.search(text)]
    return [*files, *more] if more else []


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


@cache
def _built_project(tool: str, words: Sequence[str], here: Path) -> tuple[tuple[str, ...], str]:
    """Build the project of `cargo run` or `go run`, once, so a run takes no time for compiling."""
    options: tuple[str, ...] = ()
    if tool == "cargo":
        at = words.index("--") if "--" in words else len(words)
        more = words[at + 1 :]
    else:
        at = next((at for at, word in enumerate(words) if not word.startswith("-")), len(words)) + 1
        while at < len(words) and words[at - 1].endswith(".go") and words[at].endswith(".go"):
            at += 1
        options, more = ("-o", str(new_folder() / "program")), words[at:]
    package = words[:at]
    shown = " ".join((tool, "build", *package))
    printed = run_compiler((tool, "build", *options, *package), here, shown, here, _FETCHES)
    if printed:
        raise UsageError(f"{shown} fails: {first_error(printed, here)}")
    programs: Sequence[str] = options[1:]
    if tool == "cargo":
        listing = (tool, "build", *package, "--message-format=json")
        run = subprocess.run(listing, capture_output=True, text=True, check=False)  # noqa: S603 - builds nothing
        records = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        programs = [record["executable"] for record in records if record.get("executable")]
    if len(programs) != 1:
        raise UsageError(f"{shown} writes {len(programs)} programs; name one with --bin, as in 'cargo run --bin NAME'")
    return (*programs, *more), f"compiled by {shown}"
