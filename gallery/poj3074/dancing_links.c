/* POJ 3074 by dancing links in arrays: 324 items, 729 options of four nodes each, built anew for each puzzle. */

#include <stdio.h>
#include <string.h>

enum { ITEMS = 324, NODES = 1 + ITEMS + 729 * 4 };

static int left[NODES], right[NODES], up[NODES], down[NODES], item_of[NODES], option_of[NODES];
static int size[ITEMS + 1];
static int nodes;
static char grid[128];

static void add_option(int cell, int digit)
{
    int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
    int items[4] = {1 + cell, 82 + row * 9 + digit, 163 + column * 9 + digit, 244 + box * 9 + digit};

    for (int i = 0; i < 4; i++) {
        int node = nodes + i, item = items[i];
        item_of[node] = item;
        option_of[node] = cell * 9 + digit;
        up[node] = up[item];
        down[node] = item;
        down[up[item]] = node;
        up[item] = node;
        left[node] = nodes + (i + 3) % 4;
        right[node] = nodes + (i + 1) % 4;
        size[item]++;
    }
    nodes += 4;
}

static void build(void)
{
    for (int item = 0; item <= ITEMS; item++) {
        up[item] = down[item] = item;
        left[item] = item ? item - 1 : ITEMS;
        right[item] = item < ITEMS ? item + 1 : 0;
        size[item] = 0;
    }
    nodes = ITEMS + 1;
    for (int cell = 0; cell < 81; cell++)
        for (int digit = 0; digit < 9; digit++)
            if (grid[cell] == '.' || grid[cell] == '1' + digit)
                add_option(cell, digit);
}

static void cover(int item)
{
    left[right[item]] = left[item];
    right[left[item]] = right[item];
    for (int node = down[item]; node != item; node = down[node])
        for (int other = right[node]; other != node; other = right[other]) {
            up[down[other]] = up[other];
            down[up[other]] = down[other];
            size[item_of[other]]--;
        }
}

static void uncover(int item)
{
    for (int node = up[item]; node != item; node = up[node])
        for (int other = left[node]; other != node; other = left[other]) {
            size[item_of[other]]++;
            up[down[other]] = other;
            down[up[other]] = other;
        }
    left[right[item]] = item;
    right[left[item]] = item;
}

static int search(void)
{
    int best = right[0];

    if (best == 0)
        return 1;
    for (int item = right[best]; item; item = right[item])
        if (size[item] < size[best])
            best = item;
    cover(best);
    for (int node = down[best]; node != best; node = down[node]) {
        grid[option_of[node] / 9] = (char)('1' + option_of[node] % 9);
        for (int other = right[node]; other != node; other = right[other])
            cover(item_of[other]);
        if (search())
            return 1;
        for (int other = left[node]; other != node; other = left[other])
            uncover(item_of[other]);
    }
    uncover(best);
    return 0;
}

int main(void)
{
    while (scanf("%127s", grid) == 1 && strcmp(grid, "end") != 0) {
        build();
        search();
        puts(grid);
    }
    return 0;
}
