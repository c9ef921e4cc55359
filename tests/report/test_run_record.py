"""Reading of runs from their reports."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover.dialects import Claim
from crosscover.exit_code import ExitCode, UsageError
from crosscover.reference import Several
from crosscover.report.json_report import JsonWriter
from crosscover.report.run_record import RunRecord, read_run
from crosscover.responses import Counted, Declined, Failed, Fault, Response, Stated
from crosscover.visible_kinds import VisibleKind

from .comparisons import BAD, GOOD, report
from .samples import (
    HEADER,
    PERFORMANCE,
    PUZZLE,
    SOLUTION,
    WRONG_ANSWER,
    counterexample,
    fault,
    footer,
    left_open,
    several_causes,
    tell,
    vacuous,
    wrong,
)


def test_a_report_has_the_whole_run(tmp_path: Path) -> None:
    """Reading the report of a run gives its header, outcomes and performance."""
    end = footer(*BAD.outcomes, several_causes("several"), left_open(), fault(), vacuous())
    end = replace(end, performance=PERFORMANCE, time_is_up=True)
    header = replace(HEADER, time_limit=60.0)
    tell(JsonWriter(str(tmp_path / "a.json")), end, header)
    read = read_run(tmp_path / "a.json")
    assert read == RunRecord(header, end, str(tmp_path / "a.json"))
    assert read.repeat == "crosscover check 'exec:./a.out --flag' --rounds 1 --seed 4711"


def test_numbers_and_kinds(tmp_path: Path) -> None:
    """The number of solutions and the kind of puzzle can be read back."""
    several = Several(SOLUTION, WRONG_ANSWER, 3, is_exact=True)
    found = replace(counterexample(Counted(2)), verdicts=(several,), only_for=VisibleKind.FULL)
    failure = read_run(report(tmp_path / "a.json", footer(wrong(found=found)))).footer.outcomes[0].failure
    assert failure is not None
    assert failure.counterexample is not None
    assert (failure.counterexample.verdicts, failure.counterexample.only_for) == ((several,), VisibleKind.FULL)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (Declined(), "a refusal"),
        (Counted(2), "the number 2"),
        (Stated(Claim.SEVERAL), "the word for 'several'"),
        (Failed(Fault.CRASHED, "ended by SIGSEGV"), "no answer (crashed)"),
    ],
)
def test_responses(tmp_path: Path, response: Response, words: str) -> None:
    """Every kind of answer can be read back."""
    read = read_run(report(tmp_path / "a.json", footer(wrong(found=counterexample(response)))))
    failure = read.footer.outcomes[0].failure
    assert failure is not None
    assert failure.counterexample is not None
    assert failure.counterexample.mismatch.received == words
    assert failure.counterexample.transcript.responses == (response,)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"version": 2', '"version": 1', "version 2, found version 1"),
        ("crosscover-report", "junit", "expected a JSON report of"),
        ('"rounds": 1', '"rounds": 0', r"damaged at \$\.footer\.rounds: 0 is less"),
        ('"exit_code": 1', '"exit_code": 77', "no exit code 77"),
        ('"status": "timed out"', '"status": "passed"', "digest is not that of"),
        ('"failing_index": 0', '"failing_index": 9', "there is no puzzle 9"),
        ('"seconds": 42.0', '"seconds": NaN', "NaN is no number"),
        (f'"{PUZZLE}"', '"123"', "damaged"),
        ('"line_end": "LF"', '"line_end": "VT"', "VT"),
        ('"header": {', '"header": [{', "Expecting"),
    ],
)
def test_damaged_reports(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A report of another version or program, or an edited one, is refused with its file name."""
    path = report(tmp_path / "a.json", BAD)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(UsageError, match=message) as caught:
        read_run(path)
    assert caught.value.place.startswith(str(path))


@pytest.mark.parametrize("text", ["", "[]", "7", '"crosscover-report"', "[" * 100_000, "\x00"])
def test_foreign_files(tmp_path: Path, text: str) -> None:
    """A file that is not a JSON object, or nested too deeply, is refused with its name."""
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(UsageError, match="report of `crosscover check --json`"):
        read_run(path)


@pytest.mark.parametrize("text", ['{"others": ' * 33 + "0" + "}" * 33, "[" * 100_000])
def test_deep_reports(tmp_path: Path, text: str) -> None:
    """A report that is nested too deeply is refused, whether the standard library can read it or not."""
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(UsageError, match="nested more than 32 deep"):
        read_run(path)


def test_failures_within_failures(tmp_path: Path) -> None:
    """Failures are not read to any depth, although their schema allows it."""
    path = report(tmp_path / "a.json", BAD)
    plain = json.loads(path.read_text())
    failure = next(one["failure"] for one in plain["properties"] if one["failure"])
    for _ in range(200):
        failure["others"] = [{**failure}]
    path.write_text(json.dumps(plain))
    with pytest.raises(UsageError, match="nested more than 32 deep"):
        read_run(path)


def test_long_reports(tmp_path: Path) -> None:
    """A report that would fill the memory is refused with the limit."""
    path = tmp_path / "a.json"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(UsageError, match=r"a\.json has more than 33554432 bytes"):
        read_run(path)


def test_not_utf8(tmp_path: Path) -> None:
    """A file that is not UTF-8 is refused with its name."""
    path = tmp_path / "a.json"
    path.write_bytes(b"\xff\xfe\x00{")
    with pytest.raises(UsageError, match="utf-8"):
        read_run(path)


def test_an_optimistic_exit_code(tmp_path: Path) -> None:
    """A failure counts whatever the exit code in the report, and a killed run is incomplete."""
    path = report(tmp_path / "a.json", BAD)
    read = json.loads(path.read_text())
    read["footer"]["exit_code"] = 0
    path.write_text(json.dumps(read))
    assert read_run(path).exit_code is ExitCode.WRONG
    path = report(tmp_path / "b.json", GOOD)
    read = json.loads(path.read_text())
    read["footer"]["exit_code"] = None
    path.write_text(json.dumps(read))
    assert read_run(path).exit_code is ExitCode.INTERRUPTED
