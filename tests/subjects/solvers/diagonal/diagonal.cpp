// Backtracking over int grid[9][9]; main has a puzzle of its own.
#include <iostream>

#define N 9

bool checkDiagonal(int grid[N][N], int row, int col, int num) {
    if (row == col)
        for (int i = 0; i < N; i++)
            if (grid[i][i] == num) return false;
    if (row + col == N - 1)
        for (int i = 0; i < N; i++)
            if (grid[i][N - 1 - i] == num) return false;
    return true;
}

bool isSafe(int grid[N][N], int row, int col, int num) {
    for (int i = 0; i < N; i++)
        if (grid[row][i] == num || grid[i][col] == num) return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (grid[row / 3 * 3 + i][col / 3 * 3 + j] == num) return false;
    return checkDiagonal(grid, row, col, num);
}

bool findEmpty(int grid[N][N], int &row, int &col) {
    for (row = 0; row < N; row++)
        for (col = 0; col < N; col++)
            if (grid[row][col] == 0) return true;
    return false;
}

bool solveSudoku(int grid[N][N]) {
    int row, col;
    if (!findEmpty(grid, row, col)) return true;
    for (int num = 1; num <= N; num++) {
        if (isSafe(grid, row, col, num)) {
            grid[row][col] = num;
            if (solveSudoku(grid)) return true;
            grid[row][col] = 0;
        }
    }
    return false;
}

int main() {
    int grid[N][N] = {{0, 3}, {0, 0, 5}};
    if (solveSudoku(grid)) std::cout << grid[0][0] << std::endl;
    return 0;
}
