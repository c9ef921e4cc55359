MAX_STEPS = 150     # enough for anything in a newspaper


def conflicts(a, b):
    return a // 9 == b // 9 or a % 9 == b % 9 or (a // 27 == b // 27 and a % 9 // 3 == b % 9 // 3)


NEIGHBOURS = [[b for b in range(81) if b != a and conflicts(a, b)] for a in range(81)]


def solve(cells):
    """Solves a flat list of 81 numbers in place."""
    steps = 0

    def step():
        nonlocal steps
        steps += 1
        choices = {i: set(range(1, 10)) - {cells[j] for j in NEIGHBOURS[i]} for i in range(81) if cells[i] == 0}
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
