"""Subject factories, a check that none of their processes survives a test, and a clock for the search for a form."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import pytest

from crosscover.options import Options
from crosscover.subjects import find as finding
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.subject import Subject
from tests.processes import MARK, await_none, running_with

from .puzzles import ANSWERS

Make = Callable[..., Subject]

FIRST_SECONDS = 3.0
"""Time limit of a first try of a form: on a busy machine, Java takes a second to start."""

STEP = 0.1
"""Seconds that pass each time the search for a form reads the clock, which it does for each batch of tries."""


@pytest.fixture(autouse=True)
def steady_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the result of a search independent of the load of the machine."""
    readings = count()
    monkeypatch.setattr(finding, "time", SimpleNamespace(monotonic=lambda: STEP * next(readings)))
    monkeypatch.setattr(finding, "FIRST_SECONDS", FIRST_SECONDS)


@pytest.fixture
def nothing_survives(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check after a test that no process started by a subject, directly or indirectly, remains."""
    mark = f"{MARK}={uuid4()}"
    monkeypatch.setenv(*mark.split("="))
    yield
    assert await_none(lambda: running_with(mark)) == []


@pytest.fixture
def make(nothing_survives: None) -> Iterator[Make]:  # noqa: ARG001 - checks the end
    """A factory of subjects, which are closed after the test."""
    with ExitStack() as stack:

        def make_one(spec: str, **options: object) -> Subject:
            return stack.enter_context(closing(open_subject(spec, Options(**options))))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - checked where it fails

        yield make_one


@pytest.fixture
def script(tmp_path: Path, make: Make) -> Callable[..., Subject]:
    """A factory of subjects from Python programs, which can call `right()` for the answers to their whole input."""
    opening = f"""#!{sys.executable} -S
import os, signal, sys, time
ANSWERS = {ANSWERS}
def right(): return [ANSWERS[line] for line in sys.stdin.read().split() if line != "end"]
"""

    def make_one(text: str, *, spec: str = "exec:{}", **options: object) -> Subject:
        path = tmp_path / "program"
        path.write_text(opening + text)
        path.chmod(0o755)
        return make(spec.format(path), **options)

    return make_one
