// Prints the first solution and exits.
#include <cstdlib>
#include <iostream>

int sudoku[9][9] = {{8}, {0, 0, 3, 6}, {0, 7, 0, 0, 9, 0, 2}};

bool possible(int r, int c, int digit) {
    for (int i = 0; i < 9; i++)
        if (sudoku[r][i] == digit || sudoku[i][c] == digit || sudoku[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
            return false;
    return true;
}

void solve(int cell) {
    if (cell == 81) {
        for (auto &row : sudoku) {
            for (int digit : row)
                std::cout << digit << " ";
            std::cout << "\n";
        }
        exit(0);
    }
    int &place = sudoku[cell / 9][cell % 9];
    if (place) {
        solve(cell + 1);
        return;
    }
    for (int digit = 1; digit <= 9; digit++)
        if (possible(cell / 9, cell % 9, digit)) {
            place = digit;
            solve(cell + 1);
            place = 0;
        }
}

int main() {
    solve(0);
    std::cout << "No solution\n";
}
