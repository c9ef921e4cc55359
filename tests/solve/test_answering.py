"""Answers to puzzles, in one process and in several."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from multiprocessing import active_children

import pytest

from crosscover import answering
from crosscover.answering import AnswerWriter, Chunk, SolveTask
from crosscover.oracles.errors import EngineError
from crosscover.reference import DlxEngine, Engine, Grid, Shape
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER

CLASHING = "11" + "." * 79
TASK = SolveTask("dlx", "poj3074")
ANSWERS = {PUZZLE: f"{ANSWER}\n", SECOND: f"{SECOND_ANSWER}\n", CLASHING: "no solution\n"}


@pytest.fixture
def _hand_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hand puzzles to other processes after the first one, one at a time."""
    monkeypatch.setattr(answering, "SERIAL_SECONDS", 0.0)
    monkeypatch.setattr(answering, "MAX_CHUNK", 1)


def write_answers(puzzles: Iterable[str], texts: list[str], jobs: int, header: str = "") -> None:
    """Return everything that is written for these puzzles as a list."""
    with closing(AnswerWriter(TASK, texts.extend, jobs, before=[header] if header else [])) as answers:
        for puzzle in puzzles:
            answers.add(Grid.parse(puzzle))
        answers.flush()


def test_task_answers_many() -> None:
    """A task returns the answers to several puzzles as one text, with refusals for those without a solution."""
    puzzles = [Grid.parse(puzzle).values for puzzle in ANSWERS]
    assert TASK(Chunk(1, Shape(), puzzles)) == ["".join(ANSWERS.values())]


def test_task_keeps_the_limit() -> None:
    """A puzzle has at most as many answers as the limit, all different."""
    answers = list(SolveTask("dlx", "poj3074", limit=5).answers(Grid.parse("." * 81)))
    assert len(set(answers)) == len(answers) == 5


@pytest.mark.usefixtures("_hand_over_at_once")
def test_serial() -> None:
    """With one job all puzzles are answered in this process, however long it takes."""
    texts: list[str] = []
    with closing(AnswerWriter(TASK, texts.extend, 1)) as answers:
        for puzzle in ANSWERS:
            answers.add(Grid.parse(puzzle))
        assert active_children() == []
    assert "".join(texts) == "".join(ANSWERS.values())


def test_small_input_is_serial() -> None:
    """No other process is started until this one has been busy for a while."""
    texts: list[str] = []
    with closing(AnswerWriter(TASK, texts.extend, 8)) as answers:
        answers.add(Grid.parse(PUZZLE))
        assert active_children() == []


@pytest.mark.usefixtures("_hand_over_at_once")
@pytest.mark.parametrize("jobs", [2, 3])
def test_order_over_processes(jobs: int) -> None:
    """With several processes the answers come once each, in the order of the puzzles."""
    puzzles = list(ANSWERS) * 8
    texts: list[str] = []
    write_answers(puzzles, texts, jobs)
    assert "".join(texts) == "".join(ANSWERS[puzzle] for puzzle in puzzles)
    assert active_children() == []


@pytest.mark.usefixtures("_hand_over_at_once")
def test_numbers_and_shapes_over_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers keep their numbers, and puzzles their shapes, in other processes."""
    monkeypatch.setattr(answering, "MAX_CHUNK", 3)
    shapes = [Shape(), Shape(2, 2), Shape(2, 2), Shape(1, 1), Shape()] * 3
    texts: list[str] = []
    with closing(AnswerWriter(SolveTask("dlx", "uva10957"), texts.extend, 2, answered=7)) as answers:
        for shape in shapes:
            answers.add(Grid.canonical(shape))
        answers.flush()
    assert "".join(texts) == "".join(f"Case {number}: Unique.\n" for number in range(8, 8 + len(shapes)))


@pytest.mark.usefixtures("_hand_over_at_once")
def test_others_take_over() -> None:
    """After a while puzzles go to other processes, and a flush writes all earlier answers."""
    texts: list[str] = []
    with closing(AnswerWriter(TASK, texts.extend, 2)) as answers:
        answers.add(Grid.parse(PUZZLE))
        assert texts == [f"{ANSWER}\n"]
        answers.add(Grid.parse(SECOND))
        assert len(active_children()) == 1
        answers.flush()
        assert texts == [f"{ANSWER}\n", f"{SECOND_ANSWER}\n"]


def test_finished_answers_do_not_wait_for_slow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Buffered answers are written after the interval, while later ones are computed."""
    ticks: Iterator[float] = iter(range(100))
    monkeypatch.setattr(answering, "perf_counter", lambda: next(ticks))
    texts: list[str] = []
    AnswerWriter(SolveTask("dlx", "poj3074", limit=3), texts.extend, 1).add(Grid.parse("." * 81))
    assert len(texts) == 3


@pytest.mark.usefixtures("_hand_over_at_once")
@pytest.mark.parametrize("jobs", [1, 2])
def test_engine_that_breaks(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """Answers before an error of the engine are written, and none after it."""

    def engine(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        if str(puzzle) == CLASHING:
            raise EngineError("broken")
        return DlxEngine()(puzzle, limit)

    def engine_of(_name: str) -> Engine:
        return engine

    monkeypatch.setattr(answering, "engine_of", engine_of)
    texts: list[str] = []
    with pytest.raises(EngineError, match="broken"):
        write_answers((PUZZLE, SECOND, CLASHING, SECOND, PUZZLE), texts, jobs)
    assert "".join(texts) == f"{ANSWER}\n{SECOND_ANSWER}\n"


@pytest.mark.parametrize("puzzles", [[], [PUZZLE], [PUZZLE] * 3])
@pytest.mark.usefixtures("_hand_over_at_once")
def test_header(puzzles: list[str]) -> None:
    """The header is written once, at the beginning, even if there are no puzzles."""
    texts: list[str] = []
    write_answers(puzzles, texts, 2, "answers\n")
    assert "".join(texts) == "answers\n" + f"{ANSWER}\n" * len(puzzles)
