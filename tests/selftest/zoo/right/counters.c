/* Exact cover with counters in place of links: how many options each item has left, how often each is blocked.
 *
 * Dialect: poj2676.
 */
#include <stdio.h>
#include <string.h>

static int item_of[729][4], option_of[324][9];
static int blocked[729], remaining[324], covered[324];
static char answer[82];

static void link_up(void)
{
    int filled[324] = {0};
    for (int option = 0; option < 729; option++) {
        int cell = option / 9, digit = option % 9, row = cell / 9, column = cell % 9;
        int box = row / 3 * 3 + column / 3;
        int items[4] = {cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit};
        for (int i = 0; i < 4; i++) {
            item_of[option][i] = items[i];
            option_of[items[i]][filled[items[i]]++] = option;
        }
    }
}

static void take(int option)
{
    answer[option / 9] = '1' + option % 9;
    for (int i = 0; i < 4; i++) {
        int item = item_of[option][i];
        covered[item] = 1;
        for (int j = 0; j < 9; j++) {
            int other = option_of[item][j];
            if (blocked[other]++ == 0)
                for (int k = 0; k < 4; k++)
                    remaining[item_of[other][k]]--;
        }
    }
}

static void give_back(int option)
{
    for (int i = 3; i >= 0; i--) {
        int item = item_of[option][i];
        covered[item] = 0;
        for (int j = 8; j >= 0; j--) {
            int other = option_of[item][j];
            if (--blocked[other] == 0)
                for (int k = 0; k < 4; k++)
                    remaining[item_of[other][k]]++;
        }
    }
}

static int search(void)
{
    int best = -1;
    for (int item = 0; item < 324; item++)
        if (!covered[item] && (best < 0 || remaining[item] < remaining[best]))
            best = item;
    if (best < 0)
        return 1;
    for (int i = 0; i < 9; i++) {
        int option = option_of[best][i];
        if (blocked[option])
            continue;
        take(option);
        if (search())
            return 1;
        give_back(option);
    }
    return 0;
}

int main(void)
{
    int count;
    link_up();
    if (scanf("%d", &count) != 1)
        return 0;
    for (int puzzle = 0; puzzle < count; puzzle++) {
        memset(blocked, 0, sizeof blocked);
        memset(covered, 0, sizeof covered);
        memset(answer, '0', 81);
        for (int item = 0; item < 324; item++)
            remaining[item] = 9;
        for (int row = 0; row < 9; row++) {
            char line[32];
            if (scanf("%31s", line) != 1)
                return 0;
            for (int column = 0; column < 9; column++)
                if (line[column] != '0')
                    take((row * 9 + column) * 9 + line[column] - '1');
        }
        search();
        for (int row = 0; row < 9; row++)
            printf("%.9s\n", answer + row * 9);
    }
    return 0;
}
