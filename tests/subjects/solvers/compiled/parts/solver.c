/* The function that checks a digit is in another file. */
#include "solver.h"

int solve(int board[9][9]) {
    for (int cell = 0; cell < 81; cell++) {
        int r = cell / 9, c = cell % 9;
        if (board[r][c])
            continue;
        for (int digit = 1; digit <= 9; digit++)
            if (check(board, r, c, digit)) {
                board[r][c] = digit;
                if (solve(board))
                    return 1;
            }
        board[r][c] = 0;
        return 0;
    }
    return 1;
}
