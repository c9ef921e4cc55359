"""Every report of a check of each grade, and of a comparison, as the golden files have it."""

import json
from xml.etree import ElementTree

import jsonschema  # type: ignore[import-untyped]  # its stubs are apart
import pytest

from crosscover.result import CheckResult, Comparison, Grade, decode, encode, schema

from .golden import FOLDER, reports, samples

SAMPLES = samples()


def test_each_grade() -> None:
    """There is a sample of each grade, and no folder of a sample that is gone."""
    assert {one.grade for one in SAMPLES.values() if isinstance(one, CheckResult)} == set(Grade)
    assert {folder.name for folder in FOLDER.iterdir()} == set(SAMPLES)


@pytest.mark.parametrize("name", SAMPLES)
def test_reports(name: str) -> None:
    """The reports are those of the golden files; `python -m tests.report.golden` writes these again."""
    written = {path.name: path.read_text("utf-8") for path in (FOLDER / name).iterdir()}
    assert dict(reports(SAMPLES[name])) == written


@pytest.mark.parametrize("name", SAMPLES)
def test_json(name: str) -> None:
    """The JSON validates against the schema, decodes to the structs, and encodes to the same bytes."""
    kind = type(SAMPLES[name])
    text = (FOLDER / name / "report.json").read_text("utf-8")
    validator = jsonschema.Draft202012Validator(schema(kind))
    validator.validate(json.loads(text))  # pyright: ignore[reportUnknownMemberType] - it has no types
    decoded: CheckResult | Comparison = decode(text, kind)
    assert decoded == SAMPLES[name]
    assert encode(decoded) == text


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "comparison"])
def test_junit_counts(name: str) -> None:
    """The numbers of the suite are those of its cases, and only good runs have no failure and no error."""
    root = ElementTree.parse(FOLDER / name / "junit.xml").getroot()  # noqa: S314 - our own file
    for tag, attribute in (("testcase", "tests"), ("failure", "failures"), ("error", "errors")):
        assert int(root.attrib[attribute]) == len(list(root.iter(tag)))
    result = SAMPLES[name]
    assert (root.attrib["failures"], root.attrib["errors"]) == ("0", "0") or not result.ok
