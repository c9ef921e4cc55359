// A fixed board, and a function that fills it in place.
#include <iostream>
#define N 9
using namespace std;

bool findEmpty(int grid[N][N], int &row, int &col);
bool isSafe(int grid[N][N], int row, int col, int num);

bool solveSudoku(int grid[N][N]) {
    int row, col;
    if (!findEmpty(grid, row, col))
        return true;
    for (int num = 1; num <= N; num++) {
        if (!isSafe(grid, row, col, num))
            continue;
        grid[row][col] = num;
        if (solveSudoku(grid))
            return true;
        grid[row][col] = 0;
    }
    return false;
}

bool findEmpty(int grid[N][N], int &row, int &col) {
    for (row = 0; row < N; row++)
        for (col = 0; col < N; col++)
            if (grid[row][col] == 0)
                return true;
    return false;
}

bool isSafe(int grid[N][N], int row, int col, int num) {
    for (int i = 0; i < N; i++)
        if (grid[row][i] == num || grid[i][col] == num || grid[row / 3 * 3 + i / 3][col / 3 * 3 + i % 3] == num)
            return false;
    return true;
}

int main() {
    int grid[N][N] = {{0, 0, 3, 0, 2, 0, 6, 0, 0}, {9, 0, 0, 3, 0, 5, 0, 0, 1}};
    if (solveSudoku(grid))
        for (auto &row : grid)
            for (int digit : row)
                cout << digit;
    else
        cout << "No solution exists";
}
