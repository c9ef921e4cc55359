/* What a generated harness calls in worker.c, and the other way round; the source may redefine words such as int. */
#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ crosscover_size;
typedef int crosscover_int;

extern const char crosscover_loaded[], crosscover_empty[];
crosscover_int crosscover_dispatch(const char *name);

void crosscover_refuse(const char *reason);
int crosscover_side(void);
long long crosscover_cell(int at, int is_character);
void crosscover_characters_only(void);
void crosscover_fill(void *base, crosscover_size size, crosscover_size row, crosscover_size rows, int is_floating);

void crosscover_raw(const char *text);
void crosscover_number(long long value, int is_character);
void crosscover_text(const char *text, crosscover_size size);
void crosscover_string(const char *text);
void crosscover_show(void *base, crosscover_size size, crosscover_size row, crosscover_size rows, int is_floating);
void crosscover_show_rows(void *rows, crosscover_size size, int is_floating);

#ifdef __cplusplus
}
#endif

#ifdef __cplusplus
#define CROSSCOVER_IS_FLOATING(cell) std::is_floating_point_v<std::remove_reference_t<decltype(cell)>>
#else
#define CROSSCOVER_IS_FLOATING(cell) _Generic((cell), float: 1, double: 1, default: 0)
#endif

/* The arguments of `crosscover_fill` and `crosscover_show` for an array of rows, a list of cells, and a structure. */
#define CROSSCOVER_ROWS(board)                                                                                         \
    board, sizeof board[0][0], sizeof board[0], sizeof board / sizeof board[0], CROSSCOVER_IS_FLOATING(board[0][0])
#define CROSSCOVER_LIST(board) board, sizeof board[0], 0, 0, CROSSCOVER_IS_FLOATING(board[0])
#define CROSSCOVER_WHOLE(board) &board, sizeof board / (crosscover_side() * crosscover_side()), 0, 0, 0
