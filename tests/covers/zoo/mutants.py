"""The mutants."""

from collections.abc import Callable

from tests.selftest.zoo.model import Change, Kind, Mutant

from .brute_force import Instance, parse
from .model import RightCovers, Step, WrongCovers
from .solvers import CASES, COLORS, DANCING, DECIDE, DICTS, LINKS, MASKS, MATRIX, ROWS, SPACERS


def wrong(
    name: str, origin: RightCovers, description: str, *changes: Change, witness: Callable[[], tuple[Step, ...]]
) -> WrongCovers:
    """Return the mutant with these changes."""
    return WrongCovers(Mutant(Kind.COVERS, name, origin.solver, description, changes, ()), origin, witness)


def texts(*problems: str) -> Callable[[], tuple[Step, ...]]:
    """Return the problems of some texts as a witness."""
    return lambda: tuple(Step(parse(problem)) for problem in problems)


def large(options: int, items: int) -> Callable[[], tuple[Step, ...]]:
    """Return a witness of equal options that contain all items but the first, and the option of the first item."""
    names = [f"p{number}" for number in range(items)]
    return lambda: (Step(Instance(names, [*([names[1:]] * options), names[:1]], [])),)


MUTANTS = (
    wrong(
        "items-uncovered-in-order-of-cover",
        DANCING,
        "The items of an option are uncovered in the order in which they were covered.",
        Change(
            "other = node.left\n            while other is not node:\n                self.uncover(other.header)\n"
            "                other = other.left\n",
            "other = node.right\n            while other is not node:\n                self.uncover(other.header)\n"
            "                other = other.right\n",
        ),
        witness=texts("a b c d | s;s c a d;c d;s c;s c b;a b"),
    ),
    wrong(
        "sizes-not-restored",
        DANCING,
        "Uncovering an item does not restore the sizes of other items.",
        Change("                other.header.size += 1\n", ""),
        witness=texts("a b | s t;t s a;b s;t b;a"),
    ),
    wrong(
        "secondary-must-be-covered",
        DANCING,
        "Secondary items are linked into the list of items to be covered.",
        Change("for item in primary:", "for item in [*primary, *secondary]:"),
        Change("        for item in secondary:\n            headers[item] = Node()\n", ""),
        witness=texts("a | s;s a;a"),
    ),
    wrong(
        "secondary-ignored",
        DANCING,
        "Options may share secondary items.",
        Change(
            "            for item in option:\n                node",
            "            for item in set(option) - set(secondary):\n                node",
        ),
        witness=texts("a b | s;b s;s a"),
    ),
    wrong(
        "chosen-options-shared",
        DANCING,
        "The chosen options are an attribute of the class, so an abandoned iterator leaves options to the next one.",
        Change("    def __init__(self, primary:", "    chosen: list[int] = []\n\n    def __init__(self, primary:"),
        Change("        self.chosen: list[int] = []\n", ""),
        witness=lambda: (Step(parse("a;a"), limit=1), Step(parse("a;a"))),
    ),
    wrong(
        "options-emptied",
        DANCING,
        "The options of the caller are emptied while they are read.",
        Change(
            "            for item in option:\n                node",
            "            while option:\n                item = option.pop(0)\n                node",
        ),
        witness=texts("a;a"),
    ),
    wrong(
        "repeated",
        DICTS,
        "The search branches on every item with the fewest options, so it finds covers again.",
        Change(
            "    item = next(item for item, names in columns.items() if len(names) == least)\n"
            "    for name in sorted(columns[item]):",
            "    for name in sorted(name for names in columns.values() if len(names) == least for name in names):",
        ),
        witness=texts("a b;a b"),
    ),
    wrong(
        "deeper-options-kept",
        DICTS,
        "Options of a longer branch stay in the cover that is found after it.",
        Change("chosen[depth:] = [name]", "chosen[depth : depth + 1] = [name]"),
        witness=texts("a b;a;b;a b"),
    ),
    wrong(
        "last-option-lost",
        MATRIX,
        "The last row is not searched.",
        Change("np.arange(len(ones))", "np.arange(len(ones) - 1)"),
        witness=texts("a;a"),
    ),
    wrong(
        "duplicates-merged",
        MATRIX,
        "Equal rows are merged.",
        Change("ones = matrix.astype(bool)", "ones = np.array(list(dict.fromkeys(map(tuple, matrix.astype(bool)))))"),
        witness=texts("a;a;a"),
    ),
    wrong(
        "all-options-as-none",
        MATRIX,
        "A cover of all options is returned without options: the buffer has no entry for its end.",
        Change("np.full(len(ones) + 1, -1)", "np.full(len(ones), -1)"),
        Change("        chosen[depth] = -1\n", "        chosen[depth:] = -1\n"),
        witness=texts("a;a"),
    ),
    wrong(
        "ascending-options",
        MASKS,
        "Each option must come after the previous ones: options are assumed to be sorted by their first items.",
        Change(
            "containing = {bit: [mask for mask in masks if mask & bit] for bit in bits.values()}",
            "containing = {bit: [pair for pair in enumerate(masks) if pair[1] & bit] for bit in bits.values()}",
        ),
        Change("known = {0: 1}", "known: dict[tuple[int, int], int] = {}"),
        Change("def covers_of(rest: int)", "def covers_of(rest: int, start: int)"),
        Change(
            "        if rest not in known:\n",
            "        if rest == 0:\n            return 1\n        if (rest, start) not in known:\n",
        ),
        Change(
            "known[rest] = sum(covers_of(rest ^ mask) for mask in containing[lowest] if mask & rest == mask)",
            "known[rest, start] = sum(\n                covers_of(rest ^ mask, number)\n"
            "                for number, mask in containing[lowest]\n"
            "                if number >= start and mask & rest == mask\n            )",
        ),
        Change("return known[rest]\n", "return known[rest, start]\n"),
        Change("covers_of((1 << len(bits)) - 1)", "covers_of((1 << len(bits)) - 1, 0)"),
        witness=texts("a b;b;a;b"),
    ),
    wrong(
        "options-sorted",
        MASKS,
        "The options of the caller are sorted.",
        Change(
            "    bits: dict[str, int] = {}\n",
            "    options.sort(key=len, reverse=True)\n    bits: dict[str, int] = {}\n",
        ),
        witness=texts("a b;a;a b"),
    ),
    wrong(
        "table-kept",
        MASKS,
        "The table of the numbers of covers is kept for the next problem.",
        Change("def count(", "known = {0: 1}\n\n\ndef count("),
        Change("    known = {0: 1}\n\n    def", "\n    def"),
        witness=texts("a;a", "a;a;a"),
    ),
    wrong(
        "16-bit-signed-links",
        LINKS,
        "Links are signed 16-bit numbers.",
        Change("up = new Int32Array", "up = new Int16Array"),
        Change("down = new Int32Array", "down = new Int16Array"),
        witness=large(1000, 34),
    ),
    wrong(
        "first-row-lost",
        LINKS,
        "Row 0 is left out of the cover, since 0 is false.",
        Change("        found.push(rowOf[i]);\n", "        if (rowOf[i]) found.push(rowOf[i]);\n"),
        witness=texts("a;a"),
    ),
    wrong(
        "16-bit-links",
        SPACERS,
        "Links are unsigned 16-bit numbers.",
        Change("up = new Int32Array", "up = new Uint16Array"),
        Change("down = new Int32Array", "down = new Uint16Array"),
        witness=large(2000, 34),
    ),
    wrong(
        "limit-of-nodes",
        SPACERS,
        "The limit of covers counts the nodes of the search tree.",
        Change(
            "  let forward = true;\n  for (;;) {",
            "  let forward = true;\n  for (let found = 0; found < 1000; found++) {",
        ),
        witness=texts("c d e f h i;c;h;i;d;i;c;f;f;d;f;h;e;h;c;e;d;e"),
    ),
    wrong(
        "state-shared",
        SPACERS,
        "The chosen nodes are those of the module, so an abandoned iterator leaves them to the next one.",
        Change("export function* covers", "const chosen = [];\n\nexport function* covers"),
        Change("  const chosen = [];\n  let forward", "  let forward"),
        witness=lambda: (Step(parse("a;a"), limit=1), Step(parse("a;a"))),
    ),
    wrong(
        "longer-solution-kept",
        ROWS,
        "The answer is printed to the first zero, so rows of a longer branch that failed remain.",
        Change("for (int i = 0; i < len; i++)", "for (int i = 0; answer[i]; i++)"),
        witness=texts("b d e f g;f d b;f;d g;g e;b;e d"),
    ),
    wrong(
        "last-column-skipped",
        ROWS,
        "The last column need not be covered: the list of headers ends before it.",
        Change("    L[0] = m;\n    R[m] = 0;\n", "    L[0] = m - 1;\n    R[m - 1] = 0;\n    L[m] = R[m] = m;\n"),
        witness=texts("a b;a"),
    ),
    wrong(
        "same-color-not-shared",
        COLORS,
        "Colors are ignored: options never share a secondary item.",
        Change("            color[node] = number_of(colors, colon + 1, color_count + 1);\n", ""),
        witness=texts("a b | s;a s:0;b s:0"),
    ),
    wrong(
        "colors-not-purified",
        COLORS,
        "An item may be given several colors: options with another color are not hidden.",
        Change(
            "        if (color[q] == color[node])\n            color[q] = -1;\n        else\n            hide(q);\n",
            "        if (color[q] == color[node])\n            color[q] = -1;\n",
        ),
        Change(
            "        if (color[q] < 0)\n            color[q] = color[node];\n        else\n            unhide(q);\n",
            "        if (color[q] < 0)\n            color[q] = color[node];\n",
        ),
        witness=texts("a b | s;a s:0;b s:1"),
    ),
    wrong(
        "colors-not-restored",
        COLORS,
        "Unpurifying an item does not give options their color back.",
        Change(
            "        if (color[q] < 0)\n            color[q] = color[node];\n        else\n            unhide(q);\n",
            "        if (color[q] >= 0)\n            unhide(q);\n",
        ),
        witness=texts("a b | s t;t:0 b s;t:0 a;a s t;s b"),
    ),
    wrong(
        "16-bit-text",
        COLORS,
        "Links are of type short.",
        Change("typedef int link;", "typedef short link;"),
        witness=large(1000, 34),
    ),
    wrong(
        "rows-of-the-case-before",
        CASES,
        "The nodes of rows of the previous case are kept.",
        Change("    memset(row_head, -1, sizeof row_head);\n", ""),
        Change("    while (scanf", "    memset(row_head, -1, sizeof row_head);\n    while (scanf"),
        witness=texts("a b;a b", "a;a"),
    ),
    wrong(
        "last-row-not-tried",
        DECIDE,
        "The search ends before the last row.",
        Change("    if (r == m)\n", "    if (r == m - 1)\n"),
        witness=texts("a;a"),
    ),
    wrong(
        "columns-of-the-case-before",
        DECIDE,
        "The columns that the previous case has covered remain covered.",
        Change("        for (int c = 0; c < n; c++)\n            covered[c] = 0;\n        puts", "        puts"),
        witness=texts("a;a", "a;a"),
    ),
)
