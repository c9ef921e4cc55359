import java.util.*;

public class Sudoku {
    static final int[][] grid = new int[9][9];
    static final boolean[] done = new boolean[324];

    static int[] constraints(int r, int c, int n) {
        return new int[] {9 * r + c, 80 + 9 * r + n, 161 + 9 * c + n, 242 + 9 * (r / 3 * 3 + c / 3) + n};
    }

    static void set(int r, int c, int n, boolean on) {
        grid[r][c] = on ? n : 0;
        for (int k : constraints(r, c, n)) done[k] = on;
    }

    static boolean solve() {
        List<List<int[]>> lists = new ArrayList<>();
        for (int k = 0; k < 324; k++) lists.add(new ArrayList<>());
        for (int r = 0; r < 9; r++) for (int c = 0; c < 9; c++) for (int n = 1; n <= 9; n++) {
            int[] own = constraints(r, c, n);
            if (Arrays.stream(own).noneMatch(k -> done[k])) for (int k : own) lists.get(k).add(new int[] {r, c, n});
        }
        int best = -1;
        for (int k = 0; k < 324; k++)
            if (!done[k] && (best < 0 || lists.get(k).size() < lists.get(best).size())) best = k;
        if (best < 0) return true;
        for (int[] move : lists.get(best)) {
            set(move[0], move[1], move[2], true);
            if (solve()) return true;
            set(move[0], move[1], move[2], false);
        }
        return false;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        for (int i = 0, n; i < 81; i++) if ((n = in.nextInt()) != 0) set(i / 9, i % 9, n, true);
        System.out.println(solve() ? "Solution:" : "There is no solution.");
        for (int[] row : grid) System.out.println(Arrays.toString(row));
    }
}
