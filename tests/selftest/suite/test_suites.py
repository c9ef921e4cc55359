"""The published suites are correct, and match their description in docs/how-to/suite.md."""

import json
import lzma
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from crosscover.engines import panel_of
from crosscover.oracles.certificate import Certificate, check, parse
from crosscover.reference.verdict import DECIDED, same_verdict, verdict_of

from . import FIGURES, FILES, SIZES, SUITES

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "suite.md").read_text(encoding="utf-8")
SAMPLE = 12


@cache
def lines(size: int) -> list[str]:
    """Return the lines of a suite."""
    data = (SUITES / FILES[size]).read_bytes()
    return (lzma.decompress(data) if FILES[size].endswith(".xz") else data).decode("ascii").splitlines()


def assert_true(certificate: Certificate) -> None:
    """Check a certificate, and compare its verdict with several engines."""
    check(certificate)
    verdict = panel_of(("bitmask", "dlx", "sat:cadical195")).verdict(certificate.puzzle)
    assert same_verdict(verdict, verdict_of(list(certificate.solutions)))


@pytest.mark.parametrize("size", SIZES)
def test_a_sample_is_correct(size: int) -> None:
    """Certificates sampled from a suite are valid, and engines agree with them."""
    for line in Random(0).sample(lines(size), SAMPLE):
        assert_true(parse(line))


@pytest.mark.release
def test_the_longest_suite_is_correct() -> None:
    """Every certificate of the longest suite is valid, and engines agree with it."""
    for line in lines(max(SIZES)):
        assert_true(parse(line))


@pytest.mark.parametrize("size", SIZES)
def test_each_suite_begins_the_longest(size: int) -> None:
    """A suite contains as many lines as its name states, and they are the first lines of the longest suite."""
    assert lines(size) == lines(max(SIZES))[:size]
    assert len(lines(size)) == size


def test_no_puzzle_is_repeated() -> None:
    """All puzzles of a suite differ."""
    puzzles = {json.loads(line)["puzzle"] for line in lines(max(SIZES))}
    assert len(puzzles) == max(SIZES)


@pytest.mark.parametrize("size", SIZES)
def test_every_number_of_solutions_occurs(size: int) -> None:
    """A suite contains puzzles with no, one and several solutions."""
    assert {json.loads(line)["verdict"] for line in lines(size)} == set(DECIDED)


def test_the_page_has_the_figures() -> None:
    """The table and the figures of the page come from the last build."""
    figures = json.loads((SUITES / FIGURES).read_text(encoding="ascii"))
    alone, left_out = figures["caught_by_a_puzzle_of_the_suite"], figures["caught_by_a_suite_chosen_without_it"]
    first, second, third = (figures["others_caught_in_one_run"][str(size)] for size in SIZES)
    shown = re.findall(r"^\| \[suite-(\d+)\..* \| ([\d,]+) \| (\d+) of (\d+) \|$", PAGE, re.MULTILINE)
    mutants = str(figures["mutants"])
    assert shown == [(str(size), f"{size:,}", str(alone[str(size)]), mutants) for size in SIZES]
    sentences = (
        f"{figures['others']} of the {mutants} mutants answered every single puzzle correctly",
        f"{first} of these fail on the first suite, and {second} each on the second and third",
        f"{left_out['100']} of the {alone['100']}, and 1,000 puzzles catch {left_out['1000']}",
        f"are from {figures['date']}",
        f"got fewer puzzles, {figures['median_asked']:,} in the median",
    )
    assert [sentence for sentence in sentences if sentence not in " ".join(PAGE.split())] == []
    assert second == third
