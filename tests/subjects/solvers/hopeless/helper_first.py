PEERS = {}


def build_tables():
    """Has to be called once, before solve()."""
    for i in range(81):
        PEERS[i] = [j for j in range(81) if j != i and (
            j // 9 == i // 9 or j % 9 == i % 9 or (j // 27 == i // 27 and j % 9 // 3 == i % 9 // 3))]


def solve(puzzle):
    options = {i: set('123456789') - {puzzle[j] for j in PEERS[i]} for i in range(81)}
    empty = [i for i in options if puzzle[i] == '.']
    if not empty:
        return puzzle
    i = min(empty, key=lambda k: len(options[k]))
    answers = (solve(puzzle[:i] + d + puzzle[i + 1:]) for d in options[i])
    return next(filter(None, answers), None)
