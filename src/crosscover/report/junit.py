"""The JUnit XML of a run, for CI servers; strict parsers accept it.

A property is a test case. `wrong`, `timed out` and `nothing judged` are failures, a fault of crosscover is an error,
expected failures and properties that were not run or not decided are skipped. An incomplete run, and one that is not
decided, has one more test case, an error, so that it is never mistaken for one without errors.
"""

from xml.etree import ElementTree

from crosscover.exit_code import ExitCode
from crosscover.harness.result import PropertyResult, Status
from crosscover.output import escape

from .display import format_failure
from .events import Footer, Header
from .grade import grade_of, shortcomings, shortfalls
from .summary import closing_lines, repeat_command
from .words import describe_bound, performance_facts

SUITE = "crosscover"


def document(header: Header, footer: Footer) -> str:
    """Return the XML of a run; the performance is among the properties of the suite."""
    cases = [_case(outcome, header) for outcome in footer.outcomes]
    if not footer.complete:
        cases.append(_new_case("the_run_came_to_its_end", 0))
        is_started = footer.exit_code is not ExitCode.NOT_STARTED
        message, kind = ("the run was cut short", "not complete") if is_started else (footer.remarks[0], "not started")
        ElementTree.SubElement(cases[-1], "error", {"message": message, "type": kind})
    if grade_of(footer).exit_code is ExitCode.NOT_DECIDED:
        cases.append(_new_case("everything_was_judged", 0))
        message = next(closing_lines(header, footer))
        ElementTree.SubElement(cases[-1], "error", {"message": message, "type": ExitCode.NOT_DECIDED.word})
    if footer.notes:  # expected failures that pass
        cases.append(_new_case("expected_failures_are_up_to_date", 0))
        ElementTree.SubElement(cases[-1], "failure", {"message": "; ".join(footer.notes), "type": "stale"})
    numbers = {
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
        "skipped": str(sum(case.find("skipped") is not None for case in cases)),
        "time": f"{footer.seconds:.3f}",
    }
    root = ElementTree.Element("testsuites", {"name": SUITE, **numbers})
    suite = ElementTree.SubElement(root, "testsuite", {"name": f"{SUITE} {header.subject}", **numbers})
    facts = {
        "seed": str(header.seed),
        "solver": header.solver,
        "contract": header.options.contract.name,
        "panel": ", ".join(header.panel),
        "command": repeat_command(header, footer.rounds),
        "grade": grade_of(footer).value,
        "errors rarer than": describe_bound(footer.rarer_than) or "unknown",
        **{f"version.{name}": version for name, version in header.versions.items()},
    }
    if footer.performance is not None:
        facts |= {f"performance.{name}": fact for name, fact in performance_facts(footer.performance).items()}
        facts["performance.notable"] = " ".join(footer.notable)
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": value})
    suite.extend(cases)
    ElementTree.SubElement(suite, "system-out").text = "\n".join(closing_lines(header, footer))
    for element in root.iter():
        element.text = element.text and escape(element.text)
        element.attrib.update({name: escape(value) for name, value in element.items()})
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _case(outcome: PropertyResult, header: Header) -> ElementTree.Element:
    case = _new_case(outcome.name, outcome.seconds)
    kind = outcome.status.word
    reason = outcome.failure.reason if outcome.failure is not None else outcome.statement
    match outcome.status:
        case Status.PASSED:
            pass
        case Status.NOT_RUN:
            ElementTree.SubElement(case, "skipped", {"message": "the run ended before this property"})
        case Status.NOT_DECIDED:
            ElementTree.SubElement(case, "skipped", {"message": "; ".join(shortfalls([outcome], time_is_up=False))})
        case _ if outcome.expected:
            ElementTree.SubElement(case, "skipped", {"message": f"expected failure: {reason}"})
        case status:
            tag = "error" if status is Status.FAULT else "failure"
            message = status.word if status is Status.VACUOUS else reason
            failure = ElementTree.SubElement(case, tag, {"message": message, "type": kind})
            failure.text = format_failure(outcome).plain
    judged = f"{outcome.judged} {outcome.unit} judged in {outcome.runs} runs, seed {header.seed}"
    bound = "" if outcome.rarer_than is None else f"errors rarer than {describe_bound(outcome.rarer_than)}"
    lines = filter(None, (outcome.statement, judged, bound, *shortcomings(outcome, len(outcome.not_asked))))
    ElementTree.SubElement(case, "system-out").text = "\n".join(lines)
    return case


def _new_case(name: str, seconds: float) -> ElementTree.Element:
    return ElementTree.Element("testcase", {"classname": SUITE, "name": name, "time": f"{seconds:.3f}"})
