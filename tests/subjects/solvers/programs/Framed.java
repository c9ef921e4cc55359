import java.util.*;
import java.util.stream.*;

public class Framed {
    /** The constraints of option 81 * row + 9 * column + digit - 1. */
    static List<Integer> items(int o) {
        int r = o / 81, c = o / 9 % 9, d = o % 9;
        return List.of(o / 9, 81 + r * 9 + d, 162 + c * 9 + d, 243 + (r / 3 * 3 + c / 3) * 9 + d);
    }

    static Map<Integer, Set<Integer>> choose(Map<Integer, Set<Integer>> columns, int option) {
        Set<Integer> gone = new HashSet<>();
        for (int item : items(option)) gone.addAll(columns.get(item));
        return columns.keySet().stream().filter(item -> !items(option).contains(item)).collect(Collectors.toMap(
            item -> item, item -> columns.get(item).stream().filter(o -> !gone.contains(o)).collect(Collectors.toSet())));
    }

    static boolean search(Map<Integer, Set<Integer>> columns, int[] grid) {
        if (columns.isEmpty()) return true;
        for (int o : Collections.min(columns.values(), Comparator.comparing(Set::size))) {
            grid[o / 9] = o % 9 + 1;
            if (search(choose(columns, o), grid)) return true;
        }
        return false;
    }

    static void print(String title, int[] grid) {
        System.out.println(title);
        for (int i = 0; i < 81; i++) {
            if (i % 27 == 0) System.out.println("+-------+-------+-------+");
            System.out.print((i % 3 == 0 ? "| " : "") + (grid[i] == 0 ? "." : grid[i]) + (i % 9 == 8 ? " |\n" : " "));
        }
        System.out.println("+-------+-------+-------+");
    }

    public static void main(String[] args) {
        Map<Integer, Set<Integer>> columns = new HashMap<>();
        for (int o = 0; o < 729; o++) for (int item : items(o)) columns.computeIfAbsent(item, k -> new HashSet<>()).add(o);
        int[] grid = new Scanner(System.in).useDelimiter("\\s*").tokens().mapToInt(t -> t.equals(".") ? 0 : Integer.parseInt(t)).toArray();
        print("Puzzle", grid);
        for (int i = 0; i < 81; i++) if (grid[i] > 0) columns = choose(columns, 9 * i + grid[i] - 1);
        if (search(columns, grid)) print("Solution", grid);
    }
}
