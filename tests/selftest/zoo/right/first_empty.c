/* Bit masks and the first empty cell: fast, but exponential for some puzzles; dialect lines. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int used_row[9], used_col[9], used_box[9], board[81];

static int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static void flip(int cell, int bit)
{
    used_row[cell / 9] ^= bit;
    used_col[cell % 9] ^= bit;
    used_box[box_of(cell)] ^= bit;
}

static int search(int cell)
{
    while (cell < 81 && board[cell])
        cell++;
    if (cell == 81)
        return 1;
    int used = used_row[cell / 9] | used_col[cell % 9] | used_box[box_of(cell)];
    for (int digit = 1; digit <= 9; digit++)
        if (!(used >> digit & 1)) {
            board[cell] = digit;
            flip(cell, 1 << digit);
            if (search(cell + 1))
                return 1;
            flip(cell, 1 << digit);
            board[cell] = 0;
        }
    return 0;
}

static int load(const char *line)
{
    int clash = 0;
    memset(used_row, 0, sizeof used_row);
    memset(used_col, 0, sizeof used_col);
    memset(used_box, 0, sizeof used_box);
    for (int cell = 0; cell < 81; cell++) {
        board[cell] = line[cell] >= '1' && line[cell] <= '9' ? line[cell] - '0' : 0;
        if (!board[cell])
            continue;
        int bit = 1 << board[cell], used = used_row[cell / 9] | used_col[cell % 9] | used_box[box_of(cell)];
        clash |= used & bit;
        used_row[cell / 9] |= bit;
        used_col[cell % 9] |= bit;
        used_box[box_of(cell)] |= bit;
    }
    return !clash;
}

int main(void)
{
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        int solved = load(line) && search(0);
        for (int cell = 0; cell < 81 && solved; cell++)
            putchar('0' + board[cell]);
        puts(solved ? "" : "no solution");
    }
    return 0;
}
