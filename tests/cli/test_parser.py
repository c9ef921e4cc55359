"""Usage errors: one line with a suggestion."""

import re
import shlex
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.cli.parser import COMMANDS, EXAMPLES, make_parser


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "",
            f"crosscover: missing COMMAND, one of {', '.join(COMMANDS)}; see `crosscover --help`",
        ),
        ("chek", "crosscover: there is no command 'chek' (did you mean check?); see `crosscover --help`"),
        (
            "check --tme=3s",
            "crosscover check: unrecognized arguments: --tme=3s (did you mean --time?); see `crosscover check --help`",
        ),
        ("audit --certify", "crosscover audit: unrecognized arguments: --certify; see `crosscover audit --help`"),
        (
            "check --dialect gird",
            (
                "crosscover check: argument --dialect: 'gird' is unknown (did you mean grid?); "
                "see `crosscover check --help`"
            ),
        ),
        (
            "init --harness fortran",
            (
                "crosscover init: argument --harness: invalid choice: 'fortran' (choose from "
                "'python', 'js', 'c', 'cpp', 'rust', 'go', 'php', 'lua', 'java'); see `crosscover init --help`"
            ),
        ),
        (
            "ledger export",
            (
                "crosscover ledger export: the following arguments are required: LEDGER; "
                "see `crosscover ledger export --help`"
            ),
        ),
        ("check nofile.py", "crosscover: 'nofile.py' names no solver: there is no file nofile.py"),
        (
            "audit --count 0",
            (
                "crosscover audit: argument --count: expected a whole number from 2 to 10000, not '0'; "
                "see `crosscover audit --help`"
            ),
        ),
        ("solve /", "crosscover: /: Is a directory"),
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


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_begins_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The help of each command begins with at most three examples, which can be parsed."""
    assert main([*name.split(), "--help"]) == 0
    examples, _, rest = capsys.readouterr().out.removeprefix("examples:\n").partition("\n\n")
    lines = [re.split(" {3,}", line.strip())[0] for line in examples.splitlines()]
    assert rest.startswith("usage: ")
    assert 1 <= len(lines) <= 3
    for line in lines:
        program, *words = shlex.split(line)
        parsed, unknown = make_parser(words[:1])[0].parse_known_args(words)
        assert (program, parsed.command, unknown) == ("crosscover", name or words[0], [])
