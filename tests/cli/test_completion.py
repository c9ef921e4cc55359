"""Completion in shells."""

import shutil
import subprocess
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.dialects import ALIASES, DIALECTS

pytest.importorskip("shtab", reason="shtab is not installed")

ASKED = {
    "crosscover che": {"check"},
    "crosscover ledger ": {"info", "export", "diff", "merge"},
    "crosscover check --dialect ": {*DIALECTS, *ALIASES},
    "crosscover check --contract pro": {"proper"},
    "crosscover check --time-": {"--time-limit"},
    "crosscover check -k full_grids": {"full_grids"},
    "crosscover check --puzzles puz": {"puzzles.txt"},
    "crosscover init --harness ru": {"rust"},
    "crosscover completion f": {"fish"},
}
"""Words on a command line, of which the last is to be completed, and the completions."""

BASH = """\
source ./script
complete -p crosscover > /dev/null
while IFS= read -r line; do
    read -ra COMP_WORDS <<< "$line"
    [[ $line == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _shtab_crosscover
    echo "${COMPREPLY[@]}"
done
"""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A script is well-formed for its shell; bash completes commands, options, names and files."""
    monkeypatch.chdir(tmp_path)
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert {"replay", "sudokunique", "full_grids"} <= set(script.replace('"', " ").replace(")", " ").split())
    Path("script").write_text(script, encoding="utf-8")
    Path("puzzles.txt").touch()
    if shutil.which(shell) is not None:
        subprocess.run([shell, "-n", "script"], check=True)
    if shell == "bash":
        asked = "\n".join(ASKED)
        done = subprocess.run(["bash", "-c", BASH], input=f"{asked}\n", capture_output=True, text=True, check=True)
        assert [set(line.split()) for line in done.stdout.splitlines()] == list(ASKED.values())
