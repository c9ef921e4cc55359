// A class that receives the board in its constructor.
#include <string>
#include <vector>

class SudokuSolver {
    std::vector<std::vector<int>> board;

    bool isValid(int r, int c, int digit) const {
        for (int i = 0; i < 9; ++i)
            if (board[r][i] == digit || board[i][c] == digit || board[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
                return false;
        return true;
    }

public:
    explicit SudokuSolver(const std::vector<std::vector<int>> &rows) : board(rows) {}

    bool solve() {
        for (int cell = 0; cell < 81; ++cell) {
            int &place = board[cell / 9][cell % 9];
            if (place)
                continue;
            for (int digit = 1; digit <= 9; ++digit)
                if (isValid(cell / 9, cell % 9, digit)) {
                    place = digit;
                    if (solve())
                        return true;
                    place = 0;
                }
            return false;
        }
        return true;
    }
};

int main() {
    SudokuSolver solver(std::vector<std::vector<int>>(9, std::vector<int>(9)));
    return !solver.solve();
}
