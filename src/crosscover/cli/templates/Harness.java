// Runs your solver for crosscover: reads a puzzle per line and answers each with a line, both in JSON.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

// Your solver begins here.
class Solver {
    /** The solution of a puzzle of 81 characters, '.' for an empty cell; null if it has no solution. */
    static String solve(String puzzle) {
        throw new UnsupportedOperationException("put your solver into Harness.java, between the two comments");
    }
}
// Your solver ends here.

class Harness {
    static String answer(String line) {
        try {
            String solution = Solver.solve(line.split("\"")[3]);
            return solution == null ? "{\"refusal\": \"none\"}" : "{\"solution\": \"" + solution + "\"}";
        } catch (RuntimeException error) {
            return "{\"error\": \"" + error.toString().replaceAll("[\"\\\\\\p{Cntrl}]", " ") + "\"}";
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(answer(line));
            System.out.flush();
        }
    }
}
