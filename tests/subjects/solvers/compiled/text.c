/* A text that is solved in place. */
#include <string.h>

static int fits(const char *text, int cell, char digit) {
    for (int i = 0; i < 9; i++)
        if (text[cell / 9 * 9 + i] == digit || text[i * 9 + cell % 9] == digit ||
            text[(cell / 27 * 3 + i / 3) * 9 + cell % 9 / 3 * 3 + i % 3] == digit)
            return 0;
    return 1;
}

int solve(char *text) {
    char *empty = strchr(text, '.');
    if (!empty)
        return 0;
    for (char digit = '1'; digit <= '9'; digit++)
        if (fits(text, empty - text, digit)) {
            *empty = digit;
            if (solve(text) == 0)
                return 0;
        }
    *empty = '.';
    return -1;
}
