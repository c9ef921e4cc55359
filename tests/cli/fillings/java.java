class Solver {
    static boolean sees(int a, int b) {
        return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
    }

    static boolean fits(String puzzle, int cell, char digit) {
        for (int place = 0; place < 81; place++) {
            if (puzzle.charAt(place) == digit && sees(cell, place)) return false;
        }
        return true;
    }

    static String solve(String puzzle) {
        int cell = puzzle.indexOf('.');
        if (cell < 0) return puzzle;
        for (char digit = '1'; digit <= '9'; digit++) {
            if (!fits(puzzle, cell, digit)) continue;
            String solution = solve(puzzle.substring(0, cell) + digit + puzzle.substring(cell + 1));
            if (solution != null) return solution;
        }
        return null;
    }
}
