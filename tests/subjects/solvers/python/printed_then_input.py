import time

from search import fill


def solve(grid):
    start = time.time()
    if fill(grid):
        print("Solved in {:.2f} seconds:".format(time.time() - start))
        for row in grid:
            print("| {} {} {} | {} {} {} | {} {} {} |".format(*row))
    else:
        print("Impossible")
    input("Press Enter to close")
