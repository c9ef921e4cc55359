/* POJ 3074 by depth-first search on bit masks; always the empty cell with the fewest candidates first. */

#include <stdio.h>
#include <string.h>

static char grid[128];
static int row_free[9], column_free[9], box_free[9];

static int box_of(int cell)
{
    return cell / 27 * 3 + cell % 9 / 3;
}

static int candidates(int cell)
{
    return row_free[cell / 9] & column_free[cell % 9] & box_free[box_of(cell)];
}

static void flip(int cell, int bit)
{
    row_free[cell / 9] ^= bit;
    column_free[cell % 9] ^= bit;
    box_free[box_of(cell)] ^= bit;
}

static int search(int empty)
{
    int best = -1, fewest = 10;

    if (empty == 0)
        return 1;
    for (int cell = 0; cell < 81; cell++) {
        if (grid[cell] != '.')
            continue;
        int count = __builtin_popcount((unsigned)candidates(cell));
        if (count < fewest) {
            fewest = count;
            best = cell;
        }
    }
    for (int rest = candidates(best); rest; rest &= rest - 1) {
        int bit = rest & -rest;
        grid[best] = (char)('1' + __builtin_ctz((unsigned)bit));
        flip(best, bit);
        if (search(empty - 1))
            return 1;
        flip(best, bit);
        grid[best] = '.';
    }
    return 0;
}

int main(void)
{
    while (scanf("%127s", grid) == 1 && strcmp(grid, "end") != 0) {
        int empty = 0;

        for (int house = 0; house < 9; house++)
            row_free[house] = column_free[house] = box_free[house] = 0x1FF;
        for (int cell = 0; cell < 81; cell++) {
            if (grid[cell] == '.')
                empty++;
            else
                flip(cell, 1 << (grid[cell] - '1'));
        }
        search(empty);
        puts(grid);
    }
    return 0;
}
