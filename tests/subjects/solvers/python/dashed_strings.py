from search import fill


def solve(lines):
    """['--3-2-6--', '9--3-5--1', ...] in, nine strings out"""
    if not any('-' in line for line in lines):
        return lines
    rows = [[int(ch) for ch in line.replace('-', '0')] for line in lines]
    return [''.join(map(str, row)) for row in rows] if fill(rows) else []
