#include <stdio.h>

int grid[81] = {5, 3, 0, 0, 7, 0, 0, 0, 0, 6, 0, 0, 1, 9, 5, 0, 0, 0, 0, 9, 8, 0, 0, 0, 0, 6, 0,
                8, 0, 0, 0, 6, 0, 0, 0, 3, 4, 0, 0, 8, 0, 3, 0, 0, 1, 7, 0, 0, 0, 2, 0, 0, 0, 6,
                0, 6, 0, 0, 0, 0, 2, 8, 0, 0, 0, 0, 4, 1, 9, 0, 0, 5, 0, 0, 0, 0, 8, 0, 0, 7, 9};

int fits(int i, int n) {
    for (int j = 0; j < 81; j++)
        if (grid[j] == n && (i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3))) return 0;
    return 1;
}

int solve(int i) {
    if (i == 81 || grid[i]) return i == 81 || solve(i + 1);
    for (int n = 1; n <= 9; n++)
        if (fits(i, n)) {
            grid[i] = n;
            if (solve(i + 1)) return 1;
            grid[i] = 0;
        }
    return 0;
}

int main(void) {
    solve(0);
    for (int i = 0; i < 81; i++) printf("%d%c", grid[i], i % 9 == 8 ? '\n' : ' ');
    return 0;
}
