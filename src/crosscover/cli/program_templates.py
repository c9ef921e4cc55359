"""The programs that `crosscover init --harness` writes: a few lines around a solver, which speak the dialect `jsonl`.

Each has a place for the solver, between two comments; as long as nothing is put there, its answers are errors that say
so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

DIALECT = "jsonl"
"""What all of these programs speak."""


@dataclass(frozen=True, slots=True)
class ProgramTemplate:
    """A program to fill in: its file, the commands that build and start it, and what Debian calls its toolchain."""

    file: str
    build: str
    command: str
    packages: str = ""

    @property
    def spec(self) -> str:
        """The program as a subject, once it is built, seen from its own folder."""
        return f"exec:{self.command}"

    def text(self) -> str:
        """The source."""
        return read_template(self.file)


PROGRAM_TEMPLATES: Mapping[str, ProgramTemplate] = MappingProxyType(
    {
        "python": ProgramTemplate("harness.py", "", "python3 harness.py"),
        "js": ProgramTemplate("harness.mjs", "", "node harness.mjs", "nodejs npm"),
        "c": ProgramTemplate("harness.c", "cc -O2 -o harness harness.c", "./harness"),
        "cpp": ProgramTemplate("harness.cpp", "c++ -std=c++17 -O2 -o harness harness.cpp", "./harness"),
        "rust": ProgramTemplate("harness.rs", "rustc -O -o harness harness.rs", "./harness", "rustc"),
        "go": ProgramTemplate("harness.go", "go build -o harness harness.go", "./harness", "golang-go"),
        # Without -Xmx, Java takes its heap from the memory of the machine, which is more than the default limit.
        "java": ProgramTemplate("Harness.java", "javac Harness.java", "java -Xmx64m Harness", "default-jdk-headless"),
    }
)
"""The programs by language."""


def read_template(name: str) -> str:
    """A file of the folder `templates`."""
    return Path(__file__).with_name("templates").joinpath(name).read_text(encoding="utf-8")
