/* Dancing links built once; the clues of each puzzle are covered before the search and uncovered after it.
 *
 * Dialect: lines, under contract any.
 */
#include <stdio.h>
#include <string.h>

typedef struct Node Node;
struct Node {
    Node *left, *right, *up, *down, *header;
    int number; /* in a header: the options left; in an option: cell * 9 + digit */
    int covered;
};

static Node root, headers[324], nodes[729][4];
static char answer[82];

static void build(void)
{
    Node *last = &root;
    for (int item = 0; item < 324; item++) {
        Node *header = &headers[item];
        header->up = header->down = header;
        header->left = last;
        last->right = header;
        last = header;
    }
    last->right = &root;
    root.left = last;
    for (int option = 0; option < 729; option++) {
        int cell = option / 9, digit = option % 9, row = cell / 9, column = cell % 9;
        int box = row / 3 * 3 + column / 3;
        int items[4] = {cell, 81 + row * 9 + digit, 162 + column * 9 + digit, 243 + box * 9 + digit};
        for (int i = 0; i < 4; i++) {
            Node *node = &nodes[option][i], *header = &headers[items[i]];
            node->header = header;
            node->number = option;
            node->left = &nodes[option][(i + 3) % 4];
            node->right = &nodes[option][(i + 1) % 4];
            node->up = header->up;
            node->down = header;
            header->up->down = node;
            header->up = node;
            header->number++;
        }
    }
}

static void cover(Node *header)
{
    header->covered = 1;
    header->left->right = header->right;
    header->right->left = header->left;
    for (Node *node = header->down; node != header; node = node->down)
        for (Node *other = node->right; other != node; other = other->right) {
            other->up->down = other->down;
            other->down->up = other->up;
            other->header->number--;
        }
}

static void uncover(Node *header)
{
    for (Node *node = header->up; node != header; node = node->up)
        for (Node *other = node->left; other != node; other = other->left) {
            other->header->number++;
            other->up->down = other;
            other->down->up = other;
        }
    header->left->right = header;
    header->right->left = header;
    header->covered = 0;
}

static void take(Node *node)
{
    answer[node->number / 9] = '1' + node->number % 9;
    cover(node->header);
    for (Node *other = node->right; other != node; other = other->right)
        cover(other->header);
}

static void give_back(Node *node)
{
    for (Node *other = node->left; other != node; other = other->left)
        uncover(other->header);
    uncover(node->header);
}

static int search(void)
{
    Node *best = root.right;
    if (best == &root)
        return 1;
    for (Node *header = best->right; header != &root; header = header->right)
        if (header->number < best->number)
            best = header;
    int found = 0;
    for (Node *node = best->down; node != best && !found; node = node->down) {
        take(node);
        found = search();
        give_back(node);
    }
    return found;
}

int main(void)
{
    char line[512];
    build();
    while (fgets(line, sizeof line, stdin)) {
        Node *clues[81];
        int count = 0, clash = 0;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        for (int cell = 0; cell < 81 && !clash; cell++)
            if (line[cell] >= '1' && line[cell] <= '9') {
                Node *node = nodes[cell * 9 + line[cell] - '1'];
                for (int i = 0; i < 4; i++)
                    clash |= node[i].header->covered;
                if (!clash) {
                    take(node);
                    clues[count++] = node;
                }
            }
        puts(!clash && search() ? answer : "no solution");
        while (count > 0)
            give_back(clues[--count]);
    }
    return 0;
}
