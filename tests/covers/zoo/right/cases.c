/* HUST 1017: many cases of n rows and m columns, each row as the number of its columns and the columns; prints the
   number of rows and the rows of one cover, or "NO". */
#include <stdio.h>
#include <string.h>

#define MAXN 1005
#define MAXNODE 101105

static int n, m, nodes, answer[MAXN], answers;
static int left[MAXNODE], right[MAXNODE], up[MAXNODE], down[MAXNODE], row[MAXNODE], column[MAXNODE];
static int row_head[MAXN], column_size[MAXN];

static void init(void)
{
    for (int i = 0; i <= m; i++) {
        column_size[i] = 0;
        up[i] = down[i] = i;
        left[i] = i - 1;
        right[i] = i + 1;
    }
    left[0] = m;
    right[m] = 0;
    nodes = m;
    memset(row_head, -1, sizeof row_head);
}

static void link_node(int r, int c)
{
    int node = ++nodes;
    column_size[c]++;
    row[node] = r;
    column[node] = c;
    down[node] = down[c];
    up[down[c]] = node;
    up[node] = c;
    down[c] = node;
    if (row_head[r] < 0) {
        row_head[r] = left[node] = right[node] = node;
    } else {
        right[node] = right[row_head[r]];
        left[right[row_head[r]]] = node;
        left[node] = row_head[r];
        right[row_head[r]] = node;
    }
}

static void take_out(int c)
{
    left[right[c]] = left[c];
    right[left[c]] = right[c];
    for (int i = down[c]; i != c; i = down[i])
        for (int j = right[i]; j != i; j = right[j]) {
            up[down[j]] = up[j];
            down[up[j]] = down[j];
            column_size[column[j]]--;
        }
}

static void put_back(int c)
{
    for (int i = up[c]; i != c; i = up[i])
        for (int j = left[i]; j != i; j = left[j])
            column_size[column[up[down[j]] = down[up[j]] = j]]++;
    left[right[c]] = right[left[c]] = c;
}

static int dance(int depth)
{
    if (right[0] == 0) {
        answers = depth;
        return 1;
    }
    int c = right[0];
    for (int i = right[0]; i != 0; i = right[i])
        if (column_size[i] < column_size[c])
            c = i;
    take_out(c);
    for (int i = down[c]; i != c; i = down[i]) {
        answer[depth] = row[i];
        for (int j = right[i]; j != i; j = right[j])
            take_out(column[j]);
        if (dance(depth + 1))
            return 1;
        for (int j = left[i]; j != i; j = left[j])
            put_back(column[j]);
    }
    put_back(c);
    return 0;
}

int main(void)
{
    while (scanf("%d %d", &n, &m) == 2) {
        init();
        for (int i = 1; i <= n; i++) {
            int k, c;
            scanf("%d", &k);
            while (k--) {
                scanf("%d", &c);
                link_node(i, c);
            }
        }
        if (dance(0)) {
            printf("%d", answers);
            for (int i = 0; i < answers; i++)
                printf(" %d", answer[i]);
            printf("\n");
        } else {
            printf("NO\n");
        }
    }
    return 0;
}
