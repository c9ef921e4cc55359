def solve(puzzle):
    spots = [(r, c) for r in range(9) for c in range(9) if puzzle[r][c] == -1]
    if not spots:
        return True

    def guesses(spot):
        r, c = spot
        box = [puzzle[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] for k in range(9)]
        return set(range(1, 10)).difference(puzzle[r], [row[c] for row in puzzle], box)

    row, col = min(spots, key=lambda spot: len(guesses(spot)))
    for guess in guesses((row, col)):
        puzzle[row][col] = guess
        if solve(puzzle):
            return True
    puzzle[row][col] = -1
    return False
