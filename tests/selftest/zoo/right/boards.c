/* Counts solutions to 2: for each digit a board of 81 bits, its possible places; dialect lines, under contract count. */
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 Board;

typedef struct {
    Board places[9], settled;
} Position;

#define BIT(cell) ((Board)1 << (cell))
#define ALL (BIT(81) - 1)

static Board house[27], peers[81];

static int first(Board board)
{
    unsigned long long low = (unsigned long long)board;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((unsigned long long)(board >> 64));
}

static void find_houses(void)
{
    for (int cell = 0; cell < 81; cell++) {
        house[cell / 9] |= BIT(cell);
        house[9 + cell % 9] |= BIT(cell);
        house[18 + cell / 27 * 3 + cell % 9 / 3] |= BIT(cell);
    }
    for (int h = 0; h < 27; h++)
        for (int cell = 0; cell < 81; cell++)
            if (house[h] & BIT(cell))
                peers[cell] |= house[h] & ~BIT(cell);
}

static void place(Position *position, int cell, int digit)
{
    for (int d = 0; d < 9; d++)
        position->places[d] &= ~BIT(cell);
    position->places[digit] = (position->places[digit] | BIT(cell)) & ~peers[cell];
    position->settled |= BIT(cell);
}

/* Place every cell with one candidate and every digit with one place in a house; 0 where something has none. */
static int settle(Position *position)
{
    for (int changed = 1; changed;) {
        changed = 0;
        for (int d = 0; d < 9; d++)
            for (int h = 0; h < 27; h++) {
                Board left = position->places[d] & house[h];
                if (!left)
                    return 0;
                if (!(left & (left - 1)) && !(left & position->settled)) {
                    place(position, first(left), d);
                    changed = 1;
                }
            }
        Board once = 0, twice = 0;
        for (int d = 0; d < 9; d++) {
            twice |= once & position->places[d];
            once |= position->places[d];
        }
        if (once != ALL)
            return 0;
        for (Board left = once & ~twice & ~position->settled; left; left &= left - 1) {
            for (int d = 0; d < 9; d++)
                if (position->places[d] & BIT(first(left)))
                    place(position, first(left), d);
            changed = 1;
        }
    }
    return 1;
}

static int count(Position position, int limit)
{
    int fewest = 10, best = -1, total = 0;
    if (!settle(&position))
        return 0;
    for (int cell = 0; cell < 81; cell++) {
        int number = 0;
        for (int d = 0; d < 9; d++)
            number += (position.places[d] & BIT(cell)) != 0;
        if (number > 1 && number < fewest) {
            fewest = number;
            best = cell;
        }
    }
    if (best < 0)
        return 1;
    for (int d = 0; d < 9 && total < limit; d++)
        if (position.places[d] & BIT(best)) {
            Position next = position;
            place(&next, best, d);
            total += count(next, limit - total);
        }
    return total;
}

int main(void)
{
    char line[512];
    find_houses();
    while (fgets(line, sizeof line, stdin)) {
        Position position = {.settled = 0};
        int clash = 0;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        for (int d = 0; d < 9; d++)
            position.places[d] = ALL;
        for (int cell = 0; cell < 81; cell++)
            if (line[cell] >= '1' && line[cell] <= '9') {
                int digit = line[cell] - '1';
                clash |= !(position.places[digit] & BIT(cell));
                place(&position, cell, digit);
            }
        printf("%d\n", clash ? 0 : count(position, 2));
    }
    return 0;
}
