#include "solver.h"

int check(int board[9][9], int r, int c, int digit) {
    for (int i = 0; i < 9; i++)
        if (board[r][i] == digit || board[i][c] == digit || board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
            return 0;
    return 1;
}
