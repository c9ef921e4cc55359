/* No recursion: a stack of whole positions, candidates as bits, and a sweep that places singles until none is left.
 *
 * Dialect: grid: one grid of integers a run.
 */
#include <stdio.h>

typedef struct {
    short left[81]; /* the candidates of each cell, one bit once it is settled and removed from its peers */
    char settled[81];
} Position;

static Position stack[82];
static int peers[81][20];

static void find_peers(void)
{
    for (int a = 0; a < 81; a++) {
        int number = 0;
        for (int b = 0; b < 81; b++)
            if (a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)))
                peers[a][number++] = b;
    }
}

/* Settle what has one candidate, and digits with one place among their peers of a house; 0 on a contradiction. */
static int sweep(Position *position)
{
    for (int changed = 1; changed;) {
        changed = 0;
        for (int cell = 0; cell < 81; cell++) {
            short left = position->left[cell];
            if (left == 0)
                return 0;
            if (position->settled[cell])
                continue;
            int elsewhere[3] = {0, 0, 0};
            for (int i = 0; i < 20; i++) {
                int peer = peers[cell][i];
                if (peer / 9 == cell / 9)
                    elsewhere[0] |= position->left[peer];
                if (peer % 9 == cell % 9)
                    elsewhere[1] |= position->left[peer];
                if (peer / 27 == cell / 27 && peer % 9 / 3 == cell % 9 / 3)
                    elsewhere[2] |= position->left[peer];
            }
            int only = left & ~(elsewhere[0] & elsewhere[1] & elsewhere[2]);
            if (only & (only - 1))
                return 0;
            if (only)
                left = position->left[cell] = only;
            if (left & (left - 1))
                continue;
            position->settled[cell] = 1;
            changed = 1;
            for (int i = 0; i < 20; i++)
                position->left[peers[cell][i]] &= ~left;
        }
    }
    return 1;
}

int main(void)
{
    int depth = 1;
    find_peers();
    for (int cell = 0; cell < 81; cell++) {
        int digit;
        if (scanf("%d", &digit) != 1)
            return 1;
        stack[0].left[cell] = digit ? 1 << (digit - 1) : 0x1ff;
    }
    while (depth > 0) {
        Position *position = &stack[depth - 1];
        if (!sweep(position)) {
            depth--;
            continue;
        }
        int best = -1, fewest = 10;
        for (int cell = 0; cell < 81; cell++) {
            int number = __builtin_popcount(position->left[cell]);
            if (number > 1 && number < fewest) {
                best = cell;
                fewest = number;
            }
        }
        if (best < 0)
            break;
        short guess = position->left[best] & -position->left[best];
        stack[depth] = *position;
        position->left[best] &= ~guess;
        stack[depth].left[best] = guess;
        depth++;
    }
    for (int cell = 0; cell < 81; cell++)
        printf("%d%c", depth ? __builtin_ctz(stack[depth - 1].left[cell]) + 1 : 0, cell % 9 < 8 ? ' ' : '\n');
    return 0;
}
