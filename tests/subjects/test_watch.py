"""Feeding of input and detection of timeouts."""

import pytest

from crosscover.subjects.processes.watch import InputQueue
from crosscover.subjects.processes.wire import Action, RunRequest


def queue(*inputs: str, answer_seconds: float | None = None) -> InputQueue:
    """A queue of these inputs."""
    return InputQueue(RunRequest(Action.RUN, ("true",), "/", {}, inputs, 1.0, 256, 1, answer_seconds))


def test_all_at_once() -> None:
    """Without `stream` the whole input is fed at once."""
    inputs = queue("a\n", "b\n")

    assert [inputs.next(0.0), inputs.next(0.0)] == [b"a\nb\n", b""]


def test_one_by_one() -> None:
    """With `stream` each part is fed after the previous answer."""
    inputs = queue("a\n", "", "b\n", answer_seconds=1.0)
    fed = [inputs.next(0.0), inputs.next(0.0)]
    inputs.count_answers(b"1\n")

    assert [*fed, inputs.next(0.0), inputs.next(0.0)] == [b"a\n", b"", b"b\n", b""]


@pytest.mark.parametrize(
    ("parts", "answers"),
    [
        ((b"12", b"3\n"), 1),
        ((b"123",), 0),
        ((b"123", b"\n"), 1),
        ((b"1\n\n 2\n3",), 2),
        ((b" ", b"\t\r\n"), 0),
        ((b" ", b"1 ", b" \n", b"\n"), 1),
        ((b"no solution\n1\n",), 2),
    ],
)
def test_answers(parts: tuple[bytes, ...], answers: int) -> None:
    """Each complete nonblank line is an answer, in however many pieces it arrives."""
    inputs = queue()
    for part in parts:
        inputs.count_answers(part)

    assert inputs.answered == answers


def test_waiting_for_an_answer() -> None:
    """The time for an answer starts when its part is fed."""
    inputs = queue("a\n", answer_seconds=1.0)
    before = inputs.unanswered_seconds(1.0)
    inputs.next(2.0)
    meanwhile = inputs.unanswered_seconds(5.0)
    inputs.count_answers(b"1\n")

    assert (before, meanwhile, inputs.unanswered_seconds(6.0)) == (0.0, 3.0, 0.0)
