"""Badges, as images and for shields.io."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from crosscover.exit_code import ExitCode
from crosscover.report.badge import COLORS, badge_writer, message_and_color, svg
from crosscover.report.events import Footer, RunStarted

from .samples import HEADER, NASTY, fault, footer, left_open, passed, tell, timed_out, wrong

GOOD = Footer((passed(),), 3.0, ExitCode.GOOD, complete=True)
SPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("end", "message", "color"),
    [
        (GOOD, "no errors found | 1,200 puzzles", "brightgreen"),
        (replace(GOOD, outcomes=(left_open(),)), "not decided | 1,200 puzzles", "yellow"),
        (footer(wrong(), passed()), "wrong | 1,296 puzzles", "red"),
        (footer(timed_out()), "timed out | 96 puzzles", "yellow"),
        (footer(fault(), exit_code=ExitCode.FAULT), "fault | 3 puzzles", "yellow"),
        (replace(GOOD, exit_code=ExitCode.INTERRUPTED, complete=False), "interrupted | 1,200 puzzles", "yellow"),
        (
            footer(replace(wrong(), expected=True), passed(), exit_code=ExitCode.GOOD),
            "as expected | 1,296 puzzles",
            "yellow",
        ),
    ],
)
def test_message(end: Footer, message: str, color: str) -> None:
    """A badge shows the result and the number of puzzles, in a fitting colour."""
    assert message_and_color(end) == (message, color)


def test_endpoint(tmp_path: Path) -> None:
    """The JSON has the fields that shields.io requires, and one of its named colours."""
    path = tmp_path / "badge.json"
    tell(badge_writer(path), GOOD)
    read = json.loads(path.read_text())
    assert read == {
        "schemaVersion": 1,
        "label": "crosscover",
        "message": "no errors found | 1,200 puzzles",
        "color": "brightgreen",
    }


def test_an_unfinished_run_says_so(tmp_path: Path) -> None:
    """At the start of a run the badge of an earlier run is replaced."""
    path = tmp_path / "badge.svg"
    path.write_text("no errors found")
    badge_writer(path)(RunStarted(HEADER, ("patterns",)))
    assert "interrupted" in path.read_text()
    assert "no errors found" not in path.read_text()


def test_image() -> None:
    """The image has an accessible name, loads nothing, and is wide enough for its texts."""
    root = ElementTree.fromstring(svg(HEADER, GOOD))  # noqa: S314 - our own text
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SPACE}title") == "crosscover: no errors found | 1,200 puzzles"
    assert not any("href" in name or name == "style" for element in root.iter() for name in element.attrib)
    whole, left = (int(box.attrib["width"]) for box in root.findall(f"{SPACE}rect"))
    label, message = (int(text.attrib["textLength"]) for text in root.findall(f"{SPACE}g/{SPACE}text"))
    assert (left > label, whole - left > message, whole) == (True, True, int(root.attrib["width"]))


def test_hostile_name() -> None:
    """Markup in the name of a solver is escaped in the image."""
    hostile = replace(HEADER, subject=f"exec:</desc><script>alert(1)</script>{NASTY}")
    root = ElementTree.fromstring(svg(hostile, GOOD))  # noqa: S314 - our own text
    assert {element.tag.removeprefix(SPACE) for element in root.iter()} == {
        *("svg", "title", "desc", "rect", "g", "text")
    }
    assert "<script>alert(1)</script>" in (root.findtext(f"{SPACE}desc") or "")


@pytest.mark.parametrize("color", COLORS.values())
def test_contrast(color: str) -> None:
    """White text on each colour has a contrast of at least 4.5, as WCAG requires."""
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 4.5
