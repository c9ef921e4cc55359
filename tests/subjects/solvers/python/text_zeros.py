def keys(i, d):
    return [(0, i), (1, i // 9, d), (2, i % 9, d), (3, i // 27 * 3 + i % 9 // 3, d)]


KEYS = {(i, d): keys(i, d) for i in range(81) for d in range(1, 10)}
EVERY_KEY = set().union(*KEYS.values())


def fill(cells):
    done = set()
    for i, d in enumerate(cells):
        if d:
            done.update(KEYS[i, d])
    places = {key: [] for key in EVERY_KEY - done}
    for move, its_keys in KEYS.items():
        if done.isdisjoint(its_keys):
            for key in its_keys:
                places[key].append(move)
    for i, d in min(places.values(), key=len, default=[]):
        cells[i] = d
        if fill(cells):
            return True
        cells[i] = 0
    return not places


def sudoku_solver(text: str) -> list:
    """'003020600...' -> [[4, 8, 3, ...], ...]"""
    cells = [int(ch) for ch in text]
    return [cells[r:r + 9] for r in range(0, 81, 9)] if fill(cells) else []
