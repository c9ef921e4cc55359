"""Functions, classes and boards of a C or C++ source, as far as a call needs them.

This is no parser of the language: bodies are skipped, and what is not recognized is left out. A wrong reading costs a
compiler error, which rejects one candidate.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

_READS = re.compile(
    r"\b(?:v?f?scanf(?:_s)?|gets|fgets|getline|fopen|fread|read|ifstream|freopen|Scanner|BufferedReader|System\.in)\b"
    r"|[=(,!]\s*(?:getchar|f?getc)\w*\s*\(|\bcin\s*>>|\bargv\s*\[\s*\w|\bargs\s*\[\s*\w|readLine"
)
"""Input that a program reads; not `getchar();`, which waits for a key."""

MAIN = re.compile(r"\bmain\s*\(")

_PREPARES = re.compile(
    r"\]\s*[|^&+]?=(?!=|\s*[{;]|\s*new\b)"
    r"|(?<!new )\b(?:init|set|prepare|build|mark|fill|pre|load|add|count|comput|creat)\w*\s*\(",
    re.IGNORECASE,
)
"""Assignments to elements, and calls such as `init()`."""

_IGNORED = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n\\]|\\.)*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.MULTILINE | re.DOTALL
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
_LABEL = re.compile(r"\b(?:public|private|protected)\s*:(?!:)")
_CLASS = re.compile(r"(?:typedef\s+)?(?:class|struct)\s+(\w+)(?:\s+final)?(?:\s*:(?!:).*)?$", re.DOTALL)
_NAMESPACE = re.compile(r"\bnamespace\s+([\w:]+)\s*\{")
_TEMPLATE = re.compile(r"\s*template\s*<[^<>]*>|\[\[.*?\]\]")
"""What may precede a declaration: the parameters of a template, and attributes."""

_TRANSPARENT = re.compile(r"(?:inline\s+)?namespace\b|extern\s*$")
_FUNCTION = re.compile(r"(?P<result>[\w:<>,&*\s]*?)(?P<name>(?:\w+\s*::\s*)*\w+)\s*\(")
STORAGE = re.compile(r"\b(?:static|inline|virtual|constexpr|extern|friend)\b")
_IN_PARENTHESES = re.compile(r"(?P<type>.*?)\(\s*(?P<inner>[*&])\s*(?P<name>\w*)\s*\)\s*(?P<sizes>(?:\[[^\]]*\]\s*)+)")
_CELLS = re.compile(r"(?:vector|array)\s*<|^(?:std::)?string$")
_KEYWORDS = frozenset({"const", "delete", "enum", "extern", "goto", "new", "return", "typedef", "union", "using"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter without its default: its type, its name, and what follows the name, such as `[9][9]`.

    `inner` is the `*` or `&` of a declarator in parentheses, such as `int (*board)[9]`.
    """

    type: str
    name: str
    sizes: str = ""
    inner: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """A function, a method of the class `owner`, or a constructor, which has no result."""

    owner: str
    name: str
    result: str
    parameters: tuple[Parameter, ...]

    @property
    def called(self) -> str:
        """The name in a specification."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


@dataclass(frozen=True, slots=True)
class Source:
    """The functions, boards and namespaces of a source; a board is a variable of a file or an attribute of a class."""

    functions: tuple[Declared, ...]
    boards: tuple[tuple[str, Parameter], ...]
    namespaces: tuple[str, ...]


def programs_and_functions(file: Path) -> tuple[bool, bool]:
    """Return whether a source may be a program, and whether it may hold a function that reads no input itself.

    If the program reads its input, no other function is tried.
    """
    text = _IGNORED.sub(" ", file.read_text(encoding="utf-8", errors="replace"))
    has_main = MAIN.search(text) is not None
    return has_main, not (has_main and _READS.search(text))


def main_prepares(file: Path, function: str) -> bool:
    """Return whether `main` may prepare variables before it calls a function, which fails without them."""
    text = _IGNORED.sub(" ", file.read_text(encoding="utf-8", errors="replace"))
    main = MAIN.search(text)
    before = re.split(rf"\b{re.escape(function)}\s*\(", text[main.end() :])[0] if main else ""
    return _PREPARES.search(before) is not None


def read_source(file: Path) -> Source:
    """Read a source and the headers of its folder that it includes."""
    functions: dict[tuple[str, str, int], Declared] = {}
    boards: list[tuple[str, Parameter]] = []
    whole = _with_headers(file, set())
    for owner, text in _declarations(whole):
        function = _function(owner, text)
        if function is not None:
            functions[function.owner, function.name, len(function.parameters)] = function  # a definition names more
        else:
            boards += ((owner, board) for board in _boards(text))
    return Source(tuple(functions.values()), tuple(boards), tuple(dict.fromkeys(_NAMESPACE.findall(whole))))


def _with_headers(file: Path, seen: set[Path]) -> str:
    text = file.read_text(encoding="utf-8", errors="replace")
    seen.add(file)
    headers = [file.parent / name for name in INCLUDE.findall(text)]
    included = [_with_headers(header, seen) for header in headers if header not in seen and header.is_file()]
    return "\n".join([*included, _IGNORED.sub(" ", text)])


def _declarations(text: str) -> Iterator[tuple[str, str]]:
    """Yield each declaration or head of a definition outside of functions, with the class that holds it."""
    scopes: list[str | None] = []  # the name of a class, "" for a namespace, None for a body
    head: list[str] = []
    for part in re.split(r"([{};])", text):
        if part not in ("{", "}", ";"):
            head.append(part)
            continue
        words = " ".join(_TEMPLATE.sub(" ", _LABEL.sub(" ", "".join(head))).split())
        is_open = None not in scopes
        owner = next((scope for scope in reversed(scopes) if scope), "")
        head = []
        found = _CLASS.match(words) if part == "{" and is_open else None
        if words and is_open and found is None and part != "}":
            yield owner, words
        if part == "{":
            scopes.append(found[1] if found else "" if is_open and _TRANSPARENT.match(words) else None)
        elif part == "}" and scopes:
            scopes.pop()


def _function(owner: str, text: str) -> Declared | None:
    match = _FUNCTION.match(text)
    if match is None or "operator" in text:
        return None
    result = match["result"].strip()
    *owners, name = re.split(r"\s*::\s*", match["name"])
    owner = owners[-1] if owners else owner
    if result.split(" ")[0] in _KEYWORDS - {"const", "extern"} or (not result and name != owner):
        return None
    return Declared(owner, name, result, tuple(map(_parameter, _split(text[match.end() :]))))


def _split(text: str) -> list[str]:
    """Return the parameters up to the parenthesis that closes them."""
    parts, depth, start = list[str](), 0, 0
    for at, character in enumerate(text):
        if not depth and character in ",)":
            parts.append(text[start:at].strip())
            start = at + 1
            if character == ")":
                break
        depth += (character in "(<[") - (character in ")>]")
    return [part for part in parts if part not in ("", "void")]


def _parameter(text: str) -> Parameter:
    """Read a parameter; what is not recognized is its type, which the compiler rejects."""
    text = re.sub(r"\b(?:const|register|restrict)\b(?![^<]*>)", " ", text.partition("=")[0])
    text = " ".join(text.split())
    if match := _IN_PARENTHESES.fullmatch(text):
        return Parameter(match["type"].strip(), match["name"], match["sizes"], match["inner"])
    match = re.fullmatch(r"(?P<type>.*?)(?P<name>\b[A-Za-z_]\w*)?\s*(?P<sizes>(?:\[[^\]]*\]\s*)*)", text)
    if match is None:
        return Parameter(text, "")
    kind, name = match["type"].strip(), match["name"] or ""
    if not kind or kind in ("unsigned", "long", "short", "signed", "struct"):
        kind, name = f"{kind} {name}".strip(), ""
    return Parameter(kind, name, match["sizes"])


def _boards(text: str) -> Iterator[Parameter]:
    """Yield the boards that a declaration such as `int count, board[9][9] = {` declares."""
    if text.split(" ", maxsplit=1)[0] in _KEYWORDS or "(" in text.partition("=")[0]:
        return
    first, *others = map(_parameter, _split(f"{STORAGE.sub(' ', text)})"))
    for board in (first, *(replace(other, type=first.type, name=other.name or other.type) for other in others)):
        if board.name and (board.sizes.count("[") == 2 or _CELLS.search(board.type)):
            yield board
