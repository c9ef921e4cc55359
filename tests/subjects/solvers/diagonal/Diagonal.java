/** Backtracking over an array of rows, as in a course. */
public class Diagonal {
    static final int SIZE = 9;

    static boolean checkRow(int[][] grid, int row, int number) {
        for (int i = 0; i < SIZE; i++) if (grid[row][i] == number) return false;
        return true;
    }

    static boolean checkColumn(int[][] grid, int column, int number) {
        for (int i = 0; i < SIZE; i++) if (grid[i][column] == number) return false;
        return true;
    }

    static boolean checkBox(int[][] grid, int row, int column, int number) {
        int top = row - row % 3, left = column - column % 3;
        for (int i = top; i < top + 3; i++)
            for (int j = left; j < left + 3; j++) if (grid[i][j] == number) return false;
        return true;
    }

    static boolean checkDiagonal(int[][] grid, int row, int column, int number) {
        if (row == column) for (int i = 0; i < SIZE; i++) if (grid[i][i] == number) return false;
        if (row + column == SIZE - 1)
            for (int i = 0; i < SIZE; i++) if (grid[i][SIZE - 1 - i] == number) return false;
        return true;
    }

    static boolean isValid(int[][] grid, int row, int column, int number) {
        return checkRow(grid, row, number) && checkColumn(grid, column, number)
            && checkBox(grid, row, column, number) && checkDiagonal(grid, row, column, number);
    }

    public static boolean solve(int[][] grid) {
        for (int row = 0; row < SIZE; row++)
            for (int column = 0; column < SIZE; column++)
                if (grid[row][column] == 0) {
                    for (int number = 1; number <= SIZE; number++)
                        if (isValid(grid, row, column, number)) {
                            grid[row][column] = number;
                            if (solve(grid)) return true;
                            grid[row][column] = 0;
                        }
                    return false;
                }
        return true;
    }
}
