/* The second diagonal is one column off. */
int checkDiagonal(int grid[9][9], int row, int col, int num) {
    int i;
    if (row == col)
        for (i = 0; i < 9; i++)
            if (grid[i][i] == num) return 0;
    if (row + col == 9)
        for (i = 1; i < 9; i++)
            if (grid[i][9 - i] == num) return 0;
    return 1;
}

int isSafe(int grid[9][9], int row, int col, int num) {
    int i;
    for (i = 0; i < 9; i++) {
        if (grid[row][i] == num || grid[i][col] == num) return 0;
        if (grid[row / 3 * 3 + i / 3][col / 3 * 3 + i % 3] == num) return 0;
    }
    return checkDiagonal(grid, row, col, num);
}

int solve(int grid[9][9]) {
    int row, col, num;
    for (row = 0; row < 9; row++)
        for (col = 0; col < 9; col++)
            if (grid[row][col] == 0) {
                for (num = 1; num <= 9; num++)
                    if (isSafe(grid, row, col, num)) {
                        grid[row][col] = num;
                        if (solve(grid)) return 1;
                        grid[row][col] = 0;
                    }
                return 0;
            }
    return 1;
}
