"""The lexicographically least image of a puzzle under the symmetries of Sudoku, and the number of ways to it.

Images are compared as text: rows from the top, an empty cell before any digit. In the least one the digits are numbered
1, 2, 3 and so on in the order of their first appearance, so a permutation of the cells settles the digits as well.

The image is made row by row, breadth first: every arrangement that leads to the least rows so far is kept, and each is
continued by every row that may come next. There would be too many if an arrangement fixed the order of the columns, so
it fixes no more than the rows seen so far require:

- Columns of a stack that were alike in every row so far form a group, whose order is open; so do stacks.
- New digits in the columns of a group could each get any of the labels that stand there. Such a digit is *open*: its
  home is the column, and the place of that column will decide its label.

An open digit that occurs again gets the least label that it still can, which brings its home to the front of the group.
Only here the search branches: where several columns or stacks could show the same least label next. In a row of empty
cells, of digits with labels and of digits that are new, the least order is found by sorting. Rows of a band that are
alike, and bands that are, are taken in their own order alone. What was left open, and was never needed, is counted by
multiplying. The search ends, since each row is taken from those left, and each branch settles a column or a label.

Rows of an image are integers of four bits a cell, so there are at most nine digits. The build hook compiles this
source unchanged, with the C types of `least_image.pxd`.
"""

from collections.abc import Callable

check_signals: Callable[[], object] = bool
"""Called for every row of an image. The compiled build needs it to notice Ctrl-C or a time limit."""

NEW = 15
"""The label of a digit that has none yet; greater than any other label."""

AFTER_ALL = 1 << 40
"""Greater than every row of an image, at any length of both."""

LeastImage = tuple[bytes, bool, list[int], list[int], list[int], int]
"""The digits of the image; whether rows and columns were exchanged first; the original of each row and of each column
of the image; the new value of each digit from 0; and the number of permutations of cells that lead to this image."""


def least_image(values: bytes, box_rows: int, box_columns: int) -> LeastImage:
    """The least image of a grid with boxes of this size; `values` has its cells row by row, 0 if empty.

    Of the symmetries that lead to the image the result has the first one found, the same in every run.
    """
    search = Search(values, box_rows, box_columns)
    return search.run()


class Arrangement:
    """The settled part of an image with some of its rows: which rows, the groups of columns, and the labels.

    `columns[place]` is the column of the puzzle at a place in the image, where the order within a group is any;
    `places` is its inverse. A bit of `cuts` is set where a group of columns begins, and one of `stack_cuts` where a
    group of stacks does; both have a last one behind the last column. `labels[digit]` is 0 while the digit is new or
    open; `homes` and `births` have the column of an open one and the row of the image in which it first occurred.
    `known` and `open` have a bit for each digit that has occurred, and for those still open.
    """

    def __init__(self) -> None:
        self.transposed = 0
        self.taken = 0
        self.depth = 0
        self.cuts = 0
        self.stack_cuts = 0
        self.known = 0
        self.open = 0
        self.last_label = 0
        self.rows = [0] * 9
        self.columns = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        self.places = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        self.labels = [0] * 10
        self.homes = [0] * 10
        self.births = [0] * 10

    def copy(self) -> "Arrangement":
        """A copy."""
        other = Arrangement()
        other.transposed = self.transposed
        other.taken = self.taken
        other.depth = self.depth
        other.cuts = self.cuts
        other.stack_cuts = self.stack_cuts
        other.known = self.known
        other.open = self.open
        other.last_label = self.last_label
        other.rows[:] = self.rows
        other.columns[:] = self.columns
        other.places[:] = self.places
        other.labels[:] = self.labels
        other.homes[:] = self.homes
        other.births[:] = self.births
        return other

    def swap(self, one: int, other: int) -> None:
        """Exchange the columns at two places."""
        first = self.columns[one]
        second = self.columns[other]
        self.columns[one] = second
        self.columns[other] = first
        self.places[second] = one
        self.places[first] = other


class Search:
    """The search for the least image of one puzzle.

    `cells` holds the puzzle and, from `side * side` on, the same with rows and columns exchanged. `image` has the rows
    of the least image so far, and `best` the least next row; `found` are the arrangements that lead to it.
    """

    def __init__(self, values: bytes, box_rows: int, box_columns: int) -> None:
        self.side = box_rows * box_columns
        self.height = box_rows
        self.width = box_columns
        self.image = [0] * 9
        self.best = 0
        self.found: list[Arrangement] = []
        self.row = 0
        self.clashes = False
        self.starts = [0] * 9
        self.row_twins = [0] * 18
        self.band_twins = [0] * 18
        self.cells = [0] * 162
        self.read(values)

    def read(self, values: bytes) -> None:
        """Put the puzzle into the cells, and after it the same with rows and columns exchanged."""
        side = self.side
        for row in range(side):
            self.starts[row] = row - row % self.width
            for column in range(side):
                digit = values[row * side + column]
                self.cells[row * side + column] = digit
                self.cells[(side + column) * side + row] = digit

    def run(self) -> LeastImage:
        """The least image, and the way to it."""
        side = self.side
        self.found = []
        for transposed in range(2 if self.height == self.width else 1):
            self.find_twins(transposed)
            start = Arrangement()
            start.transposed = transposed
            start.cuts = 1 << side
            start.stack_cuts = 1 | 1 << side
            for stack in range(self.height):
                start.cuts |= 1 << stack * self.width
            self.found.append(start)
        for depth in range(side):
            check_signals()
            arrangements = self.found
            self.found = []
            self.best = AFTER_ALL
            for arrangement in arrangements:
                self.continue_with_rows(arrangement)
            self.image[depth] = self.best
            for arrangement in self.found:
                self.settle_single_homes(arrangement)
        number = 0
        for arrangement in self.found:
            number += self.count_orders(arrangement)
        first = self.found[0]
        labels = self.label_all(first)
        return (
            bytes([self.label_at(row, place) for row in range(side) for place in range(side)]),
            first.transposed == 1,
            [first.rows[row] for row in range(side)],
            [first.columns[place] for place in range(side)],
            labels,
            number,
        )

    def find_twins(self, transposed: int) -> None:
        """Find for each row an equal one before it in its band, and for each band an equal one before it."""
        side = self.side
        start = transposed * side * side
        rows: list[int] = []
        for row in range(side):
            key = 0
            for cell in range(start + row * side, start + row * side + side):
                key = key << 4 | self.cells[cell]
            rows.append(key)
            twin = -1
            for other in range(row - row % self.height, row):
                if rows[other] == key:
                    twin = other
            self.row_twins[transposed * side + row] = twin
        bands = [sorted(rows[band * self.height : (band + 1) * self.height]) for band in range(self.width)]
        for band in range(self.width):
            twin = -1
            for other in range(band):
                if bands[other] == bands[band]:
                    twin = other
            self.band_twins[transposed * side + band] = twin

    def continue_with_rows(self, arrangement: Arrangement) -> None:
        """Take each row that may come next."""
        depth = arrangement.depth
        side = self.side
        height = self.height
        for row in range(side):
            band = row // height
            if arrangement.taken >> row & 1:
                continue
            if depth % height:
                if arrangement.rows[depth - 1] // height != band:
                    continue
            else:
                if arrangement.taken >> band * height & ((1 << height) - 1):
                    continue
                other = self.band_twins[arrangement.transposed * side + band]
                if other >= 0 and not arrangement.taken >> other * height & 1:
                    continue
            other = self.row_twins[arrangement.transposed * side + row]
            if other >= 0 and not arrangement.taken >> other & 1:
                continue
            self.row = arrangement.transposed * side * side + row * side
            self.clashes = self.repeats_a_new_digit(arrangement.known)
            longer = arrangement.copy()
            longer.rows[depth] = row
            longer.taken |= 1 << row
            longer.depth = depth + 1
            self.fill(longer, 0, 0)

    def repeats_a_new_digit(self, known: int) -> bool:
        """Whether the row has a digit twice that did not occur before; such digits get their labels one by one."""
        for column in range(self.side):
            digit = self.cells[self.row + column]
            if digit and not known >> digit & 1:
                for other in range(column):
                    if self.cells[self.row + other] == digit:
                        return True
        return False

    def fill(self, arrangement: Arrangement, place: int, key: int) -> None:
        """Arrange the row from a place on in every way that may be least; `key` is the image of what is before it."""
        side = self.side
        width = self.width
        sorted_to = 0
        while place < side:
            if place >= sorted_to and self.starts[place] == place and not arrangement.stack_cuts >> place + width & 1:
                size = self.sort_stacks(arrangement, place, key)
                if size == 0:
                    return
                sorted_to = place + size * width
            end = self.group_end(arrangement, place)
            least = self.least_value(arrangement, place, end)
            label = self.least_open_label(arrangement, place, end) if least else NEW
            if label < least:
                key = key << 4 | label
                if key > self.best >> 4 * (side - place - 1):
                    return
                last = self.try_others(arrangement, place, end, key)
                self.put_first(arrangement, place, last)
                place += 1
            elif least == NEW and self.clashes:
                self.try_labels(arrangement, place, end, key)
                return
            else:
                key = self.take_alike(arrangement, place, end, least, key)
                place = self.group_end(arrangement, place)
            if key > self.best >> 4 * (side - place):
                return
        if key < self.best:
            self.best = key
            self.found = []
        self.found.append(arrangement)

    def try_others(self, arrangement: Arrangement, place: int, end: int, key: int) -> int:
        """Try each column of a group whose open digit can get the label that ends `key`, but return the last one."""
        last = -1
        for other in range(place, end):
            if self.open_label(arrangement, place, end, other) == key & 15:
                if last >= 0:
                    branch = arrangement.copy()
                    self.put_first(branch, place, last)
                    self.fill(branch, place + 1, key)
                last = other
        return last

    def try_labels(self, arrangement: Arrangement, place: int, end: int, key: int) -> None:
        """Try every new digit of a group as the one that gets the next label."""
        for other in range(place, end):
            if not self.is_repeated(arrangement, place, other):
                branch = arrangement.copy()
                digit = self.digit(branch, other)
                branch.known |= 1 << digit
                branch.last_label += 1
                branch.labels[digit] = branch.last_label
                self.fill(branch, place, key)

    def take_alike(self, arrangement: Arrangement, place: int, end: int, value: int, key: int) -> int:
        """Put the columns of a group that have one value first, as a group of their own; `key` with their images."""
        for other in range(place, end):
            if self.value(arrangement, other) == value:
                arrangement.swap(place, other)
                key = key << 4 | self.take_label(arrangement, place)
                place += 1
        arrangement.cuts |= 1 << place
        return key

    def sort_stacks(self, arrangement: Arrangement, place: int, key: int) -> int:
        """Bring the stacks that may come next to the front of their group, which begins at a place; how many.

        A stack whose order is more than a matter of sorting is tried by itself. Of the others the least ones come
        next; if there are none, 0.
        """
        width = self.width
        end = place + width
        while not arrangement.stack_cuts >> end & 1:
            end += width
        least = -1
        size = 0
        for stack in range(place // width, end // width):
            pattern = self.pattern(arrangement, stack * width)
            if pattern < 0:
                branch = arrangement.copy()
                self.swap_stacks(branch, place, stack * width)
                branch.stack_cuts |= 1 << place + width
                self.fill(branch, place, key)
            elif size == 0 or pattern < least:
                least = pattern
                size = 1
            elif pattern == least:
                size += 1
        if size:
            front = place
            for stack in range(place // width, end // width):
                if self.pattern(arrangement, stack * width) == least:
                    self.swap_stacks(arrangement, front, stack * width)
                    front += width
            arrangement.stack_cuts |= 1 << front
        return size

    def pattern(self, arrangement: Arrangement, start: int) -> int:
        """The image of the row in a stack, with `NEW` for new digits; -1 if sorting does not decide it."""
        key = 0
        place = start
        while place < start + self.width:
            end = self.group_end(arrangement, place)
            counts = 0  # four bits for each value
            for other in range(place, end):
                value = self.value(arrangement, other)
                if value > NEW or (value == NEW and self.clashes):
                    return -1
                counts += 1 << 4 * value
            value = 0
            while place < end:
                while counts >> 4 * value & 15 == 0:
                    value += 1
                key = key << 4 | value
                counts -= 1 << 4 * value
                place += 1
        return key

    def digit(self, arrangement: Arrangement, place: int) -> int:
        """The digit of the row in the column at a place."""
        return self.cells[self.row + arrangement.columns[place]]

    def value(self, arrangement: Arrangement, place: int) -> int:
        """The value in the image of the column at a place: 0, a label, `NEW`, or more for an open digit."""
        digit = self.digit(arrangement, place)
        if arrangement.open >> digit & 1:
            return NEW + 1
        if digit and not arrangement.known >> digit & 1:
            return NEW
        return arrangement.labels[digit]

    def take_label(self, arrangement: Arrangement, place: int) -> int:
        """The label of the digit at a place; a new digit gets the next one, which stays open with the column."""
        digit = self.digit(arrangement, place)
        if not digit or arrangement.known >> digit & 1:
            return arrangement.labels[digit]
        arrangement.known |= 1 << digit
        arrangement.open |= 1 << digit
        arrangement.homes[digit] = arrangement.columns[place]
        arrangement.births[digit] = arrangement.depth - 1
        arrangement.last_label += 1
        return arrangement.last_label

    def least_value(self, arrangement: Arrangement, place: int, end: int) -> int:
        """The least value in a group of columns."""
        least = NEW + 1
        for other in range(place, end):
            least = min(least, self.value(arrangement, other))
        return least

    def least_open_label(self, arrangement: Arrangement, place: int, end: int) -> int:
        """The least label that an open digit of a group could get at its first place; `NEW` if there is none."""
        least = NEW
        if arrangement.open:
            for other in range(place, end):
                least = min(least, self.open_label(arrangement, place, end, other))
        return least

    def open_label(self, arrangement: Arrangement, place: int, end: int, other: int) -> int:
        """The least label of the digit of one column of a group if this column came first; `NEW` if it is not open."""
        digit = self.digit(arrangement, other)
        if not arrangement.open >> digit & 1:
            return NEW
        home = arrangement.places[arrangement.homes[digit]]
        if home == other:
            home = place
        elif place <= home < end:
            home = place + 1
        else:
            home = self.least_place(arrangement, home)
        return self.label_at(arrangement.births[digit], home)

    def put_first(self, arrangement: Arrangement, place: int, other: int) -> None:
        """Put one column of a group first, which begins at a place, and settle its open digit."""
        arrangement.swap(place, other)
        arrangement.cuts |= 2 << place
        self.settle(arrangement, self.digit(arrangement, place))

    def settle(self, arrangement: Arrangement, digit: int) -> None:
        """Give an open digit its least label: its home comes first in its group, and its stack in that of stacks."""
        home = arrangement.places[arrangement.homes[digit]]
        stack = self.starts[home]
        front = self.stack_group_start(arrangement, stack)
        if front != stack or not arrangement.stack_cuts >> front + self.width & 1:
            self.swap_stacks(arrangement, front, stack)
            arrangement.stack_cuts |= 1 << front + self.width
            home += front - stack
        front = home
        while not arrangement.cuts >> front & 1:
            front -= 1
        arrangement.swap(front, home)
        arrangement.cuts |= 2 << front
        arrangement.labels[digit] = self.label_at(arrangement.births[digit], front)
        arrangement.open &= ~(1 << digit)

    def settle_single_homes(self, arrangement: Arrangement) -> None:
        """Label the open digits whose homes have only one place left."""
        for digit in range(1, self.side + 1):
            if arrangement.open >> digit & 1:
                home = arrangement.places[arrangement.homes[digit]]
                stack = self.starts[home]
                if (
                    arrangement.cuts >> home & 3 == 3
                    and arrangement.stack_cuts >> stack & 1
                    and arrangement.stack_cuts >> stack + self.width & 1
                ):
                    self.settle(arrangement, digit)

    def least_place(self, arrangement: Arrangement, place: int) -> int:
        """The first place that the column at a place could still get."""
        stack = self.starts[place]
        front = place
        while not arrangement.cuts >> front & 1:
            front -= 1
        return front - stack + self.stack_group_start(arrangement, stack)

    def stack_group_start(self, arrangement: Arrangement, stack: int) -> int:
        """The first place of the group of stacks that the stack beginning at a place belongs to."""
        while not arrangement.stack_cuts >> stack & 1:
            stack -= self.width
        return stack

    def group_end(self, arrangement: Arrangement, place: int) -> int:
        """The place after the group of columns that the column at a place belongs to."""
        end = place + 1
        while not arrangement.cuts >> end & 1:
            end += 1
        return end

    def swap_stacks(self, arrangement: Arrangement, one: int, other: int) -> None:
        """Exchange the stacks that begin at two places; their groups of columns are alike."""
        if one != other:
            for offset in range(self.width):
                arrangement.swap(one + offset, other + offset)

    def is_repeated(self, arrangement: Arrangement, place: int, other: int) -> bool:
        """Whether the digit at `other` stands at a place from `place` on before it."""
        while self.digit(arrangement, place) != self.digit(arrangement, other):
            place += 1
        return place < other

    def label_at(self, row: int, place: int) -> int:
        """The value of the image at a place of a row."""
        return self.image[row] >> 4 * (self.side - 1 - place) & 15

    def label_all(self, arrangement: Arrangement) -> list[int]:
        """Give each digit its label, the last ones to those that do not occur; the labels, from digit 0 on."""
        for digit in range(1, self.side + 1):
            if arrangement.open >> digit & 1:
                self.settle(arrangement, digit)
            elif not arrangement.known >> digit & 1:
                arrangement.last_label += 1
                arrangement.labels[digit] = arrangement.last_label
        return [arrangement.labels[digit] for digit in range(self.side + 1)]

    def count_orders(self, arrangement: Arrangement) -> int:
        """The number of permutations of cells in an arrangement: equal rows, and groups, may be in any order."""
        number = 1
        start = arrangement.transposed * self.side
        for row in range(self.side):
            twin = self.row_twins[start + row]
            alike = 1
            while twin >= 0:
                alike += 1
                twin = self.row_twins[start + twin]
            number *= alike
        for band in range(self.width):
            twin = self.band_twins[start + band]
            alike = 1
            while twin >= 0:
                alike += 1
                twin = self.band_twins[start + twin]
            number *= alike
        alike = 0
        for place in range(self.side):
            alike = 1 if arrangement.cuts >> place & 1 else alike + 1
            number *= alike
        for stack in range(self.height):
            alike = 1 if arrangement.stack_cuts >> stack * self.width & 1 else alike + 1
            number *= alike
        return number
