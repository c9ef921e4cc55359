// Wrong: the boxes are not checked.
#include <vector>
using namespace std;

bool valid(vector<vector<int>> &board, int row, int col, int num) {
    for (int i = 0; i < 9; i++)
        if (board[row][i] == num || board[i][col] == num)
            return false;
    return true;
}

bool solve(vector<vector<int>> &board, int row, int col) {
    if (row == 9)
        return true;
    if (col == 9)
        return solve(board, row + 1, 0);
    if (board[row][col])
        return solve(board, row, col + 1);
    for (int num = 1; num <= 9; num++)
        if (valid(board, row, col, num)) {
            board[row][col] = num;
            if (solve(board, row, col + 1))
                return true;
            board[row][col] = 0;
        }
    return false;
}
