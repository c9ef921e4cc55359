"""Forms of input that a program does not read are reported in a line, and are no failure unless they are to be."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting, LineEnd
from crosscover.exit_code import ExitCode
from crosscover.harness.result import Status
from crosscover.harness.schedule import Budget, Schedule
from crosscover.harness.session import SubjectSession
from crosscover.options import PROFILES, Options
from crosscover.reference import Grid
from crosscover.report.events import Footer
from crosscover.report.grade import Grade, grade_of
from crosscover.responses import Declined, Failed, Fault, Response
from crosscover.runner.expected import ExpectedFailures
from crosscover.runner.run import run_properties
from crosscover.runner.subject_run import SubjectRun
from crosscover.subjects.subject import Transcript

from .fakes import FakeClock, ScriptedSubject, right, verdicts

LINES = Options(dialect="lines")
REFUSAL = Declined()


class Reader(ScriptedSubject):
    """A program that reads no CRLF, loses the last answer without the last newline, and may be wrong in any form."""

    wrong = False
    crlf: Response = REFUSAL

    def ask(
        self,
        batch: Sequence[Grid],
        formatting: Formatting = Formatting(),
        seconds: float | None = None,
        wall_seconds: float | None = None,
    ) -> Transcript:
        """Answer in the usual form."""
        super().ask(batch, formatting, seconds, wall_seconds)
        responses: list[Response] = list(map(right, batch))
        if not formatting.final_newline or self.wrong:
            responses[-1] = Failed(Fault.MISSING, f"line {len(batch)} of {len(batch)} is missing")
        if formatting.line_end is LineEnd.CRLF:
            responses = [self.crlf] * len(batch)
        return Transcript(tuple(responses))


def judged(
    options: Options = LINES,
    *,
    wrong: bool = False,
    crlf: Response = REFUSAL,
    expected: ExpectedFailures = ExpectedFailures(),
) -> Footer:
    """The end of a run of `forms` and another property."""
    clock = FakeClock()
    subject = Reader(clock, options=options)
    subject.wrong, subject.crlf = wrong, crlf
    session = SubjectSession(subject, verdicts(), clock=clock)
    schedule = Schedule([Budget(examples=2, shrink_steps=0)])
    return run_properties(SubjectRun(session, schedule, expected=expected), expression="forms or full_grids")


def test_a_form_that_is_not_read_is_no_error() -> None:
    """The property passes; a line names the usual forms that the program needs, and another a lost answer."""
    end = judged()
    assert (grade_of(end), end.exit_code) == (Grade.NO_ERRORS, ExitCode.GOOD)
    assert {one.name: (one.status, one.failure) for one in end.outcomes}["forms"] == (Status.PASSED, None)
    first, second = end.remarks
    assert first == "reads only: LF, a newline at the end"
    assert second.startswith("refused a puzzle that has a solution; with CRLF: ")


def test_a_lost_answer_is_named_with_its_puzzle() -> None:
    """An answer that gets lost in one form is a wrong one; a form in which there is no answer at all is not read."""
    end = judged(crlf=Failed(Fault.CRASHED, "killed by SIGSEGV"))
    assert end.remarks[1].startswith("line 3 of 3 is missing; with no newline at the end: ")
    assert len(end.remarks[1].split()[-1]) == 81


@pytest.mark.parametrize("options", [replace(LINES, strict_forms=True), PROFILES["poj3074"]])
def test_strict_forms(options: Options) -> None:
    """With --strict-forms, and for a judge, a form that is not read is a failure."""
    end = judged(options)
    assert end.exit_code is ExitCode.WRONG
    assert {one.name: one.status for one in end.outcomes}["forms"] is Status.WRONG
    assert end.remarks == ()


def test_a_wrong_answer_in_the_usual_form_is_an_error() -> None:
    """A failure that does not depend on the form is one of the property."""
    end = judged(wrong=True)
    [forms] = [one for one in end.outcomes if one.name == "forms"]
    assert forms.status is Status.WRONG
    assert forms.failure is not None
    assert forms.failure.counterexample is not None
    assert forms.failure.counterexample.formatting == Formatting()


@pytest.mark.parametrize(("strict", "expected"), [(False, Grade.NO_ERRORS), (True, Grade.AS_EXPECTED)])
def test_an_expected_failure(strict: bool, expected: Grade) -> None:
    """An entry for `forms` is not stale while a form is not read."""
    known = ExpectedFailures({"forms": "known.txt: line 1"})
    end = judged(replace(LINES, strict_forms=strict), expected=known)
    assert (grade_of(end), end.notes) == (expected, ())


def test_a_solver_that_reads_every_form() -> None:
    """No line is written, and each form was asked."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, options=replace(LINES, contract=contracts.ANY))
    run = SubjectRun(SubjectSession(subject, verdicts(), clock=clock), Schedule([Budget(examples=2)]))
    end = run_properties(run, expression="forms")
    [forms] = end.outcomes
    assert (forms.status, forms.facets, forms.not_asked, forms.runs, end.remarks) == (Status.PASSED, 4, (), 4, ())
