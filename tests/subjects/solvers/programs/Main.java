import java.io.*;
import java.util.concurrent.*;

class Main {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(1);

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null && !line.isEmpty();) {
            String puzzle = line;
            System.out.println(POOL.submit(() -> solve(puzzle.toCharArray())).get());
        }
    }

    static int[] items(int i, int d) {
        return new int[] {i, 80 + i / 9 * 9 + d, 161 + i % 9 * 9 + d, 242 + (i / 27 * 3 + i % 9 / 3) * 9 + d};
    }

    static String solve(char[] s) {
        int[] counts = new int[324];
        for (int i = 0; i < 81; i++) if (s[i] != '.') for (int k : items(i, s[i] - '0')) counts[k] = 1000;
        int[][] open = new int[729][];
        for (int o = 0; o < 729; o++) {
            int[] own = items(o / 9, o % 9 + 1);
            if (counts[own[0]] + counts[own[1]] + counts[own[2]] + counts[own[3]] >= 1000) continue;
            for (int k : own) counts[k]++;
            open[o] = own;
        }
        int best = 0;
        for (int k = 1; k < 324; k++) if (counts[k] < counts[best]) best = k;
        if (counts[best] >= 1000) return new String(s);
        for (int o = 0; o < 729; o++) {
            if (open[o] == null || open[o][best / 81] != best) continue;
            char[] copy = s.clone();
            copy[o / 9] = (char) ('1' + o % 9);
            String answer = solve(copy);
            if (answer != null) return answer;
        }
        return null;
    }
}
