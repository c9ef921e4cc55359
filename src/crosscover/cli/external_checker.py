"""External checkers of refutations, for `verify --with`.

A checker accepts a refutation with a line `s VERIFIED` or `s VERIFIED UNSAT`, as drat-trim and its successors do.
Exit codes differ too much: cake_lpr always ends with 0, lrat-trim with 20 if it accepts. A program that ends without
such a line refuses. A mistake in the command would thus look like a refusal, so each checker first receives a right
and a wrong refutation, and only one that tells them apart is used.
"""

import shlex
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from os import strerror
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crosscover.exit_code import ExitCode, NotStartedError, UsageError
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.proofs.exporting import FORMATS
from crosscover.reference import Grid
from crosscover.scratch import scratch_folder
from crosscover.subjects.environment import environment_with
from crosscover.subjects.exit_diagnosis import describe_status, text_of
from crosscover.subjects.processes.supervisor import SupervisorClient
from crosscover.subjects.processes.watch import MAX_PROCESSES
from crosscover.subjects.processes.wire import Action, RunRequest, RunResult

SECONDS = 100.0
"""Time limit of a run."""
MEMORY = 4096
"""Memory limit of a run in MiB."""
RESERVED = 1 << 16
"""Memory in MiB that a checker may reserve: cake_lpr reserves 8 GiB, of which it uses 22 MiB."""
OUTPUT = 4
"""Output limit of a run in MiB."""
MAX_SHOWN = 200
"""Maximum number of characters of the output in a message."""

VERIFIED = ("s VERIFIED", "s VERIFIED UNSAT")

DEFAULT_WORDS = ("{cnf}", "{lrat}")
"""The words after a command that names no file."""

RIGHT: Mapping[str, bytes] = {
    "cnf": b"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
    "drat": b"1 0\n0\n",
    "lrat": b"5 1 0 1 2 0\n6 0 5 3 4 0\n",
    "blrat": bytes([97, 10, 2, 0, 2, 4, 0, 97, 12, 0, 10, 6, 8, 0]),
}
"""A refutation that checkers accept."""

WRONG: Mapping[str, bytes] = {
    "cnf": b"p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n",
    "drat": b"1 0\n0\n",
    "lrat": b"4 1 0 1 2 0\n5 0 4 3 0\n",
    "blrat": bytes([97, 8, 2, 0, 2, 4, 0, 97, 10, 0, 8, 6, 0]),
}
"""One that they refuse, as the problem has a solution."""


class Reply(NamedTuple):
    """The reply of an external checker: whether it accepts, None if it failed, and the reason as text."""

    accepts: bool | None
    why: str


class ComparedReply(NamedTuple):
    """The reply of an external checker to the refutation for a puzzle, and whether crosscover accepts it."""

    puzzle: Grid
    reply: Reply
    accepted: bool

    @property
    def code(self) -> ExitCode:
        """The exit code: two checkers that differ are a fault, whichever is right."""
        if self.reply.accepts is None:
            return ExitCode.NOT_DECIDED
        return ExitCode.GOOD if self.reply.accepts is self.accepted else ExitCode.FAULT

    def __str__(self) -> str:
        verb = {True: "accepts", False: "refuses", None: "does not judge"}
        theirs, ours = verb[self.reply.accepts], verb[self.accepted]
        said = f"the external checker {theirs} the refutation for {self.puzzle}, which crosscover {ours}"
        advice = "; --export DIR writes its files, for a run by hand" if self.reply.accepts is None else ""
        return f"{said}: {self.reply.why}{advice}"


@dataclass(frozen=True, slots=True)
class ExternalChecker:
    """A command whose words may contain `{cnf}`, `{drat}`, `{lrat}` and `{blrat}`, and a folder for these files."""

    words: tuple[str, ...]
    folder: Path

    def judge(self, certificate: Certificate, *, accepted: bool) -> ComparedReply:
        """Run the checker on the refutation of a certificate, which crosscover has accepted or not."""
        reply = self.run({name: partial(write, certificate) for name, write in FORMATS.items()})
        return ComparedReply(certificate.puzzle, reply, accepted)

    def run(self, contents: Mapping[str, Callable[[], str | bytes]]) -> Reply:
        """Run the checker on files, of which only those are written that it reads; raises NotStartedError."""
        with TemporaryDirectory(dir=self.folder) as folder:
            words = self.words
            for name, content in contents.items():
                place = f"{{{name}}}"
                if any(place in word for word in words):
                    file = Path(folder, f"refutation.{name}")
                    data = content()
                    file.write_bytes(data.encode() if isinstance(data, str) else data)
                    words = tuple(word.replace(place, str(file)) for word in words)
            request = RunRequest(
                action=Action.RUN,
                argv=words,
                folder=str(Path.cwd()),
                environment=environment_with(None),
                inputs=(),
                seconds=SECONDS,
                memory=MEMORY,
                reserved=RESERVED,
                output=OUTPUT,
            )
            result = _supervisor().run(request)
        if result.errno:
            raise NotStartedError(f"--with: cannot start {words[0]}: {strerror(result.errno)}")
        return _reply(result)


@contextmanager
def external_checker(command: str) -> Generator[ExternalChecker]:
    """A checker that tells a right refutation from a wrong one; raises UsageError for any other command."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"--with {command!r} cannot be split into words: {error}") from None
    if not words:
        raise UsageError("--with needs a command, such as ./cake_lpr")
    advice = ""
    if not any(f"{{{name}}}" in word for word in words for name in FORMATS):
        words += DEFAULT_WORDS
        advice = "; write {cnf} {blrat} after the command for a checker of binary LRAT, {cnf} {drat} for one of DRAT"
    with scratch_folder() as folder:
        checker = ExternalChecker(words, folder)
        try:
            for contents, expected in ((RIGHT, True), (WRONG, False)):
                reply = checker.run({name: partial(bytes, data) for name, data in contents.items()})
                if reply.accepts is not expected:
                    what = "accept a right refutation" if expected else "refuse a wrong one"
                    raise UsageError(f"--with {command!r} does not {what}: {reply.why}{advice}")
            yield checker
        finally:
            _supervisor().close()


@cache
def _supervisor() -> SupervisorClient:
    """The supervisor of this process; each process gets its own at its first run."""
    return SupervisorClient()


def _reply(result: RunResult) -> Reply:
    if result.supervisor_error:
        return Reply(None, f"the run was lost: {result.supervisor_error}")
    if result.overflowed_stream:
        return Reply(None, f"wrote more than {OUTPUT} MiB to {result.overflowed_stream}")
    if result.too_many_processes:
        return Reply(None, f"ran more than {MAX_PROCESSES} processes at a time")
    if result.too_much_memory:
        return Reply(None, f"held more than {MEMORY} MiB of memory")
    if result.timed_out or result.status is None:
        return Reply(None, f"still running after {SECONDS:g} s")
    accepts = any(line.strip() in VERIFIED for line in text_of(result.output).splitlines())
    return Reply(None if result.status < 0 else accepts, describe_status(result.status) + _last(result))


def _last(result: RunResult) -> str:
    """The line of the output that tells most: its verdict, the last one on stderr, or the last one."""
    output, errors = (
        [line.strip() for line in text_of(text).splitlines() if line.strip()] for text in (result.output, result.errors)
    )
    lines = [line for line in output if line.startswith("s ")] or errors or output
    return f": {lines[-1][:MAX_SHOWN]}" if lines else ", without any output"
