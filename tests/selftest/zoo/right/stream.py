"""A program that answers each line at once; candidates as strings; dialect poj3074."""

import sys

PEERS = [
    [
        other
        for other in range(81)
        if other != cell
        and (other // 9 == cell // 9 or other % 9 == cell % 9)
        | (other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3)
    ]
    for cell in range(81)
]
SAME_HOUSE = [
    (
        [other for other in PEERS[cell] if other // 9 == cell // 9],
        [other for other in PEERS[cell] if other % 9 == cell % 9],
        [other for other in PEERS[cell] if other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3],
    )
    for cell in range(81)
]


def simplify(cells: list[str]) -> bool:
    """Strike out what cannot be, until nothing changes; False on a contradiction."""
    done = [False] * 81
    changed = True
    while changed:
        changed = False
        for cell in range(81):
            if len(cells[cell]) > 1:
                for house in SAME_HOUSE[cell]:
                    elsewhere = set("".join(cells[other] for other in house))
                    only = [digit for digit in cells[cell] if digit not in elsewhere]
                    if only:
                        cells[cell] = only[0]
                        break
            if len(cells[cell]) == 1 and not done[cell]:
                done[cell] = changed = True
                for peer in PEERS[cell]:
                    cells[peer] = cells[peer].replace(cells[cell], "")
            if not cells[cell]:
                return False
    return True


def solve(cells: list[str]) -> str:
    """Return the solution as 81 digits, or an empty string."""
    cells = cells[:]
    if not simplify(cells):
        return ""
    if max(map(len, cells)) == 1:
        return "".join(cells)
    cell = min((len(digits), cell) for cell, digits in enumerate(cells) if len(digits) > 1)[1]
    for digit in cells[cell]:
        answer = solve([*cells[:cell], digit, *cells[cell + 1 :]])
        if answer:
            return answer
    return ""


def cells_of(text: str) -> list[str]:
    """The candidates that a line leaves each cell."""
    return ["123456789" if character == "." else character for character in text]


def main() -> None:
    """Answer every line."""
    for line in sys.stdin:
        text = line.strip()
        if text == "end":
            break
        print(solve(cells_of(text)), flush=True)


if __name__ == "__main__":
    main()
