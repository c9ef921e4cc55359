from search import free

MAX_STEPS = 150     # enough for anything in a newspaper


def solve(cells):
    """Solves a flat list of 81 numbers in place."""
    steps = 0

    def step():
        nonlocal steps
        steps += 1
        rows = [cells[i:i + 9] for i in range(0, 81, 9)]
        choices = {i: free(rows, *divmod(i, 9)) for i in range(81) if cells[i] == 0}
        if not choices or steps > MAX_STEPS:
            return True
        i = min(choices, key=lambda k: len(choices[k]))
        for n in choices[i]:
            cells[i] = n
            if step():
                return True
        cells[i] = 0
        return False

    return step()
