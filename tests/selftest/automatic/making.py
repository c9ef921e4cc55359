"""All automatic mutants of a right solver."""

from collections.abc import Iterator
from pathlib import PurePath

from tests.selftest.zoo.model import Kind, Mutant, RightSolver, source

from .edits import Edit
from .python_edits import python_edits
from .token_edits import token_edits


def edits_of(name: str, text: str) -> list[Edit]:
    """All edits of a source, in the order of the text; the suffix of its name is that of its language."""
    found = python_edits(text) if PurePath(name).suffix == ".py" else token_edits(text)
    return sorted(set(found), key=lambda edit: (edit.start, edit.old, edit.new))


def mutants_of(origin: RightSolver) -> Iterator[Mutant]:
    """Yield a mutant for each edit, without a witness."""
    text = source(origin)
    for number, edit in enumerate(edits_of(origin.source, text)):
        name = f"auto-{origin.name}-{number}"
        yield Mutant(Kind.AUTOMATIC, name, origin, edit.description(text), (edit.change(text),), ())
