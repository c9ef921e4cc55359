import java.util.Arrays;

public class Fixed {
    private static final int[][] BOARD = {{7, 0, 2, 0, 5, 0, 6, 0, 0}, {0, 0, 0, 0, 0, 3, 0, 0, 0}};

    public static void main(String[] args) {
        int[][] board = Arrays.copyOf(BOARD, 9);
        System.out.println(solveBoard(board) ? "Solved" : "Unsolvable");
    }

    private static boolean isValid(int[][] board, int number, int row, int column) {
        for (int i = 0; i < 9; i++)
            if (board[row][i] == number || board[i][column] == number
                    || board[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == number)
                return false;
        return true;
    }

    private static boolean solveBoard(int[][] board) {
        for (int cell = 0; cell < 81; cell++) {
            int row = cell / 9, column = cell % 9;
            if (board[row][column] != 0)
                continue;
            for (int number = 1; number <= 9; number++)
                if (isValid(board, number, row, column)) {
                    board[row][column] = number;
                    if (solveBoard(board))
                        return true;
                    board[row][column] = 0;
                }
            return false;
        }
        return true;
    }
}
