"""Edits of C and JavaScript: of tokens, so that strings, comments and preprocessor lines stay as they are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .edits import Edit, replacements

_TOKEN = re.compile(
    r"""
    (?P<ignored>\s+ | //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])*)
    | (?P<text>"(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | `(?:\\.|[^`\\])*`)
    | (?P<word>[A-Za-z_$][\w$]*)
    | (?P<number>0[xX][0-9a-fA-F]+\w* | \d[\w.]*)
    | (?P<operator>=>|\?\?|\?\.|\.\.\.|[=!]==|&&=|\|\|=|<<=|>>=|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|.)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

_SIGNS = {"+", "-", "*", "&"}
"""Tokens that are binary operators only after an operand."""

_COMPOUND = {
    *("if", "else", "for", "while", "do", "switch", "case", "default", "function", "return"),
    *("const", "let", "var", "import", "export", "static", "struct", "typedef"),
    *("int", "char", "short", "unsigned", "long", "void", "State", "Position", "Board"),
}
"""First words of statements that are not left out: compound ones, `return`, and declarations."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int

    @property
    def ends_operand(self) -> bool:
        return self.kind in {"number", "text"} or self.text in {")", "]"} or (self.kind == "word" and not self.is_jump)

    @property
    def is_jump(self) -> bool:
        return self.text in {"return", "case"}


def token_edits(text: str) -> Iterator[Edit]:
    """Yield the edits of operators, decimal constants, jumps and statements."""
    tokens = [
        _Token(str(match.lastgroup), match[0], match.start())
        for match in _TOKEN.finditer(text)
        if match.lastgroup != "ignored"
    ]
    for place, token in enumerate(tokens):
        if token.kind == "text":
            continue
        if token.text not in _SIGNS or (place and tokens[place - 1].ends_operand):
            yield from replacements(token.start, token.text)
    yield from _statements(text, tokens)


def _statements(text: str, tokens: list[_Token]) -> Iterator[Edit]:
    """Yield edits that leave out a simple statement, which ends with a semicolon outside of parentheses."""
    depth = 0
    first: _Token | None = None
    previous = ";"
    for token in tokens:
        if first is None and depth == 0 and (previous in {";", "{", "}", ")", "else"}) and token.kind == "word":
            first = token if token.text not in _COMPOUND else None
        if token.text in {"(", "["}:
            depth += 1
        elif token.text in {")", "]"}:
            depth -= 1
        elif depth == 0 and token.text in {";", "{", "}"}:
            if token.text == ";" and first is not None:
                yield Edit(first.start, text[first.start : token.start], "")
            first = None
        previous = token.text
