"""Atomic writing of files."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from crosscover.exit_code import UsageError
from crosscover.report.files import (
    atomic_write,
    atomic_write_all,
    create_file,
    open_output,
    refuse_shared_files,
    write_partial,
)
from crosscover.sqlite_files import SQLITE_MAGIC


def test_text_is_written_unchanged(tmp_path: Path) -> None:
    """Line ends are unchanged, and lone surrogates are escaped."""
    path = tmp_path / "file"
    atomic_write(path, "a\r\nb\n\ud800")
    assert path.read_bytes() == b"a\r\nb\n\\ud800"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails, the old content is kept and no other file is left."""
    path = tmp_path / "file"
    path.write_text("old")

    def failing(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(OSError, match="disk full"):
        atomic_write(path, "new")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("unnamed", [True, False])
def test_a_part_has_no_name(unnamed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a file is written, nothing is beside it that a kill could leave; some file systems need a part."""
    if not unnamed:
        monkeypatch.delattr(os, "O_TMPFILE")
    elif not hasattr(os, "O_TMPFILE"):
        pytest.skip("needs Linux")
    path = tmp_path / "file"
    path.write_text("old")
    with open_output(path) as file:
        print("new", file=file, flush=True)
        assert len(list(tmp_path.iterdir())) == 2 - unnamed
        assert path.read_text() == "old"
    assert [each.read_text() for each in tmp_path.iterdir()] == ["new\n"]
    with suppress(KeyboardInterrupt), open_output(path) as file:
        print("newer", file=file)
        raise KeyboardInterrupt
    assert sorted(each.read_text() for each in tmp_path.iterdir()) == ["new\n", "newer\n"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
def test_errors_name_the_file() -> None:
    """An error while writing names the file."""
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        atomic_write(Path("/dev/full"), "text")


@pytest.mark.parametrize(
    ("outputs", "inputs", "message"),
    [
        (["new"], ["ledger-wal"], "the input ledger-wal is also a side file of the ledger ledger"),
        (["sub/../ledger-shm"], [], "the output sub/../ledger-shm is also a side file of the ledger ledger"),
        (["LEDGER-JOURNAL"], [], "the output LEDGER-JOURNAL is also a side file of the ledger ledger"),
        (["soft"], [], "the output soft is also a side file of the ledger ledger"),
        (["new", "NEW"], [], "the output NEW is also the output of another option"),
        (["text", "hard"], [], "the output hard is also the output of another option"),
        (["ledger"], [], "the output ledger is also the output of another option"),
        ([], ["ledger"], "the output ledger is also the input ledger"),
        (["other"], [], "the output other is a ledger or another database; remove it first"),
        (["other-wal"], [], "the output other-wal is a side file of .*/other"),
        (["loop"], [], "the output loop is a side file of .*/other"),
    ],
)
def test_collisions(
    outputs: list[str], inputs: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of a command collide under any name, whether they exist or not."""
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("text").write_text("text")
    Path("hard").hardlink_to("text")
    Path("soft").symlink_to("sub/../ledger-wal")
    Path("loop").symlink_to("other-wal")
    Path("other").write_bytes(SQLITE_MAGIC)
    refuse_shared_files([Path("text"), Path("ledgers")], [Path("other")], Path("ledger"))
    with pytest.raises(UsageError, match=f"^{message}$"):
        refuse_shared_files([*map(Path, outputs)], [*map(Path, inputs)], Path("ledger"))


def test_exports_replace_no_input(tmp_path: Path) -> None:
    """A file that is exported into a folder replaces no input, not even through a link."""
    (tmp_path / "input").write_text("old")
    (tmp_path / "link").symlink_to("input")
    with pytest.raises(UsageError, match="is also the input"):
        atomic_write_all(tmp_path, {"new": "new", "link": "new"}, [tmp_path / "input"])
    assert not (tmp_path / "new").exists()


def test_a_new_file_replaces_none(tmp_path: Path) -> None:
    """A file that is created replaces none that was created at the same time."""
    path = tmp_path / "file"
    create_file(path, b"first")
    with pytest.raises(FileExistsError):
        create_file(path, b"second")
    assert [each.read_text() for each in tmp_path.iterdir()] == ["first"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    """A link still points to its file, which has the new content."""
    (tmp_path / "link").symlink_to(tmp_path / "file")
    atomic_write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_pipes_are_written_to() -> None:
    """A pipe is written to, not replaced, and receives no partial text."""
    read, write = os.pipe()
    with os.fdopen(read), os.fdopen(write, "wb"):
        atomic_write(Path(f"/dev/fd/{write}"), "text")
        write_partial(Path(f"/dev/fd/{write}"), "partial")
        assert os.read(read, 100) == b"text"


def test_the_umask_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The umask of the process is never set, not even for a moment: other threads write files too."""
    monkeypatch.setattr(os, "umask", None)
    atomic_write(tmp_path / "file", "text")
    assert (tmp_path / "file").read_text() == "text"


def test_the_mode_of_a_file_is_kept(tmp_path: Path) -> None:
    """An existing file keeps its mode, and a new one has the default mode."""
    old, new, plain = (tmp_path / name for name in ("old", "new", "plain"))
    old.touch(0o600)
    plain.touch()
    atomic_write(old, "text")
    atomic_write(new, "text")
    assert old.stat().st_mode & 0o777 == 0o600
    assert new.stat().st_mode == plain.stat().st_mode
