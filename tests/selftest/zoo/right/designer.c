/* Tells puzzles with no, one and several solutions apart, by sets of digits kept for each cell; dialect sudokunique.
 *
 * A node settles cells that one digit is left for until there are none, then guesses in the cell with the fewest.
 */
#include <stdio.h>
#include <string.h>

typedef struct {
    short left[81];
} State;

static char solution[81];

static int is_peer(int a, int b)
{
    return a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3));
}

/* Leave a cell one digit, and take it from its peers, and so on; 0 where a cell has none left. */
static int settle(State *state, int cell, int bit)
{
    state->left[cell] = bit;
    for (int peer = 0; peer < 81; peer++) {
        if (!is_peer(cell, peer) || !(state->left[peer] & bit))
            continue;
        state->left[peer] &= ~bit;
        int left = state->left[peer];
        if (!left || (!(left & (left - 1)) && !settle(state, peer, left)))
            return 0;
    }
    return state->left[cell] == bit;
}

/* A digit that has one place in a house, and in *bit which; -1 if there is none. */
static int single(const State *state, int *bit)
{
    for (int house = 0; house < 27; house++) {
        int once = 0, twice = 0, cells[9];
        for (int i = 0; i < 9; i++) {
            int n = house % 9;
            cells[i] = house < 9 ? n * 9 + i : house < 18 ? i * 9 + n : n / 3 * 27 + n % 3 * 3 + i / 3 * 9 + i % 3;
            twice |= once & state->left[cells[i]];
            once |= state->left[cells[i]];
        }
        for (int i = 0; i < 9; i++) {
            int left = state->left[cells[i]], only = left & once & ~twice;
            if (only && left != only) {
                *bit = only & -only;
                return cells[i];
            }
        }
    }
    return -1;
}

/* The number of solutions, counted to a limit; the first is kept. */
static int count(State state, int limit)
{
    int best = -1, fewest = 10, bit, cell;
    while ((cell = single(&state, &bit)) >= 0)
        if (!settle(&state, cell, bit))
            return 0;
    for (cell = 0; cell < 81; cell++) {
        int number = __builtin_popcount(state.left[cell]);
        if (number > 1 && number < fewest) {
            fewest = number;
            best = cell;
        }
    }
    if (best < 0) {
        for (cell = 0; cell < 81; cell++)
            solution[cell] = '1' + __builtin_ctz(state.left[cell]);
        return 1;
    }
    int found = 0;
    for (int choices = state.left[best]; choices && found < limit; choices &= choices - 1) {
        State guess = state;
        if (settle(&guess, best, choices & -choices))
            found += count(guess, limit - found);
    }
    return found;
}

static int number_of_solutions(const int *board)
{
    State state;
    for (int cell = 0; cell < 81; cell++)
        state.left[cell] = 0x1ff;
    for (int cell = 0; cell < 81; cell++)
        if (board[cell] && (!(state.left[cell] >> (board[cell] - 1) & 1) || !settle(&state, cell, 1 << (board[cell] - 1))))
            return 0;
    return count(state, 2);
}

int main(void)
{
    int board[81], number = 0;
    while (scanf("%d", &board[0]) == 1) {
        for (int cell = 1; cell < 81; cell++)
            scanf("%d", &board[cell]);
        int found = number_of_solutions(board);
        if (number++)
            putchar('\n');
        if (found != 1)
            puts(found ? "Non-unique" : "Find another job");
        for (int cell = 0; cell < 81 && found == 1; cell++)
            printf("%c%c", solution[cell], cell % 9 == 8 ? '\n' : ' ');
    }
    return 0;
}
