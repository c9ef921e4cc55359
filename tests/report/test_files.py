"""Output files: written as a whole, and never over an input."""

import os
from pathlib import Path

import pytest

from crosscover.cli.verify import write_export
from crosscover.errors import UsageError
from crosscover.report.files import atomic_write, open_output, refuse_shared_files, refuse_unwritable


def test_text_is_written_unchanged(tmp_path: Path) -> None:
    """Line ends are unchanged, and lone surrogates are escaped."""
    path = tmp_path / "file"
    atomic_write(path, "a\r\nb\n\ud800")
    assert path.read_bytes() == b"a\r\nb\n\\ud800"


@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
def test_a_failed_write_leaves_the_old_file(error: BaseException, tmp_path: Path) -> None:
    """If writing fails or is interrupted, the old content is kept and no other file is left."""
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(type(error)), open_output(path) as file:  # noqa: PT012 - the error is in the block
        print("new", file=file, flush=True)
        assert path.read_text() == "old"
        raise error
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
def test_errors_name_the_file() -> None:
    """An error while writing names the file."""
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        atomic_write(Path("/dev/full"), "text")


@pytest.mark.parametrize(
    ("outputs", "inputs", "message"),
    [
        (["new", "./new"], [], "the output new is also the output of another option"),
        (["text", "hard"], [], "the output hard is also the output of another option"),
        (["soft"], ["text"], "the output soft is also the input text"),
    ],
)
def test_collisions(
    outputs: list[str], inputs: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of a command collide under any name, whether they exist or not."""
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("text")
    Path("hard").hardlink_to("text")
    Path("soft").symlink_to("text")
    refuse_shared_files([Path("text"), Path("/dev/null"), Path("/dev/null")], [Path("other"), Path("other")])
    with pytest.raises(UsageError, match=f"^{message}$"):
        refuse_shared_files([*map(Path, outputs)], [*map(Path, inputs)])


def test_unwritable(tmp_path: Path) -> None:
    """A folder, and a file in a missing folder, are refused before there is anything to write."""
    refuse_unwritable([tmp_path / "new", Path("/dev/null")])
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        refuse_unwritable([tmp_path])
    with pytest.raises(FileNotFoundError, match="gone/new"):
        refuse_unwritable([tmp_path / "gone" / "new"])


def test_exports_replace_older_files(tmp_path: Path) -> None:
    """An exported file replaces an older one, whose content is not overwritten."""
    (tmp_path / "kept").write_text("old")
    (tmp_path / "new").hardlink_to(tmp_path / "kept")
    write_export(tmp_path, {"new": "new"}, [])
    assert [(tmp_path / name).read_text() for name in ("kept", "new")] == ["old", "new"]


def test_exports_replace_no_input(tmp_path: Path) -> None:
    """A file that is exported into a folder replaces no input, not even through a link."""
    (tmp_path / "input").write_text("old")
    (tmp_path / "link").symlink_to("input")
    with pytest.raises(UsageError, match="is also the input"):
        write_export(tmp_path, {"new": "new", "link": "new"}, [tmp_path / "input"])
    assert not (tmp_path / "new").exists()


def test_pipes_are_written_to() -> None:
    """A pipe is written to, not replaced."""
    read, write = os.pipe()
    with os.fdopen(read), os.fdopen(write, "wb"):
        atomic_write(Path(f"/dev/fd/{write}"), "text")
        assert os.read(read, 100) == b"text"


def test_the_mode_of_a_file_is_kept(tmp_path: Path) -> None:
    """An existing file keeps its mode, and a new one has the default mode."""
    old, new, plain = (tmp_path / name for name in ("old", "new", "plain"))
    old.touch(0o600)
    plain.touch()
    atomic_write(old, "text")
    atomic_write(new, "text")
    assert old.stat().st_mode & 0o777 == 0o600
    assert new.stat().st_mode == plain.stat().st_mode
