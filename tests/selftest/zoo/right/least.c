/* The least solution, found by going back over the cells of any solution and trying lesser digits; dialect uva989.
 *
 * The side of a box comes with each grid. The search takes the cell with the fewest digits, whatever its place.
 */
#include <stdio.h>
#include <string.h>

static int n, side, cells;
static int used[3][9];
static int grid[81], best[81];

static int house(int kind, int cell)
{
    int row = cell / side, column = cell % side;
    return kind == 0 ? row : kind == 1 ? column : row / n * n + column / n;
}

static int taken(int cell) { return used[0][house(0, cell)] | used[1][house(1, cell)] | used[2][house(2, cell)]; }

static void flip(int cell, int digit)
{
    for (int kind = 0; kind < 3; kind++)
        used[kind][house(kind, cell)] ^= 1 << digit;
}

/* The only cell of a house that can take a digit which the house lacks, and in *digit which; -1 if there is none. */
static int hidden(int *digit)
{
    for (int kind = 0; kind < 3; kind++) {
        int once[9] = {0}, twice[9] = {0};
        for (int cell = 0; cell < cells; cell++)
            if (!grid[cell]) {
                int free = ~taken(cell) & ((2 << side) - 2), h = house(kind, cell);
                twice[h] |= once[h] & free;
                once[h] |= free;
            }
        for (int cell = 0; cell < cells; cell++) {
            int h = house(kind, cell), only = grid[cell] ? 0 : once[h] & ~twice[h] & ~taken(cell);
            if (only) {
                *digit = __builtin_ctz(only);
                return cell;
            }
        }
    }
    return -1;
}

static int search(void)
{
    int cell = -1, fewest = 99, from = 1, to = side, digit = 0;
    for (int other = 0; other < cells; other++)
        if (!grid[other]) {
            int number = side - __builtin_popcount(taken(other));
            if (number < fewest) {
                fewest = number;
                cell = other;
            }
        }
    if (cell < 0) {
        memcpy(best, grid, sizeof best);
        return 1;
    }
    if (fewest > 1 && hidden(&digit) >= 0) {
        cell = hidden(&digit);
        from = to = digit;
    }
    int solved = 0;
    for (digit = from; digit <= to && !solved; digit++)
        if (!(taken(cell) >> digit & 1)) {
            grid[cell] = digit;
            flip(cell, digit);
            solved = search();
            flip(cell, digit);
            grid[cell] = 0;
        }
    return solved;
}

/* Settle the cells one after another on the least digit that leaves a solution; 0 if there is none. */
static int least(void)
{
    int clash = 0;
    memset(used, 0, sizeof used);
    for (int cell = 0; cell < cells; cell++)
        if (grid[cell]) {
            clash |= taken(cell) >> grid[cell] & 1;
            if (!clash)
                flip(cell, grid[cell]);
        }
    if (clash || !search())
        return 0;
    for (int cell = 0; cell < cells; cell++) {
        if (grid[cell])
            continue;
        for (int digit = 1; digit <= best[cell]; digit++) {
            if (taken(cell) >> digit & 1)
                continue;
            grid[cell] = digit;
            flip(cell, digit);
            if (digit == best[cell] || search())
                break;
            flip(cell, digit);
            grid[cell] = 0;
        }
    }
    return 1;
}

int main(void)
{
    int first = 1;
    while (scanf("%d", &n) == 1) {
        side = n * n;
        cells = side * side;
        for (int cell = 0; cell < cells; cell++)
            scanf("%d", &grid[cell]);
        if (!first)
            putchar('\n');
        first = 0;
        if (!least())
            puts("NO SOLUTION");
        else
            for (int cell = 0; cell < cells; cell++)
                printf("%d%c", best[cell], cell % side == side - 1 ? '\n' : ' ');
    }
    return 0;
}
