# Flags of used digits for each house, recursion on the cell or the digit with the fewest choices; dialect lines.

BEGIN {
    for (cell = 0; cell < 81; cell++) {
        row[cell] = int(cell / 9)
        column[cell] = 9 + cell % 9
        box[cell] = 18 + int(cell / 27) * 3 + int(cell % 9 / 3)
        members[row[cell]] = members[row[cell]] " " cell
        members[column[cell]] = members[column[cell]] " " cell
        members[box[cell]] = members[box[cell]] " " cell
    }
}

function place(cell, digit, flag) {
    used[row[cell], digit] = used[column[cell], digit] = used[box[cell], digit] = flag
    board[cell] = flag ? digit : 0
}

function fits(cell, digit) {
    return !board[cell] && !used[row[cell], digit] && !used[column[cell], digit] && !used[box[cell], digit]
}

# Find solutions until there are `limit`; the board keeps the last one.
function search(limit,    choices, fewest, cell, digit, house, cells, number, list, i) {
    fewest = 10
    for (cell = 0; cell < 81 && fewest > 1; cell++)
        if (!board[cell]) {
            number = 0
            list = ""
            for (digit = 1; digit <= 9; digit++)
                if (fits(cell, digit) && ++number)
                    list = list " " cell " " digit
            if (number < fewest) {
                fewest = number
                choices = list
            }
        }
    if (fewest == 10) {
        found++
        return
    }
    for (house = 0; house < 27 && fewest > 1; house++) {
        split(members[house], cells)
        for (digit = 1; digit <= 9; digit++)
            if (!used[house, digit]) {
                number = 0
                list = ""
                for (i = 1; i <= 9; i++)
                    if (fits(cells[i], digit) && ++number)
                        list = list " " cells[i] " " digit
                if (number < fewest) {
                    fewest = number
                    choices = list
                }
            }
    }
    number = split(choices, cells)
    for (i = 1; i < number && found < limit; i += 2) {
        place(cells[i], cells[i + 1], 1)
        search(limit)
        if (found < limit)
            place(cells[i], cells[i + 1], 0)
    }
}

function clear(    cell, digit) {
    for (cell = 0; cell < 81; cell++)
        for (digit = 1; digit <= 9; digit++)
            place(cell, digit, 0)
}

{
    sub(/\r$/, "")
}

/^[0-9.]+$/ {
    clear()
    clash = 0
    for (cell = 0; cell < 81; cell++) {
        digit = substr($0, cell + 1, 1)
        if (digit ~ /[1-9]/) {
            if (!fits(cell, digit))
                clash = 1
            place(cell, digit, 1)
        }
    }
    found = 0
    if (!clash)
        search(1)
    answer = ""
    for (cell = 0; cell < 81; cell++)
        answer = answer board[cell]
    print found ? answer : "no solution"
}
