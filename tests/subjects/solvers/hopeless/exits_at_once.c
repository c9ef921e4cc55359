#include <stdio.h>
#include <stdlib.h>

int main(void) {
    if (getenv("SUDOKU_LICENSE") == NULL)
        return 3;
    puts("unlicensed");
    return 0;
}
