/* Bit masks for 16 letters, the cell with the fewest candidates first; grids come and go parted by blank lines. */
#include <stdio.h>
#include <string.h>

#define SIDE 16
#define ALL 0x1fffeu /* bits 1 to 16 */

static int cells[SIDE * SIDE];
static unsigned rows[SIDE], columns[SIDE], boxes[SIDE];

static int search(void)
{
    int best = -1, fewest = SIDE + 1;
    unsigned choices = 0;
    for (int cell = 0; cell < SIDE * SIDE; cell++) {
        int row = cell / SIDE, column = cell % SIDE;
        if (cells[cell])
            continue;
        unsigned free = ALL & ~(rows[row] | columns[column] | boxes[row / 4 * 4 + column / 4]);
        int number = __builtin_popcount(free);
        if (number < fewest) {
            best = cell;
            fewest = number;
            choices = free;
        }
    }
    if (best < 0)
        return 1;
    int row = best / SIDE, column = best % SIDE, box = row / 4 * 4 + column / 4;
    for (int digit = 1; digit <= SIDE; digit++) {
        unsigned bit = 1u << digit;
        if (!(choices & bit))
            continue;
        cells[best] = digit;
        rows[row] |= bit;
        columns[column] |= bit;
        boxes[box] |= bit;
        if (search())
            return 1;
        rows[row] &= ~bit;
        columns[column] &= ~bit;
        boxes[box] &= ~bit;
    }
    cells[best] = 0;
    return 0;
}

int main(void)
{
    char line[256];
    for (int grid = 0;; grid++) {
        memset(cells, 0, sizeof cells);
        memset(rows, 0, sizeof rows);
        memset(columns, 0, sizeof columns);
        memset(boxes, 0, sizeof boxes);
        for (int row = 0; row < SIDE; row++) {
            if (scanf("%255s", line) != 1)
                return 0;
            for (int column = 0; column < SIDE; column++) {
                if (line[column] == '-')
                    continue;
                int digit = line[column] - 'A' + 1;
                cells[row * SIDE + column] = digit;
                if (!digit)
                    continue;
                rows[row] |= 1u << digit;
                columns[column] |= 1u << digit;
                boxes[row / 4 * 4 + column / 4] |= 1u << digit;
            }
        }
        search();
        if (grid)
            puts("");
        for (int row = 0; row < SIDE; row++) {
            for (int column = 0; column < SIDE; column++)
                putchar('A' + cells[row * SIDE + column] - 1);
            puts("");
        }
    }
}
