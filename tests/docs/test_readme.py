"""README has two commands to set up."""

from .pages import BLOCK, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_there_are_two_commands_to_set_up() -> None:
    """README has one line for the main job and one for the tests, and both create their own environment."""
    blocks = [block["text"] for block in BLOCK.finditer(README) if block["kind"] == "sh"]
    lines = [line for block in blocks for line in block.splitlines() if "venv" in line]
    assert [line.rpartition("/")[2].split()[0] for line in lines] == ["crosscover", "pytest"]
    assert all(line.startswith("python3 -m venv .venv && ") for line in lines)
