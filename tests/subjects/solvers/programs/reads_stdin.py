import sys

depth_limit = 400
calls = 0


def complete(s):
    global calls
    calls += 1
    if '.' not in s or calls > depth_limit:
        return s
    best = None
    for i in range(81):
        if s[i] == '.':
            row, col = i // 9, i % 9
            start = row // 3 * 27 + col // 3 * 3
            box = s[start:start + 3] + s[start + 9:start + 12] + s[start + 18:start + 21]
            left = set('123456789') - set(s[row * 9:row * 9 + 9] + s[col::9] + box)
            if best is None or len(left) < len(best[1]):
                best = i, left
    for d in sorted(best[1]):
        answer = complete(s[:best[0]] + d + s[best[0] + 1:])
        if answer:
            return answer


for line in sys.stdin:
    calls = 0
    print(complete(line.strip()), flush=True)
