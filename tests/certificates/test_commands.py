"""The commands `crosscover certify` and `crosscover verify`."""

import gzip
import io
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.oracles.proofs.certification import Producer, ProofError, UncheckedProof, certify_puzzle
from crosscover.oracles.proofs.dlx_proofs import DlxProducer
from crosscover.reference import DlxEngine, Grid

from .puzzles import AMBIGUOUS, BRIEF, BY_DIAGONALS, CLASHING, EASY, HARD, UNSOLVABLE

PUZZLES = [*HARD, BRIEF, EASY, UNSOLVABLE, CLASHING, AMBIGUOUS]


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    """A file of puzzles of every kind."""
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{puzzle}\n" for puzzle in PUZZLES))
    return file


@cache
def certificates_text() -> str:
    """The certificates of the puzzles."""
    return "".join(f"{certify_puzzle(puzzle, DlxProducer()).line()}\n" for puzzle in PUZZLES)


@pytest.fixture
def certificates(tmp_path: Path) -> Path:
    """A file with the certificates, for changes."""
    file = tmp_path / "certificates.jsonl"
    file.write_text(certificates_text())
    return file


def feed(monkeypatch: pytest.MonkeyPatch, text: bytes, tmp_path: Path) -> None:
    """Use a text as stdin."""
    file = tmp_path / "stdin"
    file.write_bytes(text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file.open("rb")))


@pytest.mark.parametrize("producer", ["dlx", "sat:cadical195"])
def test_certify_and_verify(puzzles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], producer: str) -> None:
    """With one or several processes each puzzle gets a certificate, in order, and all are valid."""
    out = tmp_path / "out.jsonl"
    assert main(["certify", str(puzzles), "-o", str(out), "--producer", producer, "--jobs", "2"]) == 0
    assert f"9 certificates by {producer}: 2 none, 6 unique, 1 several; " in capsys.readouterr().err
    made = [json.loads(line) for line in out.read_text().splitlines()]
    assert [certificate["puzzle"] for certificate in made] == [str(puzzle) for puzzle in PUZZLES]
    assert main(["verify", str(out), "--puzzles", str(puzzles), "--jobs", "2"]) == 0
    lemmas = sum(len(one["lemmas"]) for one in made)
    checks = f"8 grids checked by the rules, {lemmas} lemmas by unit propagation"
    assert capsys.readouterr().out == f"9 certificates verified: 2 none, 6 unique, 1 several; {checks}\n"


def test_numbers_of_solutions_are_made_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exact numbers of solutions go through both commands; too many solutions are certified as two."""
    puzzles, out = tmp_path / "puzzles.txt", tmp_path / "out.jsonl"
    puzzles.write_text("3....1....4...21\n3....1........21\n................\n")
    options = ["--shape", "2x2", "--count", "5", "--producer", "dlx", "--jobs", "1"]
    assert main(["certify", str(puzzles), "-o", str(out), *options]) == 0
    assert "3 certificates by dlx: 1 unique, 1 several, 1 exactly; " in capsys.readouterr().err
    feed(monkeypatch, out.read_bytes(), tmp_path)
    assert main(["verify", "--puzzles", str(puzzles), "--shape", "2x2", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("3 certificates verified: 1 unique, 1 several, 1 exactly; 5 grids ")


def test_an_interrupt_ends_with_the_totals(
    puzzles: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An interrupted `certify` reports the interrupt and the totals so far."""

    def interrupt(_puzzle: Grid, _producer: Producer, _most: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crosscover.cli.certify.certify_puzzle", interrupt)
    assert main(["certify", str(puzzles), "--jobs", "1"]) == 130
    assert capsys.readouterr().err.startswith("crosscover: interrupted\n0 certificates by ")


def test_the_first_false_certificate_is_named(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first false certificate is reported with line, puzzle, lemma and reason; later ones are not read."""
    lines = certificates.read_text().splitlines()
    false = json.loads(lines[1])
    false["lemmas"][4] = [false["lemmas"][4][0]]
    lines[1] = json.dumps(false)
    lines[3] = lines[3].replace('"dlx"', '"me"')
    lines[4] = "{"
    certificates.write_text("\n".join(lines))
    assert main(["verify", str(certificates), "--jobs", "2"]) == 1
    out = capsys.readouterr().out
    assert out.startswith(
        f"{certificates}:2: false certificate for {HARD[1]}: lemma 5: {false['lemmas'][4][0]} does not"
    )


@pytest.mark.parametrize(
    ("line", "place"), [("{", "2:2"), ('{"version":1}', "2:1"), ("[1]", "2:1"), ("\udcff", "2:1"), ("\0", "2:1")]
)
def test_a_malformed_line_is_named(
    certificates: Path, capsys: pytest.CaptureFixture[str], line: str, place: str
) -> None:
    """A malformed certificate is a usage error with line and column."""
    first = certificates.read_text().splitlines()[0]
    certificates.write_bytes(f"{first}\n{line}\n".encode(errors="surrogateescape"))
    assert main(["verify", str(certificates), "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith(f"{certificates}:{place}: expected ")


HOSTILE = "\x1b[31m\x9b\u202e" * 100_000
"""A long text of terminal control sequences."""


@pytest.mark.parametrize(
    "change",
    [
        {"version": HOSTILE},
        {"puzzle": HOSTILE},
        {"verdict": HOSTILE},
        {"solutions": [HOSTILE]},
        {"lemmas": [[HOSTILE]]},
        {"lemmas": [[1] * 200_000]},
        {"lemmas": [[10**4000]]},
        {"producer": [HOSTILE]},
        {"digest": HOSTILE},
        {HOSTILE: 1},
        {"x" * 900_000: 1},
    ],
    ids=lambda change: next(iter(change))[:9].encode("unicode_escape").decode(),
)
def test_messages_are_harmless(
    certificates: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object]
) -> None:
    """Messages about a certificate are short and without control characters, whatever it contains."""
    certificates.write_text(json.dumps({**json.loads(certificates.read_text().splitlines()[0]), **change}))
    assert main(["verify", str(certificates), "--jobs", "1"]) in (1, 2)
    said = "".join(capsys.readouterr())
    assert len(said) < 1500
    assert said.replace("\n", "").isprintable()


def test_no_certificate_is_no_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without any certificate `verify` fails."""
    empty = tmp_path / "empty"
    empty.touch()
    assert main(["verify", str(empty), "--jobs", "1"]) == 2
    assert capsys.readouterr().err == f"{empty}:1:1: expected a certificate, found the end of the input\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (slice(0, 8), f"false certificate for {AMBIGUOUS}: expected no more"),
        (slice(1, 9), f"false certificate for {HARD[0]}: expected {HARD[1]} of "),
    ],
    ids=["one too many", "another order"],
)
def test_certificates_must_be_for_the_puzzles(
    puzzles: Path, certificates: Path, capsys: pytest.CaptureFixture[str], change: slice, message: str
) -> None:
    """With --puzzles valid certificates of other puzzles are false."""
    puzzles.write_text("".join(puzzles.read_text().splitlines(keepends=True)[change]))
    assert main(["verify", str(certificates), "--puzzles", str(puzzles), "--jobs", "1"]) == 1
    assert message in capsys.readouterr().out


def test_certificates_must_be_for_the_variant(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A certificate of a diagonal Sudoku is false for a plain one, and the message names both shapes."""
    certificates = puzzles.with_name("diagonal.jsonl")
    puzzles.write_text(f"{BY_DIAGONALS}\n")
    assert main(["certify", str(puzzles), "--variant", "x", "-o", str(certificates), "--jobs", "1"]) == 0
    assert main(["verify", str(certificates), "--puzzles", str(puzzles), "--variant", "x", "--jobs", "1"]) == 0
    assert main(["verify", str(certificates), "--puzzles", str(puzzles), "--jobs", "1"]) == 1
    assert f"expected {BY_DIAGONALS} of {puzzles}:1, shape 3x3 instead of 3x3+x" in capsys.readouterr().out


def test_a_given_variant_needs_no_puzzles(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a variant, certificates of plain puzzles are false, also if the puzzles are not given."""
    assert main(["verify", str(certificates), "--variant", "x", "--jobs", "1"]) == 1
    assert "expected shape 3x3+x, found 3x3\n" in capsys.readouterr().out


def test_lines_are_limited(
    certificates: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A longer line than that of any certificate is malformed, and `certify` writes none."""
    monkeypatch.setattr("crosscover.cli.verify.MAX_BYTES", 100_000)
    monkeypatch.setattr("crosscover.oracles.proofs.certification.MAX_BYTES", 300)
    certificates.write_text("9" * 200_000)
    assert main(["verify", str(certificates), "--jobs", "1"]) == 2
    assert "1:1: expected a line of at most 100000 bytes, found a longer one" in capsys.readouterr().err
    feed(monkeypatch, f"{EASY}\n{CLASHING}\n".encode(), certificates.parent)
    assert main(["certify", "--producer", "dlx", "--jobs", "1"]) == 5
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 1
    assert "<stdin>:1: no certificate: its certificate would be larger than 300 bytes" in captured.err


@pytest.mark.parametrize("command", ["certify", "unique"])
def test_a_missing_certificate_is_not_decided(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A puzzle without a proof, or with one that is too long, is no fault of crosscover for any command."""

    def give_up(*_: object) -> None:
        raise ProofError("gave up")

    arguments = [command, str(EASY)] if command == "unique" else [command]
    for name, value, message in (
        ("oracles.proofs.certification.MAX_BYTES", 300, "larger than 300 bytes"),
        (f"cli.{'deciding' if command == 'unique' else command}.certify_puzzle", give_up, "gave up"),
    ):
        monkeypatch.setattr(f"crosscover.{name}", value)
        feed(monkeypatch, f"{EASY}\n".encode(), tmp_path)
        assert main([*arguments, "--jobs", "1"]) == 5
        captured = capsys.readouterr()
        assert message in captured.out + captured.err


def test_a_puzzle_without_a_certificate_is_named(
    puzzles: Path, certificates: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --puzzles a missing certificate is reported."""
    certificates.write_text("".join(certificates.read_text().splitlines(keepends=True)[:-1]))
    assert main(["verify", str(certificates), "--puzzles", str(puzzles), "--jobs", "1"]) == 1
    assert capsys.readouterr().out == f"{puzzles}:9: no certificate for {AMBIGUOUS}\n"


def test_a_worthless_proof_counts_for_more_than_a_malformed_puzzle(
    puzzles: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong proofs are refused one by one, and the exit code is theirs."""

    def prove(_: object, puzzle: Grid, *__: object) -> UncheckedProof:
        return UncheckedProof(tuple(DlxEngine()(puzzle, 2)))

    monkeypatch.setattr(DlxProducer, "prove", prove)
    puzzles.write_text(f"{EASY}\n{HARD[0]}\n{EASY}1\n")
    assert main(["certify", str(puzzles), "--producer", "dlx", "--jobs", "1"]) == 3
    out, err = capsys.readouterr()
    assert f"{puzzles}:2: no certificate: the proof by dlx is wrong: " in err
    assert f"{puzzles}:3:82: expected " in err
    assert str(EASY) in out
    assert str(HARD[0]) not in out


def test_a_malformed_puzzle_is_named_after_those_before(
    puzzles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Puzzles before a malformed one are certified, the error shows its place, and no file is written."""
    puzzles.write_text(f"{EASY}\n{CLASHING}\n{EASY}1\n")
    out = tmp_path / "out.jsonl"
    assert main(["certify", str(puzzles), "-o", str(out), "--jobs", "1"]) == 2
    expected, made = capsys.readouterr().err.splitlines()
    assert expected.startswith(f"{puzzles}:3:82: expected ")
    assert made.startswith("2 certificates")
    assert list(tmp_path.iterdir()) == [puzzles]


@pytest.mark.parametrize(
    "arguments",
    [["certify", "--producer", "nobody"], ["certify", "missing.txt"], ["verify", "missing.jsonl"]],
    ids=" ".join,
)
def test_unknown_producers_and_missing_files(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown producer or a missing file is a usage error without a traceback."""
    assert main([*arguments, "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith("crosscover: ")


def test_exported_files(certificates: Path, tmp_path: Path) -> None:
    """Each refutation is exported as three files; puzzles with two solutions have none."""
    folder = tmp_path / "exported"
    assert main(["verify", str(certificates), "--export", str(folder), "--jobs", "1"]) == 0
    names = sorted(file.name for file in folder.iterdir())
    assert names == [f"{number:06}.{end}" for number in range(1, 9) for end in ("cnf", "drat", "lrat")]


def test_verify_imports_no_solver(certificates: Path) -> None:
    """`verify` imports neither the reference nor any engine or solver library."""
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from crosscover.cli import main; "
        f"code = main(['verify', {str(certificates)!r}, '--jobs', '1']); print(code, *sys.modules)"
    )
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    code_and_modules = process.stdout.splitlines()[-1].split()
    assert code_and_modules[0] == "0"
    names = {name.rpartition(".")[2] for name in code_and_modules if name.startswith("crosscover.")}
    assert "refutation" in names
    assert not names & {"dancing", "_dancing", "dlx", "builds", "bitmask", "sat", "cpsat", "panel"}
    assert not {name.partition(".")[0] for name in code_and_modules} & {"pysat", "ortools", "hypothesis", "numpy"}


def test_a_compressed_file_is_verified(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A compressed file is decompressed, and a truncated one is refused."""
    data = gzip.compress(certificates.read_bytes())
    for content, code in ((data, 0), (data[:-12], 2)):
        certificates.write_bytes(content)
        assert main(["verify", str(certificates), "--jobs", "1"]) == code
        assert ("9 certificates verified" in capsys.readouterr().out) == (code == 0)
