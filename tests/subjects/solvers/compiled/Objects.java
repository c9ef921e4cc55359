// A board object and a static list of results, which is never cleared.
import java.util.ArrayList;
import java.util.List;

class Board {
    final char[][] cells;

    Board(char[][] cells) {
        this.cells = cells;
    }

    boolean fits(int row, int column, char digit) {
        for (int i = 0; i < 9; i++)
            if (cells[row][i] == digit || cells[i][column] == digit
                    || cells[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit)
                return false;
        return true;
    }
}

public class Objects {
    private static final List<Board> RESULTS = new ArrayList<>();

    private boolean place(Board board, int cell) {
        if (cell == 81)
            return RESULTS.add(board);
        if (board.cells[cell / 9][cell % 9] != '.')
            return place(board, cell + 1);
        for (char digit = '1'; digit <= '9'; digit++)
            if (board.fits(cell / 9, cell % 9, digit)) {
                board.cells[cell / 9][cell % 9] = digit;
                if (place(board, cell + 1))
                    return true;
            }
        board.cells[cell / 9][cell % 9] = '.';
        return false;
    }

    public Board solve(Board board) {
        place(board, 0);
        return RESULTS.isEmpty() ? null : RESULTS.get(0);
    }
}
