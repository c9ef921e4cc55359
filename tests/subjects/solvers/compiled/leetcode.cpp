class Solution {
    bool fits(vector<vector<char>> &board, int r, int c, char digit) {
        for (int i = 0; i < 9; i++)
            if (board[r][i] == digit || board[i][c] == digit || board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
                return false;
        return true;
    }

    bool place(vector<vector<char>> &board, int cell) {
        if (cell == 81)
            return true;
        char &here = board[cell / 9][cell % 9];
        if (here != '.')
            return place(board, cell + 1);
        for (char digit = '1'; digit <= '9'; digit++)
            if (fits(board, cell / 9, cell % 9, digit)) {
                here = digit;
                if (place(board, cell + 1))
                    return true;
                here = '.';
            }
        return false;
    }

public:
    void solveSudoku(vector<vector<char>> &board) { place(board, 0); }
};
