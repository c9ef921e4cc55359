ITEMS = [[(i, 81 + i // 9 * 9 + d, 162 + i % 9 * 9 + d, 243 + (i // 27 * 3 + i % 9 // 3) * 9 + d)
          for d in range(9)] for i in range(81)]


def solve(cells):
    """cells: list of 81 ints, 0 = empty. Returns the solved list or None."""
    used = [False] * 324
    for i, d in enumerate(cells):
        if d:
            for k in ITEMS[i][d - 1]:
                used[k] = True
    if all(used):
        return list(cells)
    moves = [[] for _ in used]
    for i in range(81):
        if not used[i]:
            for d, (_, a, b, c) in enumerate(ITEMS[i], 1):
                if not (used[a] or used[b] or used[c]):
                    for k in i, a, b, c:
                        moves[k].append((i, d))
    for i, d in min((moves[k] for k in range(324) if not used[k]), key=len):
        answer = solve(cells[:i] + [d] + cells[i + 1:])
        if answer:
            return answer
    return None
