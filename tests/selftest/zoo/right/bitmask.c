/* Bit masks of the digits that each row, column and box has; dialect poj3074.
 *
 * A node places the first cell with one candidate, or else a digit with one place in some house, or else guesses in
 * the cell with the fewest candidates.
 */
#include <stdio.h>
#include <string.h>

#define ALL 0x1ff

static int rows[9], columns[9], boxes[9];
static char grid[82];
static struct {
    int cell[81];
    int count;
} empty;

static int row_of(int cell) { return cell / 9; }
static int column_of(int cell) { return cell % 9; }
static int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }

static int candidates(int cell)
{
    return ALL & ~(rows[row_of(cell)] | columns[column_of(cell)] | boxes[box_of(cell)]);
}

static void place(int cell, int bit)
{
    rows[row_of(cell)] |= bit;
    columns[column_of(cell)] |= bit;
    boxes[box_of(cell)] |= bit;
    grid[cell] = '1' + __builtin_ctz(bit);
}

static void take_back(int cell, int bit)
{
    rows[row_of(cell)] &= ~bit;
    columns[column_of(cell)] &= ~bit;
    boxes[box_of(cell)] &= ~bit;
}

/* The index of the empty cell to branch on, and in *choices the digits to try there. */
static int branch(int from, int *choices)
{
    int once[27] = {0}, twice[27] = {0};
    int best = from, fewest = 10;
    for (int i = from; i < empty.count; i++) {
        int cell = empty.cell[i], free = candidates(cell), number = __builtin_popcount(free);
        int houses[3] = {row_of(cell), 9 + column_of(cell), 18 + box_of(cell)};
        if (number < fewest) {
            fewest = number;
            best = i;
            *choices = free;
            if (number <= 1)
                return best;
        }
        for (int h = 0; h < 3; h++) {
            twice[houses[h]] |= once[houses[h]] & free;
            once[houses[h]] |= free;
        }
    }
    for (int i = from; i < empty.count; i++) {
        int cell = empty.cell[i], free = candidates(cell);
        int only = free & ~(twice[row_of(cell)] & twice[9 + column_of(cell)] & twice[18 + box_of(cell)]);
        if (only) {
            *choices = only & -only;
            return i;
        }
    }
    return best;
}

static int search(int placed)
{
    if (placed == empty.count)
        return 1;
    int choices = 0;
    int index = branch(placed, &choices);
    int cell = empty.cell[index];
    empty.cell[index] = empty.cell[placed];
    empty.cell[placed] = cell;
    for (; choices; choices &= choices - 1) {
        int bit = choices & -choices;
        place(cell, bit);
        if (search(placed + 1))
            return 1;
        take_back(cell, bit);
    }
    empty.cell[placed] = empty.cell[index];
    empty.cell[index] = cell;
    return 0;
}

static void load(const char *line)
{
    memset(rows, 0, sizeof rows);
    memset(columns, 0, sizeof columns);
    memset(boxes, 0, sizeof boxes);
    empty.count = 0;
    for (int cell = 0; cell < 81; cell++) {
        if (line[cell] == '.')
            empty.cell[empty.count++] = cell;
        else
            place(cell, 1 << (line[cell] - '1'));
    }
}

int main(void)
{
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "end") == 0)
            break;
        load(line);
        search(0);
        puts(grid);
    }
    return 0;
}
