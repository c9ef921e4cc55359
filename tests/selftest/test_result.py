"""Tables and JSON of the results of a selftest."""

import io
import json
from dataclasses import replace

from rich.console import Console

from crosscover.result import Status

from .judging import MutantResult
from .report import show, show_progress, to_json
from .result import Kill, SelftestResult, collect
from .samples import mutant, property_result, run
from .zoo.model import Kind
from .zoo.origins import MASKS

WRONG, TIMED_OUT = Status.WRONG, Status.TIMED_OUT
SLIP, HANG = mutant("slip", Kind.INDICES), mutant("hang", Kind.RESOURCES)
RUNS = [
    run(
        SLIP,
        MutantResult.KILLED,
        property_result("easy", 10),
        property_result("hard", 7, WRONG, 7),
        property_result("full", 2, TIMED_OUT, 2),
    ),
    run(
        SLIP,
        MutantResult.KILLED,
        property_result("easy", 9, WRONG, 3),
        property_result("hard", 5, WRONG, 4),
        property_result("full", 6),
        seed=2,
    ),
    run(
        HANG,
        MutantResult.TIMED_OUT,
        property_result("easy", 30, TIMED_OUT, 30),
        property_result("hard", 0, Status.NOT_RUN),
    ),
    run(HANG, MutantResult.SURVIVED, property_result("easy", 40), property_result("hard", 50), seed=2),
    run(MASKS, MutantResult.PASSED, property_result("easy", 40), property_result("hard", 50)),
    run(
        MASKS,
        MutantResult.FALSE_POSITIVE,
        property_result("easy", 40),
        property_result("hard", 50, WRONG, 50),
        seed=2,
        reason="hard: it was wrong",
    ),
]
RESULT = collect([SLIP, HANG, MASKS], (1, 2), RUNS, 12.0)


def shown(result: SelftestResult) -> str:
    """The output for people."""
    out = io.StringIO()
    show(result, Console(file=out, highlight=False))
    return out.getvalue()


def test_puzzles_to_the_first_kill_count_over_all_properties() -> None:
    """Puzzles judged earlier under other properties count towards the first failure."""
    assert [one.puzzles_to_kill for one in RUNS] == [17, 3, 30, None, None, 90]


def test_a_cell_is_the_median_of_the_runs() -> None:
    """A cell shows the median of several runs and is marked as timed out only if all failures were timeouts."""
    slip, hang, _ = RESULT.rows

    assert [slip.kill(name) for name in ("easy", "hard", "full")] == [Kill(3, False), Kill(5.5, False), Kill(2, True)]
    assert hang.kill("easy") == Kill(30, True)
    assert hang.kill("hard") is None


def test_the_matrix_tells_timeouts_from_wrong_answers() -> None:
    """A kill by timeouts alone has a t, a property that passed is a dot, and one that did not run is blank."""
    lines = {line.split()[0]: line.split()[1:] for line in shown(RESULT).splitlines() if line.strip()}

    assert lines["slip"] == ["3", "6", "2t", "10", "2/2"]
    assert lines["hang"] == ["30t", "·", "30", "1/2"]


def test_the_summary_counts_runs_by_kind() -> None:
    """Runs are counted by kind of mistake and by result, with timeouts in a column of their own."""
    lines = [line.split() for line in shown(RESULT).splitlines()]

    assert ["resources", "1", "2", "0", "1", "1", "0", "0", "30"] in lines
    assert ["all", "2", "4", "2", "1", "1", "0", "0", "20"] in lines


def test_survivors_and_false_positives_are_listed_with_their_seed() -> None:
    """Each survivor and each false positive has a line with its seed."""
    lines = shown(RESULT).splitlines()

    assert "SURVIVED: hang with the seed 2. It does something." in lines
    assert "FALSE POSITIVE: masks with the seed 2: hard: it was wrong" in lines
    assert "right solvers: 1, in 2 runs; false positives 1" in lines


def test_the_longest_run_and_those_that_overran_are_reported() -> None:
    """The longest run has a line with its seed and the number of runs that took too long."""
    result = collect([SLIP, HANG, MASKS], (1, 2), [replace(RUNS[3], seconds=77.5), *RUNS[:3], *RUNS[4:]], 12.0)

    assert "longest run: 77.5 s, hang with the seed 2; runs of more than 76 s: 1" in shown(result).splitlines()


def test_kills_of_a_property_count_mutants() -> None:
    """A property gets credit once for each mutant, and none for failures of right solvers."""
    assert {name: RESULT.kills(name) for name in RESULT.properties} == {"easy": 2, "hard": 1, "full": 1}


def test_the_json_report_has_every_run() -> None:
    """The JSON report has a run for each solver and seed, with all its properties."""
    report = json.loads(to_json(RESULT, 3))

    assert (report["format"], report["version"], report["exit_code"]) == ("crosscover-selftest", 2, 3)
    assert [[one["result"] for one in each["runs"]] for each in report["solvers"]] == [
        ["killed", "killed"],
        ["timed out", "survived"],
        ["passed", "false positive"],
    ]
    assert report["solvers"][0]["runs"][0]["properties"][1]["failed_after"] == 7


def test_progress_has_a_line_for_every_run() -> None:
    """Without a terminal each run gets a line, with the reason if it needs attention."""
    out = io.StringIO()

    runs = list(show_progress([RUNS[0], RUNS[5]], 2, Console(file=out, highlight=False, soft_wrap=True)))

    assert runs == [RUNS[0], RUNS[5]]
    assert out.getvalue().splitlines() == [
        "1/2 slip, seed 1: killed after 17 puzzles, 1.0 s",
        "2/2 masks, seed 2: false positive after 90 puzzles, 1.0 s; hard: it was wrong",
    ]
