"""The JUnit XML report of a run, for CI servers; strict parsers accept it.

Each property is a test case. `wrong`, `timed out` and `nothing judged` are failures, a fault of crosscover is an error,
expected failures and properties that were not run or not decided are skipped. A run without a verdict gets an extra
test case with an error, so it is never mistaken for a run without errors.
"""

from xml.etree import ElementTree

from crosscover.errors import ExitCode
from crosscover.output import escape
from crosscover.result import CheckedProperty, CheckResult, Grade, Status

from .summary import describe_gap
from .text import check_text, failure_text, speed_lines
from .words import describe_bound

SUITE = "crosscover"


def document(result: CheckResult) -> str:
    """Return a run as JUnit XML."""
    cases = [_case(prop, result) for prop in result.properties]
    if not result.complete or result.grade.exit_code is ExitCode.NOT_DECIDED:
        message = result.notes[0] if result.grade is Grade.NOT_STARTED and result.notes else result.sentence
        cases.append(_new_case("the_run_has_a_verdict", 0))
        kind = result.grade.word if result.complete or result.grade is Grade.NOT_STARTED else "not complete"
        ElementTree.SubElement(cases[-1], "error", {"message": message, "type": kind})
    if result.grade is Grade.NOT_AS_EXPECTED:
        cases.append(_new_case("expected_failures_are_up_to_date", 0))
        ElementTree.SubElement(cases[-1], "failure", {"message": "; ".join(result.notes), "type": "stale"})
    numbers = {
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
        "skipped": str(sum(case.find("skipped") is not None for case in cases)),
        "time": f"{result.seconds:.3f}",
    }
    root = ElementTree.Element("testsuites", {"name": SUITE, **numbers})
    suite = ElementTree.SubElement(root, "testsuite", {"name": f"{SUITE} {result.setup.subject}", **numbers})
    facts = {
        "seed": str(result.seed),
        "solver": result.setup.solver,
        "contract": result.setup.contract,
        "panel": ", ".join(result.setup.panel),
        "command": result.repeat,
        "grade": result.grade.word,
        "rarer than": describe_bound(result.rarer_than) or "unknown",
        **({"circumstances": " ".join(result.circumstances)} if result.circumstances else {}),
        "speed": " ".join(speed_lines(result.speed)) or "not measured",
        **{f"version.{name}": version for name, version in result.setup.versions.items()},
    }
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": value})
    suite.extend(cases)
    ElementTree.SubElement(suite, "system-out").text = check_text(result).plain
    for element in root.iter():
        element.text = element.text and escape(element.text)
        element.attrib.update({name: escape(value) for name, value in element.items()})
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _case(prop: CheckedProperty, result: CheckResult) -> ElementTree.Element:
    case = _new_case(prop.name, prop.seconds)
    reason = prop.reason or prop.statement
    gaps = [describe_gap(gap, len(gap.what), result.setup.noun) for gap in prop.gaps]
    match prop.status:
        case Status.PASSED:
            pass
        case Status.NOT_RUN | Status.NOT_DECIDED:
            ElementTree.SubElement(case, "skipped", {"message": "; ".join(gaps)})
        case _ if prop.expected:
            ElementTree.SubElement(case, "skipped", {"message": f"expected failure: {prop.full_reason}"})
        case status:
            tag = "error" if status is Status.FAULT else "failure"
            element = ElementTree.SubElement(case, tag, {"message": reason, "type": status.word})
            own = [failure for failure in result.failures if failure.property_name == prop.name]
            same = [failure for failure in result.failures if prop.name in failure.same_cause]
            texts = [failure_text(failure, repeat=result.repeat).plain for failure in own]
            texts += [f"Same cause as {failure.property_name}." for failure in same]
            element.text = "\n\n".join(texts)
    judged = f"{prop.judged} {prop.unit} judged in {prop.runs} runs, seed {result.seed}"
    bound = "" if prop.rarer_than is None else f"errors rarer than {describe_bound(prop.rarer_than)}"
    ElementTree.SubElement(case, "system-out").text = "\n".join(filter(None, (prop.statement, judged, bound, *gaps)))
    return case


def _new_case(name: str, seconds: float) -> ElementTree.Element:
    return ElementTree.Element("testcase", {"classname": SUITE, "name": name, "time": f"{seconds:.3f}"})
