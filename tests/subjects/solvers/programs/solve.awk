# awk -f solve.awk puzzles.txt

BEGIN { for (i = 1; i <= 81; i++) { r = int((i - 1) / 9); c = (i - 1) % 9; row[i] = "r" r; col[i] = "c" c; box[i] = "b" int(r / 3) int(c / 3) } }

function solve(s,    i, d, k, n, a, b, c, used, count, list, best, answer, moves) {
    for (i = 1; i <= 81; i++) {
        d = substr(s, i, 1)
        used[row[i] d]; used[col[i] d]; used[box[i] d]
    }
    for (i = 1; i <= 81; i++) {
        if (substr(s, i, 1) != ".") continue
        count[i] = 0
        for (d = 1; d <= 9; d++) {
            a = row[i] d; b = col[i] d; c = box[i] d
            if (a in used || b in used || c in used) continue
            move = i " " d " "
            count[i]++; count[a]++; count[b]++; count[c]++
            list[i] = list[i] move; list[a] = list[a] move; list[b] = list[b] move; list[c] = list[c] move
        }
        if (count[i] == 0) return ""
    }
    best = ""
    for (k in count) if (best == "" || count[k] < count[best]) best = k
    if (best == "") return s
    n = split(list[best], moves, " ")
    for (k = 1; k < n; k += 2) {
        answer = solve(substr(s, 1, moves[k] - 1) moves[k + 1] substr(s, moves[k] + 1))
        if (answer != "") return answer
    }
    return ""
}

/^[1-9.]+$/ { answer = solve($1); print (answer == "" ? "none" : answer) }
