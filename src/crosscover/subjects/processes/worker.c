/* Calls a function of a C or C++ source for each puzzle, and writes the results as JSON lines, as worker.py does.

   The generated harness holds the table of calls. Each call runs in a fork, so it starts from the state that `main`
   would find, and may exit. Cells are numbers or characters, as they are sent. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "worker.h"

enum { CELLS = 625, PRINTED = 1 << 13, ROOM = 200 };

static int cells[CELLS], side, is_text;
static char *fields;
static size_t length, size_of_fields;
static int input, answers, fields_file, printed_file;

static char *room(size_t size) {
    if (length + size > size_of_fields)
        fields = (char *)realloc(fields, size_of_fields = 2 * (length + size));
    if (!fields)
        abort();
    return fields + length;
}

static void append(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(room(ROOM), ROOM, format, arguments);
    va_end(arguments);
}

static void append_text(const char *text, size_t size) {
    append("\"");
    for (size_t at = 0; at < size; at++) {
        unsigned char byte = (unsigned char)text[at];
        if (byte < ' ' || byte == '"' || byte == '\\' || byte > 126)
            append("\\u%04x", byte);
        else
            append("%c", byte);
    }
    append("\"");
}

/* Sends the fields to the parent process and ends the call. */
static void finish(void) {
    fflush(NULL);
    if (write(fields_file, fields, length) < 0)
        _exit(1);
    _exit(0);
}

void crosscover_refuse(const char *reason) {
    length = 0;
    append("\"raised\":\"TypeError: %s\",\"exception\":[\"TypeError\"],\"memory\":false", reason);
    finish();
}

int crosscover_side(void) { return side; }

long long crosscover_cell(int at, int is_character) {
    if (is_text && !is_character)
        crosscover_refuse("the board holds numbers");
    return cells[at];
}

void crosscover_characters_only(void) {
    if (!is_text)
        crosscover_refuse("the board holds characters");
}

void crosscover_raw(const char *text) { append("%s", text); }

void crosscover_number(long long value, int is_character) {
    if (is_character && value >= ' ' && value < 127 && value != '"' && value != '\\')
        append("\"%c\"", (int)value);
    else
        append("%lld", value);
}

void crosscover_text(const char *text, size_t size) { append_text(text, size); }

void crosscover_string(const char *text) {
    if (text)
        append_text(text, strlen(text));
    else
        append("null");
}

static void store(char *place, size_t size, int is_floating, long long value) {
    if (is_floating && size == sizeof(float))
        *(float *)place = (float)value;
    else if (is_floating)
        *(double *)place = (double)value;
    else if (size == 1)
        *(signed char *)place = (signed char)value;
    else if (size == 2)
        *(short *)place = (short)value;
    else if (size == 4)
        *(int *)place = (int)value;
    else
        *(long long *)place = value;
}

/* Returns -1 for a floating-point number that is no digit. */
static long long load(const char *place, size_t size, int is_floating) {
    if (is_floating) {
        double value = size == sizeof(float) ? *(const float *)place : *(const double *)place;
        return value >= 0 && value < CELLS && value == (int)value ? (int)value : -1;
    }
    if (size == 1)
        return *(const unsigned char *)place;
    if (size == 2)
        return *(const short *)place;
    return size == 4 ? *(const int *)place : *(const long long *)place;
}

/* Returns the place of the first cell: a board of 10 x 10 numbers begins at row 1, column 1. */
static char *first(void *base, size_t size, size_t row, size_t rows) {
    if (size != 1 && size != 2 && size != 4 && size != 8)
        crosscover_refuse("the board has cells of another size");
    if (rows && (rows < (size_t)side || row / size < (size_t)side))
        crosscover_refuse("the board is smaller");
    return (char *)base + (rows == (size_t)side + 1 && row == rows * size && size > 1 ? row + size : 0);
}

/* Fills rows of `row` bytes with cells of `size` bytes; without `rows`, a list of all cells. */
void crosscover_fill(void *base, size_t size, size_t row, size_t rows, int is_floating) {
    char *start = first(base, size, row, rows);
    for (int at = 0; at < side * side; at++)
        store(start + (size_t)(at / side) * (rows ? row : side * size) + (size_t)(at % side) * size, size,
              is_floating, crosscover_cell(at, size == 1));
}

static void show(int at, const char *cell, size_t size, int is_floating) {
    append(at ? "," : "[");
    crosscover_number(load(cell, size, is_floating), size == 1);
    if (at == side * side - 1)
        append("]");
}

void crosscover_show(void *base, size_t size, size_t row, size_t rows, int is_floating) {
    if (!base) {
        append("null");
        return;
    }
    const char *start = first(base, size, row, rows);
    for (int at = 0; at < side * side; at++)
        show(at, start + (size_t)(at / side) * (rows ? row : side * size) + (size_t)(at % side) * size, size,
             is_floating);
}

/* Shows rows that pointers refer to. */
void crosscover_show_rows(void *rows, size_t size, int is_floating) {
    if (!rows) {
        append("null");
        return;
    }
    for (int at = 0; at < side * side; at++)
        show(at, ((char **)rows)[at / side] + (size_t)(at % side) * size, size, is_floating);
}

static void read_cells(const char *line) {
    int count = 0, in_text = 0;
    is_text = 0;
    for (; *line && *line != '\n' && count < CELLS; line++) {
        if (*line == '"') {
            in_text = !in_text;
            is_text = 1;
        } else if (in_text)
            cells[count++] = (unsigned char)*line;
        else if (*line == '-' || (*line >= '0' && *line <= '9')) {
            char *end;
            cells[count++] = (int)strtol(line, &end, 10);
            line = end - 1;
        }
    }
    for (side = 1; side * side < count; side++)
        ;
}

/* Reads a puzzle of the dialect jsonl, in the form of the board. */
static void read_puzzle(const char *line) {
    const char *text = strchr(strchr(line, ':'), '"');
    read_cells(text);
    for (int at = 0; at < side * side; at++) {
        if (*crosscover_empty && cells[at] == '.')
            cells[at] = *crosscover_empty;
        else if (!*crosscover_empty)
            cells[at] = cells[at] == '.' ? 0 : cells[at] - '0';
    }
    is_text = *crosscover_empty != 0;
}

static void empty(int file) {
    if (ftruncate(file, 0) || lseek(file, 0, SEEK_SET))
        _exit(1);
}

/* Reads the last `size` bytes of a file. */
static size_t contents(int file, char *text, size_t size) {
    off_t end = lseek(file, 0, SEEK_END);
    ssize_t count = pread(file, text, size, end > (off_t)size ? end - (off_t)size : 0);
    return count < 0 ? 0 : (size_t)count;
}

/* Copies the digits of a part of the fields; returns whether they are a full grid. */
static int is_grid(const char *from, const char *to, char *grid) {
    int count = 0;
    for (; from && from < to; from++) {
        if (*from >= '0' && *from <= '9') {
            if (*from == '0' || count == side * side)
                return 0;
            grid[count++] = *from;
        }
    }
    grid[count] = 0;
    return count == side * side;
}

/* Writes the answer of the dialect jsonl that the fields of a call mean. */
static void answer(void) {
    char grid[CELLS + 1];
    const char *board = strstr(fields, "\"argument\":"), *end = fields + length;
    if (is_grid(fields, board ? board : end, grid) || is_grid(board, end, grid))
        dprintf(answers, "{\"solution\": \"%s\"}\n", grid);
    else if (strstr(fields, "\"raised\":"))
        dprintf(answers, "{\"error\": \"the call ended the program\"}\n");
    else
        dprintf(answers, "{\"refusal\": \"none\"}\n");
}

/* Runs one call in a fork, and writes its record, or the answer of the dialect jsonl. */
static void call(const char *name, int is_printed, int is_jsonl) {
    static char printed[PRINTED];
    int status;
    empty(fields_file);
    empty(printed_file);
    length = 0;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit most = {1 << 26, 1 << 26};
        if (is_printed)
            setrlimit(RLIMIT_FSIZE, &most);
        dup2(is_printed ? printed_file : 2, 1);
        crosscover_dispatch(name);
        finish();
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        _exit(1);
    if (WIFSIGNALED(status)) { /* end in the same way */
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    append("{");
    size_t size = (size_t)lseek(fields_file, 0, SEEK_END);
    length += contents(fields_file, room(size), size);
    if (length == 1 && is_printed)
        append("\"returned\":null");
    else if (length == 1)
        append("\"raised\":\"SystemExit: exit code %d\",\"exception\":[\"SystemExit\"],\"memory\":false",
               WEXITSTATUS(status));
    if (is_printed) {
        append(",\"printed\":");
        append_text(printed, contents(printed_file, printed, PRINTED));
    }
    append("}\n");
    if (is_jsonl)
        answer();
    else if (write(answers, fields, length) < 0)
        _exit(1);
}

static char *read_batch(int file) {
    size_t size = 1 << 16, used = 0;
    char *text = (char *)malloc(size + 1);
    for (;;) {
        ssize_t count = read(file, text + used, size - used);
        if (count <= 0)
            break;
        used += (size_t)count;
        if (used == size)
            text = (char *)realloc(text, (size *= 2) + 1);
    }
    text[used] = 0;
    return text;
}

static int temporary(void) {
    FILE *file = tmpfile();
    if (!file) {
        perror("no temporary file");
        _exit(1);
    }
    return fileno(file);
}

/* Keeps the input and the answers from constructors of the source, which run later. */
__attribute__((constructor(101))) static void redirect(void) {
    input = dup(0);
    answers = dup(1);
    fcntl(answers, F_SETFD, FD_CLOEXEC);
    dup2(open("/dev/null", O_RDWR), 0);
    dup2(2, 1);
}

int main(void) {
    struct timespec start, end;
    char name[200] = "", *batch, *line;
    fields_file = temporary();
    printed_file = temporary();
    batch = read_batch(input);
    int is_jsonl = !strncmp(batch, "{\"puzzle\"", 9);
    if (!is_jsonl)
        dprintf(answers, "%s\n", crosscover_loaded);
    if (!*batch)
        return 0;
    line = strstr(batch, "\"expression\": \"");
    if (line)
        sscanf(line + 15, "%199[^\"]", name);
    if (is_jsonl) {
        for (line = batch; line && *line; line = strchr(line, '\n')) {
            line += *line == '\n';
            if (!*line)
                break;
            read_puzzle(line);
            call("", 0, 1);
        }
        return 0;
    }
    line = strchr(batch, '\n');
    char *flag = strstr(batch, "\"printed\": true");
    int is_printed = flag && line && flag < line;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (; line && line[1]; line = strchr(line + 1, '\n')) {
        read_cells(line + 1);
        call(name, is_printed, 0);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    dprintf(answers, "{\"seconds\":%f,\"changed\":[]}\n",
            (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
