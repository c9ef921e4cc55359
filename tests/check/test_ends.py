"""Runs that end with an internal error."""

import json
from typing import NoReturn

import pytest

from .running import Here


def broken(*_arguments: object, **_options: object) -> NoReturn:
    """Raise an exception that only a bug in crosscover raises."""
    raise ValueError("min() arg is an empty sequence")


def test_a_measurement_that_fails(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the measurement of performance is reported as what was not measured, and changes no verdict."""
    monkeypatch.setattr("crosscover.harness.session.measure", broken)
    ran = here("engine:bitmask", "--examples=1", "-k=full_grids", "--performance=1")
    assert (ran.code, ran.errors) == (0, "")
    assert "not measured  anything: ValueError: min() arg is an empty sequence" in ran.output


def test_internal_error(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error ends a run with exit code 3 and one sentence, and with incomplete reports."""
    monkeypatch.setattr("crosscover.harness.harness.outcome_of", broken)
    ran = here("engine:bitmask", "--examples=1", "-k=full_grids", "--performance=1", "--json=r.json", "--junit=r.xml")
    sentence = "internal error: ValueError: min() arg is an empty sequence; set CROSSCOVER_DEBUG=1 for the traceback"
    assert ran.errors == f"crosscover: {sentence}\n"
    assert ran.code == 3
    footer = json.loads((here.directory / "r.json").read_text())["footer"]
    assert (footer["complete"], footer["exit_code"]) == (False, 3)
    assert "The run is not complete" in ran.output
    assert "cut short" in (here.directory / "r.xml").read_text()
