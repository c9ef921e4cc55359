int check(int board[9][9], int r, int c, int digit);
