DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']


def names(r, c, d):
    return {f'{r} {c}', f'R{r} {d}', f'C{c} {d}', f'B{r // 3}{c // 3} {d}'}


MOVES = {(r, c, d): names(r, c, d) for r in range(9) for c in range(9) for d in DIGITS}


def solve(table):
    """table: 9 lists of 9 strings, '' for an empty square. Returns a new table of strings."""
    todo = set().union(*MOVES.values())
    for r, line in enumerate(table):
        for c, value in enumerate(line):
            if value != '':
                todo -= MOVES[r, c, value]
    ways = {name: [] for name in todo}
    for move, its_names in MOVES.items():
        if its_names <= todo:
            for name in its_names:
                ways[name].append(move)
    if not ways:
        return table
    for r, c, d in min(ways.values(), key=len):
        answer = solve([[d if (i, j) == (r, c) else table[i][j] for j in range(9)] for i in range(9)])
        if answer:
            return answer
