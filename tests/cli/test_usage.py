"""Usage errors: one line with a suggestion."""

from pathlib import Path

import pytest

from crosscover.cli import COMMANDS, main


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", f"crosscover: expected a command: {', '.join(COMMANDS)}; see `crosscover --help`"),
        ("chek", "crosscover: there is no command 'chek' (did you mean check?); see `crosscover --help`"),
        ("cobol", "crosscover: there is no command 'cobol'; see `crosscover --help`"),
        (
            "--versoin",
            "crosscover: unrecognized arguments: --versoin (did you mean --version?); see `crosscover --help`",
        ),
        (
            "check --tme=3s",
            "crosscover check: unrecognized arguments: --tme=3s (did you mean --time?); see `crosscover check --help`",
        ),
        ("engines dlx", "crosscover engines: unrecognized arguments: dlx; see `crosscover engines --help`"),
        (
            "audit --count 0",
            (
                "crosscover audit: argument --count: expected a whole number from 2 to 10000, not '0'; "
                "see `crosscover audit --help`"
            ),
        ),
        ("solve no/such/file", "crosscover: no/such/file: No such file or directory"),
        ("compare no/such.json engine:dlx", "crosscover: no/such.json: No such file or directory"),
        ("solve --engine cobol", "crosscover: there is no engine 'cobol'; `crosscover engines` lists them"),
    ],
)
def test_usage_errors(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message names the wrong word and the command whose help explains more; the exit code is 2."""
    assert main(line.split()) == 2
    assert capsys.readouterr().err == f"{message}\n"


@pytest.mark.parametrize("words", [["compare", "exec:./a 'b", "engine:dlx"], ["init", "--subject", "exec:./a 'b"]])
def test_open_quotation(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command with an open quotation is a usage error."""
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert capsys.readouterr().err.endswith("No closing quotation\n")
