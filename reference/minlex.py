"""The lexicographically smallest (minlex) image of a puzzle under Sudoku symmetries, and the number of ways to it.

Images are compared as text: row by row, with an empty cell before any digit. In the smallest image the digits are
labeled 1, 2, 3 and so on by first appearance, so a permutation of the cells determines the digits as well.

The image is built row by row, breadth first: every arrangement that leads to the smallest rows so far is kept, and
extended by every row that may come next. There would be too many if an arrangement fixed the order of the columns, so
it fixes only what its rows require:

- Columns of a stack that were alike in every row so far form a group, whose order is open; stacks form groups likewise.
- New digits in the columns of a group could each get any of the labels there. Such a digit is *open*: its home is its
  column, and the final place of that column determines its label.

An open digit that occurs again gets the smallest label that it still can, which moves its home to the front of its
group. The search branches only here: if several columns or stacks could show the same smallest label next. For empty
cells, labeled digits and new digits, sorting finds the smallest order. Equal rows of a band, and equal bands, are tried
in one order only. Orders that are still open at the end are counted by multiplication. The search terminates: each row
is taken from the remaining rows, and each branch settles a column or a label.

A row of an image is an integer with four bits per cell, so there are at most nine digits. The build hook compiles this
source unchanged, with the C types of `minlex.pxd`.
"""

from collections.abc import Callable

check_signals: Callable[[], object] = bool
"""Called for every row of an image. The compiled build needs it to notice Ctrl-C or a time limit."""

NEW = 15
"""Stands for the label of a digit that has none yet; greater than any label."""

AFTER_ALL = 1 << 40
"""Greater than every row of an image, also if both are cut to the same length."""

LeastImage = tuple[bytes, bool, list[int], list[int], list[int], int]
"""The digits of the image; whether the grid was transposed first; the original of each row and of each column of the
image; the new value of each digit, from 0; and the number of cell permutations that lead to this image."""


def least_image(values: bytes, box_rows: int, box_columns: int) -> LeastImage:
    """Return the smallest image of a grid with boxes of this size; `values` holds its cells row by row, 0 if empty.

    The result holds the first symmetry found that leads to the image, the same in every run.
    """
    return Search(values, box_rows, box_columns).run()


class Arrangement:
    """The settled part of an image: its rows so far, the groups of columns, and the labels.

    `columns[place]` is the column of the puzzle at a place in the image, in any order within a group; `places` is its
    inverse. A bit of `cuts` is set where a group of columns begins, a bit of `stack_cuts` where a group of stacks
    begins; both have a final bit after the last column. `labels[digit]` is 0 while the digit is new or open. For an
    open digit, `homes` holds its column and `births` the row of the image in which it first occurred. `known` has a bit
    for each digit that has occurred, `open` for each open digit.
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
        """Return a copy."""
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
    """The search for the smallest image of one puzzle.

    `cells` holds the puzzle and, from `side * side` on, its transpose. `image` holds the rows of the smallest image so
    far, `best` the smallest next row, and `found` the arrangements that lead to it.
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
        """Store the puzzle in the cells, followed by its transpose."""
        side = self.side
        for row in range(side):
            self.starts[row] = row - row % self.width
            for column in range(side):
                digit = values[row * side + column]
                self.cells[row * side + column] = digit
                self.cells[(side + column) * side + row] = digit

    def run(self) -> LeastImage:
        """Return the smallest image and the way to it."""
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
        """Find, for each row, an equal row before it in its band and, for each band, an equal band before it."""
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
        """Extend an arrangement by each row that may come next."""
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
        """Return whether the row repeats a digit that did not occur before; such digits get their labels one by one."""
        for column in range(self.side):
            digit = self.cells[self.row + column]
            if digit and not known >> digit & 1:
                for other in range(column):
                    if self.cells[self.row + other] == digit:
                        return True
        return False

    def fill(self, arrangement: Arrangement, place: int, key: int) -> None:
        """Try every order of the row, from a place on, that may be smallest; `key` is the image before that place."""
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
        """Try to give the next label to each new digit of a group."""
        for other in range(place, end):
            if not self.is_repeated(arrangement, place, other):
                branch = arrangement.copy()
                digit = self.digit(branch, other)
                branch.known |= 1 << digit
                branch.last_label += 1
                branch.labels[digit] = branch.last_label
                self.fill(branch, place, key)

    def take_alike(self, arrangement: Arrangement, place: int, end: int, value: int, key: int) -> int:
        """Move the columns of a group with this value to its front, as a new group; return `key` with their images."""
        for other in range(place, end):
            if self.value(arrangement, other) == value:
                arrangement.swap(place, other)
                key = key << 4 | self.take_label(arrangement, place)
                place += 1
        arrangement.cuts |= 1 << place
        return key

    def sort_stacks(self, arrangement: Arrangement, place: int, key: int) -> int:
        """Move the stacks that may come next to the front of their group, which begins at a place; return their number.

        A stack that sorting cannot order is tried in its own branch. Of the other stacks, the smallest come next;
        returns 0 if there are none.
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
        """Return the image of the row in a stack, with `NEW` for new digits; -1 if sorting does not determine it."""
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
        """Return the digit of the row in the column at a place."""
        return self.cells[self.row + arrangement.columns[place]]

    def value(self, arrangement: Arrangement, place: int) -> int:
        """Return the image of the column at a place: 0, a label, `NEW`, or a greater value for an open digit."""
        digit = self.digit(arrangement, place)
        if arrangement.open >> digit & 1:
            return NEW + 1
        if digit and not arrangement.known >> digit & 1:
            return NEW
        return arrangement.labels[digit]

    def take_label(self, arrangement: Arrangement, place: int) -> int:
        """Return the label of the digit at a place; a new digit gets the next label and becomes open."""
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
        """Return the smallest value in a group of columns."""
        least = NEW + 1
        for other in range(place, end):
            least = min(least, self.value(arrangement, other))
        return least

    def least_open_label(self, arrangement: Arrangement, place: int, end: int) -> int:
        """Return the smallest label that an open digit of a group could get at its start; `NEW` if none is open."""
        least = NEW
        if arrangement.open:
            for other in range(place, end):
                least = min(least, self.open_label(arrangement, place, end, other))
        return least

    def open_label(self, arrangement: Arrangement, place: int, end: int, other: int) -> int:
        """Return the smallest label of a column's digit if the column came first in its group; `NEW` if not open."""
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
        """Move a column to the front of its group, which begins at a place, and settle its open digit."""
        arrangement.swap(place, other)
        arrangement.cuts |= 2 << place
        self.settle(arrangement, self.digit(arrangement, place))

    def settle(self, arrangement: Arrangement, digit: int) -> None:
        """Give an open digit its smallest label: its home moves to the front of its group, and so does its stack."""
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
        """Return the first place that the column at a place could still get."""
        stack = self.starts[place]
        front = place
        while not arrangement.cuts >> front & 1:
            front -= 1
        return front - stack + self.stack_group_start(arrangement, stack)

    def stack_group_start(self, arrangement: Arrangement, stack: int) -> int:
        """Return the first place of the group of stacks that contains the stack at a place."""
        while not arrangement.stack_cuts >> stack & 1:
            stack -= self.width
        return stack

    def group_end(self, arrangement: Arrangement, place: int) -> int:
        """Return the place after the group of columns that contains the column at a place."""
        end = place + 1
        while not arrangement.cuts >> end & 1:
            end += 1
        return end

    def swap_stacks(self, arrangement: Arrangement, one: int, other: int) -> None:
        """Exchange the stacks that begin at two places; they have the same groups of columns."""
        if one != other:
            for offset in range(self.width):
                arrangement.swap(one + offset, other + offset)

    def is_repeated(self, arrangement: Arrangement, place: int, other: int) -> bool:
        """Return whether the digit at `other` also occurs from `place` on before it."""
        while self.digit(arrangement, place) != self.digit(arrangement, other):
            place += 1
        return place < other

    def label_at(self, row: int, place: int) -> int:
        """Return the value of the image at a place of a row."""
        return self.image[row] >> 4 * (self.side - 1 - place) & 15

    def label_all(self, arrangement: Arrangement) -> list[int]:
        """Label each digit, with the last labels for digits that do not occur; return the labels, from digit 0 on."""
        for digit in range(1, self.side + 1):
            if arrangement.open >> digit & 1:
                self.settle(arrangement, digit)
            elif not arrangement.known >> digit & 1:
                arrangement.last_label += 1
                arrangement.labels[digit] = arrangement.last_label
        return [arrangement.labels[digit] for digit in range(self.side + 1)]

    def count_orders(self, arrangement: Arrangement) -> int:
        """Count the cell permutations of an arrangement: equal rows and bands, and groups, may be permuted."""
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
