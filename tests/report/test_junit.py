"""The JUnit report."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from crosscover.exit_code import ExitCode
from crosscover.harness.result import Failure
from crosscover.output import escape
from crosscover.report.events import DocumentWriter, Footer, RunStarted
from crosscover.report.junit import document
from crosscover.responses import Failed, Fault

from .samples import (
    HEADER,
    NASTY,
    PUZZLE,
    counterexample,
    fault,
    footer,
    left_open,
    not_decided,
    not_run,
    passed,
    tell,
    timed_out,
    vacuous,
    wrong,
)

ALLOWED = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "properties": set[str](),
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set[str](),
}
"""The elements and attributes that all readers of JUnit files support."""


def parsed(text: str) -> ElementTree.Element:
    """Parse well-formed XML."""
    return ElementTree.fromstring(text.encode())  # noqa: S314 - the text is ours


def suite(end: Footer) -> ElementTree.Element:
    """The test suite of a run, read strictly."""
    root = parsed(document(HEADER, end))
    for element in root.iter():
        assert set(element.attrib) <= ALLOWED[element.tag]
    (found,) = root
    return found


def kinds(end: Footer) -> dict[str, str]:
    """The kind of result of each test case by its name."""
    found: dict[str, str] = {}
    for case in suite(end).iter("testcase"):
        verdicts = [child.tag for child in case if child.tag != "system-out"]
        found[case.attrib["name"]] = " ".join(verdicts) or "passed"
    return found


def test_each_status() -> None:
    """Wrong, timed out and nothing judged are failures, faults errors, expected failures and not run skipped."""
    expected = replace(wrong("expected"), expected=True)
    outcomes = (passed("p"), wrong("w"), timed_out("l"), vacuous("v"), fault("f"), not_run("n"), not_decided("d"))
    assert kinds(footer(*outcomes, expected)) == {
        "p": "passed",
        "w": "failure",
        "l": "failure",
        "v": "failure",
        "f": "error",
        "n": "skipped",
        "d": "skipped",
        "expected": "skipped",
    }


def test_the_numbers_add_up() -> None:
    """The totals of the suite agree with its test cases."""
    found = suite(footer(passed("p"), wrong("w"), timed_out("l"), fault("f"), not_run("n")))
    numbers = [found.attrib[name] for name in ("tests", "failures", "errors", "skipped")]
    assert numbers == ["5", "2", "1", "1"]
    assert found.attrib["time"] == "42.000"


def test_a_failure() -> None:
    """A failure has its reason as message, its status as type and the display as text."""
    failure = next(suite(footer(wrong())).iter("failure"))
    assert failure.attrib == {"message": "row 1 has 7 twice, at r1c5 and r1c9", "type": "wrong"}
    assert "received" in (failure.text or "")


def test_what_was_left_open() -> None:
    """A property that passed names all facets that were not asked; the run, which is not decided, is an error."""
    found = suite(footer(left_open(), exit_code=ExitCode.GOOD))
    facts = {fact.attrib["name"]: fact.attrib["value"] for fact in found.iter("property")}
    assert (facts["grade"], facts["errors rarer than"]) == ("not decided", "1 in 360")
    assert (found.attrib["failures"], found.attrib["errors"], found.attrib["skipped"]) == ("0", "1", "0")
    assert found.find("testcase[@name='everything_was_judged']/error[@type='not decided']") is not None
    _, _, *words = (found.findtext("testcase/system-out") or "").splitlines()
    assert words == [
        "errors rarer than 1 in 360",
        f"not asked: {', '.join(left_open().not_asked)}",
        f"2 puzzles were not answered in time; the first: {PUZZLE}",
    ]


def test_remarks() -> None:
    """The closing lines of the run are the output of the suite."""
    end = replace(footer(passed(), exit_code=ExitCode.GOOD), remarks=("reads only: LF",))
    assert (suite(end).findtext("system-out") or "").splitlines()[-1] == "reads only: LF"


def test_nasty_characters() -> None:
    """Any output of a solver gives well-formed XML without forbidden characters."""
    found = counterexample(Failed(Fault.MALFORMED, NASTY), received=NASTY)
    outcome = replace(wrong("nasty", found), statement=NASTY, failure=Failure(NASTY, found, detail=NASTY))
    text = document(replace(HEADER, subject=NASTY), footer(outcome, notes=(NASTY,)))
    root = parsed(text)
    assert next(root.iter("failure")).attrib["message"] == escape(NASTY)
    assert all(character.isprintable() or character == "\n" for character in text)


def test_a_run_that_was_cut_short() -> None:
    """An interrupted run has an error, whatever passed before."""
    assert kinds(footer(passed("p"), complete=False)) == {"p": "passed", "the_run_came_to_its_end": "error"}


def test_stale_expected_failures() -> None:
    """A stale expected failure is a separate failure."""
    assert kinds(footer(passed("p"), notes=("p passes now",)))["expected_failures_are_up_to_date"] == "failure"


def test_the_file(tmp_path: Path) -> None:
    """The file marks the run as incomplete from its start to its end."""
    path = tmp_path / "junit.xml"
    writer = DocumentWriter(str(path), document)
    writer(RunStarted(HEADER, ("full_grids",)))
    assert "the_run_came_to_its_end" in path.read_text()
    tell(writer, footer(passed(), exit_code=ExitCode.GOOD))
    assert "the_run_came_to_its_end" not in path.read_text()
    assert path.read_text().startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ')
