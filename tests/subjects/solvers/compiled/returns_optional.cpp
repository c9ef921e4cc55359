// Returns a copy of the board, or nothing.
#include <array>
#include <optional>

using Grid = std::array<std::array<int, 9>, 9>;

static bool fits(const Grid &grid, int r, int c, int digit) {
    for (int i = 0; i < 9; i++)
        if (grid[r][i] == digit || grid[i][c] == digit || grid[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == digit)
            return false;
    return true;
}

std::optional<Grid> solve(Grid grid) {
    for (int cell = 0; cell < 81; cell++) {
        int r = cell / 9, c = cell % 9;
        if (grid[r][c])
            continue;
        for (int digit = 1; digit <= 9; digit++)
            if (fits(grid, r, c, digit)) {
                grid[r][c] = digit;
                if (auto solved = solve(grid))
                    return solved;
            }
        return std::nullopt;
    }
    return grid;
}
