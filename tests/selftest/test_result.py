"""What runs come to, for people and for programs."""

import io
import json

from rich.console import Console

from crosscover.report.events import Status
from tests.selftest.judging import Fate
from tests.selftest.result import Kill, Result, gathered
from tests.selftest.showing import show
from tests.selftest.watching import Watch
from tests.selftest.writing import written

from .samples import run, seen, solver

WRONG, LATE = Status.WRONG, Status.TIMED_OUT
SOLVERS = [solver("slip", "index arithmetic"), solver("hang", "resources"), solver("fine")]
RUNS = [
    run("slip", Fate.KILLED, seen("easy", 10), seen("hard", 7, WRONG, 7), seen("full", 2, LATE, 2)),
    run("slip", Fate.KILLED, seen("easy", 9, WRONG, 3), seen("hard", 5, WRONG, 4), seen("full", 6), seed=2),
    run("hang", Fate.TIMED_OUT, seen("easy", 30, LATE, 30), seen("hard", 0, Status.NOT_RUN)),
    run("hang", Fate.SURVIVED, seen("easy", 40), seen("hard", 50), seed=2),
    run("fine", Fate.CLEARED, seen("easy", 40), seen("hard", 50)),
    run("fine", Fate.ACCUSED, seen("easy", 40), seen("hard", 50, WRONG, 50), seed=2, reason="hard: it was wrong"),
]


def result() -> Result:
    """All of them."""
    return gathered(SOLVERS, (1, 2), RUNS, 12.0)


def shown(what: Result) -> str:
    """The text that people see."""
    out = io.StringIO()
    show(what, Console(file=out, highlight=False))
    return out.getvalue()


def test_the_puzzles_to_the_first_kill_count_over_all_properties() -> None:
    """What was judged before under other properties counts to the first failure."""
    assert [one.first_kill for one in RUNS] == [17, 3, 30, None, None, 90]


def test_a_cell_is_the_median_of_the_runs() -> None:
    """Several runs give one number, and it is late only where no run saw worse."""
    slip, hang, _ = result().rows

    assert [slip.kill(name) for name in ("easy", "hard", "full")] == [
        Kill(1, 3, False),
        Kill(2, 5.5, False),
        Kill(1, 2, True),
    ]
    assert hang.kill("easy") == Kill(1, 30, True)
    assert hang.kill("hard") is None


def test_the_matrix_parts_late_answers_from_wrong_ones() -> None:
    """A kill by late answers alone is marked with a t; a property that held is a dot, one without a turn is blank."""
    lines = {line.split()[0]: line.split()[1:] for line in shown(result()).splitlines() if line.strip()}

    assert lines["slip"] == ["3", "6", "2t", "10", "2/2"]
    assert lines["hang"] == ["30t", "·", "30", "1/2"]


def test_a_class_is_summed_up() -> None:
    """Runs are counted by class and by what became of them, late kills apart."""
    lines = [line.split() for line in shown(result()).splitlines()]

    assert ["resources", "1", "2", "0", "1", "1", "0", "0", "30"] in lines
    assert ["all", "2", "4", "2", "1", "1", "0", "0", "20"] in lines


def test_what_is_to_be_mended_is_named_with_its_seed() -> None:
    """A survivor and an accused right solver stand in a line of their own."""
    lines = shown(result()).splitlines()

    assert "SURVIVED: hang with the seed 2. It does something." in lines
    assert "ACCUSED: fine, which is right, with the seed 2: hard: it was wrong" in lines
    assert "right solvers: 1, in 2 runs; accused in 1" in lines


def test_kills_of_a_property_count_mutants() -> None:
    """A property gets credit once for each mutant, and none for what it does to right solvers."""
    assert {name: result().kills(name) for name in result().properties} == {"easy": 2, "hard": 1, "full": 1}


def test_the_report_for_programs_has_every_run() -> None:
    """Each solver has a run for each seed, and each run its properties."""
    report = json.loads(written(result(), 3))

    assert (report["format"], report["version"], report["exit_code"]) == ("crosscover-selftest", 1, 3)
    assert [[one["fate"] for one in each["runs"]] for each in report["solvers"]] == [
        ["killed", "killed"],
        ["timed out", "survived"],
        ["cleared", "accused"],
    ]
    assert report["solvers"][0]["runs"][0]["properties"][1]["killed_after"] == 7


def test_those_who_watch_are_told_of_every_run() -> None:
    """Where there is no terminal each run gets a line, with the reason where something is to be mended."""
    out = io.StringIO()
    with Watch(2, Console(file=out, highlight=False, soft_wrap=True)) as watch:
        watch.note(RUNS[0])
        watch.note(RUNS[5])

    assert out.getvalue().splitlines() == [
        "1/2 slip, seed 1: killed after 17 puzzles, 1.0 s",
        "2/2 fine, seed 2: accused after 90 puzzles, 1.0 s; hard: it was wrong",
    ]
