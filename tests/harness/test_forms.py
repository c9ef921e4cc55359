"""Forms of input that a program does not read are reported in a line, and are no failure unless they are to be."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from crosscover.dialects import Formatting, LineEnd
from crosscover.harness.budget import Budget
from crosscover.harness.harness import judge
from crosscover.harness.property_result import PropertyResult
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.properties import all_properties
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response
from crosscover.result import Status
from crosscover.subjects.subject import Transcript

from .fakes import CRASH, FakeClock, ScriptedSubject, correct, verdicts

LINES = Options(dialect="lines")
LOST = Failed(Fault.MISSING, "line 3 of 3 is missing")


class Reader(ScriptedSubject):
    """A program that answers as `crlf` says if lines end with CRLF, and loses the last answer in forms `loses_in`."""

    crlf: Response | None = None
    loses_in: Sequence[bool] = ()

    def respond(self, batch: Sequence[Grid], formatting: Formatting, own: float, wall: float) -> Transcript:
        """Answer in the usual form."""
        super().respond(batch, formatting, own, wall)
        responses: list[Response] = list(map(correct, batch))
        if formatting.final_newline in self.loses_in:
            responses[-1] = LOST
        if formatting.line_end is LineEnd.CRLF and self.crlf is not None:
            responses = [self.crlf] * len(batch)
        return Transcript(tuple(responses))


def judged(options: Options = LINES, *, crlf: Response | None = None, loses_in: Sequence[bool] = ()) -> PropertyResult:
    """The result of `forms` for such a program."""
    subject = Reader(FakeClock(), options=options)
    subject.crlf, subject.loses_in = crlf, loses_in
    return judged_of(subject)


def judged_of(subject: Reader) -> PropertyResult:
    """The result of `forms` for a program."""
    session = SubjectSession(subject, verdicts(), clock=subject.clock)
    [forms] = [one for one in all_properties() if one.name == "forms"]
    return judge(forms, session, Budget(examples=2, shrink_steps=0))


def test_a_program_that_reads_every_form() -> None:
    """Each form is asked once, and there is nothing to remark."""
    result = judged()
    assert (result.reported.status, result.not_covered, result.reads_only) == (Status.PASSED, (), {})
    assert result.reported.runs == result.reported.facets


@pytest.mark.parametrize(
    ("crlf", "detail"),
    [
        (Declined(), "refused a puzzle that has a solution; with CRLF: "),
        (CRASH, "line 3 of 3 is missing; with no newline at the end: "),
    ],
)
def test_a_form_that_is_not_read_is_no_error(crlf: Response, detail: str) -> None:
    """A line names the usual forms that the program needs, and another a wrong or lost answer with its puzzle."""
    result = judged(crlf=crlf, loses_in=[False])
    assert (result.reported.status, result.not_covered) == (Status.PASSED, ())
    assert list(result.reads_only) == ["LF", "a newline at the end"]
    assert next(filter(None, result.reads_only.values()))[:-81] == detail


def test_a_failure_in_the_usual_form_too() -> None:
    """A program that fails a batch in an unusual form, and then also in the usual form, fails the property."""

    class Breaking(Reader):
        def respond(self, batch: Sequence[Grid], formatting: Formatting, own: float, wall: float) -> Transcript:
            if formatting.line_end is LineEnd.CRLF:
                self.loses_in = [False, True]
            return super().respond(batch, formatting, own, wall)

    result = judged_of(Breaking(FakeClock(), options=LINES))
    assert (result.reported.status, result.reads_only) == (Status.WRONG, {})


def test_strict_forms() -> None:
    """With --strict-forms a form that is not read is a failure."""
    result = judged(replace(LINES, strict_forms=True), crlf=CRASH, loses_in=[False])
    assert (result.reported.status, result.reads_only) == (Status.WRONG, {})
