"""Atomic writing of files."""

import os
from pathlib import Path

import pytest

from crosscover.report.files import atomic_write, write_partial


def test_text_is_written_unchanged(tmp_path: Path) -> None:
    """Line ends are unchanged, and lone surrogates are escaped."""
    path = tmp_path / "file"
    atomic_write(path, "a\r\nb\n\ud800")
    assert path.read_bytes() == b"a\r\nb\n\\ud800"


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails, the old content is kept and no other file is left."""
    path = tmp_path / "file"
    path.write_text("old")

    def failing(_: int, *__: object, **___: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fdopen", failing)
    with pytest.raises(OSError, match="disk full"):
        atomic_write(path, "new")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


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
