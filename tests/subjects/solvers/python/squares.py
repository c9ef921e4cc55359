"""Constraint propagation; a grid is a dict from 'A1' ... 'I9' to the digits that are left."""

ROWS, DIGITS = 'ABCDEFGHI', '123456789'
SQUARES = [r + c for r in ROWS for c in DIGITS]
UNITS = ([[r + c for c in DIGITS] for r in ROWS] + [[r + c for r in ROWS] for c in DIGITS]
         + [[r + c for r in rs for c in cs] for rs in ('ABC', 'DEF', 'GHI') for cs in ('123', '456', '789')])
PEERS = {s: {p for unit in UNITS if s in unit for p in unit} - {s} for s in SQUARES}


def place(values, todo):
    while todo:
        square, digit = todo.pop()
        if digit not in values[square]:
            return None
        values[square] = digit
        for peer in PEERS[square]:
            if digit in values[peer]:
                values[peer] = values[peer].replace(digit, '')
                if len(values[peer]) == 1:
                    todo.append((peer, values[peer]))
        if not todo:
            for unit in UNITS:
                for d in DIGITS:
                    places = [s for s in unit if d in values[s]]
                    if not places:
                        return None
                    if len(places) == 1 and values[places[0]] != d:
                        todo.append((places[0], d))
    return values


def solve(grid):
    return search(place(dict.fromkeys(SQUARES, DIGITS), [(s, d) for s, d in zip(SQUARES, grid) if d in DIGITS]))


def search(values):
    if values is None or all(len(d) == 1 for d in values.values()):
        return values
    square = min((s for s in SQUARES if len(values[s]) != 1), key=lambda s: len(values[s]))
    return next(filter(None, (search(place(dict(values), [(square, d)])) for d in values[square])), None)
