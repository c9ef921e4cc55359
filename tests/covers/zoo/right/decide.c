/* POJ 3740: many cases of a matrix of at most 16 rows and 300 columns; tries to take or leave each row in turn. */
#include <stdio.h>

static int m, n, matrix[20][305], covered[305];

static int try_row(int r, int left)
{
    if (left == 0)
        return 1;
    if (r == m)
        return 0;
    int ones = 0, fits = 1;
    for (int c = 0; c < n; c++)
        if (matrix[r][c]) {
            ones++;
            fits = fits && !covered[c];
        }
    if (fits && ones > 0) {
        for (int c = 0; c < n; c++)
            covered[c] |= matrix[r][c];
        if (try_row(r + 1, left - ones))
            return 1;
        for (int c = 0; c < n; c++)
            covered[c] ^= matrix[r][c];
    }
    return try_row(r + 1, left);
}

int main(void)
{
    while (scanf("%d%d", &m, &n) == 2) {
        for (int r = 0; r < m; r++)
            for (int c = 0; c < n; c++)
                scanf("%d", &matrix[r][c]);
        for (int c = 0; c < n; c++)
            covered[c] = 0;
        puts(try_row(0, n) ? "Yes, I found it" : "It is impossible");
    }
    return 0;
}
