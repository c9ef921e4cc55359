/* Puzzles, one a line; prints one solution a line, also for a short line, which leaves the rest of the last puzzle. */
#include <stdio.h>
#include <string.h>

static int done[324], grid[81];

static int item(int o, int k) {     /* the k-th constraint of option o = 9 * cell + digit - 1 */
    int r = o / 81, c = o / 9 % 9;
    return k == 0 ? o / 9 : 81 * k + 9 * (k == 1 ? r : k == 2 ? c : r / 3 * 3 + c / 3) + o % 9;
}
static int possible(int o) { return !(done[item(o, 0)] + done[item(o, 1)] + done[item(o, 2)] + done[item(o, 3)]); }
static void put(int o, int on) { for (int k = 0; k < 4; k++) done[item(o, k)] = on; grid[o / 9] = on * (o % 9 + 1); }

static int solve(void) {
    int count[324] = {0}, best = -1, o, k;
    for (o = 0; o < 729; o++)
        if (possible(o)) for (k = 0; k < 4; k++) count[item(o, k)]++;
    for (k = 0; k < 324; k++)
        if (!done[k] && (best < 0 || count[k] < count[best])) best = k;
    for (o = 0; best >= 0 && o < 729; o++)
        if (item(o, best / 81) == best && possible(o)) {
            put(o, 1);
            if (solve()) return 1;
            put(o, 0);
        }
    return best < 0;
}

int main(void) {
    char s[128];
    while (fgets(s, sizeof s, stdin)) {
        memset(done, 0, sizeof done);
        for (int i = 0; i < 81; i++) if (s[i] > '0' && s[i] <= '9') put(9 * i + s[i] - '1', 1);
        if (solve()) for (int i = 0; i < 81; i++) putchar('0' + grid[i]);
        putchar('\n');
    }
    return 0;
}
