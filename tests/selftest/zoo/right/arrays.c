/* Plain arrays of flags, one for each house and digit, as in many a contest entry; dialect t-grids.
 *
 * Before it guesses it looks for a cell with one candidate and for a digit with one place.
 */
#include <stdio.h>
#include <string.h>

static int in_row[9][10], in_column[9][10], in_box[9][10];
static int grid[9][9];

static int fits(int r, int c, int digit)
{
    return !in_row[r][digit] && !in_column[c][digit] && !in_box[r / 3 * 3 + c / 3][digit];
}

static void set(int r, int c, int digit, int flag)
{
    grid[r][c] = flag ? digit : 0;
    in_row[r][digit] = flag;
    in_column[c][digit] = flag;
    in_box[r / 3 * 3 + c / 3][digit] = flag;
}

/* The places that a house has for a digit, 10 where the house has it already; the last of them in *row, *column. */
static int places(int house, int digit, int *row, int *column)
{
    int number = 0;
    for (int i = 0; i < 9; i++) {
        int r = house < 9 ? house : house < 18 ? i : (house - 18) / 3 * 3 + i / 3;
        int c = house < 9 ? i : house < 18 ? house - 9 : (house - 18) % 3 * 3 + i % 3;
        if (grid[r][c] == digit)
            return 10;
        if (grid[r][c] == 0 && fits(r, c, digit)) {
            number++;
            *row = r;
            *column = c;
        }
    }
    return number;
}

static int solve(void)
{
    int best_row = -1, best_column = -1, fewest = 10;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            if (grid[r][c])
                continue;
            int number = 0;
            for (int digit = 1; digit <= 9; digit++)
                number += fits(r, c, digit);
            if (number < fewest) {
                fewest = number;
                best_row = r;
                best_column = c;
            }
        }
    if (best_row < 0)
        return 1;
    if (fewest == 0)
        return 0;
    if (fewest > 1)
        for (int house = 0; house < 27; house++)
            for (int digit = 1; digit <= 9; digit++) {
                int r, c, number = places(house, digit, &r, &c);
                if (number == 0)
                    return 0;
                if (number == 1) {
                    set(r, c, digit, 1);
                    if (solve())
                        return 1;
                    set(r, c, digit, 0);
                    return 0;
                }
            }
    for (int digit = 1; digit <= 9; digit++)
        if (fits(best_row, best_column, digit)) {
            set(best_row, best_column, digit, 1);
            if (solve())
                return 1;
            set(best_row, best_column, digit, 0);
        }
    return 0;
}

int main(void)
{
    int count;
    if (scanf("%d", &count) != 1)
        return 0;
    while (count-- > 0) {
        memset(in_row, 0, sizeof in_row);
        memset(in_column, 0, sizeof in_column);
        memset(in_box, 0, sizeof in_box);
        memset(grid, 0, sizeof grid);
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++) {
                int digit;
                if (scanf("%d", &digit) != 1)
                    return 0;
                if (digit)
                    set(r, c, digit, 1);
            }
        solve();
        for (int r = 0; r < 9; r++)
            for (int c = 0; c < 9; c++)
                printf("%d%c", grid[r][c], c < 8 ? ' ' : '\n');
    }
    return 0;
}
