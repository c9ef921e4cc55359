/* Dancing links in arrays, built anew for each puzzle from the options its clues leave; dialect poj3074. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS 324
#define NODES (ITEMS + 1 + 729 * 4)

static int left[NODES], right[NODES], up[NODES], down[NODES], header[NODES], option[NODES];
static int size[ITEMS + 1];
static int nodes;
static char answer[82];

static void reset(void)
{
    for (int h = 0; h <= ITEMS; h++) {
        left[h] = h ? h - 1 : ITEMS;
        right[h] = h < ITEMS ? h + 1 : 0;
        up[h] = down[h] = header[h] = h;
        size[h] = 0;
    }
    nodes = ITEMS + 1;
}

static void add_option(int cell, int digit)
{
    int r = cell / 9, c = cell % 9, b = r / 3 * 3 + c / 3;
    int items[4] = {r * 9 + digit, 81 + c * 9 + digit, 162 + b * 9 + digit, 243 + cell};
    int first = nodes;
    for (int i = 0; i < 4; i++) {
        int node = nodes++, head = items[i] + 1;
        header[node] = head;
        option[node] = cell * 9 + digit;
        up[node] = up[head];
        down[node] = head;
        down[up[head]] = node;
        up[head] = node;
        size[head]++;
        left[node] = i ? node - 1 : first + 3;
        right[node] = i < 3 ? node + 1 : first;
    }
}

static void cover(int head)
{
    left[right[head]] = left[head];
    right[left[head]] = right[head];
    for (int i = down[head]; i != head; i = down[i])
        for (int j = right[i]; j != i; j = right[j]) {
            up[down[j]] = up[j];
            down[up[j]] = down[j];
            size[header[j]]--;
        }
}

static void uncover(int head)
{
    for (int i = up[head]; i != head; i = up[i])
        for (int j = left[i]; j != i; j = left[j]) {
            size[header[j]]++;
            up[down[j]] = j;
            down[up[j]] = j;
        }
    left[right[head]] = head;
    right[left[head]] = head;
}

static int search(void)
{
    if (right[0] == 0)
        return 1;
    int best = right[0];
    for (int h = right[best]; h; h = right[h])
        if (size[h] < size[best])
            best = h;
    cover(best);
    for (int i = down[best]; i != best; i = down[i]) {
        for (int j = right[i]; j != i; j = right[j])
            cover(header[j]);
        answer[option[i] / 9] = '1' + option[i] % 9;
        if (search())
            return 1;
        for (int j = left[i]; j != i; j = left[j])
            uncover(header[j]);
    }
    uncover(best);
    return 0;
}

int main(void)
{
    char line[128];
    while (scanf("%127s", line) == 1 && strcmp(line, "end") != 0) {
        reset();
        for (int cell = 0; cell < 81; cell++)
            for (int digit = 0; digit < 9; digit++)
                if (line[cell] == '.' || line[cell] - '1' == digit)
                    add_option(cell, digit);
        search();
        printf("%s\n", answer);
    }
    return 0;
}
