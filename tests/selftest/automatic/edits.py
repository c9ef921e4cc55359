"""Edits: one token or statement of a source replaced, and their form as changes of the zoo."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tests.selftest.zoo.model import Change

REPLACEMENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "<": ("<=", ">"),
        "<=": ("<", ">="),
        ">": (">=", "<"),
        ">=": (">", "<="),
        "==": ("!=", "<=", ">="),
        "!=": ("==",),
        "===": ("!==",),
        "!==": ("===",),
        "is": ("is not",),
        "is not": ("is",),
        "in": ("not in",),
        "not in": ("in",),
        "+": ("-",),
        "-": ("+",),
        "*": ("+",),
        "/": ("%",),
        "//": ("%",),
        "%": ("/",),
        "|": ("&", "^"),
        "&": ("|", "^"),
        "^": ("|", "&"),
        "<<": (">>",),
        ">>": ("<<",),
        "&&": ("||",),
        "||": ("&&",),
        "and": ("or",),
        "or": ("and",),
        "+=": ("-=", "="),
        "-=": ("+=", "="),
        "|=": ("&=", "^=", "="),
        "&=": ("|=", "^=", "="),
        "^=": ("|=", "&=", "="),
        "&&=": ("||=", "="),
        "++": ("--",),
        "--": ("++",),
        "!": ("",),
        "~": ("", "-"),
        "break": ("continue",),
        "continue": ("break",),
        "True": ("False",),
        "False": ("True",),
        "true": ("false",),
        "false": ("true",),
    }
)
"""The replacements of a token, in all three languages."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The text `old` at an offset of a source, and its replacement."""

    start: int
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The source with the replacement."""
        return text[: self.start] + self.new + text[self.start + len(self.old) :]

    def description(self, text: str) -> str:
        """The line and the replacement, in words."""
        old, new = (" ".join(part.split()) for part in (self.old, self.new))
        line = text[: self.start].count("\n") + 1
        if not self.old:
            return f"Line {line}: `{new}` is inserted."
        return f"Line {line}: `{old}` becomes `{new}`." if new else f"Line {line}: `{old}` is left out."

    def change(self, text: str) -> Change:
        """The lines around the edit, as many as make the old text unique, before and after it."""
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.start + len(self.old)) + 1 or len(text)
        while text.count(text[first:last]) > 1:
            first = text.rfind("\n", 0, first - 1) + 1
            last = text.find("\n", last) + 1 or len(text)
        return Change(text[first:last], Edit(self.start - first, self.old, self.new).applied(text[first:last]))


def replacements(start: int, token: str) -> Iterable[Edit]:
    """The edits of a token at an offset: those of `REPLACEMENTS`, and numbers one more and, except 0, one less.

    An index of -1 would make the answers of a C program depend on what is in memory.
    """
    for new in REPLACEMENTS.get(token, ()):
        yield Edit(start, token, new)
    if token.isdigit():
        for number in (int(token) - 1, int(token) + 1):
            if number >= 0:
                yield Edit(start, token, str(number))
