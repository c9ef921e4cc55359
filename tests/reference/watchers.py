"""A watcher of searches for tests."""

from dataclasses import dataclass, field

Step = tuple[str, int, int, int]


class BoredError(Exception):
    """Raised by a watcher after its maximum number of steps."""


@dataclass
class Diary:
    """Records every step of a search; raises BoredError after `max_steps`."""

    max_steps: int | None = None
    steps: list[Step] = field(default_factory=list[Step])

    def chose(self, level: int, item: int, size: int) -> None:
        """Step X3."""
        self._write("chose", level, item, size)

    def tried(self, level: int, option: int) -> None:
        """Step X5."""
        self._write("tried", level, option)

    def undone(self, level: int, option: int) -> None:
        """Step X6."""
        self._write("undone", level, option)

    def _write(self, kind: str, level: int, number: int, size: int = 0) -> None:
        if len(self.steps) == self.max_steps:
            raise BoredError
        self.steps.append((kind, level, number, size))
