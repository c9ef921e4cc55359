"""Draw a small exact-cover problem and its links from the data structure itself, as inline SVG."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from crosscover.reference.dancing import ROOT, DancingLinks

ITEMS = "abcdefg"
OPTIONS = ("ce", "adg", "bcf", "adf", "bg", "deg")
"""Knuth's example, The Art of Computer Programming 7.2.2.1 (5); its only solution has options 0, 3 and 4."""
SOLUTION = (0, 3, 4)

WIDTH, HEIGHT = 64, 38
LEFT, TOP = 110, 26
GRAY = "#8886"
BLUE = "#2f6fb5"


def matrix() -> str:
    """The problem as a matrix of options and items, with the solution highlighted."""
    drawn = [_text(_x(item), TOP, name) for item, name in enumerate(ITEMS)]
    for number, option in enumerate(OPTIONS):
        y = TOP + HEIGHT * (number + 1)
        chosen = number in SOLUTION
        if chosen:
            drawn.append(f'<rect x="6" y="{y - 15}" width="{_x(6) + 16}" height="30" rx="6" fill="{BLUE}22"/>')
        drawn.append(_text(14, y, f"option {number}", "start"))
        for item in map(ITEMS.index, option):
            fill = BLUE if chosen else "currentColor"
            drawn.append(f'<circle cx="{_x(item)}" cy="{y}" r="6" fill="{fill}"/>')
    return _svg(drawn, "An exact-cover problem of seven items and six options; three options cover each item once.")


def uncovered_links() -> str:
    """The links before anything is covered."""
    return _links(_problem(), "The links of the problem: a list of headers, and a list of nodes below each.")


def covered_links() -> str:
    """The links after `cover` of the first item, as Algorithm X does when it chooses that item."""
    links = _problem()
    links.cover(1)
    return _links(
        links,
        "The same links after item a is covered: its header is out of the list, and so are d, g and f of its options.",
    )


def _problem() -> DancingLinks:
    return DancingLinks([[ITEMS.index(item) for item in option] for option in OPTIONS], primary=len(ITEMS))


def _links(links: DancingLinks, title: str) -> str:
    """Every node at its place, in gray if no list leads to it from the root, and the links between the others."""
    places = {header: (_x(header - 1), TOP) for header in range(1, len(ITEMS) + 1)} | {ROOT: (LEFT - WIDTH, TOP)}
    names = {header: f"{ITEMS[header - 1]} {links.size[header]}" for header in range(1, len(ITEMS) + 1)} | {
        ROOT: "root"
    }
    for number, option in enumerate(OPTIONS):
        for node, item in enumerate(map(ITEMS.index, option), links.first[number]):
            places[node] = (_x(item), TOP + HEIGHT * (number + 1))
            names[node] = ITEMS[item]
    headers = list(_round(links.right, ROOT))
    columns = [list(_round(links.down, header)) for header in headers[1:]]
    reached = {node for chain in (headers, *columns) for node in chain}
    drawn: list[str] = []
    for chain in (headers, *columns):
        for start, end in pairwise(chain):
            (x1, y1), (x2, y2) = places[start], places[end]
            drawn.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{BLUE}" stroke-width="2"/>')
    for node, (x, y) in places.items():
        alive = node in reached
        style = f'fill="var(--color-background-primary, white)" stroke="{BLUE if alive else GRAY}"'
        drawn.append(f'<rect x="{x - 20}" y="{y - 12}" width="40" height="24" rx="5" {style}/>')
        drawn.append(_text(x, y, names[node], opacity=1 if alive else 0.3))
    drawn += [_text(14, TOP + HEIGHT * (number + 1), f"option {number}", "start") for number in range(len(OPTIONS))]
    return _svg(drawn, title)


def _round(following: Sequence[int], start: int) -> Iterator[int]:
    """The nodes of a circular list."""
    yield start
    node = following[start]
    while node != start:
        yield node
        node = following[node]


def _x(item: int) -> int:
    return LEFT + WIDTH // 2 + WIDTH * item


def _text(x: int, y: int, text: str, anchor: str = "middle", opacity: float = 1) -> str:
    return f'<text x="{x}" y="{y + 4}" text-anchor="{anchor}" opacity="{opacity}">{text}</text>'


def _svg(drawn: list[str], title: str) -> str:
    width, height = _x(6) + 40, TOP + HEIGHT * len(OPTIONS) + 24
    head = f'<svg class="drawing" role="img" viewBox="0 0 {width} {height}" width="{width}" xmlns="http://www.w3.org/2000/svg">'
    return "\n".join([head, f"<title>{title}</title>", *drawn, "</svg>"])
