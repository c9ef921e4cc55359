/* POJ 3074 by plain backtracking with a table of used digits for each row, column and box. */

#include <stdio.h>
#include <string.h>

static char grid[128];
static char row_has[9][10], column_has[9][10], box_has[9][10];

static int box_of(int cell)
{
    return cell / 27 * 3 + cell % 9 / 3;
}

static void set(int cell, int digit, int used)
{
    row_has[cell / 9][digit] = column_has[cell % 9][digit] = box_has[box_of(cell)][digit] = (char)used;
}

static int search(int cell)
{
    while (cell < 81 && grid[cell] != '.')
        cell++;
    if (cell == 81)
        return 1;
    for (int digit = 1; digit <= 9; digit++) {
        if (row_has[cell / 9][digit] || column_has[cell % 9][digit] || box_has[box_of(cell)][digit])
            continue;
        set(cell, digit, 1);
        grid[cell] = (char)('0' + digit);
        if (search(cell + 1))
            return 1;
        grid[cell] = '.';
        set(cell, digit, 0);
    }
    return 0;
}

int main(void)
{
    while (scanf("%127s", grid) == 1 && strcmp(grid, "end") != 0) {
        memset(row_has, 0, sizeof row_has);
        memset(column_has, 0, sizeof column_has);
        memset(box_has, 0, sizeof box_has);
        for (int cell = 0; cell < 81; cell++)
            if (grid[cell] != '.')
                set(cell, grid[cell] - '0', 1);
        search(0);
        puts(grid);
    }
    return 0;
}
