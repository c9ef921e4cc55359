"""Which puzzle an answer belongs to."""

from itertools import combinations

import pytest

from crosscover.dialects import DIALECTS
from crosscover.reference import Grid
from crosscover.subjects import replies
from crosscover.subjects.options import Contract
from crosscover.subjects.replies import MatchedReplies, Reader
from crosscover.subjects.subject import Answered, Counted, Failed, Fault, Response

from .puzzles import BATCH, SOLUTIONS

LINES = [f"{solution}\n" for solution in SOLUTIONS]
RIGHT = tuple(map(Answered, SOLUTIONS))


def read(text: str, dialect: str = "poj3074", *, truncated: bool = False) -> MatchedReplies:
    """What is read of an output for the three puzzles."""
    return Reader(DIALECTS[dialect], Contract.PROPER).read(text, BATCH, truncated=truncated)


@pytest.mark.parametrize("kept", [kept for size in range(4) for kept in combinations(range(3), size)])
def test_every_missing_line_is_found(kept: tuple[int, ...]) -> None:
    """Whichever lines are missing, the others find their puzzles."""
    expected: list[Response] = [
        RIGHT[place] if place in kept else Failed(Fault.MISSING, f"line {place + 1} of 3 is missing")
        for place in range(3)
    ]

    assert read("".join(LINES[place] for place in kept)).responses == tuple(expected)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("extra", ["\n", "Case 1:\n", f"{SOLUTIONS[0]}\n", "12345\n"])
def test_every_extra_line_is_passed_over(place: int, extra: str) -> None:
    """Wherever a line is too many, the others find their puzzles."""
    matched = read("".join([*LINES[:place], extra, *LINES[place:]]))

    assert matched.responses == RIGHT
    assert matched.extra is not None
    assert matched.extra.reason.endswith("is too many: 4 came where 3 were due")


def test_wrong_answers_stay_in_their_places() -> None:
    """As many answers as puzzles belong together in order, right or wrong."""
    assert read(LINES[1] + LINES[0] + LINES[2]).responses == (RIGHT[1], RIGHT[0], RIGHT[2])


def test_answers_of_nine_lines() -> None:
    """In a dialect of nine lines an answer has a number, not a line."""
    dialect = DIALECTS["poj2676"]
    text = dialect.write_answer(SOLUTIONS[0], BATCH[0]) + dialect.write_answer(SOLUTIONS[2], BATCH[2])

    missing = Failed(Fault.MISSING, "answer 2 of 3 is missing")
    assert read(text, "poj2676").responses == (RIGHT[0], missing, RIGHT[2])


def test_cut_line() -> None:
    """After a bad end a last line without its end is no answer, unless it is whole."""
    assert read(LINES[0] + LINES[1][:40], truncated=True).responses == RIGHT[:1]
    assert read(LINES[0] + LINES[1][:81], truncated=True).responses == RIGHT[:2]


@pytest.mark.parametrize("contract", [Contract.PROPER, Contract.COUNT])
def test_millions_of_lines(contract: Contract) -> None:
    """Of an output that is nothing but line ends no more is read than shows that it is too long."""
    matched = Reader(DIALECTS["poj3074"], contract).read("\n" * 1_000_000, BATCH, truncated=False)

    assert len(matched.responses) == 3
    assert matched.extra is not None
    assert matched.extra.reason == "line 4 and 9999 more are too many: 10003 or more came where 3 were due"


def test_no_answer_is_compared_with_all_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many answers are too many, and fit none of the puzzles, each is compared with a few."""
    compared = 0

    def fits(_response: Response, _puzzle: Grid) -> bool:
        nonlocal compared
        compared += 1
        return False

    monkeypatch.setattr(replies, "_fits", fits)
    matched = Reader(DIALECTS["poj3074"], Contract.PROPER).read(LINES[0] * 1200, BATCH * 100, truncated=False)
    assert compared <= 16 * 1200
    assert len(matched.responses) == 300


@pytest.mark.parametrize("digits", ["٢", "२"])
def test_a_count_in_another_script(digits: str) -> None:
    """A count is written with the digits 0 to 9, as the cells are."""
    read = Reader(DIALECTS["poj3074"], Contract.COUNT).read(f"2\n{digits}\n1\n", BATCH, truncated=False)

    malformed = Failed(Fault.MALFORMED, f"line 2 is {digits!r}; expected 0, 1 or 2")
    assert read.responses == (Counted(2), malformed, Counted(1))
