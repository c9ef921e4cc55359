ITEMS = {(r, c, d): [(r, c), (r, 'row', d), (c, 'column', d), (r // 3, c // 3, d)]
         for r in range(9) for c in range(9) for d in '123456789'}
ALL = {item for items in ITEMS.values() for item in items}


def solve(lines):
    """['..3.2.6..', '9..3.5..1', ...] in, nine strings out"""
    assert all(isinstance(line, str) for line in lines)
    fixed = [(r, c, lines[r][c]) for r in range(9) for c in range(9) if lines[r][c] != '.']
    done = {item for place in fixed for item in ITEMS[place]}
    places = {item: [] for item in ALL - done}
    if not places:
        return lines
    for place, items in ITEMS.items():
        if done.isdisjoint(items):
            for item in items:
                places[item].append(place)
    for r, c, d in min(places.values(), key=len):
        changed = lines[r][:c] + d + lines[r][c + 1:]
        answer = solve([*lines[:r], changed, *lines[r + 1:]])
        if answer:
            return answer
