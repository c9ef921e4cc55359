"""`crosscover verify --with`: other checkers of the exported refutations.

Slow tests run the checkers that environment variables name, as docs/how-to/certificates.md builds them.
"""

import lzma
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from crosscover.cli import external_checker, main
from crosscover.oracles.certificate import Certificate, parse
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.scratch import PREFIX
from tests.processes import GRACE_SECONDS, await_none, running_with, wait_until

from . import lrat_checker
from .puzzles import AMBIGUOUS, EASY, HARD
from .test_export import example

CHECKER = f"{sys.executable} {Path(lrat_checker.__file__)}"
CORPUS = Path(__file__).parents[1] / "corpus/certificates.jsonl.xz"
"""The certified corpus."""
BUILT = {
    "CROSSCOVER_CAKE_LPR": "{cnf} {lrat}",
    "CROSSCOVER_LRAT_ISA": "{cnf} {blrat}",
    "CROSSCOVER_DRAT_TRIM": "{cnf} {drat} -f",
    "CROSSCOVER_LRAT_TRIM": "{cnf} {lrat}",
}
"""The variables that name checkers, with their arguments."""
REFUTED = ("none", "unique", "exactly", "minimal", "redundant")
SHAPES = ("2x2", "2x3", "3x3")


@pytest.fixture(scope="module")
def made() -> list[Certificate]:
    """Two refutations, the second with lemmas, and two solutions."""
    return [certify_puzzle(puzzle, producer("dlx")) for puzzle in (EASY, HARD[0], AMBIGUOUS)]


@pytest.fixture
def given(made: list[Certificate], tmp_path: Path) -> str:
    """A file of these certificates."""
    return write(tmp_path, made)


def write(folder: Path, certificates: Iterable[Certificate]) -> str:
    """A file of certificates."""
    file = folder / "certificates.jsonl"
    file.write_text("".join(f"{certificate.line()}\n" for certificate in certificates))
    return str(file)


def after_trial(script: str) -> str:
    """A checker in shell that passes the trial with two problems of few clauses, and then does what the script says."""
    choose = 'case $(grep -vc ^c "$0") in 5) echo s VERIFIED;; 4) ;; *) '
    return shlex.join(["sh", "-c", f"{choose}{script};; esac", "{cnf}"])


def test_another_checker_accepts(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several processes run the checker on each refutation, not on two solutions, and leave no files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["verify", given, "--with", CHECKER, "--jobs", "2"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("external checker: 2 refutations accepted, 0 refused, 0 not judged\n")
    assert list(tmp_path.glob(f"{PREFIX}*")) == []


def test_both_refuse(made: list[Certificate], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All certificates are compared, also after one that both checkers refuse."""
    wrong = replace(made[1], lemmas=())
    assert main(["verify", write(tmp_path, [wrong, made[0]]), "--with", CHECKER, "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert f"certificates.jsonl:1: false certificate for {HARD[0]}: the proof ends without a conflict" in said
    assert said.endswith("external checker: 1 refutation accepted, 1 refused, 0 not judged\n")


@pytest.mark.parametrize(
    ("script", "code", "message"),
    [
        ("echo no; exit 1", 3, "refuses the refutation for {}, which crosscover accepts: exited with status 1: no"),
        ("echo s VERIFIED; kill -9 $$", 5, "does not judge the refutation for {}, which crosscover accepts: killed by"),
        ("yes", 5, "does not judge the refutation for {}, which crosscover accepts: wrote more than 4 MiB to"),
        ("sleep 100", 5, "does not judge the refutation for {}, which crosscover accepts: still running after"),
    ],
    ids=["refuses", "crashes", "floods", "hangs"],
)
def test_another_reply_is_reported(
    given: str, capsys: pytest.CaptureFixture[str], script: str, code: int, message: str
) -> None:
    """A checker that differs is a fault; one that fails leaves the refutation unjudged."""
    with patch.object(external_checker, "SECONDS", 0.3 if script.startswith("sleep") else 100.0):
        assert main(["verify", given, "--with", after_trial(script), "--jobs", "1"]) == code
    out = capsys.readouterr().out
    assert f"certificates.jsonl:2: the external checker {message.format(HARD[0])}" in out
    assert ("--export DIR writes its files, for a run by hand" in out) == (code == 5)


def test_a_wrong_refutation_that_it_accepts(
    made: list[Certificate], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A refutation that crosscover refuses is false, whatever another checker says, and the difference is reported."""
    wrong = replace(made[1], lemmas=())
    assert main(["verify", write(tmp_path, [wrong]), "--with", after_trial("echo s VERIFIED"), "--jobs", "1"]) == 1
    assert f"accepts the refutation for {HARD[0]}, which crosscover refuses" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("", 2, "--with needs a command"),
        ("./x 'y", 2, "cannot be split into words: No closing quotation"),
        ("./missing", 4, "cannot start ./missing: No such file or directory"),
        ("true", 2, "does not accept a right refutation: exited with status 0, without any output; write "),
        ("echo 's VERIFIED'", 2, "does not accept a right refutation: exited with status 0: s VERIFIED /"),
        ("sh -c 'echo s VERIFIED'", 2, "does not refuse a wrong one: exited with status 0: s VERIFIED"),
    ],
)
def test_a_command_that_is_no_checker(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, code: int, message: str
) -> None:
    """A command that does not tell a right refutation from a wrong one is refused before any certificate is read."""
    assert main(["verify", str(tmp_path / "missing"), "--with", command]) == code
    assert message in capsys.readouterr().err


def test_an_interrupt_ends_the_checker(given: str, tmp_path: Path) -> None:
    """Ctrl-C ends all checkers, and removes their files."""
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    words = ["verify", given, "--with", after_trial("exec sleep 100"), "--jobs", "2"]
    process = subprocess.Popen([sys.executable, "-m", "crosscover", *words], env=environment)

    def checkers() -> list[str]:
        return [line for line in running_with(f"TMPDIR={tmp_path}") if line.startswith("sleep 100")]

    try:
        wait_until(lambda: len(checkers()) == 2)
        process.send_signal(signal.SIGINT)
        assert process.wait(GRACE_SECONDS) == 130
    finally:
        process.kill()
        process.wait()
    assert await_none(checkers) == []
    assert list(tmp_path.glob(f"{PREFIX}*")) == []


def sample() -> list[Certificate]:
    """Every 400th certificate of the corpus, and one of each claim that needs a refutation and each shape."""
    with lzma.open(CORPUS, "rt") as file:
        certified = [parse(line) for number, line in enumerate(file) if number % 400 == 0]
    return certified + [example(claim, shape) for claim in REFUTED for shape in SHAPES]


def mutated(certificates: Iterable[Certificate]) -> Iterable[Certificate]:
    """Each certificate with lemmas, once without one of them and once with a literal negated."""
    rng = random.Random(1)
    for certificate in certificates:
        if certificate.lemmas:
            place = rng.randrange(len(certificate.lemmas))
            first, *others = certificate.lemmas[place]
            before, after = certificate.lemmas[:place], certificate.lemmas[place + 1 :]
            yield replace(certificate, lemmas=(*before, *after))
            yield replace(certificate, lemmas=(*before, (-first, *others), *after))


@pytest.mark.slow
@pytest.mark.parametrize("variable", BUILT)
def test_public_checkers_agree(variable: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A public checker accepts what crosscover accepts, and refuses what it refuses."""
    program = os.environ.get(variable)
    if not program:
        pytest.skip(f"{variable} does not name a checker; docs/how-to/certificates.md builds it")
    right = sample()
    command = f"{shlex.quote(program)} {BUILT[variable]}"
    assert main(["verify", write(tmp_path, [*right, *mutated(right)]), "--with", command]) in (0, 1)
    assert ": the external checker " not in capsys.readouterr().out
