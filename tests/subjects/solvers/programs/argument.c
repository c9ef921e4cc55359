#include <stdio.h>

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

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: %s PUZZLE\n", argv[0]), 2;
    for (int i = 0; i < 81 && argv[1][i]; i++)
        if (argv[1][i] > '0' && argv[1][i] <= '9') put(9 * i + argv[1][i] - '1', 1);
    if (!solve()) return 1;
    for (int i = 0; i < 81; i++) putchar('0' + grid[i]);
    return putchar('\n') != '\n';
}
