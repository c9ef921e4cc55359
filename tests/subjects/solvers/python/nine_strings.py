from search import fill


def solve(lines):
    """['..3.2.6..', '9..3.5..1', ...] in, nine strings out"""
    assert all(isinstance(line, str) for line in lines)
    rows = [[int(ch) for ch in line.replace('.', '0')] for line in lines]
    return [''.join(map(str, row)) for row in rows] if fill(rows) else None
