"""How a solver calls the definitions of a file: in which order, and by which expressions of `puzzle`.

A worker describes what a file defines. The names of functions tell solvers from helpers. An expression combines

- a value that holds the puzzle: the argument, or an object that the file makes of it (`Holder`);
- what is called with this value: a function or a method, or nothing if the constructor of the object solves;
- further arguments, by the names of their parameters (`parameters.py`).

`languages.py` holds the templates. A new situation is another generator of ways in `_ways`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice

from crosscover.options import Call, Options
from crosscover.reference.grid import DIGITS

from .languages import Language, filled
from .parameters import CHOICES, PUZZLE, argument_of, puzzle_parameter, role_of

_NAME = re.compile(r"[\w$.]+")
"""A function name; anything else is an expression of `puzzle`."""

_SOLVES = re.compile(
    r"(?=.*solve|sudoku$|solution$)(solve[rs]?|solution|sudoku|puzzle|board|grid|text|string|game|the|this|my|it|all|_|\d)+$",
    re.IGNORECASE,
)
_SOLVES_SOMEHOW = re.compile(r"((?<![a-z])s|S)olve[rs]?(?![a-z])")
_HELPER = re.compile(
    r"^(?!solve).*(valid|check|print|show|display|draw|find|get|possib|candid|safe|used|^is_?[A-Z_]|^(has|can)_?[A-Z_]"
    r"|read|load|parse|main|test|generate|creat|random|to_?(str|text|list|board|grid)|copy|count|box|row|col|set|input"
    r"|output|square|peer|neighbo)|^solve[ds]?_?(one|next|single|naked|hidden|step(?!s)|part|cell|square|row|col|box|block|house|unit)",
    re.IGNORECASE,
)

_MAKES = re.compile(
    r"^(?!.*(solv|solution|answer))(from|parse|make|create|build|load|read|new|init|convert|to)(?-i:[^a-z]|$)",
    re.IGNORECASE,
)
"""Names of functions that may make an object of the puzzle, but do not solve it."""

_LIST_LENGTHS = (4, 9, 16, 81)
"""Lengths of global lists that may hold the puzzle of a function without arguments."""

_MAX_ARGUMENTS = 4
"""Maximum number of required arguments of a function: a board, a row, a column and a digit."""

_MAX_HOLDERS = 6
"""Maximum number of classes and functions that are tried as makers of an object; most files define one or two."""


class Rank(IntEnum):
    """What the name of a function states; functions of a lower rank are tried first."""

    SOLVES = 0  # such as solveSudoku
    SOLVES_SOMEHOW = 1  # such as fake_solve
    UNKNOWN = 2  # such as complete
    HELPER = 3  # such as is_valid


@dataclass(frozen=True, slots=True)
class Definition:
    """A callable or a list that a file defines, as the worker describes it.

    `least` and `most` count positional arguments, and `parameters` names them, if known. `keywords` are required
    keyword-only parameters. `attributes` are names in a constructor or a class. `length` is the length of a list. A
    class of the kind `import`, which a neighbour of the file defines, only makes objects.
    """

    name: str
    kind: str
    least: int = 0
    most: int | None = None
    length: int = 0
    parameters: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    methods: tuple["Definition", ...] = ()

    def takes(self, number: int) -> bool:
        """Whether it can be called with that number of arguments."""
        return self.least <= number and (self.most is None or number <= self.most) and not self.keywords

    @property
    def takes_puzzle(self) -> bool:
        """Whether an argument may be the puzzle."""
        return self.least <= _MAX_ARGUMENTS and (self.most != 0 or bool(self.keywords))

    @property
    def needs_no_puzzle(self) -> bool:
        """Whether it can be called with arguments whose names state that they are not the puzzle."""
        names = self.parameters[: self.least] if self.parameters else ("",) * self.least
        return all(role_of(name) is not None for name in (*names, *self.keywords))

    @property
    def takes_unknown(self) -> bool:
        """Whether it requires an argument, beside the puzzle, whose name states nothing."""
        return [role_of(name) for name in (*self.parameters[: self.least], *self.keywords)].count(None) > 1

    @property
    def checks_digits(self) -> bool:
        """Whether it takes the puzzle, a place, and a digit."""
        names = self.parameters[: self.least] or ("",) * self.least
        return self.least == _MAX_ARGUMENTS and [role_of(name) for name in names].count(None) > 1

    def arguments(self, value: str = "", choice: int = 0) -> str:
        """Return the arguments of a call: a value that holds the puzzle, if any, and those that the names state."""
        names = [*(self.parameters or ("",) * max(self.least, 1)), *self.keywords]
        positional = len(names) - len(self.keywords)
        place = puzzle_parameter(names, self.least) if value else -1
        arguments = [value if at == place else argument_of(name, choice) for at, name in enumerate(names)]
        last = max(self.least, place + 1 if place < positional else 0)
        keywords = map("{}={}".format, self.keywords, arguments[positional:])
        return ", ".join([*arguments[:last], *keywords])


@dataclass(frozen=True, slots=True)
class Holder:
    """An expression of an object that holds the puzzle, and the class or function that makes it.

    `inner` is an object that another definition makes before.
    """

    maker: str
    expression: str
    is_constructor: bool
    inner: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to call a function, whose name is `called`.

    In `template`, `{puzzle}` is the argument. A specification contains `name` instead of the expression, if it is set.
    The value of the expression `has_object` beside the result of the call; `held` is an object that another definition
    makes before. It `prints` nothing new if an earlier way makes the same call. `least_rank` limits the rank of the
    name.
    """

    called: str
    template: str
    name: str = ""
    is_rare: bool = False
    has_object: bool = False
    held: str = ""
    prints: bool = True
    least_rank: Rank = Rank.SOLVES

    def expression(self, argument: str = "puzzle") -> str:
        """Return the expression that calls the function with an argument."""
        return self.template.replace("{puzzle}", argument)

    def specifications(
        self, call: Call, language: Language, given: Options, *, is_rare: bool = False
    ) -> Iterator[tuple[str, str]]:
        """Yield the function of a specification, and the object `held`: the call itself, and its variants for a form.

        Rare variants of a usual way are as rare as the usual variants of a rare way; nothing is rarer.
        """
        known = _known_arguments(call, language, given)
        empty = "puzzle" if given.contract.proper_only else language.null
        if self.is_rare == is_rare:
            yield self.name or filled(self.expression(), **known), filled(self.held, puzzle="puzzle", **known)
        for variant in language.variants:
            is_needless = variant.call is not call or (self.has_object and variant.result != "{call}")
            if not is_needless and self.is_rare + variant.is_rare == is_rare:
                expression = filled(self.expression(variant.argument), **known)
                held = filled(self.held, puzzle=variant.argument, **known)
                yield filled(variant.result, call=expression, empty=empty), held


def way_of(function: str, definitions: Sequence[Definition], language: Language) -> Way:
    """Return the way to call the function of a specification, which is a name or an expression of `puzzle`."""
    if not _NAME.fullmatch(function):
        return Way(function, re.sub(r"\bpuzzle\b", "{puzzle}", function), function)
    owner, _, name = function.rpartition(".")
    for definition in definitions:
        static = [method.name for method in definition.methods if method.kind == "static"]
        if definition.kind == "class" and definition.name == owner and name not in static:
            new = filled(language.new, owner=owner, arguments="")
            return Way(function, f"{new}.{name}({{puzzle}})", function)
    return Way(function, f"{function}({{puzzle}})", function)


def ranked_ways(definitions: Sequence[Definition], language: Language) -> list[list[Way]]:
    """Return lists of ways: to call solvers only, or else other functions and then helpers; at least one list.

    No other function is judged in place of one whose name states that it solves.
    """
    ranks: dict[Rank, list[Way]] = {rank: [] for rank in Rank}
    holders = list(islice(_holders(definitions, language), _MAX_HOLDERS))
    for definition in definitions:
        for way in _ways(definition, definitions, holders, language):
            ranks[max(rank(way.called), way.least_rank)].append(way)
    solvers = ranks[Rank.SOLVES] or ranks[Rank.SOLVES_SOMEHOW]
    return [solvers] if solvers else [ways for ways in ranks.values() if ways] or [[]]


def rank(called: str) -> Rank:
    """Return what the name of a function or a method states."""
    name = called.rpartition(".")[2]
    if _SOLVES.match(name):
        return Rank.SOLVES
    if _HELPER.search(name):
        return Rank.HELPER
    return Rank.SOLVES_SOMEHOW if _SOLVES_SOMEHOW.search(name) else Rank.UNKNOWN


def likeliest(names: Iterable[str]) -> list[str]:
    """Return the names of solvers, or else of all functions but helpers; `solve@2` is another call of `solve`.

    As in `ranked_ways`, no other function stands in for one whose name states that it solves.
    """
    ranks = {name: rank(name.partition("@")[0]) for name in names}
    best = min(ranks.values(), default=Rank.HELPER)
    return [name for name, each in ranks.items() if each is best and each is not Rank.HELPER]


def surely_solves(called: str, definitions: Sequence[Definition]) -> bool:
    """Return whether a function is the only solver of a file, and all its required arguments are known.

    Its name states that it solves; or no other name of the file says more. A helper is no solver.
    """
    named = {each.name: each for each in definitions if each.kind != "list"}
    named |= {f"{each.name}.{method.name}": method for each in definitions for method in each.methods}
    if any(place in named and named[place].takes_unknown for place in (called, called.rpartition(".")[0])):
        return False
    this = rank(called)
    others = (name for name in named if name != called and not called.startswith(f"{name}."))
    return this is Rank.SOLVES or (this is not Rank.HELPER and all(rank(name) > this for name in others))


def _known_arguments(call: Call, language: Language, given: Options) -> dict[str, str]:
    """Return the arguments of roles for a puzzle in a form."""
    side = given.shape.side
    has_text = call in (Call.TEXT, Call.BOARD)
    has_rows = call in (Call.ROWS, Call.BOARD)
    box = str(given.shape.box_rows)
    digits = repr(DIGITS[:side]) if has_text else str([*range(1, side + 1)])
    return {
        **language.arguments,
        "side": str(side),
        "box": box,
        "boxes": filled(language.arguments["boxes"], box=box),
        "digits": digits,
        "empties": filled(language.arguments["empty_rows" if has_rows else "empty_places"], digits=digits),
    }


def _holders(definitions: Sequence[Definition], language: Language) -> Iterator[Holder]:
    """Yield the objects that hold the puzzle: constructors first, then functions that make one by their names."""
    for owner in definitions:
        if owner.kind in ("class", "import") and owner.takes_puzzle:
            arguments = owner.arguments("{puzzle}")
            yield Holder(owner.name, filled(language.new, owner=owner.name, arguments=arguments), is_constructor=True)
    for maker in definitions:
        if maker.kind == "function" and maker.takes(1) and _MAKES.search(maker.name):
            yield Holder(maker.name, f"{maker.name}({{puzzle}})", is_constructor=False)
        for method in maker.methods:
            if method.kind == "static" and method.takes(1) and _MAKES.search(method.name):
                yield Holder(maker.name, f"{maker.name}.{method.name}({{puzzle}})", is_constructor=False)


def _ways(
    definition: Definition, definitions: Sequence[Definition], holders: Sequence[Holder], language: Language
) -> Iterator[Way]:
    """Yield the ways to solve with a definition."""
    if definition.kind == "import":
        return
    name = definition.name
    others = [holder for holder in holders if holder.maker != name]
    if definition.kind == "function":
        with_lists = [*_ways_with_lists(definition, definitions, language)]
        with_puzzle = [*_ways_to_call(definition, name, name, others, language)]
        yield from (*with_puzzle, *with_lists) if definition.takes(1) else (*with_lists, *with_puzzle)
    for method in definition.methods:
        called = f"{name}.{method.name}"
        if definition.kind == "object" or method.kind == "static":
            yield from _ways_to_call(method, called, called, holders, language)
        elif definition.needs_no_puzzle and (method.takes(1) or not method.needs_no_puzzle):
            new = filled(language.new, owner=name, arguments=definition.arguments())
            yield from _ways_to_call(method, called, f"{new}.{method.name}", others, language)
    if definition.kind == "class":
        yield from _ways_of_objects(definition, holders, language)


def _ways_to_call(
    function: Definition, called: str, callee: str, holders: Sequence[Holder], language: Language
) -> Iterator[Way]:
    """Yield the ways to call a function or a method with the puzzle, and rarely with an object that holds it."""
    if not function.takes_puzzle:
        return
    is_named = callee.replace("new ", "").replace("()", "") == called
    least_rank = Rank.UNKNOWN if function.checks_digits else Rank.SOLVES
    plain = f"{callee}({{puzzle}})"
    if function.takes(1):
        yield Way(called, plain, called if is_named else "")
    for choice, arguments in enumerate(_choices(function, "{puzzle}")):
        template = f"{callee}({arguments})"
        for word, result in language.results.items():
            if word in arguments:
                template = filled(result, call=template)
        if template != plain:
            yield Way(called, template, is_rare=choice > 0, least_rank=least_rank)
    for holder in holders:
        value = filled(language.named, value=holder.expression)
        kept = filled(language.kept, call=f"{callee}({function.arguments(value)})")
        yield Way(called, kept, is_rare=True, has_object=True, held=holder.expression, least_rank=least_rank)


def _choices(function: Definition, value: str = "") -> Sequence[str]:
    """Return the usual arguments of a call, and then others."""
    return list(dict.fromkeys(function.arguments(value, choice) for choice in range(CHOICES)))


def _ways_with_lists(function: Definition, definitions: Sequence[Definition], language: Language) -> Iterator[Way]:
    """Yield the ways to call a function that uses a list of the file instead of an argument."""
    lists = [each for each in definitions if each.kind == "list" and each.length in _LIST_LENGTHS]
    takes_other = function.parameters[:1] and role_of(function.parameters[0]) is None
    if not function.needs_no_puzzle or (takes_other and function.least == 0 and function.most):
        return
    for each in lists:
        names = {"replace": filled(language.replace, list=each.name), "list": each.name, "function": function.name}
        for choice, arguments in enumerate(_choices(function)):
            template = filled(language.global_list, arguments=arguments, **names)
            yield Way(function.name, template, is_rare=choice > 0, has_object=True)


def _ways_of_objects(owner: Definition, holders: Sequence[Holder], language: Language) -> Iterator[Way]:
    """Yield the ways to solve with an object of a class that has received the puzzle before."""
    own = [holder for holder in holders if holder.maker == owner.name]
    if owner.takes_puzzle:
        for holder in holders:
            if holder.maker != owner.name:
                arguments = owner.arguments(holder.expression)
                expression = filled(language.new, owner=owner.name, arguments=arguments)
                own.append(Holder(owner.name, expression, is_constructor=False, inner=holder.expression))
    for method in owner.methods:
        may_need_puzzle = rank(method.name) <= Rank.SOLVES_SOMEHOW and not owner.needs_no_puzzle
        if method.kind != "static" and (method.needs_no_puzzle or may_need_puzzle):
            yield from _ways_of_method(owner, method, own, language)
    ranks = [rank(method.name) for method in owner.methods]
    if min(ranks, default=Rank.HELPER) > Rank.SOLVES_SOMEHOW:
        is_solver = "solve" in owner.name.lower() and all(each is Rank.HELPER for each in ranks)
        for holder in own:
            yield Way(
                owner.name,
                holder.expression,
                is_rare=not holder.is_constructor,
                has_object=True,
                held=holder.inner,
                least_rank=Rank.SOLVES if is_solver else Rank.UNKNOWN,
            )


def _ways_of_method(
    owner: Definition, method: Definition, holders: Sequence[Holder], language: Language
) -> Iterator[Way]:
    called = f"{owner.name}.{method.name}"
    arguments = method.arguments() if method.needs_no_puzzle else method.arguments("{puzzle}")
    for holder in holders:
        if holder.is_constructor:
            yield Way(called, f"{holder.expression}.{method.name}({arguments})")
        call = f"({filled(language.named, value=holder.expression)}).{method.name}({arguments})"
        is_rare = not holder.is_constructor
        kept = filled(language.kept, call=call)
        yield Way(called, kept, is_rare=is_rare, has_object=True, held=holder.inner, prints=is_rare)
    if not owner.needs_no_puzzle:
        return
    names = {
        "value": filled(language.new, owner=owner.name, arguments=owner.arguments()),
        "method": method.name,
        "arguments": arguments,
    }
    for other in owner.methods:
        if other.takes(1) and other is not method and other.kind != "static":
            setting = f"s.{other.name}({{puzzle}})"
            yield Way(called, filled(language.setter, set=setting, **names), has_object=True)
    for name in filter(PUZZLE.search, owner.attributes):
        setting = filled(language.attribute, name=name)
        yield Way(called, filled(language.setter, set=setting, **names), is_rare=True, has_object=True)
