#!/bin/sh
# usage: solve.sh FILE      a file of nine lines, 0 or . for an empty square
[ $# -eq 1 ] || { echo "usage: $0 FILE" >&2; exit 2; }

tr -d ' \r\n' < "$1" | tr 0 . | awk '
function nine(i) { return int(i / 27) * 3 + int(i % 9 / 3) }
function put(i, d, on) { cell[i] = on ? d : "."; used["r" int(i / 9) d] = used["c" i % 9 d] = used["b" nine(i) d] = on }
function search(    i, d, k, n, a, b, c, count, list, best, moves) {
    best = ""
    for (i = 0; i < 81; i++) if (cell[i] == ".") {
        count[i] = 0
        for (d = 1; d < 10; d++) {
            a = "r" int(i / 9) d; b = "c" i % 9 d; c = "b" nine(i) d
            if (used[a] || used[b] || used[c]) continue
            count[i]++; count[a]++; count[b]++; count[c]++
            move = i " " d " "
            list[i] = list[i] move; list[a] = list[a] move; list[b] = list[b] move; list[c] = list[c] move
        }
    }
    for (k in count) if (best == "" || count[k] < count[best]) best = k
    n = split(list[best], moves, " ")
    for (k = 1; k < n; k += 2) {
        put(moves[k], moves[k + 1], 1)
        if (search()) return 1
        put(moves[k], moves[k + 1], 0)
    }
    return best == ""
}
{
    for (i = 0; i < 81; i++) put(i, d = substr($0, i + 1, 1), d != ".")
    if (!search()) { print "no solution"; exit 1 }
    for (i = 0; i < 81; i++) printf "%s%s", cell[i], i % 9 == 8 ? "\n" : " "
}'
