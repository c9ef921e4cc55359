"""Expected failures: properties that a solver is known to fail, so only new failures break a build.

A file lists one property per line; `#` starts a comment. If a listed property passes, its entry is stale, which is an
error.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from crosscover.errors import UsageError
from crosscover.harness.property_result import PropertyResult
from crosscover.option_values import did_you_mean
from crosscover.properties.registry import REGISTRY
from crosscover.result import CheckedProperty, Status


@dataclass(frozen=True, slots=True)
class ExpectedFailures:
    """The file and line of each listed property."""

    places: Mapping[str, str] = field(default_factory=dict[str, str])

    def includes(self, prop: CheckedProperty) -> bool:
        """Return whether a property failed and is listed."""
        return prop.status.has_failed and prop.name in self.places

    def stale(self, results: Iterable[PropertyResult]) -> tuple[str, ...]:
        """Return a note for each entry whose property passes."""
        passed = [
            result.reported for result in results if not result.reads_only and result.reported.status is Status.PASSED
        ]
        listed = [prop.name for prop in passed if prop.name in self.places]
        return tuple(f"{self.places[name]}: {name} unexpectedly passes; remove this entry" for name in listed)

    def check(self, names: Collection[str], subject: str) -> None:
        """Raise UsageError for an entry that is not in `names`, the properties that apply to the subject."""
        for name, place in self.places.items():
            if name not in names and name in REGISTRY:
                raise UsageError(f"{place}: the property {name} does not apply to {subject}")
            if name not in names:
                raise UsageError(f"{place}: no property is named {name!r}{did_you_mean(name, names)}")


def read_expected(path: Path) -> ExpectedFailures:
    """Read a file of expected failures; raises OSError, and UsageError if the file is not UTF-8."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: expected UTF-8, not the byte {error.object[error.start]:#04x}") from None
    names = (line.partition("#")[0].strip() for line in lines)
    return ExpectedFailures({name: f"{path}: line {number}" for number, name in enumerate(names, 1) if name})
