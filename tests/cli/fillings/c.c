#include <string.h>

static int sees(int a, int b) {
    return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

static enum answer solve(char *puzzle) {
    char *empty = strchr(puzzle, '.');
    if (!empty)
        return SOLVED;
    for (char digit = '1'; digit <= '9'; digit++) {
        int place = 0;
        while (place < 81 && (puzzle[place] != digit || !sees(empty - puzzle, place)))
            place++;
        *empty = digit;
        if (place == 81 && solve(puzzle) == SOLVED)
            return SOLVED;
        *empty = '.';
    }
    return NO_SOLUTION;
}
