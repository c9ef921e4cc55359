"""The command `crosscover compare`, and the responses of solvers to inputs that another solver failed."""

import pytest
from msgspec.structs import replace

from crosscover.dialects import Formatting
from crosscover.errors import UsageError
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, Shape
from crosscover.result import CheckResult, ComparedAnswer, Comparison, Failure, Status, decode
from crosscover.runner.comparing import MAX_INPUTS, compare_runs, settings_of
from crosscover.runner.run import Run
from crosscover.runner.settings import read_settings
from tests.report.samples import PUZZLE, SOLUTION, check_result, passed, wrong

from . import solvers
from .running import Here, enter

RIGHT, WRONG = "python:right.py:solve", "python:wrong.py:solve"
GOOD = check_result(passed())
SMALL = Grid.parse("1...............", Shape(2, 2))
FEW = ("-k", "full_grids", "--rounds=1", "--seed=1")


@pytest.fixture(autouse=True)
def files(here: Here, quick_panel: None) -> None:  # noqa: ARG001 - it is used
    """A folder with a right and a wrong solver."""
    here.write("right.py", solvers.RIGHT_PYTHON)
    here.write("wrong.py", solvers.WRONG_PYTHON)


@pytest.mark.slow
def test_two_solvers(here: Here) -> None:
    """Two solvers receive the same puzzles, and the wrong solver fails."""
    ran = here.main("compare", RIGHT, WRONG, *FEW, "--json=-", "--html=page.html")
    compared: Comparison = decode(ran.output, Comparison)
    assert ran.code == compared.exit_code == 1
    assert [result.exit_code for result in compared.results] == [0, 1]
    assert all((result.seed, result.rounds, result.certified > 0) == (1, 1, True) for result in compared.results)
    assert "WRONG: 1 of 2 solvers: python:wrong.py:solve" in ran.errors
    assert "Failing inputs" in (here.directory / "page.html").read_text()


@pytest.mark.slow
def test_inputs_that_a_solver_failed(here: Here) -> None:
    """The right solver also receives the puzzles that the wrong one failed, and nothing is saved."""
    compared: Comparison = decode(here.main("compare", RIGHT, WRONG, *FEW, "--json=-").output, Comparison)
    answers = [[answer.status for answer in each.answers] for each in compared.inputs]
    assert answers == [[Status.PASSED, Status.WRONG]] * len(answers) != []
    assert all(each.failure.certified for each in compared.inputs)
    assert not (here.directory / ".crosscover").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((RIGHT,), "expected at least two solvers"),
        ((RIGHT, "rihgt.py"), "there is no file rihgt.py (did you mean right.py?)"),
        ((RIGHT, f"{WRONG} --cal rows"), "--cal"),
        ((RIGHT, "engine:none"), "no engine 'none'"),
        ((RIGHT, WRONG, "--json=wrong.py"), "is also the input wrong.py"),
        ((RIGHT, WRONG, "--html=gone/x.html"), "gone/x.html"),
    ],
)
def test_invalid_arguments(arguments: tuple[str, ...], message: str, here: Here) -> None:
    """Invalid, unreadable or unwritable arguments are reported before anything is judged."""
    ran = here.main("compare", *arguments)
    assert (ran.code, ran.output) == (2, "")
    assert message in ran.errors


def test_a_solver_that_cannot_be_started(here: Here) -> None:
    """Both reports state that a solver was not started, and replace older reports."""
    for name in ("old.json", "old.html"):
        here.write(name, "NO ERRORS FOUND")
    ran = here.main("compare", RIGHT, "exec:./missing", "--json=old.json", "--html=old.html")
    compared: Comparison = decode((here.directory / "old.json").read_text(), Comparison)
    assert (ran.code, compared.exit_code, compared.verdict, compared.results) == (4, 4, "NOT STARTED", ())
    page = (here.directory / "old.html").read_text()
    assert "<strong>NOT STARTED</strong>" in page
    assert all("cannot start ./missing" in text for text in (compared.notes[0], page))


def test_an_internal_error(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error in the run of one solver is a fault; the other solvers are judged all the same."""
    judged: list[str] = []

    def judge_all(self: Run) -> None:
        judged.append(self.setup.subject)
        if len(judged) == 1:
            raise ZeroDivisionError("a bug")

    monkeypatch.setattr(Run, "_judge_all", judge_all)
    monkeypatch.delenv("CROSSCOVER_DEBUG", raising=False)
    ran = here.main("compare", RIGHT, WRONG, *FEW)
    assert (ran.code, judged) == (3, [RIGHT, WRONG])
    assert "ZeroDivisionError: a bug" in ran.errors
    assert "interrupted" not in ran.errors


def record(*batches: tuple[Grid, ...]) -> CheckResult:
    """Return a run that failed on these batches, each for a different cause."""
    failures = [
        Failure(
            "a",
            "",
            Status.WRONG,
            f"cause {number}",
            shape=str(batch[0].shape),
            puzzles=tuple(map(str, batch)),
            formatting=Formatting().to_plain(),
        )
        for number, batch in enumerate(batches)
    ]
    return replace(check_result(wrong()), failures=tuple(failures))


def given(batch: tuple[Grid, ...], subject: str, contract: str = "proper") -> ComparedAnswer:
    """Return a solver's answer to a batch that another solver failed."""
    settings = read_settings(subject, {"contract": contract})
    [found] = compare_runs((record(batch), GOOD), [settings, settings]).inputs
    assert found.answers[0].status is Status.WRONG
    return found.answers[1]


def test_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel judges each solver anew; no solver receives puzzles outside its contract or of another shape."""
    enter(monkeypatch, lambda grid, limit=None: (one.with_cell(8, 7) for one in BitmaskEngine()(grid, limit)))
    assert given((PUZZLE,), "engine:bitmask") == ComparedAnswer(Status.PASSED)
    answer = given((PUZZLE,), "engine:lying")
    assert (answer.status, answer.words) == (Status.WRONG, str(SOLUTION.with_cell(8, 7)))
    assert given((PUZZLE, Grid.parse("." * 81)), "engine:bitmask").status is Status.NOT_RUN
    assert given((SMALL,), "engine:bitmask", "any").status is Status.NOT_RUN


def test_many_failures() -> None:
    """A limited number of inputs is run and shown; the rest is counted."""
    compared = compare_runs((record(*[(PUZZLE,) * size for size in range(1, MAX_INPUTS + 3)]), GOOD), [])
    assert (len(compared.inputs), compared.left_out) == (MAX_INPUTS, 2)
    assert compared.inputs[0].answers[1] == ComparedAnswer(Status.NOT_RUN)


def test_defaults_of_all_solvers() -> None:
    """An option is a default for the solvers that it applies to; one of a single solver must apply to it."""
    specs = ["engine:dlx", "python:m:f", "exec:./a.out"]
    own: dict[str, object] = {"dialect": "lines"}
    settings = settings_of(
        [*((spec, {}) for spec in specs), ("exec:./b.out", own)], {"dialect": "grid", "call": "rows", "seed": 1}
    )
    assert [each.options.dialect for each in settings] == ["poj3074", "poj3074", "grid", "lines"]
    assert ["call" in each.options.explicit for each in settings] == [False, True, False, False]
    with pytest.raises(UsageError, match=r"^'python:m:f': dialect: only for exec: solvers"):
        settings_of([("python:m:f", own), ("engine:dlx", {})], {})
