/* Luogu P4929: n rows and m columns of 0 and 1; the numbers of the rows of one cover, or "No Solution!". */
#include <stdio.h>

#define MAXN 505
#define MAXNODE 5515

static int n, m, cnt, answer[MAXN], len;
static int L[MAXNODE], R[MAXNODE], U[MAXNODE], D[MAXNODE], row[MAXNODE], col[MAXNODE];
static int head[MAXN], size[MAXN];

static void init(void)
{
    for (int i = 0; i <= m; i++) {
        L[i] = i - 1;
        R[i] = i + 1;
        U[i] = D[i] = i;
    }
    L[0] = m;
    R[m] = 0;
    cnt = m;
}

static void add(int r, int c)
{
    int p = ++cnt;
    row[p] = r;
    col[p] = c;
    size[c]++;
    D[p] = D[c];
    U[D[c]] = p;
    U[p] = c;
    D[c] = p;
    if (!head[r]) {
        head[r] = L[p] = R[p] = p;
    } else {
        R[p] = R[head[r]];
        L[R[head[r]]] = p;
        L[p] = head[r];
        R[head[r]] = p;
    }
}

static void del(int c)
{
    L[R[c]] = L[c];
    R[L[c]] = R[c];
    for (int i = D[c]; i != c; i = D[i])
        for (int j = R[i]; j != i; j = R[j]) {
            D[U[j]] = D[j];
            U[D[j]] = U[j];
            size[col[j]]--;
        }
}

static void resume(int c)
{
    for (int i = U[c]; i != c; i = U[i])
        for (int j = L[i]; j != i; j = L[j]) {
            D[U[j]] = U[D[j]] = j;
            size[col[j]]++;
        }
    L[R[c]] = R[L[c]] = c;
}

static int dance(int depth)
{
    if (R[0] == 0) {
        len = depth;
        return 1;
    }
    int c = R[0];
    for (int i = R[0]; i; i = R[i])
        if (size[i] < size[c])
            c = i;
    del(c);
    for (int i = D[c]; i != c; i = D[i]) {
        answer[depth] = row[i];
        for (int j = R[i]; j != i; j = R[j])
            del(col[j]);
        if (dance(depth + 1))
            return 1;
        for (int j = L[i]; j != i; j = L[j])
            resume(col[j]);
    }
    resume(c);
    return 0;
}

int main(void)
{
    int x;
    scanf("%d%d", &n, &m);
    init();
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            scanf("%d", &x);
            if (x)
                add(i, j);
        }
    if (!dance(0)) {
        puts("No Solution!");
        return 0;
    }
    for (int i = 0; i < len; i++)
        printf("%d ", answer[i]);
    puts("");
    return 0;
}
