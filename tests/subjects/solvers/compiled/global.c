/* A global board and no argument; a counter that is never reset, since main calls the solver once. */
#include <stdio.h>

int grid[9][9] = {{5, 3, 0, 0, 7}, {6}};
int calls = 0;

int possible(int r, int c, int digit) {
    for (int i = 0; i < 9; i++)
        if (grid[r][i] == digit || grid[i][c] == digit || grid[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
            return 0;
    return 1;
}

int solve() {
    if (++calls > 100000000)
        return 0;
    for (int cell = 0; cell < 81; cell++) {
        int r = cell / 9, c = cell % 9;
        if (grid[r][c])
            continue;
        for (int digit = 1; digit <= 9; digit++)
            if (possible(r, c, digit)) {
                grid[r][c] = digit;
                if (solve())
                    return 1;
                grid[r][c] = 0;
            }
        return 0;
    }
    return 1;
}

int main(void) {
    if (solve())
        printf("%d\n", grid[0][2]);
    getchar();
}
