"""`crosscover certify` and `crosscover verify`, as they are typed."""

import bz2
import gzip
import io
import json
import lzma
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.oracles.proofs.certification import Producer
from crosscover.reference import Grid

from .puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, HARD, UNSOLVABLE

PUZZLES = [*HARD, BRIEF, EASY, UNSOLVABLE, CLASHING, AMBIGUOUS]


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    """A file of puzzles of every kind."""
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{puzzle}\n" for puzzle in PUZZLES))
    return file


@pytest.fixture(scope="module")
def certificates_text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Their certificates, made once."""
    puzzles, file = (tmp_path_factory.mktemp("certified") / name for name in ("puzzles.txt", "certificates.jsonl"))
    puzzles.write_text("".join(f"{puzzle}\n" for puzzle in PUZZLES))
    assert main(["certify", str(puzzles), "-o", str(file), "--producer", "dlx", "--jobs", "1"]) == 0
    return file.read_text()


@pytest.fixture
def certificates(tmp_path: Path, certificates_text: str) -> Path:
    """A file of their certificates, to be changed at will."""
    file = tmp_path / "certificates.jsonl"
    file.write_text(certificates_text)
    return file


def feed(monkeypatch: pytest.MonkeyPatch, text: bytes, tmp_path: Path) -> None:
    """Make a text the standard input."""
    file = tmp_path / "stdin"
    file.write_bytes(text)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(file.open("rb")))


@pytest.mark.parametrize("producer", ["dlx", "sat:cadical195"])
def test_what_is_certified_is_verified(
    puzzles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], producer: str
) -> None:
    """Each puzzle gets a line, in order, over several processes, and all of them are true."""
    out = tmp_path / "out.jsonl"
    assert main(["certify", str(puzzles), "-o", str(out), "--producer", producer, "--jobs", "2"]) == 0
    assert f"9 certificates by {producer}: 2 none, 6 unique, 1 several; " in capsys.readouterr().err
    made = [json.loads(line) for line in out.read_text().splitlines()]
    assert [certificate["puzzle"] for certificate in made] == [str(puzzle) for puzzle in PUZZLES]
    assert main(["verify", str(out), "--puzzles", str(puzzles), "--jobs", "2"]) == 0
    lemmas = sum(len(certificate["lemmas"]) for certificate in made)
    message = f"9 certificates verified: 2 none, 6 unique, 1 several; {lemmas:,} lemmas checked\n"
    assert capsys.readouterr().out == message


def test_certificates_go_through_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without files, both commands read the standard input, and certify writes to the standard output."""
    feed(monkeypatch, f"{EASY}\n".encode(), tmp_path)
    assert main(["certify", "--jobs", "1"]) == 0
    feed(monkeypatch, capsys.readouterr().out.encode(), tmp_path)
    assert main(["verify", "-", "--jobs", "1"]) == 0


def test_an_interrupt_ends_with_the_sums(
    puzzles: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An interrupt while puzzles are certified is told beside what was done until then."""

    def interrupt(_puzzle: Grid, _producer: Producer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crosscover.cli.certify.certify_puzzle", interrupt)
    assert main(["certify", str(puzzles), "--jobs", "1"]) == 130
    assert capsys.readouterr().err.startswith("crosscover: interrupted\n0 certificates by ")


def test_certify_for_a_reader_that_has_enough(puzzles: Path) -> None:
    """Whoever reads the certificates may stop reading, without a word."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-u", "-m", "crosscover", "certify", str(puzzles), "--producer", "dlx", "--jobs", "1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with os.fdopen(write) as output:
        done = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, check=False, env=environment)
    assert (done.returncode, done.stderr) == (130, b"")


def test_the_first_false_certificate_is_named(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Line, puzzle, lemma and reason; what follows is not looked at, false or malformed."""
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
    """What is no certificate is an error of usage, with its line and column."""
    first = certificates.read_text().splitlines()[0]
    certificates.write_bytes(f"{first}\n{line}\n".encode(errors="surrogateescape"))
    assert main(["verify", str(certificates), "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith(f"{certificates}:{place}: expected ")


HOSTILE = "\x1b[31m\x9b\u202e" * 100_000
"""What a terminal would obey, and much of it."""


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
    """Whatever stands in a certificate, what is said of it is short, and nothing that a terminal would obey."""
    certificates.write_text(json.dumps({**json.loads(certificates.read_text().splitlines()[0]), **change}))
    assert main(["verify", str(certificates), "--jobs", "1"]) in (1, 2)
    said = "".join(capsys.readouterr())
    assert len(said) < 1500
    assert said.replace("\n", "").isprintable()


def test_without_keys(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor are the keys of something else shown as they are."""
    certificates.write_text(json.dumps({HOSTILE: 1}))
    assert main(["verify", str(certificates), "--jobs", "1"]) == 2
    said = capsys.readouterr().err
    assert len(said) < 1500
    assert said.replace("\n", "").isprintable()


def test_a_cut_file_is_malformed(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A certificate that breaks off in the middle is not taken for a shorter one."""
    certificates.write_text(certificates.read_text()[:600])
    assert main(["verify", str(certificates), "--jobs", "1"]) == 2
    assert ": expected a JSON object, found invalid JSON: " in capsys.readouterr().err


def test_no_certificate_is_no_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that checked nothing does not succeed."""
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
    """With --puzzles, certificates that are true but not due are false."""
    puzzles.write_text("".join(puzzles.read_text().splitlines(keepends=True)[change]))
    assert main(["verify", str(certificates), "--puzzles", str(puzzles), "--jobs", "1"]) == 1
    assert message in capsys.readouterr().out


def test_a_puzzle_without_a_certificate_is_named(
    puzzles: Path, certificates: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --puzzles, a certificate that was left out is missed."""
    certificates.write_text("".join(certificates.read_text().splitlines(keepends=True)[:-1]))
    assert main(["verify", str(certificates), "--puzzles", str(puzzles), "--jobs", "1"]) == 1
    assert capsys.readouterr().out == f"{puzzles}:9: no certificate for {AMBIGUOUS}\n"


def test_a_worthless_proof_is_no_certificate(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """MapleSAT's proofs are refused, puzzle by puzzle, and the others go on."""
    assert main(["certify", str(puzzles), "--producer", "sat:maplesat", "--jobs", "1"]) == 1
    out, err = capsys.readouterr()
    assert f"{puzzles}:1: no certificate: what sat:maplesat says proves nothing: " in err
    assert str(EASY) in out
    assert str(HARD[0]) not in out


def test_a_worthless_proof_counts_for_more_than_a_malformed_puzzle(
    puzzles: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are told, and the exit code is that of the proof."""
    puzzles.write_text(f"{EASY}\n{HARD[0]}\n{EASY}1\n")
    assert main(["certify", str(puzzles), "--producer", "sat:maplesat", "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert f"{puzzles}:2: no certificate: " in err
    assert f"{puzzles}:3:82: expected " in err


def test_a_malformed_puzzle_is_named_after_those_before(
    puzzles: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The puzzles before it are certified in a part that is kept, and its place and what was expected are told."""
    puzzles.write_text(f"{EASY}\n{CLASHING}\n{EASY}1\n")
    out = tmp_path / "out.jsonl"
    assert main(["certify", str(puzzles), "-o", str(out), "--jobs", "1"]) == 2
    [part] = tmp_path.glob("*.part")
    told, expected, _ = capsys.readouterr().err.splitlines()
    assert told == f"crosscover: {out} was not written; the part that was done is in {part}"
    assert expected.startswith(f"{puzzles}:3:82: expected ")
    assert len(part.read_text().splitlines()) == 2
    assert not out.exists()


@pytest.mark.parametrize(
    "arguments",
    [["certify", "--producer", "nobody"], ["certify", "missing.txt"], ["verify", "missing.jsonl"]],
    ids=" ".join,
)
def test_what_is_not_there_is_an_error_of_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A producer or a file that does not exist is told without a traceback."""
    assert main([*arguments, "--jobs", "1"]) == 2
    assert capsys.readouterr().err.startswith("crosscover: ")


def test_both_commands_export(puzzles: Path, certificates: Path, tmp_path: Path) -> None:
    """The files are the same, whoever writes them; two solutions have none."""
    one, other = tmp_path / "one", tmp_path / "other"
    out = str(tmp_path / "again")
    assert main(["certify", str(puzzles), "-o", out, "--producer", "dlx", "--export", str(one), "--jobs", "1"]) == 0
    assert main(["verify", str(certificates), "--export", str(other), "--jobs", "1"]) == 0
    files = {file.name: file.read_text() for file in one.iterdir()}
    assert files == {file.name: file.read_text() for file in other.iterdir()}
    assert sorted(files) == [f"{number:06}.{end}" for number in range(1, 9) for end in ("cnf", "drat")]


@pytest.mark.parametrize("command", ["certify", "verify"])
def test_exported_files_are_replaced_whole(command: str, puzzles: Path, certificates: Path, tmp_path: Path) -> None:
    """An older file is not written into, so that it is there until the new one is complete."""
    folder, kept = tmp_path / "exported", tmp_path / "kept"
    kept.write_text("older")
    folder.mkdir()
    (folder / "000001.cnf").hardlink_to(kept)
    given = [str(puzzles), "-o", str(tmp_path / "again")] if command == "certify" else [str(certificates)]
    assert main([command, *given, "--export", str(folder), "--jobs", "1"]) == 0
    assert kept.read_text() == "older"
    assert (folder / "000001.cnf").read_text().startswith("c Sudoku")


def test_verify_imports_no_solver(certificates: Path) -> None:
    """Neither the reference nor any engine nor any library that solves is loaded by the time all is checked."""
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


@pytest.mark.parametrize(
    ("suffix", "compress"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_compressed_certificates_are_verified(
    certificates: Path, capsys: pytest.CaptureFixture[str], suffix: str, compress: Callable[[bytes], bytes]
) -> None:
    """A file that ends in .gz, .bz2 or .xz is decompressed, and one that is cut off is not taken for a whole one."""
    compressed = certificates.with_suffix(suffix)
    compressed.write_bytes(compress(certificates.read_bytes()))
    assert main(["verify", str(compressed), "--jobs", "1"]) == 0
    assert "9 certificates verified" in capsys.readouterr().out
    for damaged in (compressed.read_bytes()[:-12], b"no compressed file"):
        compressed.write_bytes(damaged)
        assert main(["verify", str(compressed), "--jobs", "1"]) == 2
        captured = capsys.readouterr()
        assert "verified" not in captured.out
        assert str(compressed) in captured.err
