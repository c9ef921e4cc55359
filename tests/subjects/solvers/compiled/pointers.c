/* Rows as pointers, and the number of a cell. */
#include <stdlib.h>

static int fits(int **board, int r, int c, int digit) {
    for (int i = 0; i < 9; i++)
        if (board[r][i] == digit || board[i][c] == digit || board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
            return 0;
    return 1;
}

int solve(int **board, int cell) {
    if (cell == 81)
        return 1;
    if (board[cell / 9][cell % 9])
        return solve(board, cell + 1);
    for (int digit = 1; digit <= 9; digit++)
        if (fits(board, cell / 9, cell % 9, digit)) {
            board[cell / 9][cell % 9] = digit;
            if (solve(board, cell + 1))
                return 1;
        }
    board[cell / 9][cell % 9] = 0;
    return 0;
}

int main(int argc, char *argv[]) {
    int **board = calloc(9, sizeof *board);
    for (int r = 0; r < 9; r++)
        board[r] = calloc(9, sizeof **board);
    return !solve(board, 0);
}
