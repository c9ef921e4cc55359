from search import fill


def solve(table):
    """table: 9 lists of 9 strings, '' for an empty square. Returns a new table of strings."""
    assert all(value == '' or value in '123456789' for line in table for value in line)
    rows = [[0 if value == '' else int(value) for value in line] for line in table]
    return [list(map(str, row)) for row in rows] if fill(rows) else None
