/* Algorithm C of TAOCP 7.2.2.1: reads Knuth's text with secondary items and colors, and prints the option numbers of
   each cover, counted from 0. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NODES 2000000
#define MAX_ITEMS 200000
#define BUCKETS 524288

typedef int link;

struct name {
    char *text;
    int number;
    struct name *next;
};

static struct name *items[BUCKETS], *colors[BUCKETS];
static link up[MAX_NODES], down[MAX_NODES];
static int top[MAX_NODES], color[MAX_NODES], option_of[MAX_NODES];
static int previous[MAX_ITEMS], next[MAX_ITEMS], length[MAX_ITEMS], chosen[MAX_ITEMS];
static int item_count, primary_count, color_count, last_node, option_count;

static int number_of(struct name **table, const char *text, int number)
{
    unsigned hash = 5381;
    for (const char *c = text; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    struct name **place = &table[hash % BUCKETS];
    for (struct name *name = *place; name; name = name->next)
        if (strcmp(name->text, text) == 0)
            return name->number;
    struct name *name = malloc(sizeof *name);
    *name = (struct name){strdup(text), number, *place};
    *place = name;
    return number;
}

static void read_items(char *line)
{
    int secondary = 0;
    for (char *word = strtok(line, " \t\r\n"); word; word = strtok(NULL, " \t\r\n")) {
        if (strcmp(word, "|") == 0) {
            secondary = 1;
            continue;
        }
        int item = number_of(items, word, ++item_count);
        up[item] = down[item] = top[item] = item;
        previous[item] = next[item] = item;
        if (!secondary) {
            previous[item] = item - 1;
            next[item - 1] = item;
            primary_count = item;
        }
    }
    next[primary_count] = 0;
    previous[0] = primary_count;
    last_node = item_count + 1; /* a spacer before the first option */
}

static void read_option(char *line)
{
    int spacer = last_node;
    for (char *word = strtok(line, " \t\r\n"); word; word = strtok(NULL, " \t\r\n")) {
        char *colon = strchr(word, ':');
        if (colon)
            *colon = 0;
        int item = number_of(items, word, 0), node = ++last_node;
        if (colon) {
            color[node] = number_of(colors, colon + 1, color_count + 1);
            if (color[node] > color_count)
                color_count = color[node];
        }
        top[node] = item;
        option_of[node] = option_count;
        up[node] = up[item];
        down[node] = item;
        down[up[item]] = node;
        up[item] = node;
        length[item]++;
    }
    if (last_node == spacer)
        return;
    down[spacer] = last_node;
    up[++last_node] = spacer + 1;
    option_count++;
}

static void hide(int node)
{
    for (int q = node + 1; q != node;) {
        if (top[q] == 0) {
            q = up[q];
            continue;
        }
        if (color[q] >= 0) {
            down[up[q]] = down[q];
            up[down[q]] = up[q];
            length[top[q]]--;
        }
        q++;
    }
}

static void unhide(int node)
{
    for (int q = node - 1; q != node;) {
        if (top[q] == 0) {
            q = down[q];
            continue;
        }
        if (color[q] >= 0) {
            down[up[q]] = q;
            up[down[q]] = q;
            length[top[q]]++;
        }
        q--;
    }
}

static void cover(int item)
{
    for (int p = down[item]; p != item; p = down[p])
        hide(p);
    next[previous[item]] = next[item];
    previous[next[item]] = previous[item];
}

static void uncover(int item)
{
    next[previous[item]] = item;
    previous[next[item]] = item;
    for (int p = up[item]; p != item; p = up[p])
        unhide(p);
}

static void purify(int node)
{
    int item = top[node];
    for (int q = down[item]; q != item; q = down[q]) {
        if (color[q] == color[node])
            color[q] = -1;
        else
            hide(q);
    }
}

static void unpurify(int node)
{
    int item = top[node];
    for (int q = up[item]; q != item; q = up[q]) {
        if (color[q] < 0)
            color[q] = color[node];
        else
            unhide(q);
    }
}

static void commit(int node)
{
    if (color[node] == 0)
        cover(top[node]);
    else if (color[node] > 0)
        purify(node);
}

static void uncommit(int node)
{
    if (color[node] == 0)
        uncover(top[node]);
    else if (color[node] > 0)
        unpurify(node);
}

static void search(int depth)
{
    int best = next[0];
    if (best == 0) {
        for (int i = 0; i < depth; i++)
            printf("%s%d", i ? " " : "", chosen[i]);
        puts("");
        return;
    }
    for (int item = next[best]; item != 0; item = next[item])
        if (length[item] < length[best])
            best = item;
    cover(best);
    for (int node = down[best]; node != best; node = down[node]) {
        chosen[depth] = option_of[node];
        for (int q = node + 1; q != node;) {
            if (top[q] == 0) {
                q = up[q];
            } else {
                commit(q);
                q++;
            }
        }
        search(depth + 1);
        for (int q = node - 1; q != node;) {
            if (top[q] == 0) {
                q = down[q];
            } else {
                uncommit(q);
                q--;
            }
        }
    }
    uncover(best);
}

int main(void)
{
    char *line = NULL;
    size_t capacity = 0;
    int started = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        if (line[0] == '|' || line[strspn(line, " \t\r\n")] == 0)
            continue;
        if (started)
            read_option(line);
        else
            read_items(line);
        started = 1;
    }
    search(0);
    return 0;
}
