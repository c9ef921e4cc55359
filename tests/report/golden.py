"""The golden files of all reports: `python -m tests.report.golden` writes them again.

A folder for each sample has the result as JSON, and every report of it.
"""

from collections.abc import Iterator
from pathlib import Path

from crosscover.report.github import annotations, job_summary
from crosscover.report.junit import document
from crosscover.report.page import page
from crosscover.report.summary import not_started
from crosscover.report.text import check_text, comparison_text, failure_text, setup_text
from crosscover.result import CheckResult, Comparison, Grade, Status, encode

from .samples import (
    CIRCUMSTANCES,
    SETUP,
    SPEED,
    check_result,
    comparison,
    fault,
    left_open,
    not_decided,
    not_run,
    passed,
    several_causes,
    timed_out,
    vacuous,
    without_puzzle,
    wrong,
)

FOLDER = Path(__file__).parent / "golden"

NARROW = 60
"""Columns of a narrow terminal."""


def samples() -> dict[str, CheckResult | Comparison]:
    """A check of each grade, and a comparison, by their names."""
    known = wrong("full_grids")
    known.reported.expected, known.reported.expected_reason = True, "https://example.org/issues/7"
    slow = passed(distinct=1200, unanswered=left_open().unanswered)
    broken = without_puzzle(wrong("broken").reported, Status.WRONG, "a failure without a puzzle", "more")
    failed = [wrong(), several_causes(), timed_out("deep_search"), fault(), broken, vacuous(), passed(), not_run()]
    volume = passed("volume", distinct=1000)
    volume.reported.labels = {"derived: 17 clues": 1000}
    checks = [
        check_result(*failed, circumstances=CIRCUMSTANCES),
        check_result(timed_out(), passed()),
        check_result(passed(), stale=["known.txt: line 3: full_grids (#7) unexpectedly passes; remove this entry"]),
        check_result(fault(), passed()),
        not_started(SETUP, "exec:./a.out: no such file"),
        check_result(passed(), not_run(), complete=False),
        check_result(vacuous()),
        check_result(not_decided(), left_open(), passed("few", judged=4, distinct=4), not_run()),
        check_result(known, passed("volume")),
        check_result(slow, volume, speed=SPEED),
        check_result(passed(), volume, speed=SPEED),
    ]
    return {**{one.grade.word.replace(" ", "_"): one for one in checks}, "comparison": comparison()}


def reports(result: CheckResult | Comparison) -> Iterator[tuple[str, str]]:
    """Yield each report of a result with the name of its file."""
    yield "report.json", encode(result)
    yield "page.html", page(result)
    if isinstance(result, Comparison):
        yield "terminal.txt", f"{comparison_text(result)}\n"
        yield "narrow_terminal.txt", f"{comparison_text(result, NARROW)}\n"
        return
    yield "terminal.txt", f"{setup_text(result.setup)}\n\n{check_text(result)}\n"
    yield "narrow_terminal.txt", f"{check_text(result, NARROW)}\n"
    yield "junit.xml", document(result)
    yield "github.txt", "".join(f"{line}\n" for line in annotations(result))
    yield "job_summary.md", job_summary(result)
    if result.failures:
        yield "failures.txt", "".join(f"{failure_text(one, repeat='repeat')}\n\n" for one in result.failures)


def main() -> None:
    """Write all golden files."""
    assert {one.grade for one in samples().values() if isinstance(one, CheckResult)} == set(Grade)
    for name, result in samples().items():
        folder = FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for file, text in reports(result):
            (folder / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
