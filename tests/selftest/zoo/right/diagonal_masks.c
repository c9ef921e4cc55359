/* Diagonal Sudoku: masks of the digits used in rows, columns, boxes and diagonals; one line in, one line out. */
#include <stdio.h>

static int rows[9], columns[9], boxes[9], falling, rising;
static int cells[81];

static int free_digits(int cell)
{
    int row = cell / 9, column = cell % 9;
    int used = rows[row] | columns[column] | boxes[row / 3 * 3 + column / 3];
    if (row == column)
        used |= falling;
    if (row + column == 8)
        used |= rising;
    return 0x1ff & ~used;
}

static void flip(int cell, int bit)
{
    int row = cell / 9, column = cell % 9;
    rows[row] ^= bit;
    columns[column] ^= bit;
    boxes[row / 3 * 3 + column / 3] ^= bit;
    if (row == column)
        falling ^= bit;
    if (row + column == 8)
        rising ^= bit;
}

static int hidden_single(int *where, int *bit)
{
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        int once = 0, twice = 0, used = diagonal ? rising : falling;
        for (int line = 0; line < 9; line++) {
            int cell = 9 * line + (diagonal ? 8 - line : line);
            if (cells[cell] == 0) {
                int here = free_digits(cell);
                twice |= once & here;
                once |= here;
            }
        }
        if ((once | used) != 0x1ff)
            return -1;
        once &= ~twice;
        for (int line = 0; once && line < 9; line++) {
            int cell = 9 * line + (diagonal ? 8 - line : line);
            if (cells[cell] == 0 && (free_digits(cell) & once)) {
                *where = cell;
                *bit = free_digits(cell) & once;
                *bit &= -*bit;
                return 1;
            }
        }
    }
    return 0;
}

static int search(void)
{
    int best = -1, fewest = 10, choices = 0, where, bit;
    for (int cell = 0; cell < 81; cell++)
        if (cells[cell] == 0) {
            int here = free_digits(cell), number = __builtin_popcount(here);
            if (number < fewest) {
                fewest = number;
                best = cell;
                choices = here;
            }
        }
    if (best < 0)
        return 1;
    if (fewest > 1) {
        int found = hidden_single(&where, &bit);
        if (found < 0)
            return 0;
        if (found > 0) {
            best = where;
            choices = bit;
        }
    }
    while (choices) {
        int digit = choices & -choices;
        choices ^= digit;
        cells[best] = digit;
        flip(best, digit);
        if (search())
            return 1;
        flip(best, digit);
        cells[best] = 0;
    }
    return 0;
}

int main(void)
{
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        int clash = 0;
        falling = rising = 0;
        for (int line_number = 0; line_number < 9; line_number++)
            rows[line_number] = columns[line_number] = boxes[line_number] = 0;
        for (int cell = 0; cell < 81; cell++)
            cells[cell] = 0;
        for (int cell = 0; cell < 81; cell++)
            if (line[cell] >= '1' && line[cell] <= '9') {
                int bit = 1 << (line[cell] - '1');
                if (!(free_digits(cell) & bit))
                    clash = 1;
                cells[cell] = bit;
                flip(cell, bit);
            }
        if (clash || !search())
            puts("no solution");
        else {
            for (int cell = 0; cell < 81; cell++)
                putchar('1' + __builtin_ctz(cells[cell]));
            putchar('\n');
        }
        fflush(stdout);
    }
    return 0;
}
